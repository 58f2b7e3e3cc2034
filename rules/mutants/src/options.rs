//! What players may agree on: the contested readings of the book, as typed switches.

engine::options! {
    switches {
        scale, Scale { Large = "28mm", Small = "15mm" },
            "MUT-GEN-07", "Which figures are used, and so how long the measuring sticks are";
        terrain, TerrainLaid { Ready = "ready", Defender = "defender" },
            "MUT-TRN-02", "Whether the table is ready or the defender lays its terrain";
        doors, Doors { Free = "free", Locked = "locked", Heavy = "heavy", Steel = "steel" },
            "MUT-TER-08", "How the doors of the table are shut, where the scenario does not say";
        pistol_range, PistolRange { Medium = "medium", Long = "long" },
            "MUT-Q-01", "How far a Pistol shoots";
        photon_c, PhotonC { Three = "3", Two = "2", Four = "4" },
            "MUT-Q-02", "The Combat of a photon grenade";
        fruit_range, FruitRange { Medium = "medium", Long = "long" },
            "MUT-Q-05", "How far Explosive Fruits can be thrown";
        knockback, Knockback { Anywhere = "anywhere", Outside = "outside" },
            "MUT-Q-06", "Where a model thrown by a blast may be placed: in the blast or at its rim, or only just outside";
        defoliant_knockback, DefoliantKnockback { On = "on", Off = "off" },
            "MUT-Q-07", "Whether a defoliant grenade throws its victims about as a plasma grenade does";
        leader_upkeep, LeaderUpkeep { Plus1 = "plus1", Double = "double", Flat2 = "flat2" },
            "MUT-Q-09", "What a Leader eats: one more than normal, twice as much, or always 2";
        roster_upkeep, RosterUpkeep { Computed = "computed", Printed = "printed" },
            "MUT-Q-10", "Whether ready-made characters eat what the rules say or what their roster says";
        plants_immune_telepathy, PlantsImmuneTelepathy { On = "on", Off = "off" },
            "MUT-Q-13", "Whether Plants are immune to Telepathy and Telepathic Scream";
        nbc_stops_sonic_grenade, NbcStopsSonicGrenade { Off = "off", On = "on" },
            "MUT-Q-14", "Whether an NBC suit protects against sonic grenades";
        advance_strict, AdvanceStrict { Off = "off", On = "on" },
            "MUT-Q-18", "Whether a model may never take the same Advance twice, even after others have advanced";
        adapt_first_hit, AdaptFirstHit { On = "on", Off = "off" },
            "MUT-Q-19", "Whether Energy Adaptation already stops the attack that triggers it";
        three_failures_flee, ThreeFailuresFlee { On = "on", Off = "off" },
            "MUT-Q-21", "Whether a standing model with three Morale failures runs off and survives, or is destroyed";
        gruesome_needs_los, GruesomeNeedsLos { Off = "off", On = "on" },
            "MUT-Q-22", "Whether only friends who can see a Gruesome Kill test Morale";
        nanite_vs_pa1, NaniteVsPa1 { On = "on", Off = "off" },
            "MUT-Q-24", "Whether Power Armor beaten by exactly one still has to roll against nanites";
        prone_shot_kills, ProneShotKills { On = "on", Off = "off" },
            "MUT-Q-27", "Whether a Fallen or prone target dies when a shot beats it";
        q7_all_causes, Q7AllCauses { On = "on", Off = "off" },
            "MUT-Q-37", "Whether every cause that worsens Quality to 7 kills, or only Poison, Tough wounds and Healing";
        armor_saves_fallen, ArmorSavesFallen { On = "on", Off = "off" },
            "MUT-Q-41", "Whether Heavy or Power Armor also saves a Fallen, Transfixed or lethally hit wearer beaten by exactly one";
        fallen_outnumber, FallenOutnumber { On = "on", Off = "off" },
            "MUT-Q-43", "Whether Fallen enemies count towards outnumbering";
        transfixed_harmless, TransfixedHarmless { On = "on", Off = "off" },
            "MUT-Q-45", "Whether a Transfixed defender that wins the roll does no harm";
        savage_melee_only, SavageMeleeOnly { Off = "off", On = "on" },
            "MUT-Q-48", "Whether Savage works in hand-to-hand combat only";
        stun_non_lethal, StunNonLethal { Off = "off", On = "on" },
            "MUT-Q-50", "Whether Sonic Stunner and Web Gun only ever Transfix and never kill";
        poison_persists, PoisonPersists { Off = "off", On = "on" },
            "MUT-Q-52", "Whether Quality lost to Poison stays lost after the scenario until it is cured";
        kinetic_nerf, KineticNerf { Off = "off", On = "on" },
            "MUT-Q-53", "Whether kinetic Absorption gives +2 Combat against kinetic attacks in place of full immunity";
        malfunction_cancels_shot, MalfunctionCancelsShot { Off = "off", On = "on" },
            "MUT-Q-57", "Whether a shot that jams or breaks the weapon is lost";
        psi_counts_as_attack, PsiCountsAsAttack { On = "on", Off = "off" },
            "MUT-Q-60", "Whether psionic attacks use up the model's one attack per turn";
        strict_ready, StrictReady { Off = "off", On = "on" },
            "MUT-Q-61", "Whether a basic hand weapon has to be readied before its owner can attack with it";
        prone_reaction, ProneReaction { Off = "off", On = "on" },
            "MUT-Q-62", "Whether a model may also go prone when it is being shot at";
        pro_rata_terrain, ProRataTerrain { Off = "off", On = "on" },
            "MUT-Q-64", "Whether only the stretch inside broken ground is slowed instead of the whole move";
        far_fall_kills, FarFallKills { Off = "off", On = "on" },
            "MUT-Q-68", "Whether a drop of more than Long kills outright";
        deep_water, DeepWater { On = "on", Off = "off" },
            "MUT-Q-71", "Whether rivers and lakes are impassable on foot or merely broken ground";
        merge_morale, MergeMorale { Off = "off", On = "on" },
            "MUT-Q-73", "Whether several Morale triggers from one event are merged into a single check";
        leader_flee_tests, LeaderFleeTests { Off = "off", On = "on" },
            "MUT-Q-74", "Whether a Leader who runs off the table also causes a Morale check";
        flee_literal, FleeLiteral { Off = "off", On = "on" },
            "MUT-Q-76", "Whether a fleeing model that is ever within Short of an active enemy is destroyed";
        recoil_arc, RecoilArc { Narrow = "45", Straight = "0", Wide = "90" },
            "MUT-Q-78", "How many degrees a recoil may differ from straight away";
        volley_mishap, VolleyMishap { All = "all", Lead = "lead" },
            "MUT-Q-81", "Whether a natural 1 or malfunction in concentrated fire strikes every weapon or only the first shooter's";
        big_sees_over, BigSeesOver { Off = "off", On = "on" },
            "MUT-Q-83", "Whether Big and Huge models see, and are seen, over smaller ones";
        edge_shooter_targetable, EdgeShooterTargetable { Off = "off", On = "on" },
            "MUT-Q-84", "Whether a model that shot out of a wood can be shot at from outside until it moves";
        psi_needs_los, PsiNeedsLos { Off = "off", On = "on" },
            "MUT-Q-87", "Whether Telepathy and Telepathic Scream need line of sight";
        psi_multiples, PsiMultiples { Off = "off", On = "on" },
            "MUT-Q-88", "Whether psionic attacks reach to double and triple range with the usual penalties";
        aimed_tk, AimedTk { Off = "off", On = "on" },
            "MUT-Q-90", "Whether a second action makes the test against Telekinetic Disarm and Push harder by 1";
        grenade_needs_los, GrenadeNeedsLos { Off = "off", On = "on" },
            "MUT-Q-95", "Whether a grenade can only be thrown at a point the thrower sees";
        gun_cell_is_spare, GunCellIsSpare { On = "on", Off = "off" },
            "MUT-Q-97", "Whether the Cell listed with a gun is a spare on top of the one inside";
        allure_duration, AllureDuration { NextTurn = "next_turn", ThisTurn = "this_turn" },
            "MUT-Q-99", "How long the penalty of Allure lasts: until the user's next turn, or to the end of the current turn";
        kinetic_projection, KineticProjection { Pistol = "pistol", AssaultRifle = "assault_rifle" },
            "MUT-Q-100", "Which gun kinetic Energy Projection is treated as";
        quills_passive, QuillsPassive { On = "on", Off = "off" },
            "MUT-Q-104", "Whether quills hack on every new contact, even when their owner is down";
        pa_restart, PaRestart { Off = "off", On = "on" },
            "MUT-Q-107", "Whether Power Armor that has shut down can be restarted in play";
        heal_dice_per_action, HealDicePerAction { Off = "off", On = "on" },
            "MUT-Q-109", "Whether Healing rolls one die for each action spent instead of a free choice of one to three";
        drugs_wretched, DrugsWretched { AsMutants = "as_mutants", AsHumans = "as_humans", Never = "never" },
            "MUT-Q-112", "How drugs work on the Wretched: on a 3+, always, or not at all";
        rolled_leader_q, RolledLeaderQ { Off = "off", On = "on" },
            "MUT-Q-124", "Whether a Leader rule that was rolled also improves Quality by one";
        animal_mental, AnimalMental { On = "on", Off = "off" },
            "MUT-Q-129", "Whether Animals can roll mental mutations at creation";
        cattle_exit, CattleExit { Off = "off", On = "on" },
            "MUT-Q-134", "Whether stolen animals count only once they have been carried off the table";
        radiation_each_turn, RadiationEachTurn { Off = "off", On = "on" },
            "MUT-Q-137", "Whether a model that stands still on irradiated ground is also tested every turn";
        wretched_per_five, WretchedPerFive { Off = "off", On = "on" },
            "MUT-Q-142", "Whether an all-Wretched party gains two models per five slots instead of two in all";
        move_measure, MoveMeasure { Beyond = "beyond", FrontToFront = "front_to_front" },
            "MUT-G-03", "Whether a move is the stick plus the model's own base width, or the stick alone";
    }
    numbers {
        turn_limit = 30, "MUT-Q-131", "Rounds after which the models left decide; 0 for no limit";
    }
}
