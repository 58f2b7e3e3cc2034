//! What players may agree on: the contested readings of the book, as typed switches.

engine::options! {
    switches {
        attack_ties, AttackTies { DiceOff = "dice_off", DefenderWins = "defender_wins" },
            "REQ-Q-01", "How a tied attack is settled";
        melee, Melee { Duel = "duel", Exchange = "exchange" },
            "REQ-Q-04", "Whether a charge is fought to the end or is one blow and one answer";
        after_hit, AfterHit { Keep = "keep", Swap = "swap" },
            "REQ-Q-05", "Who strikes next after a blow that hit";
        charge_free, ChargeFree { On = "on", Off = "off" },
            "REQ-Q-08", "Whether the step into contact comes on top of the move";
        split_fire, SplitFire { PerDie = "per_die", Total = "total" },
            "REQ-Q-13", "How the penalty for a second target counts";
        knife, Knife { AttackAndDefense = "attack_and_defense", AttackOnly = "attack_only" },
            "REQ-Q-18", "Which melee rolls the Big Ass Knife helps";
        choir_master_radioactive, ChoirMasterRadioactive { On = "on", Off = "off" },
            "REQ-Q-19", "Whether the Choir Master is contaminated";
        stun_unified, StunUnified { Off = "off", On = "on" },
            "REQ-Q-20", "Whether terrain stuns like everything else";
        stun_weapon, StunWeapon { Activation = "activation", StunnedState = "stunned_state" },
            "REQ-Q-21", "What a stun weapon does";
        contamination_trigger, ContaminationTrigger { Mover = "mover", Either = "either" },
            "REQ-Q-22", "Who checks when a contaminated model and another come close";
        stunned_defends, StunnedDefends { On = "on", Off = "off" },
            "REQ-Q-24", "Whether a stunned model may roll Defense";
        rough, Rough { PerInch = "per_inch", WholeMove = "whole_move" },
            "REQ-Q-26", "How rough ground slows a move that is only partly in it";
        friends_block, FriendsBlock { Full = "full", Any = "any" },
            "REQ-Q-32", "When friends in the way spoil a shot";
        claim, Claiming { SameModel = "same_model", AnyModelOfSide = "any_model_of_side" },
            "REQ-Q-44", "Who must hold the objective for a full round";
        friends_contest, FriendsContest { Off = "off", On = "on" },
            "REQ-Q-44b", "Whether two friends at the objective contest it";
        guidance, Guidance { PerRoll = "per_roll", PerActivation = "per_activation" },
            "REQ-Q-48", "How often Spiritual Guidance rerolls a die";
        measuring, Measuring { First = "first", ByEye = "by_eye" },
            "REQ-RNG-04", "Whether a shot out of range is refused, or may be taken and wasted";
        locked_in_melee, LockedInMelee { Off = "off", On = "on" },
            "REQ-Q-54", "Whether models in contact with an enemy are bound to stay";
        blast_target_cover, BlastTargetCover { On = "on", Off = "off" },
            "REQ-Q-68", "Whether the target of a blast weapon keeps its cover from the shooter";
        psi, Psi { Off = "off", On = "on" },
            "REQ-X-10", "Whether psi powers are used";
        panic, Panic { Off = "off", On = "on" },
            "REQ-X-16", "Whether models may panic when a friend falls";
        terrain, TerrainLaid { Ready = "ready", Players = "players" },
            "REQ-SET-10", "Whether the table is ready or both sides lay its terrain";
    }
    numbers {
        round_limit = 12, "REQ-Q-46", "Rounds after which the points left on the table decide; 0 for no limit";
        games_played = 0, "REQ-X-21", "Games of this campaign already played; each allows 25 points more";
    }
}
