"""The protocol's commands, applied in order to a game that is deep-copied before each change."""

import copy
from types import ModuleType
from typing import Any

from tests.games.naive import adding, points, tricks
from tests.games.naive.lines import check_shape, read_line
from tests.games.naive.point_tables import POINTS_GAMES
from tests.games.naive.refused import Refused
from tests.games.naive.table import Game
from tests.games.naive.trick_tables import TRICK_GAMES

Command = dict[str, Any]
Reply = dict[str, Any]


def family(variant: str) -> ModuleType:
    """Return the module for the games of this variant's family."""
    if variant in POINTS_GAMES:
        return points
    return tricks if variant in TRICK_GAMES else adding


def due(state: dict[str, Any]) -> list[str]:
    """Return the commands of which one continues the game."""
    if "total" in state:
        return {
            "play": ["play", "bust"],
            "shield": ["shield", "accept"],
            "hand-over": ["deal"],
        }.get(state["phase"], [])
    has_cards = "trick" in state
    if has_cards and state["phase"] == "play" and state["turn"] is None and "opens" not in state:
        return ["score"]
    now = {"play": ["play" if has_cards else "score"], "round-over": ["deal"]}.get(
        state["phase"], []
    )
    entered = state["round"] > 1 or state["phase"] == "round-over"
    return [*now, "end"] if now and entered and not has_cards else now


class NaiveReferee:
    """Answers lines as the protocol demands, but without events and messages.

    `history` has the list of valid games after each command that changed the game: a repair
    replaces the last ones. After an answer `faults` has the fields or house rules at fault; a
    referee may name any of them.
    """

    def __init__(self) -> None:
        self.game: Game | None = None
        self.history: list[list[Game]] = []
        self.faults: set[str] = set()

    def answer(self, line: bytes) -> Reply:
        command: Command = {}
        reply: Reply = {"ok": True}
        self.faults = set()
        try:
            command = read_line(line)
            check_shape(command)
            reply.update(self.obey(command))
        except Refused as refused:
            self.faults = refused.faults
            reply = {"ok": False, "error": {"code": refused.code, **refused.beside}}
        if "id" in command:
            reply["id"] = command["id"]
        if "variants" not in reply:
            reply["state"] = (
                None if self.game is None else family(self.game["variant"]).shown(self.game)
            )
            reply["due"] = [] if reply["state"] is None else due(reply["state"])
        return reply

    def obey(self, command: Command) -> Reply:
        """Execute the command; return the reply's fields other than `ok` and the state."""
        name = command["cmd"]
        if name == "variants":
            return {"variants": adding.listed() + tricks.listed() + points.listed()}
        if name == "new":
            self.game = family(command["variant"]).started(command)
            self.history = [[self.game]]
            return {}
        if name == "state":
            return {}
        if self.game is None:
            raise Refused("no-game")
        rules = family(self.game["variant"])
        if name != "repair":
            rules.check_in_this_game(self.game, command)
        if name == "claim":
            return {"claim": rules.claim(self.game, command)}
        if name == "undo":
            self.undo(command.get("count", 1))
            return {}
        counting = self.history[-1]
        changed = (
            self.repaired(counting, command)
            if name == "repair"
            else [*counting, stepped(self.game, command)]
        )
        self.history.append(changed)
        self.game = changed[-1]
        return {}

    def repaired(self, counting: list[Game], command: Command) -> list[Game]:
        """Return the valid games after a repair replaces the last ones."""
        if command["back"] >= len(counting):
            raise Refused("nothing-to-undo")
        games = counting[: len(counting) - command["back"]]
        for number, step in enumerate(command["steps"], start=1):
            try:
                games = [*games, stepped(games[-1], step)]
            except Refused as refused:
                raise Refused("not-repaired", step=number, why=refused.code) from None
        return games

    def undo(self, count: int) -> None:
        if count >= len(self.history):
            raise Refused("nothing-to-undo")
        del self.history[-count:]
        self.game = self.history[-1][-1]


def stepped(game: Game, command: Command) -> Game:
    """Return the game after one command that changes it."""
    rules = family(game["variant"])
    rules.check_in_this_game(game, command)
    if command["cmd"] not in rules.PHASES[game["phase"]]:
        raise Refused(rules.PHASE_CODE[game["phase"]])
    changed: Game = copy.deepcopy(game)
    rules.change(changed, command)
    return changed
