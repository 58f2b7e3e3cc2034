//! Tables and models as pictures, maps of letters, and words.

use engine::view::{ModelView, View};
use tabletop::draw::{self, Style, Token, Tone};
use tabletop::measure::compass;
use tabletop::{Body, Changes, Extent, Form, Length, Piece, Point, Table};

/// How wide a map may be where the terminal does not say.
const COLUMNS: usize = 76;

/// A table as an SVG picture.
pub(crate) fn svg(table: &Table, tone: Tone) -> String {
    draw::svg(table, &Changes::default(), &[], Style { tone, ..Style::default() })
}

/// A table with what stands on it as a map of letters.
pub(crate) fn map(table: &Table, changes: &Changes, tokens: &[Token]) -> String {
    let told = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
    draw::text_map(table, changes, tokens, told.unwrap_or(COLUMNS).clamp(40, 160))
}

/// The models of a view. Those that are not on the table lie beside it, so that everybody
/// keeps the same letters on the map from beginning to end.
pub(crate) fn tokens(view: &View) -> Vec<Token> {
    let beside = Point::inches(-10, -10).at_height(Length::ZERO);
    let token = |model: &ModelView| Token {
        at: model.spot.unwrap_or(beside),
        radius: Length::micrometres(model.base),
        side: model.side.0,
        label: model.name.clone(),
        dimmed: model.acted && !is_acting(view, model),
    };
    view.models.iter().map(token).collect()
}

/// Whether a model is in the middle of acting: the phase says so behind its round.
pub(crate) fn is_acting(view: &View, model: &ModelView) -> bool {
    let now = view.phase.split_once(", ").map_or(view.phase.as_str(), |(_, now)| now);
    now.strip_suffix(" acts") == Some(model.name.as_str())
}

/// What a model occupies, if it stands on the table.
pub(crate) fn body(model: &ModelView) -> Option<Body> {
    let base = Length::micrometres(model.base);
    let height = Length::micrometres(model.height);
    Some(Body { spot: model.spot?, base, girth: base, height, eye: height })
}

/// A distance and the wind it lies in: `4.2" north-east`.
pub(crate) fn away(distance: Length, from: Point, to: Point) -> String {
    let wind = compass(from, to).map(|bearing| format!(" {bearing}")).unwrap_or_default();
    format!("{}\"{wind}", tenths(distance))
}

/// A length in inches to one decimal.
pub(crate) fn tenths(length: Length) -> String {
    let tenths = (length.wide() * 10 + length.wide().signum() * 12_700) / 25_400;
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// What stands on a table in words, one piece a line, with its distance from a point.
pub(crate) fn terrain(table: &Table, from: Option<Point>) -> String {
    let mut text = format!(
        "The table is {} by {} inches; places are x,y in inches from the south-west corner.\n",
        table.width(),
        table.depth()
    );
    let mut pieces: Vec<&Piece> = table.pieces().iter().collect();
    if let Some(from) = from {
        pieces.sort_by_key(|piece| extent(piece).map_or(Length::MAX, |e| gap(from, e)));
    }
    for piece in pieces {
        text.push_str(&described(piece, from));
        text.push('\n');
    }
    text
}

fn described(piece: &Piece, from: Option<Point>) -> String {
    let kind = piece.kind.name();
    let name = if piece.name.starts_with(kind) {
        piece.name.clone()
    } else {
        format!("{} ({kind})", piece.name)
    };
    let Some(extent) = extent(piece) else { return name };
    let Extent { low, high } = extent;
    let place = match low == high {
        true => format!("at {low}"),
        false => format!(
            "from {},{} to {},{}",
            tenths(low.x),
            tenths(low.y),
            tenths(high.x),
            tenths(high.y)
        ),
    };
    let height = match piece.height > Length::ZERO {
        true => format!(", {} high", piece.height),
        false => String::new(),
    };
    let far = from.map(|from| {
        let away = away(gap(from, extent), from, nearest(from, extent));
        format!("; {away}")
    });
    format!("  {name} {place}{height}{}", far.unwrap_or_default())
}

fn extent(piece: &Piece) -> Option<Extent> {
    match &piece.form {
        Form::Area(shape) => Some(shape.extent()),
        Form::Barrier { line, .. } => Extent::around(line),
        Form::Building(house) => Some(house.outline.extent()),
        Form::Stairs { foot, head, .. } => Extent::around(&[*foot, *head]),
        Form::Ladder(at) => Extent::around(&[*at]),
    }
}

fn nearest(from: Point, Extent { low, high }: Extent) -> Point {
    Point::new(from.x.clamp(low.x, high.x), from.y.clamp(low.y, high.y))
}

fn gap(from: Point, extent: Extent) -> Length {
    from.distance(nearest(from, extent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_acting_is_told_from_the_phase() {
        let model = |name: &str| ModelView {
            model: engine::ids::ModelId(0),
            name: name.to_owned(),
            side: engine::ids::SideId(0),
            spot: None,
            facing: None,
            squad: None,
            base: 0,
            height: 0,
            wounds: (0, 0),
            conditions: Vec::new(),
            gone: false,
            acted: true,
            ranges: Vec::new(),
            card: Vec::new(),
        };
        let view = |phase: &str| View {
            phase: phase.to_owned(),
            sides: Vec::new(),
            models: Vec::new(),
            zones: Vec::new(),
            markers: Vec::new(),
            outcome: None,
        };
        assert!(is_acting(&view("round 2, Big Bo acts"), &model("Big Bo")));
        assert!(!is_acting(&view("round 2, Big Bo acts"), &model("Bo")));
        assert!(!is_acting(&view("round 2"), &model("Bo")));
    }

    #[test]
    fn lengths_are_rounded_to_tenths() {
        assert_eq!(tenths(Length::cents(424)), "4.2");
        assert_eq!(tenths(Length::cents(425)), "4.3");
        assert_eq!(tenths(Length::cents(-4)), "0.0");
        assert_eq!(tenths(Length::cents(-50)), "-0.5");
    }
}
