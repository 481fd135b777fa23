"""Puts the last plays right by hand: another card, one play less or more, two plays the other way round."""

from typing import Literal, NamedTuple, assert_never, cast

from msgspec import UNSET
from msgspec.structs import replace

from companion.dialogs.context import Dialog, Move, Scene
from companion.dialogs.disagreement.mending import MendedGame, card_ring, mended, ranks_in
from companion.dialogs.disagreement.setting import SetDialog
from companion.dialogs.toolkit import Choice, WidgetDialog
from companion.rules.adding.state import AddingState
from companion.rules.commands import Bust, New, Play, Repair, Step
from companion.rules.disagreement import Edit
from companion.rules.family import HistoryEntry, State
from companion.rules.game import counting
from companion.screens.model import ListEntry, ListScreen
from companion.screens.table_pictures import names_of
from companion.text.disagreement import played_cards
from companion.text.language import asks
from companion.text.language import gettext as _
from companion.text.named import Named, Words
from companion.text.numbers import digits
from companion.text.undo import taken_back

MOST_ROWS = 20
"""How many of the last plays the list has."""

What = Literal["other", "out", "before", "order"]


class ByHandDialog(WidgetDialog, frozen=True):
    """The last plays, newest last, and a row for a new one; OK asks what was wrong with the one chosen."""

    back: Dialog
    chosen: int

    @classmethod
    def start(cls, scene: Scene, back: Dialog) -> "ByHandDialog":
        """Return the list at the newest play."""
        return cls(back, len(_last(scene)) - 1)

    def widget(self, scene: Scene) -> Choice:
        last = _last(scene)
        rows = (*(_row(entry) for entry in last), ListEntry(_("a new play"), prefix="+"))
        _rules, state = scene.game()
        place = len(counting(scene.moments)) - len(last) + self.chosen
        new = PutCardDialog(self, len(counting(scene.moments)), "before")
        return Choice(
            screen=ListScreen(asks("Which play?"), _("newest last"), rows, self.chosen, names_of(state)),
            ok=new if self.chosen == len(last) else WhatDialog(self, place),
            undo=self.back,
            first=asks("First: which play?"),
        )


class _Row(NamedTuple):
    text: str
    move: Move


class WhatDialog(WidgetDialog, frozen=True):
    """Asks what was wrong with the play at `place` of those that count."""

    back: Dialog
    place: int
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rows = tuple(self._rows(scene))
        entry = counting(scene.moments)[self.place]
        _rules, state = scene.game()
        whose: Words = taken_back(entry.events).short
        if isinstance(entry.command, Play):
            whose = Named(_who(scene, self.place), before=f"{played_cards(entry.command)} ")
        chosen = self.chosen % len(rows)
        entries = tuple(ListEntry(row.text) for row in rows)
        return Choice(
            screen=ListScreen(asks("What was it?"), whose, entries, chosen, names_of(state)),
            ok=rows[chosen].move,
            undo=self.back,
            first=asks("First: what was it?"),
        )

    def _rows(self, scene: Scene) -> list[_Row]:
        place, counted = self.place, counting(scene.moments)
        is_play = isinstance(counted[place].command, Play)
        rows = []
        if is_play:
            rows.append(_Row(_("another card"), PutCardDialog(self, place, "other")))
        rows.append(_Row(_("take it out"), _changed(scene, self, place, "out", None)))
        rows.append(_Row(_("put one before"), PutCardDialog(self, place, "before")))
        rows.append(_Row(_("put one behind"), PutCardDialog(self, place + 1, "before")))
        if is_play and isinstance(counted[place - 1].command, Play):
            rows.append(_Row(_("the other player"), _changed(scene, self, place - 1, "order", None)))
        if isinstance(counted[-1].state, AddingState):
            rows.append(_Row(_("set by hand"), SetDialog(self)))
        return rows


class PutCardDialog(WidgetDialog, frozen=True):
    """Chooses the card that was played; one passed over the reader answers as well."""

    back: Dialog
    place: int
    what: What
    chosen: int = 6

    def widget(self, scene: Scene) -> Choice:
        screen = card_ring(scene, _who(scene, self.place), self.chosen)
        return Choice(screen=screen, ok=self.card(scene, ranks_in(scene)[screen.chosen]), undo=self.back)

    def card(self, scene: Scene, card: str) -> Move:
        return _changed(scene, self, self.place, self.what, Play(card=card))


def _changed(scene: Scene, back: Dialog, place: int, what: What, now: Play | None) -> Move:
    """Return the mended game with one change at `place`, the first question it asks, or why it cannot be."""
    counted = counting(scene.moments)
    old = tuple(_for_anybody(entry.command) for entry in counted[place:])
    kept = tuple(_value(entry.state) for entry in counted[place:])
    was = old[0] if old else None
    player = _who(scene, place)
    match what:
        case "out":
            change = MendedGame(place, old[1:], kept[1:], Edit("card-twice", place, player, was))
        case "order":
            steps = (old[1], old[0], *old[2:])
            change = MendedGame(
                place, steps, (kept[1], kept[0], *kept[2:]), Edit("order", place, player, was, old[1])
            )
        case "other" if now is not None:
            change = MendedGame(
                place, (now, *old[1:]), (None, *kept[1:]), Edit("other-card", place, player, was, now)
            )
        case "before" | "other":
            put = () if now is None else (now,)
            change = MendedGame(
                place, (*put, *old), (None, *kept), Edit("card-missed", place, player, None, now)
            )
        case _:
            assert_never(what)
    return mended(scene, change, back)


def _last(scene: Scene) -> list[HistoryEntry]:
    """Return the last entries that count, of this game."""
    return counting(scene.moments)[1:][-MOST_ROWS:]


def _row(entry: HistoryEntry) -> ListEntry:
    total = "" if entry.state.total is None else digits(entry.state.total)
    done = taken_back(entry.events).short
    if isinstance(entry.command, Play) and isinstance(done, Named):
        return ListEntry(Named(done.name), played_cards(entry.command), total)
    return ListEntry(done, "", total)


def _who(scene: Scene, place: int) -> str:
    """Return who acts at a place of those that count."""
    state = counting(scene.moments)[place - 1].state
    return state.name_of(state.lit) or ""


def _for_anybody(command: object) -> Step:
    """Return a command without the name of the player to act: in a mended game it may be another one."""
    if isinstance(command, Play | Bust):
        return replace(command, player=UNSET)
    if command is None or isinstance(command, New | Repair):
        raise TypeError("only steps count after the first moment of a game")
    return cast("Step", command)


def _value(after: State) -> int | None:
    """Return the value that the box took for the last card."""
    return after.call.value if isinstance(after, AddingState) and after.call is not None else None
