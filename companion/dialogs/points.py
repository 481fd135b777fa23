"""The points of a round by key: entered if nobody scans, and checked when a player calls theirs."""

from math import gcd
from typing import Final

import msgspec

from companion.dialogs.context import CheckTotal, Close, Move, Reject, Scene, Submit
from companion.dialogs.keys import around, dialled, turned
from companion.inputs import Key
from companion.rules.commands import Claim, Score
from companion.rules.tricks.rules import Round
from companion.rules.tricks.state import TrickState
from companion.screens.model import (
    DialScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    Picture,
    PlayerRow,
    PlayerTableScreen,
)
from companion.screens.table_pictures import names_of
from companion.text.language import asks, ngettext, pgettext
from companion.text.language import gettext as _
from companion.text.named import Named, named
from companion.text.refusals import sentence

replace = msgspec.structs.replace
FIVES: Final = 5


def can_enter_points(scene: Scene) -> bool:
    """Return whether the points of the round may be entered: before its first card."""
    state = scene.state
    return isinstance(state, TrickState) and state.phase == "play" and not state.played


def can_check_points(scene: Scene) -> bool:
    """Return whether a player's points of the round may be checked: once it is over."""
    return isinstance(scene.state, TrickState) and scene.state.phase != "play"


def most_left(costs: Round, given: tuple[int, ...]) -> int:
    """Return the maximum that the next player can have paid, after those whose points are `given`."""
    return costs.total - sum(given) + (0 if any(given) else costs.sweep)


class EnterPointsDialog(msgspec.Struct, frozen=True):
    """Dials each player's points, in steps of what the round costs; the last one follows from the others."""

    given: tuple[int, ...] = ()
    value: int = 0

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.tricks()
        left = most_left(rules.round(state.round), self.given)
        name = state.players[len(self.given)].name
        ok = KeyHint("OK", pgettext("key", "next"))
        back = KeyHint("UNDO", pgettext("key", "back") if self.given else pgettext("key", "no"))
        title, table = named(_("{name} pays"), name), names_of(state)
        remaining = ngettext("{n:d} left", "{n:d} left", left).format(n=left)
        return DialScreen(title, remaining, self.value, 0, left, left > 0, table, ok, back)

    def key(self, scene: Scene, key: Key) -> Move:
        rules, state = scene.tricks()
        costs = rules.round(state.round)
        match key.name:
            case "LEFT" | "RIGHT" | "MORE":
                left = most_left(costs, self.given)
                return replace(self, value=dialled(self.value, key, 0, left, by=costs.step))
            case "OK":
                return self._next(scene, costs)
            case "UNDO" if self.given:
                return EnterPointsDialog(self.given[:-1], self.given[-1])
            case "UNDO":
                return Close()
        return self

    def _next(self, scene: Scene, costs: Round) -> Move:
        """Return the next dial, or the summary if one player is left or nothing remains to be paid."""
        state = scene.tricks()[1]
        given = (*self.given, self.value)
        open_seats = len(state.players) - len(given)
        left = most_left(costs, given)
        if open_seats > 1 and left > 0:
            return EnterPointsDialog(given)
        # A player who took everything pays the sweep as well, so what is left is negative.
        others = (max(left, 0),) if open_seats == 1 else (0,) * open_seats
        points = (*given, *others)
        asked = ConfirmPointsDialog(points, self)
        refused = scene.trial(asked.score(state))
        return asked if refused is None else Reject(sentence(refused), self, _("Not right"))

    def card(self, scene: Scene, card: str) -> Move:
        if self.given:
            return Reject(_("First: enter the points, or leave"), self)
        return Reject(_("First: enter the points, or leave with {key}"), self, key="UNDO")


class ConfirmPointsDialog(msgspec.Struct, frozen=True):
    """All points of the round, before they are stored."""

    points: tuple[int, ...]
    back: EnterPointsDialog

    def picture(self, scene: Scene) -> Picture:
        state = scene.tricks()[1]
        rows = tuple(
            PlayerRow(player.name, text=f"+{paid}")
            for player, paid in zip(state.players, self.points, strict=True)
        )
        ok, back = KeyHint("OK", pgettext("key", "right")), KeyHint("UNDO", pgettext("key", "back"))
        return PlayerTableScreen(asks("Round {number}?").format(number=state.round), "", rows, ok, back)

    def score(self, state: TrickState) -> Score:
        """Return the command, which names all players."""
        names = (player.name for player in state.players)
        return Score(points=dict(zip(names, self.points, strict=True)))

    def key(self, scene: Scene, key: Key) -> Move:
        state = scene.tricks()[1]
        match key.name:
            case "OK":
                return Submit(self.score(state), self)
            case "UNDO":
                return self.back
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(asks("First: are these points right?"), self)


class WhosePointsDialog(msgspec.Struct, frozen=True):
    """Chooses the player who called their points of the round."""

    chosen: int = 0

    def picture(self, scene: Scene) -> Picture:
        state = scene.tricks()[1]
        rows = tuple(ListEntry(Named(player.name)) for player in state.players)
        this_round = _("round {number}").format(number=state.round)
        return ListScreen(asks("Whose points?"), this_round, rows, self.chosen, names_of(state))

    def key(self, scene: Scene, key: Key) -> Move:
        state = scene.tricks()[1]
        match key.name:
            case "LEFT" | "RIGHT":
                return WhosePointsDialog(around(self.chosen, turned(key), len(state.players)))
            case "OK":
                return PointsDialog(state.players[self.chosen].name)
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(asks("First: whose points?"), self)


class PointsDialog(msgspec.Struct, frozen=True):
    """Dials the points that a player called. Starts at zero, never at the answer."""

    name: str
    value: int = 0

    def picture(self, scene: Scene) -> Picture:
        state = scene.tricks()[1]
        ok, no = KeyHint("OK", pgettext("key", "check")), KeyHint("UNDO", pgettext("key", "back"))
        title, most = named(_("{name} called"), self.name), self._most(scene)
        this_round = _("round {number}").format(number=state.round)
        return DialScreen(title, this_round, self.value, 0, most, False, names_of(state), ok, no)

    def _most(self, scene: Scene) -> int:
        rules, state = scene.tricks()
        costs = rules.round(state.round)
        return costs.total + costs.sweep + sum(player.penalty for player in state.players)

    def _step(self, scene: Scene) -> int:
        """Return 5 if all costs are multiples of five, else 1: a wrong call need not be a possible sum."""
        rules, state = scene.tricks()
        costs = rules.round(state.round)
        return gcd(FIVES, costs.step, costs.sweep, *(player.penalty for player in state.players))

    def key(self, scene: Scene, key: Key) -> Move:
        state = scene.tricks()[1]
        match key.name:
            case "LEFT" | "RIGHT" | "MORE":
                return replace(
                    self, value=dialled(self.value, key, 0, self._most(scene), by=self._step(scene))
                )
            case "OK":
                return CheckTotal(Claim(player=self.name, points=self.value))
            case "UNDO":
                return WhosePointsDialog([player.name for player in state.players].index(self.name))
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(asks("First: which points were called?"), self)
