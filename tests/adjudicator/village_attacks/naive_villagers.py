"""The villagers' attack, order and phase once more, as plainly as the player aid tells them.

Not a line of the real engine. Zones, villagers and monsters are dictionaries; a zone maps its name to
its neighbours and its distance to the Castle Heart. Where a coin or a player has to speak, `Asks` is
raised with the possible answers.
"""

LINES = {"commoner": 1, "hunter": 2, "yunfakh": 2, "hero": 3}


class Asks(Exception):  # noqa: N818  # a question, not an error
    """A coin or a player has to say which."""

    def __init__(self, options):
        super().__init__(options)
        self.options = set(options)


class Silent(Exception):  # noqa: N818  # an answer too
    """The text does not say what happens."""


def targets(villager, zones, monsters, *, adjacent_for_all=False, heart_only_inside=False, nearer_nemesis=False):
    """The possible targets and the damage, or nothing; several targets mean that a coin decides."""
    here = villager["zone"]
    if villager["kind"] == "commoner":
        reach = 0
    elif villager["kind"] == "hero":
        reach = villager["range"]
    else:
        reach = 1

    same_zone = []
    next_zone = []
    for name, monster in monsters.items():
        where = monster["zone"]
        if where is None:
            continue
        if where == here:
            same_zone.append(name)
        elif where in zones[here]["next"] and not zones[here]["dark"] and not zones[where]["dark"]:
            next_zone.append(name)
    in_range = list(same_zone)
    if reach >= 1:
        in_range = in_range + next_zone

    nemeses = []
    if villager["kind"] != "commoner":
        nemeses = [name for name in in_range if villager["type"] in ("every", monsters[name]["type"])]
    if nearer_nemesis:
        close = [name for name in nemeses if name in same_zone]
        if close:
            nemeses = close
    if nemeses:
        return set(nemeses), villager.get("nemesis_damage", 2)

    damage = villager.get("damage", 1)
    if zones[here]["distance"] == 0:
        return {"castle-heart"}, damage
    for name, zone in zones.items():
        near = zone["distance"] == 0 and name in zones[here]["next"]
        if near and reach >= 1 and not heart_only_inside and not zone["dark"] and not zones[here]["dark"]:
            return {"castle-heart"}, damage

    if same_zone:
        return set(same_zone), damage
    if next_zone and (reach >= 1 or adjacent_for_all):
        return set(next_zone), damage
    return None


def order(villagers, zones, *, kind_first=False):
    """The villagers in groups: each group acts before the next, inside a group nothing decides."""
    left = list(villagers)
    groups = []
    while left:
        group = []
        for one in left:
            beaten = False
            for other in left:
                if _before(other, one, zones, kind_first):
                    beaten = True
            if not beaten:
                group.append(one)
        groups.append(group)
        left = [one for one in left if one not in group]
    return groups


def _before(one, other, zones, kind_first):
    near, far = zones[one["zone"]]["distance"], zones[other["zone"]]["distance"]
    line, other_line = LINES[one["kind"]], LINES[other["kind"]]
    if kind_first:
        return line < other_line or (line == other_line and near < far)
    return near < far or (near == far and line < other_line)


def phase(world):
    """Attacks and moves of all villagers, those that are level in the order given; `world` is changed."""
    zones, villagers, monsters = world["zones"], world["villagers"], world["monsters"]
    sequence = []
    for group in order(villagers, zones):
        sequence.extend(group)
    for villager in sequence:
        if villager["stunned"]:
            villager["stunned"] = False
            continue
        _attack(villager, world)
        if zones[villager["zone"]]["distance"] > 0:
            (to,) = [name for name in zones[villager["zone"]]["next"] if _nearer(name, villager["zone"], zones)]
            room = zones[to]["room"]
            standing = [other for other in villagers if other["zone"] == to]
            inside = len(standing) + len([1 for monster in monsters.values() if monster["zone"] == to])
            if room is not None and inside >= room:
                _shove(villager, standing, to, world)
            villager["zone"] = to


def _attack(villager, world):
    found = targets(villager, world["zones"], world["monsters"])
    if found is None:
        return
    names, damage = found
    if len(names) > 1:
        raise Asks(names)
    (name,) = names
    if name == "castle-heart":
        world["heart"] = world["heart"] - damage
        if world["heart"] <= 0:
            raise Silent
        return
    monster = world["monsters"][name]
    monster["damage"] = monster["damage"] + damage
    if monster["damage"] >= monster["health"]:
        monster["zone"] = None
        monster["damage"] = 0


def _shove(pusher, standing, zone, world):
    zones = world["zones"]
    if not standing:
        raise Silent
    same = [one for one in standing if LINES[one["kind"]] == LINES[pusher["kind"]]]
    if not same:
        own = LINES[pusher["kind"]]  # the kind that follows it in the list, which then begins again
        first = min((LINES[one["kind"]] for one in standing), key=lambda line: (line - own) % (max(LINES.values()) + 1))
        same = [one for one in standing if LINES[one["kind"]] == first]
    looks = {tuple(sorted((key, str(value)) for key, value in one.items() if key != "name")) for one in same}
    if len(looks) > 1:
        raise Asks(one["name"] for one in same)
    onward = [name for name in zones[zone]["next"] if _nearer(name, zone, zones)]
    if not onward:
        raise Silent
    same[0]["zone"] = onward[0]


def _nearer(name, than, zones):
    return zones[name]["distance"] == zones[than]["distance"] - 1
