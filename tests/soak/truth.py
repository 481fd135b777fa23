"""The true state of the table: the accepted commands, each replayed by the naive referee.

As in the journal, players have ids here; `with_names` replaces these by names.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.core.family import Rules
from companion.core.seats import State
from companion.games import family_of
from companion.outputs import SEATS, Lights, SeatLight
from companion.table.lines import Entry
from tests.games.agreement import state_difference
from tests.games.naive import NaiveReferee

Fields = dict[str, Any]

PLACES = {2: "15", 3: "146", 4: "8246", 5: "12468", 6: "124568", 7: "1234568"}
"""The lights of the players in the order of their seats, by number of players
(docs/reference/buttons.md).
"""


class Failure(AssertionError):  # noqa: N818  # named after the promise, not after an error
    """Raised when the box has broken the promise called `promise`."""

    def __init__(self, promise: str, what: str) -> None:
        self.promise, self.what = promise, what
        super().__init__(f"{promise}: {what}")


class Truth:
    """The accepted commands, oldest first, and the game that they produce."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._lines: dict[int, list[Fields]] = {}
        self._referees: dict[int, NaiveReferee] = {}
        self._previous: dict[int, int] = {}
        self._game = 0

    @property
    def state(self) -> Fields | None:
        """The current game in the protocol's form."""
        referee = self._referees.get(self._game)
        if referee is None:
            return None
        state: Fields | None = referee.answer(b'{"cmd": "state"}')["state"]
        return state

    def evening(self, name: Callable[[str], str]) -> tuple[Counter[str], Counter[str] | None]:
        """Return the games that each player has won this evening, and the chips, keyed by `name` of
        their ids.

        The chips are None if a player has joined or left, who brings or takes some.
        """
        wins, chips = Counter[str](), Counter[str]()
        is_settled, game = True, self._game
        while game:
            begun, *later = self._lines[game]
            first, state = (
                _named(NaiveReferee(), begun, name),
                _named(self._referees[game], {"cmd": "state"}, name),
            )
            wins.update(state["winners"] if "winners" in state else filter(None, [state["winner"]]))
            is_settled &= not any(word in json.dumps(later) for word in ('"join"', '"leave"'))
            if "pot" in state and (game == self._game or state["phase"] == "game-over"):
                chips.update(_held(state))
                chips.subtract(_held(first))
            game = self._previous[game]
        return wins, chips if is_settled else None

    def take(self, entry: Entry) -> None:
        """Replay one more accepted command.

        Raises:
            Failure: the naive referee refuses it.
        """
        self.entries.append(entry)
        fields: Fields = json.loads(re.sub(r"(/\d+)#\d+", r"\1", entry.command))
        before, self._game = self._game, entry.game
        match fields["cmd"]:
            case "new":
                self._previous[entry.game] = before
                self._lines[entry.game] = []
                self._referees[entry.game] = NaiveReferee()
            case "reopen":
                self._game = self._previous[entry.game]
                return
            case "rename":
                self._rename(fields["player"], fields["name"])
                return
            case "resume":
                raise Failure("nothing is lost", f"the table goes back: {entry.command}")
        self._answer(fields)

    def check(self, rules: Rules | None, state: State | None, ids: Mapping[str, str]) -> None:
        """Compare with the state of the box; `ids` maps its names to ids.

        Raises:
            Failure: cards, chips, points or another part of the state differ.
        """
        shown = (
            None
            if rules is None or state is None
            else with_names(_plain(family_of(rules).public_state(rules, state)), ids)
        )
        if shown != self.state:
            raise Failure(
                "cards, chips and points are conserved", state_difference(self.state, shown)
            )

    def _answer(self, fields: Fields) -> None:
        reply = self._referees[self._game].answer(json.dumps(fields).encode())
        if not reply["ok"]:
            raise Failure("refused means never", f"{fields} was accepted, but is {reply['error']}")
        lines = self._lines[self._game]
        if fields["cmd"] == "undo":
            del lines[-fields.get("count", 1) :]  # the undone name is free again
        else:
            lines.append(fields)

    def _rename(self, player: str, name: str) -> None:
        lines, self._lines[self._game] = self._lines[self._game], []
        self._referees[self._game] = NaiveReferee()
        for fields in lines:
            self._answer(with_names(fields, {player: name}))


def lights_of(state: Fields) -> Lights:
    """Return the lights of seats and directions for a `state`, according to
    docs/reference/buttons.md.
    """
    players, phase = state["players"], state["phase"]
    bright, way = state.get("turn"), state.get("direction")
    if phase == "shield":
        bright = state["named"]
    elif "trick" in state:
        way = "clockwise"
    elif way is None:  # a points game, whose dealer is lit
        seats_in = [
            player["name"]
            for player in players
            if player["in"] or player["name"] == state["dealer"]
        ]
        at = seats_in.index(state["dealer"]) + (phase == "round-over")
        bright = None if phase == "game-over" else seats_in[at % len(seats_in)]
    seats: list[SeatLight] = ["dark"] * SEATS
    for place, player in zip(PLACES.get(len(players), "12345678"), players, strict=False):
        still: SeatLight = "in" if player.get("in", True) else "dark"
        seats[int(place) - 1] = "act" if player["name"] == bright else still
    is_on = phase in {"play", "shield"}
    return Lights(tuple(seats), is_on and way == "clockwise", is_on and way == "counterclockwise")


def words_of(state: Fields) -> Fields:
    """Return the words of a `state` that a page must show: the player to act, the figures, and the
    last card.
    """
    total, cards = (
        state.get("total"),
        state.get("pile") or [laid["card"] for laid in state.get("trick", ())],
    )
    return {
        "to act": state["named"] if state["phase"] == "shield" else state.get("turn"),
        "dealt": state["dealer"],
        "figures": [player["points"] for player in state["players"]] if total is None else [total],
        "last card": cards[-1] if cards else None,
    }


def _named(referee: NaiveReferee, line: Fields, name: Callable[[str], str]) -> Fields:
    """Return the state after a line, with names."""
    state: Fields = referee.answer(json.dumps(line).encode())["state"]
    named: Fields = with_names(
        state, {player["name"]: name(player["name"]) for player in state["players"]}
    )
    return named


def _held(state: Fields) -> Counter[str]:
    """Return each player's chips, including the share of the pot for the winner or the leaders."""
    names = [player["name"] for player in state["players"]]
    held = Counter({player["name"]: player["chips"] or 0 for player in state["players"]})
    after = names.index(state["dealer"]) + 1
    seats_in = [player["name"] for player in state["players"] if player["in"]]
    most = max(held[name] for name in seats_in)
    ahead = (
        [state["winner"]] if state["winner"] else [name for name in seats_in if held[name] == most]
    )
    each, left = divmod(state["pot"], len(ahead))
    ahead.sort(key=lambda name: (names.index(name) - after) % len(names))
    held.update({name: each + (at < left) for at, name in enumerate(ahead)})
    return held


def with_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return the same data with other names for some players."""
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [with_names(each, names) for each in value]
        case dict():
            return {with_names(key, names): with_names(each, names) for key, each in value.items()}
    return value


def _plain(state: object) -> Fields:
    told: Fields = msgspec.json.decode(msgspec.json.encode(state))
    return told
