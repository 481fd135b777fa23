"""How the table really stands: the accepted commands, each played again by the naive referee.

As in the journal, players have ids here; `with_names` gives them names.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.rules.family import Rules, State, public_state
from companion.table.lines import Entry
from tests.rules.agreement import state_difference
from tests.rules.naive import NaiveReferee

Fields = dict[str, Any]


class Failure(AssertionError):  # noqa: N818  # named for the promise, not for an error
    """The box has broken the promise called `promise`."""

    def __init__(self, promise: str, what: str) -> None:
        self.promise, self.what = promise, what
        super().__init__(f"{promise}: {what}")


class Truth:
    """The commands that were accepted, oldest first, and the game that they make."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._lines: dict[int, list[Fields]] = {}
        self._referees: dict[int, NaiveReferee] = {}
        self._previous: dict[int, int] = {}
        self._game = 0

    @property
    def state(self) -> Fields | None:
        """The game that is on, in the protocol's form."""
        referee = self._referees.get(self._game)
        if referee is None:
            return None
        state: Fields | None = referee.answer(b'{"cmd": "state"}')["state"]
        return state

    def take(self, entry: Entry) -> None:
        """Play one more accepted command.

        Raises:
            Failure: the naive referee refuses it.
        """
        self.entries.append(entry)
        fields: Fields = json.loads(re.sub(r"(/\d+)#\d+", r"\1", entry.command))
        self._game = entry.game
        match fields["cmd"]:
            case "new":
                self._previous[entry.game] = entry.previous or 0
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
        """Compare with what the box has; `ids` leads from its names to ids.

        Raises:
            Failure: cards, chips, points or anything else of the state differ.
        """
        shown = (
            None if rules is None or state is None else with_names(_plain(public_state(rules, state)), ids)
        )
        if shown != self.state:
            raise Failure("cards, chips and points are conserved", state_difference(self.state, shown))

    def _answer(self, fields: Fields) -> None:
        reply = self._referees[self._game].answer(json.dumps(fields).encode())
        if not reply["ok"]:
            raise Failure("refused means never", f"{fields} was accepted, but is {reply['error']}")
        lines = self._lines[self._game]
        if fields["cmd"] == "undo":
            del lines[-fields.get("count", 1) :]  # a name that was taken back is free again
        else:
            lines.append(fields)

    def _rename(self, player: str, name: str) -> None:
        lines, self._lines[self._game] = self._lines[self._game], []
        self._referees[self._game] = NaiveReferee()
        for fields in lines:
            self._answer(with_names(fields, {player: name}))


def with_names(value: Any, names: Mapping[str, str]) -> Any:
    """The same with other names for some players."""
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
