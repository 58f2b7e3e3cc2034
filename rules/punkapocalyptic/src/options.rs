//! What players may agree on: the contested readings of the book, as typed switches.

engine::options! {
    switches {
        cover_table, CoverTable { Table = "table", OldText = "old_text" },
            "PUN-Q-01", "Whether Cover counts as the table says, or as older sentences do";
        strength_tie, StrengthTie { ActiveWins = "active_wins", TargetWins = "target_wins" },
            "PUN-Q-03", "Who wins a tie between Strength and Toughness";
        hazard_wins_ties, HazardWinsTies { Off = "off", On = "on" },
            "PUN-Q-04", "Whether falls, fires and poison win ties";
        free_facing, FreeFacing { Off = "off", On = "on" },
            "PUN-Q-05", "Whether a model may turn at the start of each of its Actions";
        penalties_lower_attributes, PenaltiesLowerAttributes { Off = "off", On = "on" },
            "PUN-Q-06", "Whether timed penalties lower attributes, and so may down a model";
        delay_uses_slot, DelayUsesSlot { On = "on", Off = "off" },
            "PUN-Q-11", "Whether a model that delays uses up its side's turn to pick one";
        must_fight_when_engaged, MustFightWhenEngaged { Off = "off", On = "on" },
            "PUN-Q-12", "Whether an engaged model must spend all its Actions";
        reload_while_engaged, ReloadWhileEngaged { Off = "off", On = "on" },
            "PUN-Q-13", "Whether an engaged model may reload";
        no_clinging, NoClinging { Off = "off", On = "on" },
            "PUN-Q-14", "Whether a climb must reach a ledge in one Action";
        contaminated, Contaminated { Scenario = "scenario", Off = "off" },
            "PUN-Q-20", "Whether Contaminated terrain does anything";
        loot_armour, LootArmour { On = "on", Off = "off" },
            "PUN-Q-21", "Whether body armour can be looted";
        assault_own_move_counts, AssaultOwnMoveCounts { Off = "off", On = "on" },
            "PUN-Q-23", "Whether the move of an Assault itself adds one more to Combat";
        choose_weapon_each_combat, ChooseWeaponEachCombat { Off = "off", On = "on" },
            "PUN-Q-24", "Whether close-combat weapons are chosen anew for each Combat";
        stack_model_penalties, StackModelPenalties { Off = "off", On = "on" },
            "PUN-Q-28", "Whether a fight and a model in the way cost -3 each";
        move_spoils_aim, MoveSpoilsAim { Off = "off", On = "on" },
            "PUN-Q-29", "Whether moving spoils an aim";
        defensive_fire_shots, DefensiveFireShots { One = "one", PerEnemy = "per_enemy" },
            "PUN-Q-30", "Whether a Ready model shoots once, or once at each enemy";
        reactions_chain, ReactionsChain { Off = "off", On = "on" },
            "PUN-Q-31", "Whether defensive shots can be answered by defensive shots";
        improvised_for_all, ImprovisedForAll { Off = "off", On = "on" },
            "PUN-Q-32", "Whether a model without weapons finds an improvised one";
        open_bullets, OpenBullets { Off = "off", On = "on" },
            "PUN-Q-33", "Whether everybody knows who has how many bullets";
        grumpy_cat, GrumpyCat { Off = "off", On = "on" },
            "PUN-Q-36", "Whether grumpy cats may be fielded";
        shield_front_only, ShieldFrontOnly { Off = "off", On = "on" },
            "PUN-Q-37", "Whether a shield helps only against what comes from the front";
        automatic_needs_three, AutomaticNeedsThree { Off = "off", On = "on" },
            "PUN-Q-38", "Whether automatic fire needs three bullets";
        berserk_next_game_turn, BerserkNextGameTurn { Off = "off", On = "on" },
            "PUN-Q-40", "Whether a Berserk model rages in the next game Turn at the earliest";
        incendiary_hits_on_impact, IncendiaryHitsOnImpact { Off = "off", On = "on" },
            "PUN-Q-45", "Whether a fresh Fire marker burns those under it at once";
        offroad_climbs, OffroadClimbs { Off = "off", On = "on" },
            "PUN-Q-48", "Whether Offroad helps with climbing";
        pack_supports_itself, PackSupportsItself { Off = "off", On = "on" },
            "PUN-Q-49", "Whether the members of a pack support each other on top of its bonus";
        poison_next_game_turn, PoisonNextGameTurn { Off = "off", On = "on" },
            "PUN-Q-51", "Whether poison works in the next game Turn at the earliest";
        rider_stacks, RiderStacks { Off = "off", On = "on" },
            "PUN-Q-52", "Whether a Rider with a weapon that is Hard to use has the penalty twice";
        smoke_stacks, SmokeStacks { On = "on", Off = "off" },
            "PUN-Q-55", "Whether each smoke marker on a sight line counts";
        steam_stops_at_walls, SteamStopsAtWalls { On = "on", Off = "off" },
            "PUN-Q-56", "Whether scenery shelters from Steam";
        later_edition, LaterEdition { Off = "off", On = "on" },
            "PUN-Q-55", "Smoke and Incendiary as a later edition has them";
    }
    numbers {
        points = 500, "PUN-BND-04", "Points that a band may cost at most";
        turns = 0, "PUN-TRN-01", "Game Turns to be played; 0 for as many as the scenario says";
    }
}
