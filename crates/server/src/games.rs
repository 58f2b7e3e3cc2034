//! The games this server plays; which they are is the business of whoever starts it.

use std::sync::Arc;

use engine::face::Game;

/// The games, cheap to clone.
#[derive(Clone)]
pub struct Games(Arc<[Arc<dyn Game>]>);

impl Games {
    /// These games, in this order.
    pub fn new(games: impl IntoIterator<Item = Box<dyn Game>>) -> Games {
        Games(games.into_iter().map(Arc::from).collect())
    }

    /// The game of a key.
    pub fn get(&self, key: &str) -> Option<Arc<dyn Game>> {
        self.0.iter().find(|game| game.about().key == key).cloned()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Game>> {
        self.0.iter()
    }
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|game| game.about().key)).finish()
    }
}
