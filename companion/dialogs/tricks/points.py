"""The points of a round by key: entered if nobody scans, and checked when a player calls theirs."""

from math import gcd
from typing import Final

from companion.dialogs.context import Close, Move, Reject, Scene, Submit
from companion.dialogs.current import trick_game
from companion.dialogs.toolkit import Choice, Dial, Page, WidgetDialog, check_keys, ok_and_undo
from companion.message import Name, in_context, phrase, plural
from companion.rules.commands import Claim, Score
from companion.rules.tricks.rules import Round
from companion.rules.tricks.state import TrickState
from companion.screens.model import DialScreen, ListEntry, ListScreen, PlayerRow, PlayerTableScreen
from companion.screens.table_pictures import names_of
from companion.text.turns import round_number

FIVES: Final = 5


def can_enter_points(scene: Scene) -> bool:
    """Return whether the points of the round may be entered: before its first card."""
    state = scene.state
    return isinstance(state, TrickState) and state.phase == "play" and not state.played


def can_check_points(scene: Scene) -> bool:
    """Return whether a player's points of the round may be checked: once it is over."""
    return isinstance(scene.state, TrickState) and scene.state.phase != "play"


def most_left(costs: Round, given: tuple[int, ...]) -> int:
    """Return the maximum that the next player can have paid,
    after those whose points are `given`.
    """
    return costs.total - sum(given) + (0 if any(given) else costs.sweep)


class EnterPointsDialog(WidgetDialog, frozen=True):
    """Dials each player's points, in steps of what the round costs;
    the last one follows from the others.
    """

    given: tuple[int, ...] = ()
    value: int = 0

    def widget(self, scene: Scene) -> Dial:
        rules, state = trick_game(scene)
        costs = rules.round(state.round)
        left = most_left(costs, self.given)
        title, table = (
            phrase("{name} pays", name=Name(state.players[len(self.given)].name)),
            names_of(state),
        )
        keys = ok_and_undo(
            in_context("key", "next"),
            in_context("key", "back") if self.given else in_context("key", "no"),
        )
        remaining = plural("{n:d} left", "{n:d} left", left)
        first = phrase("First: enter the points, or leave with {key}", key="UNDO")
        return Dial(
            screen=DialScreen(title, remaining, self.value, 0, left, left > 0, table, *keys),
            by=costs.step,
            ok=self._next(scene, costs),
            undo=EnterPointsDialog(self.given[:-1], self.given[-1]) if self.given else Close(),
            first=phrase("First: enter the points, or leave") if self.given else first,
        )

    def _next(self, scene: Scene, costs: Round) -> Move:
        """Return the next dial, or the summary if one player is left
        or nothing remains to be paid.
        """
        state = trick_game(scene)[1]
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
        return asked if refused is None else Reject(refused, self, phrase("Not right"))


class ConfirmPointsDialog(WidgetDialog, frozen=True):
    """All points of the round, before they are stored."""

    points: tuple[int, ...]
    back: EnterPointsDialog

    def widget(self, scene: Scene) -> Page:
        state = trick_game(scene)[1]
        rows = tuple(
            PlayerRow(player.name, text=f"+{paid}")
            for player, paid in zip(state.players, self.points, strict=True)
        )
        title = phrase("Round {number}?", number=state.round)
        keys = ok_and_undo(in_context("key", "right"), in_context("key", "back"))
        return Page(
            screen=PlayerTableScreen(title, "", rows, *keys),
            ok=Submit(self.score(state), self),
            undo=self.back,
            first=phrase("First: are these points right?"),
        )

    def score(self, state: TrickState) -> Score:
        """Return the command, which names all players."""
        names = (player.name for player in state.players)
        return Score(points=dict(zip(names, self.points, strict=True)))


class WhosePointsDialog(WidgetDialog, frozen=True):
    """Chooses the player who called their points of the round."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = trick_game(scene)[1]
        rows = tuple(ListEntry(Name(player.name)) for player in state.players)
        this_round = round_number(state.round)
        return Choice(
            screen=ListScreen(
                phrase("Whose points?"), this_round, rows, self.chosen, names_of(state)
            ),
            ok=PointsDialog(state.players[self.chosen].name),
            first=phrase("First: whose points?"),
        )


class PointsDialog(WidgetDialog, frozen=True):
    """Dials the points that a player called. Starts empty;
    the first key shows zero, never the answer.
    """

    name: str
    value: int | None = None

    def widget(self, scene: Scene) -> Dial:
        rules, state = trick_game(scene)
        costs, penalties = rules.round(state.round), [player.penalty for player in state.players]
        most = costs.total + costs.sweep + sum(penalties)
        title, this_round = phrase("{name} called", name=Name(self.name)), round_number(state.round)
        keys = check_keys(self.value, in_context("key", "back"))
        return Dial(
            screen=DialScreen(
                title, this_round, self.value, 0, most, False, names_of(state), *keys
            ),
            # By 5 if all costs are multiples of five, else by 1: a wrong call need not be a
            # possible sum.
            by=gcd(FIVES, costs.step, costs.sweep, *penalties),
            ok=Close() if self.value is None else Claim(player=self.name, points=self.value),
            undo=WhosePointsDialog([player.name for player in state.players].index(self.name)),
            first=phrase("First: which points were called?"),
        )
