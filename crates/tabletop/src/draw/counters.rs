//! Models as counters, and what play has put on the table.

use crate::changes::Changes;
use crate::length::Length;
use crate::terrain::Kind;

use super::pen::{Pen, escaped, hundredths};
use super::{Mark, Token};

/// Clouds and markers.
pub(super) fn changes(pen: &mut Pen, changes: &Changes) {
    let colors = pen.colors;
    for cloud in &changes.clouds {
        let ((x, y), radius) = (pen.xy(cloud.spot.at), hundredths(cloud.radius));
        let (fill, edge, dash) = if cloud.kind == Kind::Fire {
            (colors.hot, colors.sides[0], "14 7")
        } else if cloud.kind == Kind::Smoke {
            (colors.stone_light, colors.faint_ink, "3 9")
        } else {
            (colors.earth, colors.contour, "20 8")
        };
        pen.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" fill-opacity=\"0.65\" \
             stroke=\"{edge}\" stroke-width=\"7\" stroke-dasharray=\"{dash}\" \
             stroke-linecap=\"round\"/>"
        ));
        let name = cloud.kind.name();
        pen.words((x, y + 12), 36, name, "text-anchor=\"middle\" font-style=\"italic\"");
    }
    for marker in &changes.markers {
        let ((x, y), radius) = (pen.xy(marker.spot.at), hundredths(marker.radius).max(15));
        let (ink, fill) = (colors.ink, colors.hot);
        pen.put(format_args!(
            "<path d=\"M{x} {}l{radius} {radius}l-{radius} {radius}l-{radius} -{radius}Z\" \
             fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"6\"/>",
            y - radius
        ));
        pen.words((x, y + radius + 36), 32, &marker.name, "text-anchor=\"middle\"");
    }
}

/// A line with an arrowhead.
pub(super) fn mark(pen: &mut Pen, mark: &Mark) {
    let colors = pen.colors;
    let along = mark.to - mark.from;
    if along.squared() == 0 {
        return;
    }
    let back = mark.to + -along.of_length(Length::cents(34));
    let wing = along.left().of_length(Length::cents(15));
    let line = pen.line(&[mark.from, mark.to]);
    let head = pen.line(&[back + wing, mark.to, back + -wing]);
    let round = "stroke-linecap=\"round\" stroke-linejoin=\"round\"";
    let dash =
        if mark.dashed { "stroke-linecap=\"round\" stroke-dasharray=\"24 18\"" } else { round };
    pen.stroke(&line, colors.paper, 18, round);
    pen.stroke(&line, colors.ink, 8, dash);
    pen.stroke(&head, colors.paper, 18, round);
    pen.stroke(&head, colors.ink, 8, round);
}

/// A counter of the true size of the base, its side told by the color and the shape of its ring.
pub(super) fn token(pen: &mut Pen, token: &Token) {
    let colors = pen.colors;
    let ((x, y), radius) = (pen.xy(token.at.at), hundredths(token.radius).max(8));
    let color = colors.sides[usize::from(token.side) % colors.sides.len()];
    let opacity = if token.dimmed { "0.5" } else { "1" };
    let (fill, shadow) = (colors.counter, colors.shadow);
    pen.put(format_args!("<g transform=\"translate({x} {y})\" opacity=\"{opacity}\">"));
    pen.put(format_args!(
        "<circle cx=\"5\" cy=\"6\" r=\"{radius}\" fill=\"{shadow}\" opacity=\"0.35\"/>\
         <circle r=\"{radius}\" fill=\"{fill}\"/>"
    ));
    ring(pen, token.side, color, radius);
    let short = monogram(&token.label);
    let size = if short.chars().count() > 1 { radius * 4 / 5 } else { radius };
    pen.put(format_args!(
        "<text y=\"{}\" font-size=\"{size}\" font-weight=\"700\" text-anchor=\"middle\" \
         fill=\"{color}\">{}</text>",
        size * 36 / 100,
        escaped(&short)
    ));
    pen.put(format_args!("</g>"));
    if short != token.label {
        let more = "text-anchor=\"middle\" font-weight=\"600\"";
        pen.words((x, y + radius + 36), 34, &token.label, more);
    }
    if token.at.z > Length::ZERO {
        let height = format!("↑{}", token.at.z);
        pen.words((x + radius, y - radius * 3 / 4), 38, &height, "font-weight=\"600\"");
    }
}

/// Solid, double, notched or dashed.
fn ring(pen: &mut Pen, side: u8, color: &str, radius: i64) {
    let width = (radius / 5).clamp(4, 14);
    let middle = radius - width / 2 - 1;
    let mut circle = |r: i64, width: i64, dash: &str| {
        pen.put(format_args!(
            "<circle r=\"{r}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"{dash}/>"
        ));
    };
    // 355/113 is as near to pi as any picture needs.
    let around = 2 * middle * 355 / 113;
    let dashes = |n: i64, share: i64| {
        let dash = around * share / (100 * n);
        format!(" stroke-dasharray=\"{dash} {}\"", around / n - dash)
    };
    match side % 4 {
        0 => circle(middle, width, ""),
        1 => {
            let thin = (width * 2 / 5).max(2);
            circle(radius - thin / 2 - 1, thin, "");
            circle(radius - thin * 2 - 3, thin, "");
        }
        2 => circle(middle, width, &dashes(4, 82)),
        _ => circle(middle, width, &dashes(12, 60)),
    }
}

/// What fits on a counter: a label of up to two letters, or the first letter of each of the
/// first two words, the last being a number if there is one.
fn monogram(label: &str) -> String {
    if label.chars().count() <= 2 {
        return label.to_owned();
    }
    let words: Vec<&str> = label.split_whitespace().collect();
    let first = |word: &str| word.chars().next();
    let initials = [words.first(), words.get(1)].into_iter().flatten().filter_map(|w| first(w));
    initials.flat_map(char::to_uppercase).take(2).collect()
}
