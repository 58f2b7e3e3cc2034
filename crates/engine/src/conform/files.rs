//! A match survives being saved, and a file that breaks off never does harm.

use std::sync::Arc;

use super::{Appearance, Trial};
use crate::book::Book;
use crate::matches::Match;

/// How many files that break off are tried each time.
const MOST_CUTS: usize = 12;

impl<B: Book> Trial<B> {
    /// Saving and loading gives the same match; a file cut off anywhere loads with a warning or
    /// not at all.
    pub(super) fn check_files(&mut self) -> Result<(), String> {
        let text = self.game.save();
        let loaded = Match::load(Arc::clone(self.game.book()), &text)
            .map_err(|why| format!("a saved match cannot be loaded: {why}"))?;
        if let Some(warning) = loaded.warnings.first() {
            return Err(format!("a saved match is loaded with a warning: {warning}"));
        }
        let before = Appearance::of(&self.game)?;
        before.compare(&Appearance::of(&loaded.game)?, "after loading")?;
        if loaded.game.save() != text {
            return Err("a loaded match is saved as something else".to_owned());
        }
        self.loaded += 1;
        let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        for _ in 0..MOST_CUTS {
            let at_line_end = self.one_in(2);
            let length = if at_line_end { ends.len().saturating_sub(1) } else { text.len() };
            let bound = u32::try_from(length).unwrap_or(u32::MAX).max(1);
            let chosen = self.chance.below(bound) as usize;
            let cut = if at_line_end { ends[chosen] + 1 } else { chosen };
            self.check_cut(&text[..text.floor_char_boundary(cut)], text.trim_end())?;
        }
        Ok(())
    }

    fn check_cut(&mut self, part: &str, whole: &str) -> Result<(), String> {
        self.loaded += 1;
        match Match::load(Arc::clone(self.game.book()), part) {
            Err(error) if error.why.is_empty() => Err("a file is refused for no reason".to_owned()),
            Ok(loaded) if loaded.warnings.is_empty() && part.trim_end() != whole => {
                Err(format!("a file cut off after {} bytes is loaded without a word", part.len()))
            }
            Ok(loaded) if loaded.game.played().len() > self.game.played().len() => {
                Err("a file that breaks off holds more than the whole".to_owned())
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }
}
