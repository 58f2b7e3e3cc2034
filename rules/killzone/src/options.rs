//! What players may agree on: where the sheet can be read in more than one way, and house rules.

engine::options! {
    switches {
        leader_order_bonus, LeaderOrderBonus { Two = "2", One = "1" },
            "KZ-Q-02", "What a living leader adds to a change of orders";
        initiative, InitiativeOrder { Alternate = "alternate", StrictDescending = "strict_descending" },
            "KZ-Q-03", "Whether sides alternate, or scores alone decide who acts next";
        assault_double, AssaultDouble { Both = "both", AttackerOnly = "attacker_only" },
            "KZ-Q-04", "Whose score Assault orders double in hand-to-hand";
        contact_bonus, ContactBonus { Best = "best", Sum = "sum" },
            "KZ-Q-07", "Whether friends in contact help a removal roll one at a time or together";
        gun_clubs, GunClubs { On = "on", Off = "off" },
            "KZ-Q-09", "Whether handguns and machine pistols help in hand-to-hand like the heavy handgun";
        grenade_launcher, LauncherAllowed { Allowed = "allowed", Banned = "banned" },
            "KZ-Q-10", "Whether the grenade launcher, whose line is damaged, is used";
        rifle_gl, RifleLauncher { Short = "0-6", Long = "6-24" },
            "KZ-Q-11", "How far the military rifle's launcher reaches";
        molotov_area, MolotovArea { Off = "off", On = "on" },
            "KZ-Q-15", "Whether a molotov hits everybody within an inch";
        cyborg_volley, CyborgVolley { Plus1 = "plus_1", Double = "double" },
            "KZ-Q-18", "How many more shots a cyborg has";
        prices, Prices { Sum = "sum", Printed = "printed" },
            "KZ-Q-19", "Whether ready-made figures cost the sum of their parts or what is printed";
        suppressed_keeps_down, SuppressedKeepsDown { Off = "off", On = "on" },
            "KZ-Q-23", "Whether a suppressed figure of a Keep Down group is harder to kill too";
        two_weapons, TwoWeapons { BestPlus1 = "best_plus_1", Sum = "sum" },
            "KZ-Q-28", "Whether a second hand weapon gives a kill score or adds its bonus";
        laser_ignores_light, LaserIgnoresLight { Off = "off", On = "on" },
            "KZ-Q-33", "Whether the light laser ignores light armour";
        musket, MusketReload { TwoTurns = "two_turns", TwoShots = "two_shots" },
            "KZ-Q-42", "What the musket's 2 means: turns of reloading, or shots before one";
        anyone_finishes, AnyoneFinishes { On = "on", Off = "off" },
            "KZ-Q-45", "Whether figures without Assault orders may kill or capture suppressed enemies";
        volley, Volley { Sequential = "sequential", Declared = "declared" },
            "KZ-Q-53", "Whether rapid shots are aimed one by one or all declared first";
        recover_acts, RecoverActs { Now = "now", NextTurn = "next_turn" },
            "KZ-Q-56", "When a figure that removed its suppression acts";
        slow_zombies, SlowZombies { Off = "off", On = "on" },
            "KZ-X-30", "Whether zombies move 4 inches instead of 8";
        individual_orders, IndividualOrders { Off = "off", On = "on" },
            "KZ-ORD-15", "Whether troopers and law enforcement with headsets may split orders";
        light, Light { Rolled = "rolled", Day = "day", Night = "night" },
            "KZ-X-28", "Whether it is day or night";
        zombie_goal, ZombieGoal { Flight = "flight", Stand = "stand" },
            "KZ-X-31", "What humans must do against automatic zombies: cross the table or live on";
        size, Size { Standard = "standard", Small = "small", Large = "large" },
            "KZ-X-27", "How large the game is, and so the table that is laid";
        setting, Setting { Modern = "modern", Old = "1889" },
            "KZ-X-35", "Whether rosters are checked against the kit of the sheet or of 1889";
    }
    numbers {
        turn_limit = 8, "KZ-X-29", "Turns of a game without automatic zombies";
        zombie_turns = 0, "KZ-X-31", "Turns against automatic zombies; 0 for the usual 12 of flight or 10 of standing";
    }
}
