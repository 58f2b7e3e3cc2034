//! The report: one HTML page that needs nothing but itself.

mod charts;
mod costs;
mod sections;

use tabletop::draw::escaped as esc;

use crate::figures::{Answer, Figures, Share};

/// The looks of the page.
const STYLE: &str = include_str!("report/style.css");

/// The whole page.
pub fn html(figures: &Figures) -> String {
    let overview = &figures.overview;
    let sections = [
        sections::header(figures),
        sections::matrix(figures),
        sections::seats(figures),
        sections::length(figures),
        sections::endings(figures),
        sections::variants(figures),
        sections::options(figures),
        costs::section(figures),
        sections::failures(figures),
        sections::footer(figures),
    ];
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{} - laboratory report</title><style>\n{STYLE}</style></head>\n<body><main>\n{}\
         </main></body></html>\n",
        esc(&overview.title),
        sections.concat()
    )
}

/// A number and its sign, never on two lines.
const PERCENT: &str = "\u{a0}%";

/// A share: `63.4 %`.
fn percent(share: f64) -> String {
    format!("{:.1}{PERCENT}", share * 100.0)
}

/// A share on an axis: `60 %`.
fn axis_percent(share: f64) -> String {
    format!("{}{PERCENT}", trimmed(share * 100.0))
}

/// A difference of shares: `+3.1 %`.
fn signed_percent(share: f64) -> String {
    signed(&format!("{:.1}", share * 100.0)) + PERCENT
}

/// The same on an axis: `+5 %`.
fn signed_axis_percent(share: f64) -> String {
    signed(&trimmed(share * 100.0)) + PERCENT
}

/// A difference of numbers: `+12`.
fn signed_number(number: f64) -> String {
    signed(&trimmed(number))
}

/// A number of points: `598`.
fn whole(number: f64) -> String {
    format!("{number:.0}").replace("-0", "0").replace('-', "\u{2212}")
}

/// One decimal, if there is anything after the point.
fn trimmed(number: f64) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

fn signed(text: &str) -> String {
    let zero = text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.');
    match text.strip_prefix('-') {
        _ if zero => text.trim_start_matches('-').to_owned(),
        Some(rest) => format!("\u{2212}{rest}"),
        None => format!("+{text}"),
    }
}

/// A count with its thousands told apart: `12 345`.
fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A count of something: `1 game`, `2 games`.
fn counted(number: u64, one: &str) -> String {
    format!("{} {one}{}", count(number), if number == 1 { "" } else { "s" })
}

/// The numbers of an answer for a plot.
fn for_plot(answer: &Answer) -> Result<(f64, f64, f64), String> {
    match answer {
        Answer::Known { value, low, high } => Ok((*value, *low, *high)),
        Answer::Unknown { unknown } => Err(unknown.clone()),
    }
}

/// All numbers of some answers, for an axis.
fn ends<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> Vec<f64> {
    let numbers = answers.into_iter().filter_map(Answer::numbers);
    numbers.flat_map(|(value, low, high)| [value, low, high]).collect()
}

/// A value with its interval: `+3.1 %` over `+1.0 % to +5.2 %`.
fn with_interval((value, low, high): (f64, f64, f64), write: fn(f64) -> String) -> String {
    format!("<b>{}</b><small>{} to {}</small>", write(value), write(low), write(high))
}

/// A share for a plot.
fn share_numbers(share: &Share) -> Result<(f64, f64, f64), String> {
    match share.games {
        0 => Err("no games were played for this".to_owned()),
        _ => Ok((share.share, share.low, share.high)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::results;

    #[test]
    fn the_page_is_whole_harmless_and_alone() {
        let page = html(&Figures::new(&results()));
        for part in [
            "Who beats whom",
            "What the seat is worth",
            "How long",
            "How games end",
            "What a change is worth",
            "What an option changes",
            "What things should cost",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(page.contains("one side is left &lt;b&gt;&amp;"));
        assert!(!page.contains("<b>&"), "a text was not made harmless");
        for outside in ["http:", "https:", "<script", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        // Every element that is opened is closed.
        for tag in
            ["div", "section", "table", "tr", "td", "th", "svg", "small", "p", "ul", "details"]
        {
            let opened = page.matches(&format!("<{tag}>")).count()
                + page.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }

    #[test]
    fn nothing_played_makes_a_page_too() {
        let page = html(&Figures::new(&crate::Results::none(crate::testing::plan())));
        assert!(page.contains("no games were played"), "{page}");
        assert!(!page.contains("NaN") && !page.contains("inf\u{a0}%"));
    }

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(signed_percent(-0.0312), "\u{2212}3.1\u{a0}%");
        assert_eq!(signed_percent(0.0), "0.0\u{a0}%");
        assert_eq!(signed_percent(-0.0001), "0.0\u{a0}%");
        assert_eq!(signed_axis_percent(0.05), "+5\u{a0}%");
        assert_eq!(counted(1, "game"), "1 game");
        assert_eq!(esc("<a href='x'>&\""), "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    }
}
