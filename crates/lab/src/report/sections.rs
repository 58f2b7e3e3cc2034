//! The sections of the report.

use crate::figures::{Effect, Figures, Length, Meeting, OptionEffect, Seat};

use super::charts::{Axis, Mark, bar, histogram, plot};
use super::{
    axis_percent, count, counted, ends, esc, for_plot, percent, share_numbers, signed_axis_percent,
    signed_number, signed_percent, trimmed, with_interval,
};

/// How many failed games are listed.
const MOST_FAILURES: usize = 50;

pub(super) fn header(figures: &Figures) -> String {
    let o = &figures.overview;
    let tile = |number: String, what: &str| {
        format!("<div class=\"tile\"><b>{number}</b><span>{}</span></div>", esc(what))
    };
    let share = if o.played == 0 { 0.0 } else { o.draws as f64 / o.played as f64 };
    let variants = o.entrants.iter().filter(|e| e.base.is_some()).count();
    let mut tiles = vec![
        tile(count(o.played), "games played"),
        tile(count(o.deals), "deals: tables and dice"),
        tile((o.entrants.len() - variants).to_string(), "rosters"),
        tile(variants.to_string(), "variants"),
        tile(percent(share), "drawn"),
    ];
    if o.failed > 0 {
        tiles.push(tile(count(o.failed), "failed"));
    }
    let mut html = format!(
        "<header><div class=\"kicker\">Laboratory report</div><h1>{}</h1><p class=\"soft\">{}</p>\
         <div class=\"tiles\">{}</div>",
        esc(&o.title),
        setting(figures),
        tiles.concat()
    );
    if o.played + o.failed < o.planned {
        html.push_str(&format!(
            "<p class=\"note\" style=\"margin-top:1rem\">The run is not complete: {} of {} have been \
             played. Everything below rests on those.</p>",
            count(o.played + o.failed),
            counted(o.planned, "game")
        ));
    }
    html + "</header>\n"
}

/// What was played, in a sentence.
fn setting(figures: &Figures) -> String {
    let o = &figures.overview;
    let players: Vec<String> =
        o.players.iter().map(|[red, blue]| format!("{red} against {blue}")).collect();
    let mut text = format!(
        "{}. Scenarios: {}. Tables: {}.",
        esc(&players.join(", ")),
        esc(&o.scenarios.join(", ")),
        esc(&o.tables.join(", "))
    );
    if !o.options.is_empty() {
        let options: Vec<String> = o.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
        text.push_str(&format!(" Agreed on first: {}.", esc(&options.join(", "))));
    }
    text
}

/// Who beats whom: all rosters and variants against all that were met.
pub(super) fn matrix(figures: &Figures) -> String {
    let find = |roster: &str, against: &str| {
        figures.meetings.iter().find(|m| m.roster == roster && m.against == against)
    };
    let names: Vec<&str> = figures.overview.entrants.iter().map(|e| e.name.as_str()).collect();
    // Variants are rows only: their opponents are in the columns already.
    let is_variant =
        |name: &str| figures.overview.entrants.iter().any(|e| e.name == name && e.base.is_some());
    let columns: Vec<&&str> = names.iter().filter(|name| !is_variant(name)).collect();
    let mut html = String::from(
        "<section><h2>Who beats whom</h2><p>The share of games that the roster of the row wins \
         against that of the column; a draw is half a win. Below it the interval that holds the \
         true share with 95 % confidence (Wilson), the draws, and the number of games.</p>\
         <div class=\"scroll\"><table class=\"matrix\"><tr><th></th>",
    );
    for name in &columns {
        html.push_str(&format!("<th scope=\"col\">{}</th>", esc(name)));
    }
    html.push_str("</tr>\n");
    for entry in &figures.overview.entrants {
        let base = entry
            .base
            .as_ref()
            .map(|base| format!("<small>{}: {}</small>", esc(base), esc(&entry.change)));
        let points = entry.points.map(|points| format!("<small>{points} points</small>"));
        html.push_str(&format!(
            "<tr><th scope=\"row\">{}{}{}</th>",
            esc(&entry.name),
            base.unwrap_or_default(),
            points.unwrap_or_default()
        ));
        for column in &columns {
            html.push_str(
                &find(&entry.name, column)
                    .map_or_else(|| "<td class=\"none\"></td>".to_owned(), cell),
            );
        }
        html.push_str("</tr>\n");
    }
    html + "</table></div></section>\n"
}

fn cell(meeting: &Meeting) -> String {
    let score = &meeting.score;
    if score.games == 0 {
        return "<td><small>no games were played</small></td>".to_owned();
    }
    let class = if score.share >= 0.5 { "up" } else { "down" };
    let depth = ((score.share - 0.5).abs() * 150.0).min(62.0);
    format!(
        "<td class=\"{class}\" style=\"--s:{depth:.0}%\"><b>{}</b><small>{} to {}</small>\
         <small>{} drawn, n\u{a0}=\u{a0}{}</small></td>",
        percent(score.share),
        percent(score.low),
        percent(score.high),
        percent(score.draws as f64 / score.games as f64),
        count(score.games)
    )
}

fn shares(seats: &[Seat]) -> String {
    let values = seats.iter().filter(|s| s.score.games > 0);
    let ends = values.flat_map(|s| [s.score.low, s.score.high]);
    let axis = Axis::around(ends.chain([0.45, 0.55]), Some(0.5), axis_percent).between(0.0, 1.0);
    let mark = |seat: &Seat| Mark {
        label: format!(
            "{}<small>{}, {} drawn</small>",
            esc(&seat.name),
            counted(seat.score.games, "game"),
            count(seat.score.draws)
        ),
        numbers: share_numbers(&seat.score),
        value: with_interval((seat.score.share, seat.score.low, seat.score.high), percent),
        ring: None,
    };
    plot(&axis, &seats.iter().map(mark).collect::<Vec<_>>())
}

pub(super) fn seats(figures: &Figures) -> String {
    let mut html = format!(
        "<section><h2>What the seat is worth</h2><p>The share of games that red, the first seat, \
         wins. Every deal was played twice with the rosters swapped, so rosters do not show \
         here.</p>{}",
        shares(&figures.seats)
    );
    if !figures.players.is_empty() {
        html.push_str("<h3>Computer players</h3><p>What the player named first wins.</p>");
        html.push_str(&shares(&figures.players));
    }
    html + "</section>\n"
}

pub(super) fn length(figures: &Figures) -> String {
    let heading = "<section><h2>How long games are</h2>";
    if figures.lengths.is_empty() {
        return format!(
            "{heading}<p class=\"note\">There is nothing to tell: no games were played.</p>\
             </section>\n"
        );
    }
    let charts: String = figures.lengths.iter().map(one_length).collect();
    format!(
        "{heading}<p>The middle half of the games is shaded, and the line is the middle of all of \
         them. <span class=\"keys\"><span class=\"key\" style=\"background:var(--one)\"></span>\
         <small>decided</small><span class=\"key\" style=\"background:var(--draw)\"></span>\
         <small>drawn</small></span></p>\
         {charts}</section>\n"
    )
}

fn one_length(length: &Length) -> String {
    let [short, low, middle, high, long] = length.quantiles;
    let by_scenario: Vec<String> = length
        .by_scenario
        .iter()
        .map(|(key, middle)| format!("{} {middle:.0}", esc(key)))
        .collect();
    let by_scenario = match by_scenario.len() {
        0 | 1 => String::new(),
        _ => format!(" Middle of each scenario: {}.", by_scenario.join(", ")),
    };
    format!(
        "<h3>In {unit}</h3><p>{middle:.0} {unit} in the middle, {:.1} on average; nine of ten \
         games take {short:.0} to {long:.0}. {}.{by_scenario}</p>{}",
        length.mean,
        counted(length.games, "game"),
        histogram(
            (length.unit, length.histogram.from, length.histogram.width),
            &length.histogram.bars,
            (low, middle, high)
        ),
        unit = length.unit,
    )
}

pub(super) fn endings(figures: &Figures) -> String {
    let o = &figures.overview;
    let (all, decided) = (o.played.max(1) as f64, o.played - o.draws);
    let mut html = format!(
        "<section><h2>How games end</h2><p>{} of {} were decided; {} were drawn.</p>\
         <div class=\"plot fig\">",
        count(decided),
        counted(o.played, "game"),
        percent(o.draws as f64 / all)
    );
    for ending in &figures.endings {
        let (share, drawn) = (ending.games as f64 / all, ending.draws as f64 / all);
        let draws = match ending.draws {
            0 => String::new(),
            n => format!(", {} drawn", count(n)),
        };
        html.push_str(&format!(
            "<div class=\"prow\"><div class=\"label\">{}</div>{}<div class=\"value\"><b>{}</b>\
             <small>{}{draws}</small></div></div>",
            esc(&ending.reason),
            bar(share, drawn),
            percent(share),
            counted(ending.games, "game")
        ));
    }
    html + "</div></section>\n"
}

pub(super) fn variants(figures: &Figures) -> String {
    if figures.variants.is_empty() {
        return String::new();
    }
    let answers = figures.variants.iter().map(|e| &e.difference);
    let axis = Axis::around(ends(answers), Some(0.0), signed_axis_percent);
    let marks: Vec<Mark> = figures.variants.iter().map(effect).collect();
    let mut html = format!(
        "<section><h2>What a change is worth</h2><p>How much more of its games a roster wins with the \
         change than without it, against the same opponents, from the same seats, on the same \
         tables, with the same dice. The intervals come from dealing the deals again; grey ones \
         do not tell whether it helps or hurts.</p>{}",
        plot(&axis, &marks)
    );
    html.push_str("<details><summary>Against each opponent</summary>");
    for effect in &figures.variants {
        let axis = Axis::around(
            ends(effect.against.iter().map(|a| &a.difference)),
            Some(0.0),
            signed_axis_percent,
        );
        let mark = |a: &crate::figures::Against| Mark {
            label: format!("{}<small>{}</small>", esc(&a.opponent), counted(a.pairs, "pair")),
            numbers: for_plot(&a.difference),
            value: told(&a.difference, signed_percent),
            ring: None,
        };
        let marks: Vec<Mark> = effect.against.iter().map(mark).collect();
        html.push_str(&format!("<h3>{}</h3>{}", esc(&effect.variant), plot(&axis, &marks)));
    }
    html + "</details></section>\n"
}

fn told(answer: &crate::figures::Answer, write: fn(f64) -> String) -> String {
    answer.numbers().map(|numbers| with_interval(numbers, write)).unwrap_or_default()
}

fn effect(effect: &Effect) -> Mark {
    let points = match effect.book_points {
        Some(0) => "; costs the same".to_owned(),
        Some(points) => format!("; {} points", signed_number(f64::from(points))),
        None => String::new(),
    };
    let p_value = match effect.p_value {
        p if p < 0.001 => "p < 0.001".to_owned(),
        p => format!("p = {p:.3}"),
    };
    let direct = effect.head_to_head.filter(|share| share.games > 0).map(|share| {
        format!(
            "<small>against its base itself: {} of {}</small>",
            percent(share.share),
            counted(share.games, "game")
        )
    });
    Mark {
        label: format!(
            "{}<small>{}: {}{points}</small><small>{}: better in {}, worse in {}, {p_value}\
             </small>{}",
            esc(&effect.variant),
            esc(&effect.base),
            esc(&effect.change),
            counted(effect.pairs, "pair"),
            count(effect.better),
            count(effect.worse),
            direct.unwrap_or_default()
        ),
        numbers: for_plot(&effect.difference),
        value: told(&effect.difference, signed_percent),
        ring: None,
    }
}

pub(super) fn options(figures: &Figures) -> String {
    if figures.options.is_empty() {
        return String::new();
    }
    let mut html = String::from(
        "<section><h2>What an option changes</h2><p>The same deals, rosters and seats under two \
         readings of a rule. Each line is the change in percent of the games.</p>",
    );
    for effect in &figures.options {
        html.push_str(&option(effect));
    }
    html + "</section>\n"
}

fn option(effect: &OptionEffect) -> String {
    let shares: [(&str, &crate::figures::Answer); 3] = [
        ("distance from even, on average", &effect.imbalance),
        ("won by red", &effect.red),
        ("drawn", &effect.draws),
    ];
    let shifts = effect.matchups.iter().map(|shift| &shift.difference);
    let all = ends(shares.iter().map(|(_, answer)| *answer).chain(shifts));
    let axis = Axis::around(all, Some(0.0), signed_axis_percent);
    let mark = |label: String, answer: &crate::figures::Answer| Mark {
        label,
        numbers: for_plot(answer),
        value: told(answer, signed_percent),
        ring: None,
    };
    let mut marks: Vec<Mark> =
        shares.iter().map(|(what, answer)| mark((*what).to_owned(), answer)).collect();
    marks.extend(effect.matchups.iter().map(|shift| {
        let label = format!(
            "{}<small>against {}, {}</small>",
            esc(&shift.roster),
            esc(&shift.against),
            counted(shift.pairs, "pair")
        );
        mark(label, &shift.difference)
    }));
    let decisions = match effect.decisions.numbers() {
        Some((value, low, high)) => format!(
            "Games take {} decisions ({} to {}).",
            signed_number(value),
            signed_number(low),
            signed_number(high)
        ),
        None => String::new(),
    };
    let of = |n: u64| trimmed(n as f64 / effect.pairs.max(1) as f64 * 100.0);
    format!(
        "<h3>{} = {} <span class=\"soft\">instead of {}</span></h3><p>{} of games: {} % went another way, {} % \
         had another outcome. {decisions}</p>{}",
        esc(&effect.option),
        esc(&effect.value),
        esc(&effect.instead_of),
        counted(effect.pairs, "pair"),
        of(effect.touched),
        of(effect.turned),
        plot(&axis, &marks)
    )
}

pub(super) fn failures(figures: &Figures) -> String {
    if figures.failed.is_empty() {
        return String::new();
    }
    let line = |(number, why): &(u64, String)| {
        format!(
            "<li>game {number}: {}<br><code>dustup lab run SPEC.toml --only {number}</code></li>",
            esc(why)
        )
    };
    let lines: String = figures.failed.iter().take(MOST_FAILURES).map(line).collect();
    let more = match figures.failed.len().saturating_sub(MOST_FAILURES) {
        0 => String::new(),
        more => format!("<p>And {more} more.</p>"),
    };
    format!(
        "<section><h2>Games that failed</h2><p>They are in no figure above.</p>\
         <ul class=\"plain\">{lines}</ul>{more}</section>\n"
    )
}

pub(super) fn footer(figures: &Figures) -> String {
    let o = &figures.overview;
    format!(
        "<footer>{} rules version {}, dustup {}, seed {}, {}. Plan <code>{}</code>. Equal plans give \
         equal games.</footer>\n",
        esc(&o.game),
        o.book_version,
        esc(&o.program_version),
        o.seed,
        counted(o.cells, "cell"),
        esc(&o.hash)
    )
}
