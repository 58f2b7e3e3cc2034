//! Writes shapes as SVG, in hundredths of an inch and with north at the top.

use std::fmt::{Arguments, Write};

use crate::length::Length;
use crate::point::Point;
use crate::polygon::Polygon;

use super::Tone;

/// The colors of a picture.
pub(super) struct Palette {
    pub(super) bench: &'static str,
    pub(super) paper: &'static str,
    pub(super) grid: &'static str,
    pub(super) grid_bold: &'static str,
    pub(super) ink: &'static str,
    pub(super) faint_ink: &'static str,
    /// Floors inside buildings.
    pub(super) floor: &'static str,
    pub(super) stone: &'static str,
    pub(super) stone_light: &'static str,
    pub(super) earth: &'static str,
    pub(super) contour: &'static str,
    pub(super) leaf: &'static str,
    pub(super) leaf_dark: &'static str,
    pub(super) meadow: &'static str,
    pub(super) water: &'static str,
    pub(super) water_line: &'static str,
    pub(super) timber: &'static str,
    pub(super) metal: &'static str,
    pub(super) crystal: &'static str,
    pub(super) hot: &'static str,
    pub(super) toxic: &'static str,
    pub(super) shadow: &'static str,
    /// The dark of warning signs, in any light.
    pub(super) sign: &'static str,
    pub(super) counter: &'static str,
    pub(super) sides: [&'static str; 4],
}

const PAPER: Palette = Palette {
    bench: "#ddd2ba",
    paper: "#f4eddd",
    grid: "#e6dcc6",
    grid_bold: "#d3c5a6",
    ink: "#38322a",
    faint_ink: "#857a68",
    floor: "#fffaf0",
    stone: "#b3a792",
    stone_light: "#d9cfbd",
    earth: "#e3d0a9",
    contour: "#a4763f",
    leaf: "#a9bd87",
    leaf_dark: "#5d7742",
    meadow: "#dfe1bd",
    water: "#cfe3ea",
    water_line: "#4f8aa3",
    timber: "#c79a5b",
    metal: "#b7bcbd",
    crystal: "#cdbfe6",
    hot: "#e2a400",
    toxic: "#7d8f1f",
    shadow: "#38322a",
    sign: "#2b251c",
    counter: "#fffdf8",
    sides: ["#c8551b", "#0b6e78", "#8e3b7c", "#4a5a9c"],
};

const SLATE: Palette = Palette {
    bench: "#12171c",
    paper: "#1f272f",
    grid: "#27313a",
    grid_bold: "#34414c",
    ink: "#e4ddcc",
    faint_ink: "#93998f",
    floor: "#2c3742",
    stone: "#6d6f70",
    stone_light: "#4a5055",
    earth: "#3d3a30",
    contour: "#c09a63",
    leaf: "#3f5d40",
    leaf_dark: "#86a873",
    meadow: "#2c3a31",
    water: "#1d3f50",
    water_line: "#6fb2cc",
    timber: "#a57c45",
    metal: "#5d6870",
    crystal: "#5d4d86",
    hot: "#e8b730",
    toxic: "#a9bd3a",
    shadow: "#000000",
    sign: "#2b251c",
    counter: "#f4eddd",
    sides: ["#c8551b", "#0b6e78", "#8e3b7c", "#4a5a9c"],
};

/// What is being drawn.
pub(super) struct Pen {
    pub(super) colors: &'static Palette,
    text: String,
    /// The north edge in hundredths of an inch.
    north: i64,
    n_clips: usize,
}

/// Hundredths of an inch, to the nearest.
pub(super) fn hundredths(length: Length) -> i64 {
    (length.wide() + 127).div_euclid(254)
}

impl Pen {
    pub(super) fn new(tone: Tone, depth: Length) -> Pen {
        let colors = match tone {
            Tone::Paper => &PAPER,
            Tone::Slate => &SLATE,
        };
        Pen { colors, text: String::new(), north: hundredths(depth), n_clips: 0 }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Writes one line of the picture.
    pub(super) fn put(&mut self, line: Arguments) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    /// Where a point of the table lies on the picture.
    pub(super) fn xy(&self, p: Point) -> (i64, i64) {
        (hundredths(p.x), self.north - hundredths(p.y))
    }

    pub(super) fn outline(&self, shape: &Polygon) -> String {
        self.line(shape.corners()) + "Z"
    }

    pub(super) fn line(&self, points: &[Point]) -> String {
        let mut path = String::new();
        for (index, point) in points.iter().enumerate() {
            let (x, y) = self.xy(*point);
            let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { "L" });
        }
        path
    }

    /// Draws a path with the attributes given.
    pub(super) fn path(&mut self, path: &str, attributes: &str) {
        self.put(format_args!("<path d=\"{path}\" {attributes}/>"));
    }

    /// Draws an outline filled and edged.
    pub(super) fn area(&mut self, shape: &Polygon, fill: &str, edge: &str, width: i64) {
        let path = self.outline(shape);
        let attributes = format!(
            "fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\" stroke-linejoin=\"round\""
        );
        self.path(&path, &attributes);
    }

    /// Draws a line of a color and width, with more attributes if need be.
    pub(super) fn stroke(&mut self, path: &str, color: &str, width: i64, more: &str) {
        let attributes =
            format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" {more}");
        self.path(path, &attributes);
    }

    /// The shadow of something that stands up, the longer the higher it is.
    pub(super) fn shadow(&mut self, shape: &Polygon, height: Length) {
        let path = self.outline(shape);
        let color = self.colors.shadow;
        let by = (hundredths(height) / 14).clamp(3, 40);
        self.put(format_args!(
            "<path d=\"{path}\" transform=\"translate({by} {by})\" fill=\"{color}\" \
             opacity=\"0.18\"/>"
        ));
    }

    /// Draws with everything cut off that lies outside of an outline.
    pub(super) fn inside(&mut self, shape: &Polygon, draw: impl FnOnce(&mut Pen)) {
        self.n_clips += 1;
        let (path, number) = (self.outline(shape), self.n_clips);
        self.put(format_args!("<clipPath id=\"cut{number}\"><path d=\"{path}\"/></clipPath>"));
        self.put(format_args!("<g clip-path=\"url(#cut{number})\">"));
        draw(self);
        self.put(format_args!("</g>"));
    }

    /// Writes words on the picture, with a halo so that they are read on any ground.
    pub(super) fn words(&mut self, (x, y): (i64, i64), size: i64, words: &str, more: &str) {
        let (ink, paper) = (self.colors.ink, self.colors.paper);
        let words = escaped(words);
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\" stroke=\"{paper}\" \
             stroke-width=\"{halo}\" paint-order=\"stroke\" {more}>{words}</text>",
            halo = size / 4
        ));
    }
}

/// Text that means nothing to a reader of markup. Characters that XML has no place for become
/// question marks.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('?'),
            c => safe.push(c),
        }
    }
    safe
}

/// Points spread loosely and always alike over an outline, none nearer to its edge than `edge`.
pub(super) fn spread(shape: &Polygon, pitch: Length, edge: Length) -> Vec<(Point, usize)> {
    let extent = shape.extent();
    let mut points = Vec::new();
    let mut y = extent.low.y + pitch / 2;
    let mut row = 0;
    while y < extent.high.y {
        // Every second row is shifted by half a pitch, as in brickwork.
        let mut x = extent.low.x + if row % 2 == 0 { pitch / 4 } else { pitch * 3 / 4 };
        while x < extent.high.x {
            let chance = mixed((row, points.len(), x.um()));
            let loose = pitch.um() / 3;
            let off = |n: usize| Length::micrometres((n % 1000) as i32 * loose / 500 - loose);
            let p = Point::new(x + off(chance), y + off(chance / 1000));
            let far_from_edge =
                !shape.sides().any(|(a, b)| crate::polygon::point_nearer_than(p, a, b, edge));
            if shape.contains(p) && far_from_edge {
                points.push((p, chance / 1_000_000));
            }
            x += pitch;
        }
        y += pitch;
        row += 1;
    }
    points
}

fn mixed((row, n, x): (usize, usize, i32)) -> usize {
    let mut z = (row as u64) << 40 ^ (n as u64) << 20 ^ u64::from(x.unsigned_abs());
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as usize % 1_000_000_000
}

/// The middle of the corners.
pub(super) fn middle(shape: &Polygon) -> Point {
    let corners = shape.corners();
    let n = corners.len() as i64;
    let mean = |sum: i64| Length::saturating(sum / n);
    Point::new(
        mean(corners.iter().map(|p| p.x.wide()).sum()),
        mean(corners.iter().map(|p| p.y.wide()).sum()),
    )
}

/// A point so many hundredths of the way from one to another.
pub(super) fn between(from: Point, to: Point, percent: i64) -> Point {
    let part =
        |a: Length, b: Length| Length::saturating(a.wide() + (b.wide() - a.wide()) * percent / 100);
    Point::new(part(from.x, to.x), part(from.y, to.y))
}
