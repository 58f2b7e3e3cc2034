//! Lists of words of the book, and small sets of them.

/// Declares an enum of the book's words, each with its name and the clause that explains it, and a
/// set of them that is no larger than a number.
macro_rules! words {
    (
        $(#[$doc:meta])* $word:ident,
        $(#[$set_doc:meta])* $set:ident {
            $($(#[$item_doc:meta])* $item:ident = $name:literal in $clause:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum $word {
            $($(#[$item_doc])* $item,)+
        }

        impl $word {
            /// All of them, in the order of the book.
            pub const ALL: &'static [$word] = &[$($word::$item,)+];

            /// What the book calls it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($word::$item => $name,)+
                }
            }

            /// The clause that explains it.
            pub const fn clause(self) -> engine::Clause {
                match self {
                    $($word::$item => engine::Clause($clause),)+
                }
            }

            /// The one of a name, whatever its capitals.
            pub fn named(name: &str) -> Option<$word> {
                let same = |w: &&$word| w.name().eq_ignore_ascii_case(name.trim());
                $word::ALL.iter().find(same).copied()
            }
        }

        impl std::fmt::Display for $word {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        $(#[$set_doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
        )]
        pub struct $set(u32);

        impl $set {
            /// None of them.
            pub const NONE: $set = $set(0);

            /// These and no others.
            pub const fn of(words: &[$word]) -> $set {
                let mut set = 0;
                let mut next = 0;
                while next < words.len() {
                    set |= 1 << words[next] as u32;
                    next += 1;
                }
                $set(set)
            }

            /// Whether this one is among them.
            pub const fn has(self, word: $word) -> bool {
                self.0 >> word as u32 & 1 == 1
            }

            /// Whether there is none.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// These and those.
            pub const fn and(self, others: $set) -> $set {
                $set(self.0 | others.0)
            }

            /// Puts one in.
            pub fn add(&mut self, word: $word) {
                self.0 |= 1 << word as u32;
            }

            /// Takes one out.
            pub fn remove(&mut self, word: $word) {
                self.0 &= !(1 << word as u32);
            }

            /// All that are in it, in the order of the book.
            pub fn iter(self) -> impl Iterator<Item = $word> {
                $word::ALL.iter().copied().filter(move |w| self.has(*w))
            }
        }
    };
}

pub(crate) use words;
