"""The odds of a few actions worked out by icepool, apart from this program's rules.

Prints one line for each: the case, a part of a result, and the chance of all results that have it.
"""

from fractions import Fraction

from icepool import d6
from icepool import map as map_dice

# Sixes beyond these are rarer than any difference that is looked for.
DEEP = 24


def chance(die, outcome=True):
    return Fraction(die.quantity(outcome), die.denominator())


def tell(case, result, probability):
    print(f"{case}\t{result}\t{probability.numerator}/{probability.denominator}")


# Roll and keep: level totals are settled by throwing until they differ, half the time each way.
def beats(attack, defence):
    return chance(attack > defence) + chance(attack == defence) / 2


pool = {"2k2": 2 @ d6, "3k2": d6.highest(3, 2), "3k3": 3 @ d6, "4k3": d6.highest(4, 3)}
for cover, defence in [("none", "2k2"), ("light", "3k2"), ("heavy", "3k3")]:
    tell(f"requiem shooting cover={cover}", "Target wounds 1", beats(pool["3k2"], pool[defence]))
tell(
    "requiem shooting ranged=3k3 weapon=Pistol defense=3k2 wounds=1",
    "Target removed",
    beats(pool["4k3"], pool["3k2"]),
)


# Whoever strikes goes on striking while it hits; a miss lets the other strike.
def duel(own, other, hit, struck):
    """The chance that whoever strikes wins, with so many wounds each."""
    if other == 0:
        return Fraction(1)
    if own == 0:
        return Fraction(0)
    # x = hit * after + (1 - hit) * (1 - y), y = struck * theirs + (1 - struck) * (1 - x)
    after = duel(own, other - 1, hit, struck)
    theirs = duel(other, own - 1, struck, hit)
    miss, spared = 1 - hit, 1 - struck
    return (hit * after + miss * (1 - struck * theirs - spared)) / (1 - miss * spared)


even = beats(pool["2k2"], pool["2k2"])
club = beats(pool["3k2"], pool["2k2"])
tell("requiem hand-to-hand", "Target removed", duel(2, 2, even, even))
tell("requiem hand-to-hand own-wounds=3", "Target removed", duel(3, 2, even, even))
tell("requiem hand-to-hand weapon=Club", "Target removed", duel(2, 2, club, even))


# One die and Combat each: twice the score kills, an even die fells.
def clash(own, other):
    def result(a, b):
        first, second = max(a + own, 0), max(b + other, 0)
        if first <= second:
            return "missed"
        if first >= 2 * second:
            return "removed"
        return "fallen" if a % 2 == 0 else "driven back"

    both = map_dice(result, d6, d6)
    return {outcome: chance(both, outcome) for outcome in ["removed", "fallen"]}


for said, score in [("combat=2 range=4", 3), ("combat=2 range=8", 2), ("combat=5 range=4", 6), ("cover=light", 2)]:
    found = clash(score, 2)
    for outcome in found:
        tell(f"mutants shooting {said}", f"Target {outcome}", found[outcome])
for own, other in [(2, 2), (5, 2), (1, 4)]:
    case = f"mutants hand-to-hand combat={own} target-combat={other}"
    tell(case, "Target removed", clash(own, other)["removed"])
    tell(case, "Attacker removed", clash(other, own)["removed"])
    tell(case, "Attacker fallen", clash(other, own)["fallen"])


# A one at first is nothing at all; a six is thrown again and added.
def open_ended(added):
    more = d6.explode(depth=DEEP) + 6 + added
    return d6.map(lambda face: 0 if face == 1 else more if face == 6 else face + added)


def damage(strength, target):
    margin = open_ended(strength) - open_ended(target)
    return chance(margin >= 0), chance(margin >= 4)


for weapon, power in [("Raygun Rifle", 5), ("Rifle", 3), ("Raygun Carbine", 5)]:
    for target in [2, 4]:
        # Difficulty 6 at short range and a skill of 3: a three or more.
        hits = chance(open_ended(3) >= 6)
        hurt, out = damage(power, target)
        case = f"opend6 shooting weapon={weapon} strength={target}"
        tell(case, "hit", hits * hurt)
        tell(case, "hit-hard", hits * out)
tell("opend6 shooting cover=heavy firearms=2", "hit", chance(open_ended(2) >= 9) * damage(5, 2)[0])

for own, other in [(3, 3), (5, 2)]:
    wins = chance(open_ended(own) > open_ended(other))
    loses = chance(open_ended(own) < open_ended(other))
    hurt, out = damage(2, 2)
    case = f"opend6 hand-to-hand skill={own} target-skill={other}"
    tell(case, "Target removed", wins * out)
    tell(case, "Target wounds 1", wins * (hurt - out))
    tell(case, "Attacker 1 removed", loses * out)
