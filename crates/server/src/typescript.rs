//! The protocol's types in TypeScript, made from the types themselves.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::protocol as p;

/// The text of `web/src/lib/protocol.ts`.
pub fn declarations() -> String {
    let mut all =
        Collector { config: Config::new().with_large_int("number"), found: BTreeMap::new() };
    all.visit::<p::Catalogue>();
    all.visit::<p::NewMatch>();
    all.visit::<p::TablePreview>();
    all.visit::<p::RosterQuery>();
    all.visit::<p::RosterReport>();
    all.visit::<p::Failure>();
    all.visit::<p::Opened>();
    all.visit::<p::Join>();
    all.visit::<p::Branch>();
    all.visit::<p::Lobby>();
    all.visit::<p::ClauseText>();
    all.visit::<p::Reference>();
    all.visit::<p::Request>();
    all.visit::<p::Message>();
    all.visit::<p::Timeline>();
    all.visit::<p::FrameInfo>();
    let types: Vec<String> =
        all.found.into_values().map(|decl| format!("export {decl}\n")).collect();
    format!(
        "// Made from crates/server/src/protocol.rs; see there. Do not edit.\n\n{}",
        types.join("\n")
    )
}

struct Collector {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Collector {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        T::visit_generics(self);
        // Types without a place of their own, such as numbers and lists, are written out where
        // they are used.
        if T::output_path().is_none() {
            T::visit_dependencies(self);
            return;
        }
        let name = T::ident(&self.config);
        if !self.found.contains_key(&name) {
            self.found.insert(name, T::decl(&self.config));
            T::visit_dependencies(self);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browsers_types_are_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/protocol.ts");
        let wanted = declarations();
        if std::env::var_os("DUSTUP_WRITE_TYPES").is_some() {
            std::fs::write(path, &wanted).unwrap();
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            found == wanted,
            "web/src/lib/protocol.ts is out of date; run: DUSTUP_WRITE_TYPES=1 cargo test -p dustup-server types"
        );
    }
}
