"""The points of a round by key: a dial for each player still in, and a sum that does not hold."""

from msgspec.structs import replace

from companion.dialogs.context import Close, Dialog, Move, Scene, Submit
from companion.dialogs.current import points_game
from companion.dialogs.keys import around, position_text, step_of
from companion.dialogs.toolkit import Dial, Page, WidgetDialog, ok_and_undo
from companion.inputs import Key
from companion.message import Name, Words, in_context, joined, phrase
from companion.rules.commands import Score
from companion.rules.points.state import PointsState
from companion.rules.refusals import BadSum
from companion.screens.model import DialScreen, PlayerRow, PlayerTableScreen
from companion.screens.table_pictures import names_of
from companion.text.numbers import arrow, figure

LOWEST, HIGHEST = -9999, 9999
"""The points of a round that a dial offers, four digits as on the sheet;
the page takes any number.
"""


class DialPointsDialog(WidgetDialog, frozen=True):
    """Dials what the round brings or costs the next player, after those whose points are `given`.

    UNDO goes one player back. `later` are the points of the players behind, which are kept
    meanwhile; with `back` all points are known, and only this player's are changed.
    """

    given: tuple[int, ...] = ()
    value: int = 0
    later: tuple[int, ...] = ()
    back: "SumDialog | None" = None

    def widget(self, scene: Scene) -> Dial:
        rules, state = points_game(scene)
        place, seats = len(self.given), state.seats_in
        player, times = state.players[seats[place]], rules.round(state.round).times
        is_last = self.back is not None or place + 1 == len(seats)
        keys = ok_and_undo(
            in_context("key", "done") if is_last else in_context("key", "next"),
            in_context("key", "no") if self._before() is None else in_context("key", "back"),
        )
        first = phrase("First: enter the points, or leave with {key}", key="UNDO")
        screen = DialScreen(
            phrase("{name} in round {n}", name=Name(player.name), n=state.round),
            position_text(place, len(seats)),
            self.value,
            LOWEST,
            HIGHEST,
            table=names_of(state),
            makes=joined(
                " ", (figure(player.points), arrow(), figure(player.points + times * self.value))
            ),
            ok=keys[0],
            other=keys[1],
        )
        return Dial(
            screen=screen,
            ok=self._next(scene, len(seats)),
            undo=self._before() or Close(),
            first=first if self._before() is None else phrase("First: enter the points, or leave"),
        )

    def _before(self) -> Dialog | None:
        if self.back is not None or not self.given:
            return self.back
        return DialPointsDialog(self.given[:-1], self.given[-1], (self.value, *self.later))

    def _next(self, scene: Scene, players: int) -> Move:
        given = (*self.given, self.value)
        if self.back is None and len(given) < players:
            following, *later = self.later or (0,)
            return DialPointsDialog(given, following, tuple(later))
        points = (*given, *self.later)
        command = score(points_game(scene)[1], points)
        refused = scene.trial(command)
        if refused is not None and isinstance(refused.refusal, BadSum):
            return SumDialog(points, len(self.given))
        return Submit(command, self)


class SumDialog(WidgetDialog, frozen=True):
    """All points of a round that do not add up.
    LEFT and RIGHT choose a player, OK dials that one again.
    """

    points: tuple[int, ...]
    chosen: int

    def widget(self, scene: Scene) -> Page:
        rules, state = points_game(scene)
        rows = tuple(
            PlayerRow(state.players[seat].name, text=figure(points), marked=place == self.chosen)
            for place, (seat, points) in enumerate(zip(state.seats_in, self.points, strict=True))
        )
        keys = ok_and_undo(in_context("key", "change"), in_context("key", "back"))
        given, value, later = (
            self.points[: self.chosen],
            self.points[self.chosen],
            self.points[self.chosen + 1 :],
        )
        return Page(
            screen=PlayerTableScreen(
                missing(rules.sums_of_round(state.round), sum(self.points)), "", rows, *keys
            ),
            ok=DialPointsDialog(given, value, later, back=self),
            undo=DialPointsDialog(self.points[:-1], self.points[-1]),
            first=phrase("First: whose points are wrong?"),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        if step := step_of(key):
            return replace(self, chosen=around(self.chosen, step, len(self.points)))
        return super().key(scene, key)


def score(state: PointsState, points: tuple[int, ...]) -> Score:
    """Return the command that enters the points of everybody still in."""
    names = (state.players[seat].name for seat in state.seats_in)
    return Score(points=dict(zip(names, points, strict=True)))


def missing(sums: tuple[int, ...], total: int) -> Words:
    """Return what the points add up to, and what they must: ``25 of 26: 1 short``."""
    due = min(sums, key=lambda allowed: abs(allowed - total))
    template = (
        phrase("{sum} of {due}: {n} short") if total < due else phrase("{sum} of {due}: {n} over")
    )
    return template.filled(sum=total, due=due, n=abs(due - total))
