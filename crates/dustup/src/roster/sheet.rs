//! The record sheet of a roster: as text, and as a page to print.

use std::fmt::Write as _;

use anyhow::Result;
use engine::book::RosterSheet;
use tabletop::draw::escaped;

use crate::Out;

/// A box to tick off, in plain text.
const BOX: &str = "[ ]";

const STYLE: &str = "\
@page { size: A4; margin: 12mm; }
* { box-sizing: border-box; }
body { font: 11pt/1.35 Georgia, 'Times New Roman', serif; color: #111; background: #fff;
  max-width: 190mm; margin: 6mm auto; padding: 0 4mm; }
header { display: flex; justify-content: space-between; align-items: baseline;
  border-bottom: 2pt solid #111; margin-bottom: 5mm; }
h1 { font-size: 20pt; margin: 0; }
header p { margin: 0; }
.notes { margin: 0 0 4mm; padding-left: 5mm; font-style: italic; }
main { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm; }
article { border: 1pt solid #111; border-radius: 2mm; padding: 3mm; break-inside: avoid; }
h2 { font-size: 13pt; margin: 0 0 2mm; border-bottom: .5pt solid #111; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5mm 3mm; margin: 0; }
dt { font-weight: bold; }
dd { margin: 0; overflow-wrap: anywhere; }
.boxes { letter-spacing: 1.5mm; font-size: 13pt; line-height: 1; }
.pencil { border-bottom: .5pt dotted #555; height: 8mm; }
@media (max-width: 560px) { main { grid-template-columns: 1fr; } }
@media print { body { max-width: none; margin: 0; padding: 0; } }
";

/// The sheet as text.
pub(crate) fn text(roster: &RosterSheet, out: Out<'_>) -> Result<()> {
    let points = roster.points.map(|n| format!(" - {n} points")).unwrap_or_default();
    writeln!(out, "{}{points}", roster.name)?;
    for warning in &roster.warnings {
        writeln!(out, "note: {warning}")?;
    }
    for (name, lines) in all_cards(roster) {
        writeln!(out, "\n{name}")?;
        let width = lines.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        for (label, value) in lines {
            writeln!(out, "  {label:<width$}  {value}")?;
        }
    }
    Ok(())
}

/// The sheet as a page that needs nothing else.
pub(crate) fn html(game: &str, roster: &RosterSheet) -> String {
    let name = escaped(&roster.name);
    let points = roster.points.map(|n| format!("{n} points &middot; ")).unwrap_or_default();
    let models = roster.models;
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{name}</h1><p>{} &middot; {points}{models} models</p></header>\n",
        escaped(game)
    );
    if !roster.warnings.is_empty() {
        let items = roster.warnings.iter().map(|w| format!("<li>{}</li>", escaped(w)));
        page.push_str(&format!("<ul class=\"notes\">{}</ul>\n", items.collect::<String>()));
    }
    page.push_str("<main>\n");
    for (name, lines) in all_cards(roster) {
        page.push_str(&card(name, lines));
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// One card for each model, and one for what they own together.
fn all_cards(roster: &RosterSheet) -> impl Iterator<Item = (&str, &[(String, String)])> {
    let models = roster.cards.iter().map(|(name, lines)| (name.as_str(), lines.as_slice()));
    let common = Some(("Common stock", roster.common.as_slice()));
    models.chain(common.filter(|(_, lines)| !lines.is_empty()))
}

fn card(name: &str, lines: &[(String, String)]) -> String {
    let mut card = format!("<article><h2>{}</h2>\n<dl>\n", escaped(name));
    for (label, value) in lines {
        let value = boxes(value).unwrap_or_else(|| escaped(value));
        // Writing to a string cannot fail.
        let _ = writeln!(card, "<dt>{}</dt><dd>{value}</dd>", escaped(label));
    }
    card.push_str("</dl>\n<div class=\"pencil\"></div></article>\n");
    card
}

/// Boxes to tick off, which books write as `[ ] [ ]`.
fn boxes(value: &str) -> Option<String> {
    let count = value.matches(BOX).count();
    let only = count > 0 && value.replace(BOX, "").trim().is_empty();
    only.then(|| format!("<span class=\"boxes\">{}</span>", "\u{2610}".repeat(count)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_page() {
        let roster = RosterSheet {
            models: 1,
            name: "<script>alert('x')</script>".to_owned(),
            points: Some(90),
            warnings: vec!["a & b".to_owned()],
            cards: vec![("Bo \"the\" Rat".to_owned(), vec![("Wounds".into(), "[ ] [ ]".into())])],
            common: Vec::new(),
        };
        let page = html("Game", &roster);
        assert!(!page.contains("<script>"));
        assert!(page.contains("&lt;script&gt;"));
        assert!(page.contains("a &amp; b"));
        assert!(page.contains("\u{2610}\u{2610}"));
        assert!(!page.contains("\u{2610}\u{2610}\u{2610}"));
    }
}
