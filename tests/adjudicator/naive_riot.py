"""A whole riot once more, as plainly as the rulebook tells it and without a line of the real engine.

Only the default readings, and what the Italian summary says of an attacker's Massacre. The vampires
always take the two tokens of their rally. Cards are pairs such as ("red", 3).
"""


def naive_riot(riot: dict, italian_massacre: bool = False) -> dict:
    """What the board looks like after the riot; `riot` is left as it is."""
    troops = {"human": riot["human_troops"], "vampire": riot["vampire_troops"]}
    face_up = {"human": [], "vampire": []}
    defender = "vampire" if riot["vampire_control"] else "human"

    winner = None
    strength = 0
    played = 0
    for colour, number in riot["cards"]:
        played = played + 1
        own = "human" if colour == "white" else "vampire"
        other = "vampire" if colour == "white" else "human"
        if troops[other] > 0:
            while number > 0 and troops[other] > 0:
                troops[other] = troops[other] - 1
                number = number - 1
            continue
        face_up[own].append(number)
        for side in ("human", "vampire"):
            total = troops[side]
            for value in face_up[side]:
                total = total + value
            if total >= 6:
                winner = side
                strength = total
        if winner is not None:
            break

    board = {
        "verdict": "resolved",
        "winner": winner,
        "strength": strength,
        "massacre": strength >= 8,
        "controller": defender,
        "sympathy_tokens": riot["sympathy_tokens"],
        "victory_marker": riot["victory_marker"],
        "martial_law_tokens": riot["martial_law_tokens"],
        "human_troops": troops["human"],
        "vampire_troops": troops["vampire"],
        "unrevealed": len(riot["cards"]) - played,
        "region_deck": len(riot["cards"]),
        "game_winner": None,
    }
    if winner is None:
        for side in ("human", "vampire"):
            total = troops[side]
            for value in face_up[side]:
                total = total + value
            if total >= 6:
                board["verdict"] = "undecided"
        if board["verdict"] == "undecided":
            del board["region_deck"], board["game_winner"]
        return board

    board["region_deck"] = board["region_deck"] - 1
    if winner != defender:
        board["controller"] = winner
        if winner == "vampire":
            board["victory_marker"] = board["victory_marker"] + 1
        else:
            board["victory_marker"] = board["victory_marker"] - 1
        if strength < 8:
            _move_sympathy(board, winner, 1)
        elif italian_massacre:
            _move_sympathy(board, defender, 1)
    elif strength < 8:
        if winner == "vampire" or riot["region_martial_law"]:
            _move_sympathy(board, winner, 2)
        else:
            board["martial_law_tokens"] = board["martial_law_tokens"] + 1

    if board["sympathy_tokens"] == 0 or board["martial_law_tokens"] == 6:
        board["game_winner"] = "human"
    # The track has spaces 1 to 16 and each token hides the highest space still to be seen.
    visible = list(range(1, 17))
    for _ in range(board["sympathy_tokens"]):
        visible.pop()
    if visible and board["victory_marker"] >= visible[-1]:
        board["game_winner"] = "vampire"
    return board


def _move_sympathy(board: dict, side: str, spaces: int) -> None:
    for _ in range(spaces):
        if side == "vampire":
            board["sympathy_tokens"] = board["sympathy_tokens"] + 1
        elif board["sympathy_tokens"] > 0:
            board["sympathy_tokens"] = board["sympathy_tokens"] - 1
