//! Coming to a table: links, open seats, the lists of the first page.

use engine::ids::SideId;

use super::opening::seat_link;
use super::{Hub, missing, unstored};
use crate::denied::Denied;
use crate::protocol::{Join, Lobby, MatchInfo, Opened, SeatLink};
use crate::seats::{Guest, new_secret, tidy_name};
use crate::store::{LinkUse, Lists, Record};

impl Hub {
    /// Somebody comes by a secret link and gets the seat it leads to.
    pub async fn join(&self, guest: Guest, join: Join) -> Result<Opened, Denied> {
        let name = tidy_name(&join.name);
        match self.store().use_link(&join.secret, guest, name).await.map_err(unstored)? {
            LinkUse::Unknown => Err(Denied::Missing(
                "This link leads nowhere: it is incomplete, or somebody has taken the seat."
                    .to_owned(),
            )),
            LinkUse::Used => Err(Denied::Forbidden(
                "Somebody else came by this link before. Ask for another one.".to_owned(),
            )),
            LinkUse::Seated(id) => {
                self.reseat(&id);
                Ok(opened(id))
            }
        }
    }

    /// Somebody takes an open seat of a match that the lobby lists.
    pub async fn sit(
        &self,
        guest: Guest,
        id: &str,
        side: SideId,
        name: String,
    ) -> Result<Opened, Denied> {
        let name = tidy_name(&name);
        let forbidden = |why: &str| Err(Denied::Forbidden(why.to_owned()));
        let sat = self.store().reseat(id, move |seating| {
            if seating.holds(guest, side) {
                Ok(())
            } else if !seating.settings.listed {
                forbidden("This match is private: a link is needed to join it.")
            } else if !seating.open().any(|open| open == side) {
                forbidden("This seat is not open; somebody may have just taken it.")
            } else {
                seating.seat(side, guest, &name);
                Ok(())
            }
        });
        let (_, outcome) = sat.await.map_err(unstored)?.ok_or_else(missing)?;
        outcome?;
        self.reseat(id);
        Ok(opened(id.to_owned()))
    }

    /// A new link to a seat: for those who have it, or for whoever began the match while nobody
    /// has it.
    pub async fn link(&self, guest: Guest, id: &str, side: SideId) -> Result<SeatLink, Denied> {
        let secret = new_secret();
        let made = self.store().link(id, side, &secret, move |seating| {
            let hands_out = seating.settings.creator == guest && !seating.is_taken(side);
            if !seating.is_for_person(side) {
                Err(Denied::wrong("There is no seat for a person on that side."))
            } else if !hands_out && !seating.holds(guest, side) {
                Err(Denied::Forbidden("This seat is not yours to give away.".to_owned()))
            } else {
                Ok(())
            }
        });
        made.await.map_err(unstored)?.ok_or_else(missing)??;
        Ok(seat_link((side, secret)))
    }

    /// The lists of the first page.
    pub async fn lobby(&self, guest: Guest) -> Result<Lobby, Denied> {
        let Lists { mine, open, running } = self.store().lists(guest).await.map_err(unstored)?;
        let infos = |records: Vec<Record>| {
            records.into_iter().map(|record| self.info(guest, record)).collect()
        };
        Ok(Lobby { mine: infos(mine), open: infos(open), running: infos(running) })
    }

    fn info(&self, guest: Guest, record: Record) -> MatchInfo {
        let here = self.here(&record.id);
        let Record { id, seating, waiting, touched, ended, .. } = record;
        let asked = |side: &SideId| seating.holds(guest, *side);
        MatchInfo {
            id,
            sides: seating.infos(guest, |side| here.contains(&side)),
            your_turn: ended.is_none() && waiting.iter().any(asked),
            title: seating.settings.title,
            scenario: seating.settings.scenario,
            ended,
            touched,
        }
    }
}

fn opened(id: String) -> Opened {
    Opened { id, links: Vec::new(), warnings: Vec::new() }
}
