//! Chapter 8: hand-to-hand.

use engine::{Ask, Choice, Clause, Cx, Deed, Event, ModelId, Play};
use smallvec::SmallVec;

use crate::options::{AssaultDouble, GunClubs, TwoWeapons};
use crate::profile::{Class, Order};
use crate::rolls::{Cast, Sum, roll};
use crate::state::{Go, Models, State};
use crate::weapons::{GunId, HandId, known};

/// What a fighter strikes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// Bare hands.
    Fist,
    /// A hand weapon.
    Hand(HandId),
    /// A gun as a club.
    Club(GunId),
}

/// One side of a fight.
#[derive(Clone, Copy, Debug)]
struct Fighter {
    model: ModelId,
    held: Held,
    /// Whether it has a second hand weapon (KZ-H2H-13).
    second: bool,
    gentle: bool,
    score: i32,
}

impl State {
    /// A figure has come into contact or stays in it: suppressed enemies are killed or captured,
    /// and with Assault orders the others are fought (KZ-H2H-02, KZ-SUP-06).
    pub fn make_contact(&mut self, cx: &mut Cx<'_>, go: &mut Go, moved: bool) -> Play<()> {
        let model = go.model;
        if go.down || self.model(model).spot.is_none() {
            return Ok(());
        }
        let assaults = self.model(model).order == Order::Assault;
        if moved && (assaults || self.allowance(go, false).finishes) {
            let helpless: Models = self.helpless_beside(model);
            for enemy in helpless {
                cx.cite(Clause("KZ-MOVE-10"));
                if !assaults {
                    cx.cite(Clause("KZ-Q-45"));
                    go.shot = true;
                }
                self.finish_off(cx, model, enemy)?;
            }
        }
        let foes = self.opponents(model);
        if assaults && moved && !foes.is_empty() {
            self.fight(cx, go, &foes)?;
        }
        Ok(())
    }

    /// Suppressed enemies in contact whom nobody holds; zombies do not care whether anybody does.
    pub fn helpless_beside(&self, model: ModelId) -> Models {
        let zombie = self.who(model).is_zombie();
        let free = |e: &ModelId| zombie || self.model(*e).captor.is_none();
        let helpless = self.in_contact(model).filter(|e| self.model(*e).suppressed);
        helpless.filter(free).collect()
    }

    /// A fight at once: the attacker rolls, then each defender (KZ-H2H-05, KZ-Q-60).
    pub fn fight(&mut self, cx: &mut Cx<'_>, go: &mut Go, foes: &[ModelId]) -> Play<()> {
        let attacker = go.model;
        go.moved = Some(go.moved.unwrap_or_default());
        go.shot = true;
        for id in ["KZ-ORD-12", "KZ-H2H-01", "KZ-H2H-02", "KZ-H2H-05", "KZ-T-06"] {
            cx.cite(Clause(id));
        }
        let foe = foes[0];
        cx.say(|| {
            let text = format!("{} assaults {}", self.name(attacker), self.list(foes));
            let deed = Deed::Attacked { model: attacker, target: foe, ranged: false };
            Event::note(Clause("KZ-H2H-02"), text).deed(deed)
        });
        let mut own = self.ready(cx, attacker)?;
        let mut others: SmallVec<[Fighter; 4]> = SmallVec::new();
        for foe in foes {
            others.push(self.ready(cx, *foe)?);
        }
        own.score = self.fight_roll(cx, &own, true)?;
        for mut other in others {
            if !self.is_able(attacker) || !self.is_there(other.model) {
                break;
            }
            other.score = self.fight_roll(cx, &other, false)?;
            self.settle(cx, &own, &other)?;
        }
        Ok(())
    }

    fn list(&self, models: &[ModelId]) -> String {
        models.iter().map(|m| self.name(*m)).collect::<Vec<_>>().join(" and ")
    }

    /// A fighter says whether he means to kill, and what he fights with, where that matters
    /// (KZ-H2H-12).
    fn ready(&self, cx: &mut Cx<'_>, model: ModelId) -> Play<Fighter> {
        let side = self.side(model);
        let zombie = self.who(model).is_zombie();
        let manners: &[bool] = if zombie { &[false] } else { &[false, true] };
        let ask = Ask::new(side, "manner", "How does it fight?", Clause("KZ-H2H-12"));
        let gentle = cx.choose(ask.about(model), manners, |gentle| match gentle {
            true => Choice::new("non-lethal").detail("whoever is beaten is captured"),
            false => Choice::new("to kill").merit(1),
        })?;
        let ways = self.ways_to_fight(model);
        let stuns = |held: &Held| matches!(held, Held::Hand(hand) if hand.get().stuns);
        let matters = ways.iter().any(stuns) && !ways.iter().all(stuns);
        let offered = if matters { &ways[..] } else { &ways[..1] };
        let ask = Ask::new(side, "hand-weapon", "What does it fight with?", Clause("KZ-T-11"));
        let held = cx.choose(ask.about(model), offered, |held| {
            let name = match held {
                Held::Fist => "Fists",
                Held::Hand(hand) => hand.name(),
                Held::Club(gun) => gun.name(),
            };
            Choice::new(format!("with {name}")).merit(self.bonus(*held))
        })?;
        let own = &self.who(model).hands;
        let spare = own.len() - usize::from(matches!(held, Held::Hand(_)));
        let second = spare > 0 && held != Held::Fist;
        Ok(Fighter { model, held, second, gentle, score: 0 })
    }

    /// What a fighter could use, best first (KZ-Q-28); there is always something.
    fn ways_to_fight(&self, model: ModelId) -> SmallVec<[Held; 4]> {
        let who = self.who(model);
        let clubs = who.guns.iter().map(|gun| Held::Club(*gun));
        let hands = who.hands.iter().filter(|h| h.get().dice == 0).map(|hand| Held::Hand(*hand));
        let mut ways: SmallVec<[Held; 4]> =
            clubs.chain(hands).filter(|held| self.bonus(*held) > 0).collect();
        // A gun comes first among equals, so that a hand weapon is left to be the second.
        ways.sort_by_key(|held| (-self.bonus(*held), matches!(held, Held::Hand(_))));
        ways.dedup();
        if ways.is_empty() {
            ways.push(Held::Fist);
        }
        ways
    }

    /// What the best weapon of a figure adds.
    pub fn fight_bonus(&self, model: ModelId) -> i32 {
        self.ways_to_fight(model).first().map_or(0, |held| self.bonus(*held))
    }

    /// What a weapon adds (KZ-T-11, KZ-Q-09, KZ-Q-65).
    fn bonus(&self, held: Held) -> i32 {
        match held {
            Held::Fist => 0,
            Held::Hand(hand) => hand.get().bonus,
            Held::Club(gun) => {
                let merged = gun.get().merged_club && self.agreed.gun_clubs == GunClubs::Off;
                if merged { 0 } else { gun.get().club }
            }
        }
    }

    /// A fighter's score: dice, weapon, doubled by Assault orders, shared among his enemies
    /// (KZ-H2H-03 to 06).
    fn fight_roll(&self, cx: &mut Cx<'_>, fighter: &Fighter, attacks: bool) -> Play<i32> {
        let model = fighter.model;
        let who = self.who(model);
        let gloves = who.hands.contains(&known().power_glove) && who.is_powered();
        let mut sum = Sum::default();
        match fighter.held {
            Held::Fist => (),
            Held::Hand(hand) => {
                // A bayonet takes the place of the rifle's own bonus.
                let bayonet = hand == known().bayonet;
                let clause = Clause(if bayonet { "KZ-X-35" } else { "KZ-T-11" });
                sum.add(self.bonus(fighter.held), hand.name(), clause);
            }
            Held::Club(gun) => sum.add(self.bonus(fighter.held), gun.name(), Clause("KZ-Q-09")),
        }
        if self.agreed.two_weapons == TwoWeapons::Sum && fighter.second {
            let held = match fighter.held {
                Held::Hand(hand) => Some(hand),
                _ => None,
            };
            let mut left: SmallVec<[HandId; 2]> = who.hands.clone();
            if let Some(place) = left.iter().position(|hand| Some(*hand) == held) {
                left.remove(place);
            }
            let best = left.iter().max_by_key(|hand| hand.get().bonus);
            if let Some(hand) = best {
                sum.add(hand.get().bonus, hand.name(), Clause("KZ-Q-28"));
            }
        }
        sum.add_if(who.is_cyborg(), 2, "cyborg", Clause("KZ-H2H-03"));
        let order = self.model(model).order == Order::Assault && !self.model(model).suppressed;
        let both = self.agreed.assault_double == AssaultDouble::Both;
        if order && (attacks || both) {
            sum.double("Assault", Clause("KZ-H2H-03"));
        }
        sum.share(self.opponents(model).len(), "enemies", Clause("KZ-H2H-06"));
        self.cite_fighter(cx, fighter, attacks);
        let cast = Cast {
            side: self.thrower(who.side),
            model: Some(model),
            count: who.fight_dice() + u8::from(gloves),
            purpose: "hand-to-hand",
            clause: Clause("KZ-H2H-03"),
        };
        Ok(roll(cx, cast, &sum, || format!("{} fights", self.name(model)))?.total)
    }

    fn cite_fighter(&self, cx: &mut Cx<'_>, fighter: &Fighter, attacks: bool) {
        if cx.is_quiet() {
            return;
        }
        let who = self.who(fighter.model);
        let club = matches!(fighter.held, Held::Club(gun) if gun.get().old);
        let rules: [(bool, &'static str); 8] = [
            (true, "KZ-H2H-04"),
            (!attacks, "KZ-Q-04"),
            (who.is_cyborg(), "KZ-Q-17"),
            (who.is_powered() && who.is_hero(), "KZ-Q-30"),
            (club || who.hands.contains(&known().bayonet), "KZ-Q-65"),
            (who.is_zombie(), "KZ-X-30"),
            (who.is_zombie(), "KZ-Q-63"),
            (self.opponents(fighter.model).len() > 1, "KZ-Q-60"),
        ];
        rules.iter().filter(|(so, _)| *so).for_each(|(_, id)| cx.cite(Clause(id)));
    }

    /// Scores are compared, and the kill score decides (KZ-H2H-07, 08).
    fn settle(&mut self, cx: &mut Cx<'_>, one: &Fighter, other: &Fighter) -> Play<()> {
        let (winner, loser) = if one.score >= other.score { (one, other) } else { (other, one) };
        if winner.score == loser.score {
            cx.say(|| {
                let (a, b) = (self.name(one.model), self.name(other.model));
                Event::note(Clause("KZ-Q-05"), format!("{a} and {b} are even at {}", one.score))
            });
            return Ok(());
        }
        let score = self.kill_score(cx, winner, loser);
        cx.say(|| {
            let (a, b) = (self.name(winner.model), self.name(loser.model));
            let text = format!(
                "{a} beats {b}: {} against {}, kill score {score}",
                winner.score, loser.score
            );
            Event::note(Clause("KZ-H2H-07"), text)
        });
        cx.cite(Clause("KZ-H2H-08"));
        match score {
            4.. => self.beat(cx, winner, loser),
            1..=3 => {
                if winner.gentle {
                    cx.cite(Clause("KZ-Q-61"));
                }
                self.overcome(cx, loser.model);
                Ok(())
            }
            0 => {
                cx.cite(Clause("KZ-Q-05"));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn kill_score(&self, cx: &mut Cx<'_>, winner: &Fighter, loser: &Fighter) -> i32 {
        let mut score = winner.score - loser.score;
        if winner.second && self.agreed.two_weapons == TwoWeapons::BestPlus1 {
            cx.cite(Clause("KZ-H2H-13"));
            cx.cite(Clause("KZ-Q-28"));
            score += 1;
        }
        for (by, _, clause) in self.who(loser.model).loser_modifiers() {
            cx.cite(clause);
            score += by;
        }
        score
    }

    /// A kill score of four or more: killed, unless the winner meant otherwise or stuns
    /// (KZ-H2H-08, 11, 12).
    fn beat(&mut self, cx: &mut Cx<'_>, winner: &Fighter, loser: &Fighter) -> Play<()> {
        let stuns = matches!(winner.held, Held::Hand(hand) if hand.get().stuns);
        if !winner.gentle && !stuns {
            self.slay(cx, loser.model)?;
            return Ok(());
        }
        cx.cite(Clause(if winner.gentle { "KZ-H2H-12" } else { "KZ-H2H-11" }));
        if stuns {
            cx.cite(Clause("KZ-Q-62"));
        }
        let who = self.who(loser.model);
        let catchable = !who.is_cyborg() && !who.is_zombie();
        if !catchable {
            cx.cite(Clause("KZ-Q-61"));
        }
        if self.overcome(cx, loser.model) && winner.gentle && catchable {
            self.capture(cx, winner.model, loser.model);
        }
        Ok(())
    }

    /// The loser is suppressed, but a savage with Assault orders is not (KZ-H2H-09).
    fn overcome(&mut self, cx: &mut Cx<'_>, loser: ModelId) -> bool {
        let savage = self.who(loser).class == Class::Savage;
        if savage && self.model(loser).order == Order::Assault {
            cx.cite(Clause("KZ-Q-27"));
            cx.say(|| {
                let text = format!("{} shrugs it off", self.name(loser));
                Event::note(Clause("KZ-H2H-09"), text)
            });
            return false;
        }
        self.suppress(cx, loser);
        true
    }
}
