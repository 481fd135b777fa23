"""Corrects the points of a round that was entered; the later rounds are kept."""

import msgspec
from msgspec.structs import replace

from companion.dialogs.context import Close, Dialog, Item, Move, Reject, Scene, Submit
from companion.dialogs.points.entering import DialPointsDialog, SumDialog
from companion.dialogs.toolkit import Choice, WidgetDialog
from companion.inputs import Key
from companion.rules.commands import Repair, Score, Step
from companion.rules.game import counting
from companion.screens.model import ListEntry, ListScreen, Picture
from companion.screens.table_pictures import names_of
from companion.text.language import asks
from companion.text.language import gettext as _
from companion.text.turns import round_number


def correcting_row(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the row of the menu that corrects a round; none before one is entered."""
    entered = _entered(scene)
    if not entered:
        return ()
    return (Item(_("That's not right"), WhichRoundDialog(menu, len(entered) - 1)),)


def _entered(scene: Scene) -> tuple[int, ...]:
    """Return the places of the rounds that were entered, among the moments that count."""
    counted = counting(scene.moments)
    return tuple(place for place, entry in enumerate(counted) if isinstance(entry.command, Score))


class WhichRoundDialog(WidgetDialog, frozen=True):
    """Chooses the round whose points are wrong, the newest first."""

    back: Dialog
    chosen: int

    def widget(self, scene: Scene) -> Choice:
        counted, places = counting(scene.moments), _entered(scene)
        _rules, state = scene.game()
        rows = tuple(ListEntry(round_number(counted[place - 1].state.deal_number)) for place in places)
        return Choice(
            screen=ListScreen(asks("Which round?"), _("newest last"), rows, self.chosen, names_of(state)),
            ok=CorrectRoundDialog.start(scene, self, places[self.chosen]),
            undo=self.back,
            first=asks("First: which round?"),
        )


class CorrectRoundDialog(msgspec.Struct, frozen=True):
    """The dials of a round that was entered, as they were set; the last one puts it right."""

    back: Dialog
    place: int
    question: DialPointsDialog | SumDialog

    @classmethod
    def start(cls, scene: Scene, back: Dialog, place: int) -> "CorrectRoundDialog":
        """Return the first dial of the round at `place`."""
        counted = counting(scene.moments)
        command, before = counted[place].command, counted[place - 1].state
        given = command.points if isinstance(command, Score) else {}
        first, *later = (given.get(before.players[seat].name, 0) for seat in before.seats_in)
        return cls(back, place, DialPointsDialog((), first, tuple(later)))

    def picture(self, scene: Scene) -> Picture:
        return self.question.picture(self._then(scene))

    def key(self, scene: Scene, key: Key) -> Move:
        return self._after(scene, self.question.key(self._then(scene), key))

    def card(self, scene: Scene, card: str) -> Move:
        return self._after(scene, self.question.card(self._then(scene), card))

    def _then(self, scene: Scene) -> Scene:
        """Return the scene while that round was played."""
        moments = counting(scene.moments)[: self.place]
        return replace(scene, moments=moments, state=moments[-1].state)

    def _after(self, scene: Scene, move: Move) -> Move:
        match move:
            case Submit(command=Score() as points):
                later = counting(scene.moments)[self.place + 1 :]
                steps = (points, *(one.command for one in later if isinstance(one.command, Step)))
                return Submit(Repair(len(later) + 1, steps), self)
            case Close():
                return self.back
            case Reject():
                return replace(move, back=self, key=None)
            case DialPointsDialog() | SumDialog():
                return replace(self, question=move)
        return self
