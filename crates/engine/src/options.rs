//! What players may agree on, as typed switches and numbers that a book lists once.

/// Declares a book's options: an enum for each switch, the struct `Agreed` that holds them all,
/// `specs()` for people, and `Agreed::read`, which names every problem.
///
/// The first value of a switch is the usual one.
#[macro_export]
macro_rules! options {
    (
        switches {
            $($field:ident, $name:ident { $($variant:ident = $value:literal),+ },
                $clause:literal, $summary:literal;)*
        }
        numbers {
            $($number:ident = $usual:literal, $number_clause:literal, $number_summary:literal;)*
        }
    ) => {
        $(
            #[doc = concat!($summary, " (", $clause, ")")]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
            pub enum $name {
                $(#[doc = concat!("`", $value, "`")] $variant),+
            }
        )*

        /// What the players agreed on; every switch has a usual position.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        pub struct Agreed {
            $(#[doc = concat!($summary, " (", $clause, ")")] pub $field: $name,)*
            $(#[doc = concat!($number_summary, " (", $number_clause, ")")] pub $number: u32,)*
        }

        /// All options, for people.
        pub fn specs() -> Vec<$crate::book::OptionSpec> {
            vec![
                $($crate::book::OptionSpec {
                    key: stringify!($field),
                    summary: $summary,
                    clause: $clause,
                    values: &[$($value),+],
                    usual: [$($value),+][0],
                },)*
                $($crate::book::OptionSpec {
                    key: stringify!($number),
                    summary: $number_summary,
                    clause: $number_clause,
                    values: &[],
                    usual: stringify!($usual),
                },)*
            ]
        }

        impl Default for Agreed {
            fn default() -> Agreed {
                Agreed { $($field: [$($name::$variant),+][0],)* $($number: $usual,)* }
            }
        }

        impl Agreed {
            /// Reads options; every problem is named.
            pub fn read(options: &$crate::Options) -> Result<Agreed, Vec<String>> {
                let mut agreed = Agreed::default();
                let mut problems = Vec::new();
                for (key, value) in options {
                    match (key.as_str(), value.as_str()) {
                        $($((stringify!($field), $value) => agreed.$field = $name::$variant,)+)*
                        $((stringify!($number), text) => match text.parse() {
                            Ok(number) => agreed.$number = number,
                            Err(_) => problems.push(format!("option {key} must be a whole number, not '{text}'")),
                        },)*
                        _ => problems.push($crate::options::misfit(&specs(), key, value)),
                    }
                }
                if problems.is_empty() { Ok(agreed) } else { Err(problems) }
            }
        }
    };
}

/// What is wrong with an option that cannot be read.
pub fn misfit(specs: &[crate::book::OptionSpec], key: &str, value: &str) -> String {
    match specs.iter().find(|spec| spec.key == key) {
        Some(spec) => {
            format!("option {key} is '{value}'; it can be {}", spec.values.join(" or "))
        }
        None => {
            let keys: Vec<&str> = specs.iter().map(|spec| spec.key).collect();
            format!("there is no option '{key}'; there are {}", keys.join(", "))
        }
    }
}
