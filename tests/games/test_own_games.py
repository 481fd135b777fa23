"""Random games of a table's own: chips and cards are never made or lost, whatever a file says."""

import json
from typing import Any

from companion.referee import Referee
from tests.depth import quarter
from tests.games.own_games import own_games
from tests.games.streams import Stream


def counted(state: dict[str, Any]) -> tuple[int, int]:
    """Return all cards and all chips of a game."""
    players = state["players"]
    held = sum(player["cards"] for player in players)
    chips = sum(player["chips"] or 0 for player in players)
    return (
        state["stock"] + state["aside"] + len(state["pile"]) + held,
        state["pot"] + chips,
    )


def test_chips_and_cards_stay_the_same_from_the_first_deal_on() -> None:
    games, compared, paid = own_games(quarter(200)), 0, 0
    for seed, variant in enumerate(games):
        stream, referee = Stream(seed, variant=variant), Referee(games)
        reply: dict[str, Any] | None = None
        due = (0, 0)
        for _ in range(100):
            line = stream.next(reply)
            reply = json.loads(referee.answer(line))
            state = reply.get("state")
            if state is None:
                continue
            if json.loads(line)["cmd"] == "new" and reply["ok"]:
                due = counted(state)
            assert counted(state) == due, (variant, line)
            compared += 1
            paid += sum(event["event"] == "paid" for event in reply.get("events", ()))
    assert compared > 90 * len(games)
    assert paid > len(games)
