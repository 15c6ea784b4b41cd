"""The conflicts of Victory & Honor that a ruling can rest on; the default reading comes first."""

from adjudicator.kernel import Conflict

OPENER_BOMBARDED = Conflict(id="VH-C02", readings=("highest-follower", "total-defeat"))
SACRIFICED_IN_WON_BATTLE = Conflict(id="VH-C03", readings=("captured", "lost"))
PASSING_THE_TURN = Conflict(id="VH-C04", readings=("duty", "advice"))
BAN_AGAINST_PASSING = Conflict(id="VH-C05", readings=("ban-first", "pass-first"))
FILLING_UP = Conflict(id="VH-C06", readings=("starter-fills-all", "turn-then-fill", "one-card-a-lap"))
OPENING_AFTER_SACRIFICE = Conflict(id="VH-C07", readings=("still-unopened", "closed"))
FOLLOWING = Conflict(id="VH-C09", readings=("in-the-position", "across-positions"))
OPENING_SACRIFICE_AGAINST_BAN = Conflict(id="VH-C10", readings=("ban-first", "sacrifice-last"))
TARGET_REACHED_BY = Conflict(id="VH-C12", readings=("team", "player"))
CENTRE_ARTILLERY = Conflict(id="VH-C13", readings=("fires", "never"))
HIGHEST_AFTER_BOMBARDMENT = Conflict(id="VH-C14", readings=("remaining-cards", "nobody"))
LEADER_OF_NEXT_ROUND = Conflict(id="VH-C15", readings=("rotation", "centre-winner"))
ORDER_THAT_ENDS_THE_ORDER = Conflict(id="VH-C17", readings=("not-allowed", "allowed"))
SUGGESTION_AGAINST_BAN = Conflict(id="VH-C18", readings=("ban-holds", "ban-lifted"))
NEW_DEAL_AFTER_PASS = Conflict(id="VH-C19", readings=("before-pass-only", "after-pass-too"))
REGIMENT_CARD = Conflict(id="VH-C20", readings=("without-generals", "with-generals"))
CAPTURE_OF_THE_WINNER = Conflict(id="VH-C21", readings=("every-card-left", "own-card-only"))
TRUMP_AFTER_CAVALRY = Conflict(id="VH-C22", readings=("at-phase-end", "when-played"))
MUTUAL_BOMBARDMENT = Conflict(id="VH-C24", readings=("the-artillery", "all-cards"))
CAPTURED_GUN = Conflict(id="VH-C25", readings=("stands", "silenced"))
BAN_ON_LEADER = Conflict(id="VH-C27", readings=("no-ban", "last-field-of-phase-before"))
SCOUT_WHILE_FILLING = Conflict(id="VH-C34", readings=("no-order", "orders-next-filler"))
OPENER_OF_A_FIFTH_ROUND = Conflict(id="VH-C39", readings=("rotation-goes-on", "drawn-anew"))

CONFLICTS = (
    OPENER_BOMBARDED,
    SACRIFICED_IN_WON_BATTLE,
    PASSING_THE_TURN,
    BAN_AGAINST_PASSING,
    FILLING_UP,
    OPENING_AFTER_SACRIFICE,
    FOLLOWING,
    OPENING_SACRIFICE_AGAINST_BAN,
    TARGET_REACHED_BY,
    CENTRE_ARTILLERY,
    HIGHEST_AFTER_BOMBARDMENT,
    LEADER_OF_NEXT_ROUND,
    ORDER_THAT_ENDS_THE_ORDER,
    SUGGESTION_AGAINST_BAN,
    NEW_DEAL_AFTER_PASS,
    REGIMENT_CARD,
    CAPTURE_OF_THE_WINNER,
    TRUMP_AFTER_CAVALRY,
    MUTUAL_BOMBARDMENT,
    CAPTURED_GUN,
    BAN_ON_LEADER,
    SCOUT_WHILE_FILLING,
    OPENER_OF_A_FIFTH_ROUND,
)
