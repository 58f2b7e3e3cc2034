//! What players may agree on: the contested readings of the book, as typed switches.

engine::options! {
    switches {
        damage_ties, DamageTies { Wound = "wound", Harmless = "harmless" },
            "OD6-Q-01", "Whether a Damage Strength roll that equals the Strength roll wounds";
        plastic_strength, PlasticStrength { Eight = "eight", Five = "five" },
            "OD6-Q-02", "The Damage Strength of plastic explosives";
        wire, WireClass { Difficult = "difficult", Moderate = "moderate" },
            "OD6-Q-03", "How hard barbed wire is to cross";
        water_cover, WaterCover { Text = "text", Chart = "chart" },
            "OD6-Q-04", "How much cover creeks and streams give";
        initiative_dice, InitiativeDice { Open = "open", Plain = "plain" },
            "OD6-Q-05", "Whether bomb-outs and rollovers count in initiative rolls";
        commander_hit, CommanderHit { FirstTest = "first_test", WholeTurn = "whole_turn" },
            "OD6-Q-10", "How long the loss of a commander weighs on morale";
        wounded_walk, WoundedWalk { Full = "full", Slower = "slower" },
            "OD6-Q-11", "Whether wounded soldiers walk an inch less";
        hit_allocation, HitAllocation { PerFirer = "per_firer", Pooled = "pooled" },
            "OD6-Q-16", "Whether a hit falls on somebody its own firer sees, or on anybody the squad sees";
        fire_range, FireRange { Centers = "centers", Pairs = "pairs" },
            "OD6-Q-17", "How the average range between two squads is measured";
        through_friends, ThroughFriends { On = "on", Off = "off" },
            "OD6-Q-19", "Whether soldiers may move through friends";
        barrier_spoiled, BarrierSpoiled { ByShooter = "by_shooter", ByAnybody = "by_anybody" },
            "OD6-Q-22", "Whose closeness to a barrier ends its cover";
        prone_hidden, ProneHidden { LineCover = "line_cover", AllCover = "all_cover" },
            "OD6-Q-23", "Behind what cover prone soldiers cannot be fired at";
        move_after_defense, MoveAfterDefense { On = "on", Off = "off" },
            "OD6-Q-26", "Whether a squad may still move after defensive fire at a charge that fell short";
        fire_after_abort, FireAfterAbort { On = "on", Off = "off" },
            "OD6-Q-27", "Whether a squad whose charge came to nothing may still fire";
        morale_order, MoraleOrder { RallyFirst = "rally_first", RallyLast = "rally_last" },
            "OD6-Q-30", "Whether broken squads try to rally before or after all others have tested";
        broken_rally, BrokenRally { Always = "always", Quiet = "quiet" },
            "OD6-Q-31", "Whether broken squads may rally under fire and near enemies";
        broken_charged, BrokenCharged { Stand = "stand", Flee = "flee" },
            "OD6-Q-33", "What a broken squad does when it is charged";
        force_back_counts, ForceBackCounts { Assault = "assault", Turn = "turn" },
            "OD6-Q-36", "Which casualties decide who is forced back";
        rise_in_contact, RiseInContact { Off = "off", On = "on" },
            "OD6-Q-39", "Whether soldiers in contact with an enemy may stand up or go prone";
        score_floor, ScoreFloor { None = "none", Zero = "zero" },
            "OD6-Q-41", "Whether a total below nought counts as nought";
        aim_point_cover, AimPointCover { On = "on", Off = "off" },
            "OD6-Q-42", "Whether cover at the point aimed at makes a throw harder";
        skill_caps, SkillCaps { OnTop = "on_top", FromAttribute = "from_attribute" },
            "OD6-Q-49", "What the extra levels of commanders and specialists are counted from";
        heavy_skill, HeavySkill { Firearms = "firearms", Gunnery = "gunnery" },
            "OD6-Q-53", "The skill for medium and heavy repeating rayguns";
        idle_guns_count, IdleGunsCount { On = "on", Off = "off" },
            "OD6-Q-55", "Whether a following-fire weapon that cannot follow up still steadies a charged squad";
        half_strength, HalfStrength { WithWounded = "with_wounded", Incapacitated = "incapacitated" },
            "OD6-Q-56", "Who counts toward half of a squad being casualties";
        cover_sum, CoverSum { Highest = "highest", Sum = "sum" },
            "OD6-Q-58", "Whether covers of several pieces add up";
        pursuit_contact, PursuitContact { Off = "off", On = "on" },
            "OD6-Q-65", "Whether chargers may run into contact with a squad that gave way";
        turning, Turning { AnySplit = "any_split", HalfTurns = "half_turns" },
            "OD6-Q-78", "Whether runners turn by any angles, or by half and whole right angles only";
        lost_commander, LostCommander { Literal = "literal", LargerGroup = "larger_group" },
            "OD6-Q-86", "Who is separated when the commander alone is out of reach";
        charge_bars_fire, ChargeBarsFire { Squad = "squad", Chargers = "chargers" },
            "OD6-Q-96", "Whether a charge keeps the whole squad from firing, or only those who ran";
        hangar_order, HangarOrder { AntiFirst = "anti_first", EvilFirst = "evil_first" },
            "OD6-Q-45", "Who is placed first in the hangar";
        rally_points, RallyPoints { Usual = "usual", Chosen = "chosen" },
            "OD6-Q-47", "Whether squads rally where the scenario says, or where their side says";
        swamp, SwampGrowth { Light = "light", Medium = "medium", Heavy = "heavy" },
            "OD6-TER-15", "The growth of swamps: like light, medium or heavy woods";
    }
    numbers {
        turn_limit = 20, "OD6-Q-46", "Turns after which the battle ends; 0 for no limit";
        points_limit = 0, "OD6-GEN-01", "Most points a side should cost; 0 for as many as it likes";
        deployment_depth = 12, "OD6-Q-93", "Depth of the deployment zones of free battles in inches";
    }
}
