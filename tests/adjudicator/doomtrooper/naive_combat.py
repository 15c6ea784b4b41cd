"""A combat once more, as plainly as the rulebook tells it and without a line of the real engine.

Only the default readings. Fighters are plain dicts; see `naive_combat` for what they hold.
"""

CORPORATIONS = ["bauhaus", "capitol", "cybertronic", "imperial", "mishima"]
TRIBES = ["crescentian", "sons-of-rasputin", "templars", "lutheran-triad"]


def naive_strike(striker: dict, target: dict) -> None:
    """The target's new state if the attack is equal to the defence or above it."""
    if striker["attack"] >= target["defence"]:
        if target["state"] == "wounded":
            target["state"] = "killed"
        else:
            target["state"] = "wounded"


def naive_combat(attacker: dict, defender: dict) -> dict | None:
    """States and points after a combat; none where the text gives no answer.

    A fighter has `attack`, `defence`, `value`, `wounded` and `first` ("no", "yes", "always").
    """
    one = dict(attacker, state="wounded" if attacker["wounded"] else "sound")
    two = dict(defender, state="wounded" if defender["wounded"] else "sound")

    # Who strikes first: nobody, unless one can and the other cannot stop it.
    first = None
    if one["first"] == "always" and two["first"] == "always":
        both_hit = one["attack"] >= two["defence"] and two["attack"] >= one["defence"]
        if both_hit and (one["wounded"] or two["wounded"]):
            return None
    elif one["first"] == "always":
        first = one
    elif two["first"] == "always":
        first = two
    elif one["first"] == "yes" and two["first"] == "no":
        first = one
    elif two["first"] == "yes" and one["first"] == "no":
        first = two

    if first is None:
        before = dict(two)
        naive_strike(one, two)
        naive_strike(before, one)
    else:
        second = two if first is one else one
        naive_strike(first, second)
        if second["state"] != "killed":
            naive_strike(second, first)

    return {
        "attacker": one["state"],
        "defender": two["state"],
        "attacker_points": max(0, two["value"]) if two["state"] == "killed" else 0,
        "defender_points": max(0, one["value"]) if one["state"] == "killed" else 0,
    }


def naive_game(attacker_points: int, defender_points: int) -> tuple[str, str | None]:
    """What the totals come to with 40 as the target."""
    if attacker_points < 40 and defender_points < 40:
        return "goes-on", None
    if attacker_points == defender_points:
        return "drawn", None
    return "won", "attacker" if attacker_points > defender_points else "defender"


def naive_affiliation_ban(attacker: dict, defender: dict) -> bool:
    """Whether affiliations forbid the attack.

    A warrior has `affiliation` and `kind` (mortificator, ninja, mercenary or none).
    """
    own, theirs = attacker["affiliation"], defender["affiliation"]
    # Those who attack every warrior in play.
    if attacker["kind"] in ("mortificator", "mercenary"):
        return False
    if attacker["kind"] == "ninja" and own == "mishima":
        return False
    if own == "dark-legion" or own in TRIBES:
        return False
    # Those whom every warrior may attack.
    if defender["kind"] == "mercenary" or theirs in TRIBES:
        return False
    # What is left attacks as a Doomtrooper or as a warrior of the Brotherhood.
    if defender["kind"] == "mortificator":
        return True
    if own == "brotherhood":
        return theirs != "dark-legion"
    if theirs == "brotherhood":
        return True
    return own in CORPORATIONS and own == theirs


def naive_values(fighter: dict, tactic: str, defends: bool) -> tuple[int, int]:
    """Attack and defence; each protection and each card adds 1, 2, 4, … so that no two sums are alike.

    A fighter has flags: `animal`, `armour`, `weapon`, `inside`, `vehicle`, `fort`, `covered`, `warzone`, `card`.
    """
    attack = 10 if tactic == "C" else 20
    defence = 30
    if fighter["animal"]:
        attack += 100 if tactic == "C" else 200
        defence += 300
    if fighter["warzone"] and defends:
        attack -= 1000 if tactic == "C" else 2000
        defence -= 3000
    if fighter["weapon"] and not (fighter["vehicle"] and fighter["inside"]):  # the Vehicle bans Weapons
        attack += 7
    if fighter["armour"]:
        defence += 5
    if fighter["vehicle"] and fighter["inside"]:
        attack += 40_000
        defence += 50_000
    if fighter["fort"] and not fighter["warzone"] and not (fighter["vehicle"] and fighter["inside"]):
        defence += 600_000
    if fighter["covered"]:
        defence += 3
    if fighter["card"]:
        attack -= 10_000_000
    return attack, defence
