//! A book's reference as a page: Markdown made into HTML, with an anchor for every clause and a
//! link wherever one clause speaks of another.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

use crate::protocol::{ClauseText, Reference};

/// All of a reference.
pub(crate) fn reference(title: &str, rules: &'static str) -> Reference {
    Reference { title: title.to_owned(), html: page(rules, &ids(rules)) }
}

/// The first sentence of a reference: what kind of game it is.
pub(crate) fn first_sentence(rules: &str) -> String {
    let paragraph = rules.split("\n\n").find(|part| !part.starts_with('#')).unwrap_or_default();
    let text = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    text.split_once(". ").map(|(first, _)| format!("{first}.")).unwrap_or(text)
}

/// Every clause by its id.
pub(crate) fn clauses(rules: &'static str) -> BTreeMap<String, ClauseText> {
    let known = ids(rules);
    let clause = |entry: engine::rules::Entry| {
        let text = ClauseText {
            id: entry.id.to_owned(),
            section: section(rules, entry.id),
            html: page(entry.text, &known),
        };
        (text.id.clone(), text)
    };
    engine::rules::clauses(rules).into_iter().map(clause).collect()
}

fn ids(rules: &'static str) -> BTreeSet<&'static str> {
    engine::rules::clauses(rules).iter().map(|clause| clause.id).collect()
}

/// The heading of the section that a clause is in.
fn section(rules: &str, id: &str) -> String {
    let before = rules.split(&format!("\n- **{id}**")).next().unwrap_or_default();
    let heading = before.rsplit("\n## ").next().and_then(|after| after.lines().next());
    heading.unwrap_or_default().trim().to_owned()
}

fn page(markdown: &str, known: &BTreeSet<&str>) -> String {
    let events: Vec<Event<'_>> = Parser::new_ext(markdown, Options::ENABLE_TABLES).collect();
    let mut page = String::new();
    html::push_html(&mut page, linked(&events, known).into_iter());
    page
}

/// The same text with anchors and links. Whatever looks like HTML in it is shown, not obeyed.
fn linked<'a>(events: &[Event<'a>], known: &BTreeSet<&str>) -> Vec<Event<'a>> {
    let mut result = Vec::new();
    let mut links = 0_usize;
    let mut own_id = None;
    for (place, event) in events.iter().enumerate() {
        match event {
            Event::Start(Tag::Item) => {
                let id = opening(&events[place + 1..]).filter(|id| known.contains(id));
                own_id = id.map(str::to_owned);
                result.push(match id {
                    Some(id) => Event::Html(format!("<li id=\"{id}\">").into()),
                    None => event.clone(),
                });
            }
            Event::Html(text) | Event::InlineHtml(text) => result.push(Event::Text(text.clone())),
            // The id at the beginning of a clause is its name, and leads nowhere.
            Event::Text(text) if own_id.as_deref() == Some(text) => {
                own_id = None;
                result.push(event.clone());
            }
            Event::Text(text) if links == 0 => spell_out(text, known, &mut result),
            _ => {
                links += usize::from(matches!(event, Event::Start(Tag::Link { .. })));
                links -= usize::from(matches!(event, Event::End(TagEnd::Link)));
                result.push(event.clone());
            }
        }
    }
    result
}

/// The bold words with which an item begins.
fn opening<'a>(item: &'a [Event<'_>]) -> Option<&'a str> {
    let item = match item {
        [Event::Start(Tag::Paragraph), rest @ ..] => rest,
        all => all,
    };
    match item {
        [Event::Start(Tag::Strong), Event::Text(text), Event::End(TagEnd::Strong), ..] => {
            Some(text)
        }
        _ => None,
    }
}

/// A piece of text with a link for every clause it names.
fn spell_out<'a>(text: &CowStr<'a>, known: &BTreeSet<&str>, result: &mut Vec<Event<'a>>) {
    let is_of_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut plain = String::new();
    let mut rest: &str = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_of_id(first) {
            true => rest.find(|c| !is_of_id(c)).unwrap_or(rest.len()),
            false => rest.find(is_of_id).unwrap_or(rest.len()),
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        if known.contains(word) {
            result.push(Event::Text(std::mem::take(&mut plain).into()));
            let link = format!("<a class=\"clause\" href=\"#{word}\">{word}</a>");
            result.push(Event::InlineHtml(link.into()));
        } else {
            plain.push_str(word);
        }
    }
    result.push(Event::Text(plain.into()));
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "# Toy\n\nSee TOY-1.\n\n## 1 First\n\n- **TOY-1** One <b>bold</b>, see \
                         TOY-2 and TOY-20, [TOY-2](x).\n\n## 2 Second\n\n- **TOY-2** Two.\n\n  | a \
                         | b |\n  |---|---|\n  | TOY-1 | 2 |\n";

    #[test]
    fn every_clause_is_an_anchor_and_is_linked_to() {
        let html = reference("Toy", RULES).html;
        assert!(html.contains("<li id=\"TOY-1\"><strong>TOY-1</strong> One"), "{html}");
        assert!(html.contains("<li id=\"TOY-2\">"), "{html}");
        assert!(html.contains("See <a class=\"clause\" href=\"#TOY-1\">TOY-1</a>."), "{html}");
        assert!(html.contains("and TOY-20,"), "{html}");
        assert!(html.contains("<a href=\"x\">TOY-2</a>"), "{html}");
        assert!(html.contains("<td><a class=\"clause\" href=\"#TOY-1\">"), "{html}");
    }

    #[test]
    fn html_in_the_text_is_shown_not_obeyed() {
        let html = reference("Toy", RULES).html;
        assert!(html.contains("&lt;b&gt;bold&lt;/b&gt;"), "{html}");
        let block = page("<script>\nalert(1)\n</script>\n", &BTreeSet::new());
        assert!(!block.contains("<script"), "{block}");
    }

    #[test]
    fn clauses_stand_alone() {
        let clauses = clauses(RULES);
        assert_eq!(clauses.len(), 2);
        assert_eq!(clauses["TOY-1"].section, "1 First");
        assert_eq!(clauses["TOY-2"].section, "2 Second");
        assert!(clauses["TOY-2"].html.starts_with("<p>Two.</p>"), "{}", clauses["TOY-2"].html);
        assert!(clauses["TOY-2"].html.contains("<table>"));
    }
}
