//! What is said about a calculator's scene: every parameter of every game is an option of the
//! command, and the calculator says which of them it knows.

use std::collections::BTreeMap;

use clap::{Arg, ArgMatches, Command, Error, FromArgMatches};

use crate::registry;

/// Parameters and their values, as they were typed.
#[derive(Debug, Default)]
pub(super) struct Said(Vec<(String, String)>);

impl Said {
    /// All of them.
    pub(super) fn pairs(&self) -> &[(String, String)] {
        &self.0
    }

    /// One of them, if there is any.
    pub(super) fn first(&self) -> Option<&str> {
        self.0.first().map(|(key, _)| key.as_str())
    }
}

/// Every parameter, with the games that have it.
fn parameters() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut all: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
    for title in registry::titles() {
        let game = title.battle.about().key;
        for parameter in title.battle.calculators().into_iter().flat_map(|c| c.parameters) {
            let games = all.entry(parameter.key).or_default();
            if !games.contains(&game) {
                games.push(game);
            }
        }
    }
    all
}

impl FromArgMatches for Said {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Said, Error> {
        let mut said = Said::default();
        said.update_from_arg_matches(matches)?;
        Ok(said)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let value = |key: &str| matches.get_one::<String>(key).cloned();
        self.0 = parameters()
            .into_keys()
            .filter_map(|key| Some((key.to_owned(), value(key)?)))
            .collect();
        Ok(())
    }
}

impl clap::Args for Said {
    fn augment_args(command: Command) -> Command {
        let option = |(key, games): (&'static str, Vec<&'static str>)| {
            let help = format!("For calculators of {}", games.join(", "));
            Arg::new(key)
                .long(key)
                .value_name("VALUE")
                .help(help)
                .help_heading("What calculators can be told (see --list)")
                .allow_hyphen_values(true)
        };
        command.args(parameters().into_iter().map(option))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
