"""Corrects the points of a round that was entered; the later rounds are kept."""

from typing import cast

from msgspec.structs import replace

from companion.dialogs.context import Dialog, Item, Move, Reject, Scene, Submit
from companion.dialogs.current import points_game
from companion.dialogs.points.entering import HIGHEST, LOWEST, missing
from companion.dialogs.toolkit import Choice, Dial, WidgetDialog, ok_and_undo
from companion.errors import Illegal
from companion.message import Name, in_context, joined, phrase
from companion.rules.commands import Repair, Score, Step
from companion.rules.game import counting, repaired
from companion.rules.points.state import PointsState
from companion.rules.refusals import BadSum, NotRepaired
from companion.screens.model import DialScreen, ListEntry, ListScreen
from companion.screens.table_pictures import names_of
from companion.text.numbers import arrow, figure
from companion.text.turns import round_number


def correcting_row(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the row of the menu that corrects a round; none before one is entered."""
    entered = _entered(scene)
    if not entered:
        return ()
    return (Item(phrase("That's not right"), WhichRoundDialog(menu, len(entered) - 1)),)


def _entered(scene: Scene) -> tuple[int, ...]:
    """Return the places of the rounds that were entered, among the moments that count."""
    counted = counting(scene.moments)
    return tuple(place for place, entry in enumerate(counted) if isinstance(entry.command, Score))


def _round_at(scene: Scene, place: int) -> int:
    return counting(scene.moments)[place - 1].state.deal_number


def _points_at(scene: Scene, place: int) -> dict[str, int]:
    """Return the points that were entered at `place`, in the order of the seats."""
    moments = counting(scene.moments)
    entry, before = cast("Score", moments[place].command), moments[place - 1].state
    names = (before.players[seat].name for seat in before.seats_in)
    return {name: entry.points[name] for name in names}


class WhichRoundDialog(WidgetDialog, frozen=True):
    """Chooses the round whose points are wrong, the newest first."""

    back: Dialog
    chosen: int

    def widget(self, scene: Scene) -> Choice:
        places = _entered(scene)
        _rules, state = scene.game()
        rows = tuple(ListEntry(round_number(_round_at(scene, place))) for place in places)
        place = places[self.chosen]
        return Choice(
            screen=ListScreen(
                phrase("Which round?"), phrase("newest last"), rows, self.chosen, names_of(state)
            ),
            ok=CorrectRoundDialog(self, place, tuple(_points_at(scene, place).values())),
            undo=self.back,
            first=phrase("First: which round?"),
        )


class CorrectRoundDialog(WidgetDialog, frozen=True):
    """Chooses the player whose points of the round at `place` are wrong; `points` are everybody's.

    Where they do not add up as they must, the title says how many are missing, and another player's
    points are wrong as well.
    """

    back: Dialog
    place: int
    points: tuple[int, ...]
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rules, state = points_game(scene)
        number, together = _round_at(scene, self.place), sum(self.points)
        sums = rules.sums_of_round(number)
        names = tuple(_points_at(scene, self.place))
        rows = tuple(
            ListEntry(Name(name), value=figure(points))
            for name, points in zip(names, self.points, strict=True)
        )
        holds = not sums or together in sums
        title, note = (
            (phrase("Whose points?"), round_number(number))
            if holds
            else (missing(sums, together), "")
        )
        return Choice(
            screen=ListScreen(title, note, rows, self.chosen, names_of(state)),
            ok=CorrectPointsDialog(self, self.points[self.chosen]),
            undo=self.back,
            first=phrase("First: whose points are wrong?"),
        )

    def corrected(self, scene: Scene, value: int) -> Move:
        """Return what follows other points of the chosen player."""
        points = (*self.points[: self.chosen], value, *self.points[self.chosen + 1 :])
        corrected, entered = replace(self, points=points), _points_at(scene, self.place)
        if points == tuple(entered.values()):
            return corrected
        later = [entry.command for entry in counting(scene.moments)[self.place + 1 :]]
        steps = (Score(dict(zip(entered, points, strict=True))), *cast("list[Step]", later))
        repair = Repair(len(steps), steps)
        try:
            after = repaired(points_game(scene)[0], scene.moments, repair).state
        except Illegal as illegal:
            refusal = illegal.refusal
            if (
                isinstance(refusal, NotRepaired)
                and refusal.step == 1
                and isinstance(refusal.refusal, BadSum)
            ):
                return corrected
            return _refused(illegal, self)
        return ConfirmCorrectionDialog(corrected, repair, cast("PointsState", after))


def _refused(illegal: Illegal, back: Dialog) -> Reject:
    return Reject(illegal, back)


class CorrectPointsDialog(WidgetDialog, frozen=True):
    """Dials the points that a player really had in that round, from those entered on."""

    back: CorrectRoundDialog
    value: int

    def widget(self, scene: Scene) -> Dial:
        rules, state = points_game(scene)
        place = self.back.place
        number, name = _round_at(scene, place), tuple(_points_at(scene, place))[self.back.chosen]
        old_points, seat = _points_at(scene, place)[name], state.seat_of(name)
        now = 0 if seat is None else state.players[seat].points
        new_total = now + rules.round(number).times * (self.value - old_points)
        keys = ok_and_undo(in_context("key", "next"), in_context("key", "back"))
        screen = DialScreen(
            phrase("{name} in round {n}", name=Name(name), n=number),
            phrase("box: {total}", total=old_points),
            self.value,
            LOWEST,
            HIGHEST,
            table=names_of(state),
            makes=joined(" ", (figure(now), arrow(), figure(new_total))),
            ok=keys[0],
            other=keys[1],
        )
        return Dial(
            screen=screen,
            ok=self.back.corrected(scene, self.value),
            undo=self.back,
            first=phrase("First: enter the points, or leave"),
        )


class ConfirmCorrectionDialog(WidgetDialog, frozen=True):
    """Lists the standings that change, before and after the correction; OK corrects the round."""

    back: CorrectRoundDialog
    repair: Repair
    corrected: PointsState
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = points_game(scene)[1]
        title = phrase("Round {number}?", number=_round_at(scene, self.back.place))
        rows = tuple(
            ListEntry(
                joined(" ", (figure(now.points), arrow(), figure(after.points))),
                value=Name(after.name),
            )
            for now, after in zip(state.players, self.corrected.players, strict=True)
            if after.points != now.points
        )
        return Choice(
            screen=ListScreen(
                title,
                joined(" ", ("OK", in_context("key", "mend"))),
                rows,
                self.chosen,
                names_of(state),
            ),
            ok=Submit(self.repair, self),
            undo=self.back,
            first=phrase("First: mend it, or go back?"),
        )
