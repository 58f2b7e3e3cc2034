//! Charts as inline SVG. Places along an axis are percentages and heights are pixels, so that a
//! chart is as wide as the page, and its letters stay as large as all others.

use super::esc;

/// How high a row of a plot is, in pixels.
const ROW: f64 = 26.0;
/// How high a histogram is.
const HISTOGRAM: f64 = 180.0;
/// About how many marks an axis has.
const MARKS: f64 = 6.0;

/// The axis that the rows of a plot share.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    step: f64,
    /// The value that means that nothing is special.
    neutral: Option<f64>,
    /// How values are written.
    pub(super) write: fn(f64) -> String,
}

impl Axis {
    /// An axis that holds all of some values.
    pub(super) fn around(
        values: impl IntoIterator<Item = f64>,
        neutral: Option<f64>,
        write: fn(f64) -> String,
    ) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().chain(neutral).filter(|v| v.is_finite()) {
            (low, high) = (low.min(value), high.max(value));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.05, high + 0.05);
        }
        let step = round_step((high - low) / MARKS);
        let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
        Axis { low, high, step, neutral, write }
    }

    /// The same with fixed ends, such as those of a share.
    pub(super) fn between(self, low: f64, high: f64) -> Axis {
        Axis { low: self.low.max(low), high: self.high.min(high), ..self }
    }

    /// Where a value is, in percent of the width.
    fn at(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low) * 100.0).clamp(0.0, 100.0)
    }

    fn marks(&self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step + 1e-6).floor() as usize;
        (0..=count).map(|i| self.low + i as f64 * self.step)
    }

    fn grid(&self) -> String {
        let line = |x: f64, class: &str| {
            let x = self.at(x);
            format!("<line class=\"{class}\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"0\" y2=\"{ROW}\"/>")
        };
        let marks: String = self.marks().map(|x| line(x, "grid")).collect();
        marks + &self.neutral.map(|x| line(x, "zero")).unwrap_or_default()
    }
}

/// The next of 1, 2, 5, 10 and so on, large or small.
fn round_step(least: f64) -> f64 {
    let size = 10.0_f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| size * f >= least - 1e-12);
    size * factor.unwrap_or(10.0)
}

/// One row of a plot: a value with its interval.
pub(super) struct Mark {
    /// What it is, as HTML.
    pub(super) label: String,
    /// The value and its interval, or why there is none.
    pub(super) numbers: Result<(f64, f64, f64), String>,
    /// What stands beside it, as HTML.
    pub(super) value: String,
    /// Another value to compare with, such as the book's.
    pub(super) ring: Option<f64>,
}

/// A plot of values with their intervals; the axis is below.
pub(super) fn plot(axis: &Axis, marks: &[Mark]) -> String {
    let mut html = String::from("<div class=\"plot fig\">");
    for mark in marks {
        html.push_str(&format!("<div class=\"prow\"><div class=\"label\">{}</div>", mark.label));
        match &mark.numbers {
            Ok(numbers) => {
                html.push_str(&track(axis, *numbers, mark.ring));
                html.push_str(&format!("<div class=\"value\">{}</div>", mark.value));
            }
            Err(why) => html.push_str(&format!("<div class=\"why\">{}</div>", esc(why))),
        }
        html.push_str("</div>");
    }
    html.push_str(&foot(axis));
    html.push_str("</div>");
    html
}

/// Which colour an interval has: sure of being more, sure of being less, or not sure.
fn class(axis: &Axis, (_, low, high): (f64, f64, f64)) -> &'static str {
    match axis.neutral {
        Some(neutral) if high < neutral => "minus",
        Some(neutral) if low <= neutral => "unsure",
        _ => "plus",
    }
}

fn track(axis: &Axis, numbers: (f64, f64, f64), ring: Option<f64>) -> String {
    let (value, low, high) = numbers;
    let (x, from, to) = (axis.at(value), axis.at(low), axis.at(high));
    let middle = ROW / 2.0;
    let ring = ring.map(|v| {
        let x = axis.at(v);
        format!("<circle class=\"book\" cx=\"{x:.2}%\" cy=\"{middle}\" r=\"7\"/>")
    });
    let told = format!(
        "{}, between {} and {}",
        (axis.write)(value),
        (axis.write)(low),
        (axis.write)(high)
    );
    format!(
        "<div class=\"track\"><svg class=\"{}\" width=\"100%\" height=\"{ROW}\" role=\"img\" \
         aria-label=\"{}\">{}<line class=\"ci\" x1=\"{from:.2}%\" x2=\"{to:.2}%\" y1=\"{middle}\" \
         y2=\"{middle}\"/><circle class=\"pt\" cx=\"{x:.2}%\" cy=\"{middle}\" r=\"5\"/>{}</svg></div>",
        class(axis, numbers),
        esc(&told),
        axis.grid(),
        ring.unwrap_or_default(),
    )
}

/// The marks of an axis, written below it.
fn foot(axis: &Axis) -> String {
    let text = |x: f64| {
        let (at, words) = (axis.at(x), esc(&(axis.write)(x)));
        format!("<text x=\"{at:.2}%\" y=\"15\" text-anchor=\"middle\">{words}</text>")
    };
    let texts: String = axis.marks().map(text).collect();
    format!(
        "<div class=\"prow foot\"><div class=\"label\"></div><div class=\"track\"><svg width=\"100%\" \
         height=\"20\" aria-hidden=\"true\">{texts}</svg></div><div class=\"value\"></div></div>"
    )
}

/// How many of something fall where, in two kinds that are stacked, with the middle half shaded.
pub(super) fn histogram(
    (unit, from, width): (&str, f64, f64),
    bars: &[(u64, u64)],
    (low, middle, high): (f64, f64, f64),
) -> String {
    let most = bars.iter().map(|(a, b)| a + b).max().unwrap_or(1).max(1) as f64;
    let until = from + width * bars.len() as f64;
    // A bar of one number stands above that number.
    let half = if width == 1.0 { 0.5 } else { 0.0 };
    let at = |x: f64| ((x + half - from) / (until - from) * 100.0).clamp(0.0, 100.0);
    let mut svg = format!(
        "<rect class=\"midband\" x=\"{:.2}%\" width=\"{:.2}%\" y=\"0\" height=\"{HISTOGRAM}\"/>",
        at(low - half),
        at(high + half) - at(low - half)
    );
    let wide = 100.0 / bars.len() as f64;
    for (index, (decided, drawn)) in bars.iter().enumerate() {
        let x = wide * index as f64 + wide * 0.06;
        let mut top = HISTOGRAM;
        for (count, class) in [(decided, "bar"), (drawn, "bar d")] {
            let high = *count as f64 / most * (HISTOGRAM - 14.0);
            top -= high;
            if *count > 0 {
                svg.push_str(&format!(
                    "<rect class=\"{class}\" x=\"{x:.2}%\" width=\"{:.2}%\" y=\"{top:.1}\" \
                     height=\"{high:.1}\"/>",
                    wide * 0.88
                ));
            }
        }
    }
    let x = at(middle);
    svg.push_str(&format!(
        "<line class=\"median\" x1=\"{x:.2}%\" x2=\"{x:.2}%\" y1=\"0\" y2=\"{HISTOGRAM}\"/>"
    ));
    let step = round_step((until - from) / MARKS);
    let mut mark = (from / step).ceil() * step;
    while mark + half <= until + 1e-9 {
        let anchor = match at(mark) {
            x if x < 3.0 => "start",
            x if x > 97.0 => "end",
            _ => "middle",
        };
        svg.push_str(&format!(
            "<text x=\"{:.2}%\" y=\"{}\" text-anchor=\"{anchor}\">{mark:.0}</text>",
            at(mark),
            HISTOGRAM + 16.0
        ));
        mark += step;
    }
    format!(
        "<svg class=\"fig\" width=\"100%\" height=\"{}\" role=\"img\" aria-label=\"Histogram of \
         {unit} in a game; the middle is {middle:.0}\">{svg}</svg>",
        HISTOGRAM + 22.0
    )
}

/// A bar as long as a share, in two kinds.
pub(super) fn bar(share: f64, drawn: f64) -> String {
    let (share, drawn) = (share * 100.0, drawn * 100.0);
    format!(
        "<div class=\"track\"><svg width=\"100%\" height=\"{ROW}\" aria-hidden=\"true\">\
         <rect class=\"bar\" x=\"0\" y=\"6\" width=\"{:.2}%\" height=\"14\" rx=\"2\"/>\
         <rect class=\"bar d\" x=\"{:.2}%\" y=\"6\" width=\"{drawn:.2}%\" height=\"14\" rx=\"2\"/>\
         </svg></div>",
        share - drawn,
        share - drawn
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(x: f64) -> String {
        format!("{x:.2}")
    }

    #[test]
    fn an_axis_has_round_marks_and_holds_everything() {
        let axis = Axis::around([-0.031, 0.118], Some(0.0), plain);
        assert!(axis.low <= -0.031 && axis.high >= 0.118);
        let marks: Vec<String> = axis.marks().map(plain).collect();
        assert_eq!(marks, ["-0.05", "0.00", "0.05", "0.10", "0.15"]);
        assert!((axis.at(0.05) - 50.0).abs() < 1e-9);
        // Nothing at all still gives an axis.
        let empty = Axis::around([], None, plain);
        assert!(empty.high > empty.low && empty.at(9.0) <= 100.0);
    }

    #[test]
    fn colours_say_whether_an_interval_is_sure() {
        let axis = Axis::around([-1.0, 1.0], Some(0.0), plain);
        assert_eq!(class(&axis, (0.5, 0.2, 0.8)), "plus");
        assert_eq!(class(&axis, (-0.5, -0.8, -0.2)), "minus");
        assert_eq!(class(&axis, (0.1, -0.2, 0.4)), "unsure");
    }

    #[test]
    fn steps_are_round() {
        for (least, step) in [(0.03, 0.05), (0.011, 0.02), (7.0, 10.0), (1.0, 1.0), (120.0, 200.0)]
        {
            assert!((round_step(least) - step).abs() < 1e-9, "{least}");
        }
    }
}
