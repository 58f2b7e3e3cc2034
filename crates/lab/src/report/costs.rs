//! The section about strengths and costs.

use crate::figures::{Costs, Figures, Item, Strength};

use super::charts::{Axis, Mark, plot};
use super::{
    axis_percent, counted, ends, esc, for_plot, percent, signed_axis_percent, signed_number,
    signed_percent, whole, with_interval,
};

pub(super) fn section(figures: &Figures) -> String {
    let costs = &figures.costs;
    let mut html = format!(
        "<section><h2>What things should cost</h2><p class=\"soft\">Regularised logistic regressions of \
         who won, with a term for the seat; {} in {}. Intervals come from dealing the deals \
         again.</p>",
        counted(costs.games, "game"),
        counted(costs.deals, "deal")
    );
    if let Some(why) = &costs.unknown {
        html.push_str(&format!("<p class=\"note\">This cannot be answered: {}.</p>", esc(why)));
        return html + "</section>\n";
    }
    html.push_str(&strengths(costs));
    html.push_str(&points(costs));
    html.push_str(&items(costs));
    html + "</section>\n"
}

fn strengths(costs: &Costs) -> String {
    let axis =
        Axis::around(ends(costs.strengths.iter().map(|s| &s.share)), Some(0.5), axis_percent);
    let mark = |s: &Strength| Mark {
        label: esc(&s.roster),
        numbers: for_plot(&s.share),
        value: s.share.numbers().map(|n| with_interval(n, percent)).unwrap_or_default(),
        ring: None,
    };
    let mut sorted: Vec<&Strength> = costs.strengths.iter().collect();
    let key = |s: &Strength| s.share.numbers().map_or(0.0, |(value, _, _)| value);
    sorted.sort_by(|a, b| key(b).total_cmp(&key(a)));
    let marks: Vec<Mark> = sorted.into_iter().map(mark).collect();
    format!(
        "<h3>Strength</h3><p>What each roster would win against the average of all of them.</p>{}",
        plot(&axis.between(0.0, 1.0), &marks)
    )
}

/// What rosters should cost, beside what the book says.
fn points(costs: &Costs) -> String {
    let known: Vec<&Strength> =
        costs.strengths.iter().filter(|s| s.points.numbers().is_some()).collect();
    let buys = match costs.hundred_points.numbers() {
        Some(numbers) => format!(
            "A hundred points of the book add {} to an even game ({} to {}). ",
            signed_percent(numbers.0),
            signed_percent(numbers.1),
            signed_percent(numbers.2)
        ),
        None => String::new(),
    };
    if known.is_empty() {
        let why = costs.strengths.first().and_then(|s| for_plot(&s.points).err());
        return format!(
            "<h3>Points</h3><p class=\"note\">{buys}Strengths cannot be told in points: {}.</p>",
            esc(&why.unwrap_or_default())
        );
    }
    let book = known.iter().filter_map(|s| s.book_points).map(f64::from);
    let values = ends(known.iter().map(|s| &s.points)).into_iter().chain(book);
    let axis = Axis::around(values, None, whole);
    let mark = |s: &&Strength| Mark {
        label: format!(
            "{}<small>{} by the book</small>",
            esc(&s.roster),
            s.book_points.map(|p| p.to_string()).unwrap_or_default()
        ),
        numbers: for_plot(&s.points),
        value: s.points.numbers().map(|n| with_interval(n, whole)).unwrap_or_default(),
        ring: s.book_points.map(f64::from),
    };
    let marks: Vec<Mark> = known.iter().map(mark).collect();
    format!(
        "<h3>Points</h3><p>{buys}At that rate the rosters should cost what the dots say; the rings are \
         the book's points. Their total is the same.</p>{}",
        plot(&axis, &marks)
    )
}

fn items(costs: &Costs) -> String {
    let mut html = String::from(
        "<h3>Parts of rosters</h3><p>What one more of something adds to an even game, all else being \
         equal. What always changes together is told together.</p>",
    );
    if costs.items.is_empty() {
        html.push_str(
            "<p class=\"note\">These rosters differ in more things than the games can tell apart. \
             Variants that change one thing each would.</p>",
        );
    } else {
        let axis = Axis::around(
            ends(costs.items.iter().map(|i| &i.share)),
            Some(0.0),
            signed_axis_percent,
        );
        let mark = |item: &Item| {
            let points = item.points.numbers().map(|(value, low, high)| {
                let [value, low, high] = [value, low, high].map(|n| signed_number(n.round()));
                format!("<small>{value} points ({low} to {high})</small>")
            });
            Mark {
                label: format!("{}{}", esc(&item.what), points.unwrap_or_default()),
                numbers: for_plot(&item.share),
                value: item
                    .share
                    .numbers()
                    .map(|n| with_interval(n, signed_percent))
                    .unwrap_or_default(),
                ring: None,
            }
        };
        html.push_str(&plot(&axis, &costs.items.iter().map(mark).collect::<Vec<_>>()));
    }
    if !costs.confounded.is_empty() {
        let lines: String =
            costs.confounded.iter().map(|what| format!("<li>{}</li>", esc(what))).collect();
        html.push_str(&format!(
            "<details><summary>{} cannot be told apart by these rosters</summary><ul class=\"plain\">\
             {lines}</ul></details>",
            counted(costs.confounded.len() as u64, "thing")
        ));
    }
    html
}
