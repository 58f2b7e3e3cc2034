//! Lines taken apart into words, quoted texts and comments.

use tabletop::{Length, Point, Spot};

use super::Trouble;

/// One word, or a text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) quoted: bool,
    /// Where it ends in its line.
    end: usize,
}

impl Word {
    /// Whether it is this word, unquoted.
    pub(super) fn is(&self, word: &str) -> bool {
        !self.quoted && self.text == word
    }
}

/// A line without its comment, and the comment with the space before it.
pub(super) fn split_comment(line: &str) -> (&str, &str) {
    let mut in_quotes = false;
    let mut before = ' ';
    for (index, c) in line.char_indices() {
        match c {
            '"' => in_quotes = !in_quotes,
            '#' if !in_quotes && before.is_whitespace() => {
                let kept = line[..index].trim_end();
                return line.split_at(kept.len());
            }
            _ => (),
        }
        before = c;
    }
    line.split_at(line.trim_end().len())
}

/// The words of a text.
pub(super) fn words(text: &str) -> Result<Vec<Word>, Trouble> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, quoted, after) = match rest.strip_prefix('"') {
            Some(inner) => {
                let (word, after) = inner
                    .split_once('"')
                    .ok_or_else(|| Trouble::new("a closing quotation mark", rest))?;
                (word, true, after)
            }
            None => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                (&rest[..end], false, &rest[end..])
            }
        };
        found.push(Word { text: word.to_owned(), quoted, end: text.len() - after.len() });
        rest = after.trim_start();
    }
    Ok(found)
}

/// Words that are read from left to right.
pub(super) struct Reader {
    words: Vec<Word>,
    next: usize,
}

impl Reader {
    pub(super) fn new(text: &str) -> Result<Reader, Trouble> {
        Ok(Reader { words: words(text)?, next: 0 })
    }

    pub(super) fn peek(&self) -> Option<&Word> {
        self.words.get(self.next)
    }

    pub(super) fn next(&mut self) -> Option<&Word> {
        self.next += 1;
        self.words.get(self.next - 1)
    }

    pub(super) fn skip(&mut self, n: usize) {
        self.next += n;
    }

    /// Where the word taken last ends in its line.
    pub(super) fn taken_up_to(&self) -> usize {
        self.next.checked_sub(1).and_then(|i| self.words.get(i)).map_or(0, |w| w.end)
    }

    /// Takes this word if it comes next.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|w| w.is(word));
        self.next += usize::from(found);
        found
    }

    /// Takes a text in quotes if one comes next.
    pub(super) fn quoted(&mut self) -> Option<String> {
        let text = self.peek().filter(|w| w.quoted).map(|w| w.text.clone())?;
        self.next += 1;
        Some(text)
    }

    pub(super) fn need(&mut self, word: &str) -> Result<(), Trouble> {
        match self.take(word) {
            true => Ok(()),
            false => Err(Trouble::new(format!("'{word}'"), self.here())),
        }
    }

    /// What comes next, for messages.
    pub(super) fn here(&self) -> String {
        self.peek().map_or("the end of the line".to_owned(), |w| format!("'{}'", w.text))
    }

    /// Whether the next word is read as something, without taking it.
    pub(super) fn peek_as<T: std::str::FromStr>(&self) -> Option<T> {
        self.peek().filter(|w| !w.quoted).and_then(|w| w.text.parse().ok())
    }

    fn parsed<T: std::str::FromStr>(&mut self, expected: &str) -> Result<T, Trouble> {
        let value = self.peek_as().ok_or_else(|| Trouble::new(expected, self.here()))?;
        self.next += 1;
        Ok(value)
    }

    /// A length of any size a table can have.
    pub(super) fn length(&mut self) -> Result<Length, Trouble> {
        let length: Length = self.parsed("a length in inches such as 4 or 4.25")?;
        match (Length::ZERO..=MOST).contains(&length) {
            true => Ok(length),
            false => Err(Trouble::new(format!("a length from 0 to {MOST}"), length.to_string())),
        }
    }

    pub(super) fn point(&mut self) -> Result<Point, Trouble> {
        let point: Point = self.parsed("a point such as 12,8")?;
        near_the_table(point.at_height(Length::ZERO)).map(|spot| spot.at)
    }

    pub(super) fn spot(&mut self) -> Result<Spot, Trouble> {
        near_the_table(self.parsed("a place such as 12,8 or 12,8,3")?)
    }

    pub(super) fn number(&mut self) -> Result<usize, Trouble> {
        self.parsed("a number")
    }

    /// Fails unless everything has been read.
    pub(super) fn end(&self) -> Result<(), Trouble> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(Trouble::new("the end of the line", self.here())),
        }
    }
}

/// The largest table there is; keeps sums of lengths far from overflowing.
const MOST: Length = Length::inches(96);

fn near_the_table(spot: Spot) -> Result<Spot, Trouble> {
    let sane = Length::ZERO..=MOST;
    match [spot.at.x, spot.at.y, spot.z].iter().all(|part| sane.contains(part)) {
        true => Ok(spot),
        false => Err(Trouble::new("a place on the table", spot.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_lines_but_not_quotes() {
        assert_eq!(split_comment("do red: go  # why"), ("do red: go", "  # why"));
        assert_eq!(split_comment("said \"no #1\""), ("said \"no #1\"", ""));
        assert_eq!(split_comment("a#b"), ("a#b", ""));
        assert_eq!(split_comment("# all of it"), ("", "# all of it"));
    }

    #[test]
    fn quoted_texts_are_one_word() {
        let found = words("red \"Choir Master\"  at 3,4").unwrap();
        let texts: Vec<&str> = found.iter().map(|w| w.text.as_str()).collect();
        assert_eq!(texts, ["red", "Choir Master", "at", "3,4"]);
        assert!(words("\"open").is_err());
    }
}
