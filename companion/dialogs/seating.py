"""Players who join late, change seats or leave. Each family says what a player leaves behind."""

from collections.abc import Callable

from msgspec.structs import replace

from companion.core.commands import ChangeSeat, Join
from companion.dialogs.context import Dialog, Item, Move, Scene, Submit
from companion.dialogs.toolkit import Choice, Page, WidgetDialog, around, list_of, ok_and_undo
from companion.message import Name, Words, in_context, phrase
from companion.screens.model import KeyHint, Seat, SeatScreen
from companion.screens.table_pictures import seats_of
from companion.words.numbers import seat_name
from companion.words.turns import hand_number

Leaving = Callable[[str, Dialog], Dialog]
"""Returns the dialog that confirms the leaving of a player, and its way back."""


def people_rows(
    scene: Scene, menu: Dialog, leaving: Leaving, *, next_hand: bool = False
) -> tuple[Item, ...]:
    """Return the menu rows for a player who joins or changes seat, if the rules allow that now, or
    leaves.

    `next_hand` means that the game deals hands, and that a newcomer may begin with the next one.
    """
    rows = []
    names, newcomers = scene.names, _newcomers(scene)
    if any(scene.trial(command) is None for command in _ways(newcomers[0], names[0])):
        rows.append(
            Item(phrase("Player joins"), JoinTableDialog(menu, newcomers, next_hand=next_hand))
        )
    if len(names) > 2 and scene.trial(ChangeSeat(player=names[0], after=names[1])) is None:
        rows.append(Item(phrase("Player changes seat"), JoinTableDialog(menu, names, moves=True)))
    still_in = tuple(scene.playing.players[seat].name for seat in scene.playing.seats_in)
    title, first = phrase("Who leaves?"), phrase("Answer first: who leaves?")
    leaves = ChoosePlayerDialog(still_in, title, first, leaving, menu)
    return (*rows, Item(phrase("Player leaves"), leaves))


class ChoosePlayerDialog(WidgetDialog):
    """Choice of the player of a menu row, one of `names`.

    `first` is the sentence that refuses a card, and `then` returns the next move for the chosen
    player and the way back.
    """

    names: tuple[str, ...]
    title: Words
    first: Words
    then: Callable[[str, Dialog], Move]
    back: Dialog
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        items = [Item(Name(name), self.then(name, self)) for name in self.names]
        return list_of(
            items, self.chosen, self.title, "", scene.names, undo=self.back, first=self.first
        )


def _newcomers(scene: Scene) -> tuple[str, ...]:
    """Return who may join: the players of earlier games, and one named after the next seat."""
    playing = scene.names
    known = [name for name in scene.known_names if name not in playing]
    seats = [name for name in scene.seat_names if name not in (*playing, *known)]
    return (*known, *(seats[:1] or [seat_name(len(playing) + 1, (*playing, *known))]))


def _ways(name: str, after: str) -> tuple[Join, Join]:
    """Return the two ways to join after a player: as soon as the rules allow it, and at once."""
    return Join(player=name, after=after), Join(player=name, after=after, when="now")


class JoinTableDialog(WidgetDialog):
    """Choice of the player who joins, or who `moves` to another seat."""

    back: Dialog
    names: tuple[str, ...]
    moves: bool = False
    next_hand: bool = False
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        title = phrase("Who changes seat?") if self.moves else phrase("Who joins?")
        rows = [Item(Name(name), self._seat_of(scene, name)) for name in self.names]
        return list_of(rows, self.chosen, title, "", undo=self.back)

    def _seat_of(self, scene: Scene, name: str) -> Dialog:
        if not self.moves:
            return ChooseSeatDialog(self, name, len(scene.names) - 1, next_hand=self.next_hand)
        after = scene.playing.seat_of(name) or 0  # A phone may have renamed the player.
        return ChooseSeatDialog(self, name, after, moves=True).moved(scene, 1)


class ChooseSeatDialog(WidgetDialog):
    """Choice of the place between two players, for a newcomer or for a player who `moves`.

    OK seats a newcomer from the `next_hand` on, MORE at once, if the rules allow both.
    """

    back: Dialog
    name: str
    after: int
    moves: bool = False
    next_hand: bool = False

    def widget(self, scene: Scene) -> Page:
        state = scene.playing
        sits = scene.names[self.after]
        seats = [seat for seat in seats_of(state, None) if seat.name != self.name]
        sitting = [seat.name for seat in seats]
        place = sitting.index(sits) + 1
        seats.insert(place, Seat(self.name, "act"))
        lines = (
            (in_context("seat", "after"), sits),
            (in_context("seat", "before"), sitting[place % len(sitting)]),
        )
        title = phrase("New seat for {name}?") if self.moves else phrase("Seat for {name}?")
        ok, other = ok_and_undo(in_context("key", "yes"))
        later, now = _ways(self.name, sits)
        more = None
        if self.next_hand:
            ok = KeyHint("OK", hand_number(state.deal_number + 1))
            is_on = state.phase == "play"
            if is_on and scene.trial(now) is None and scene.trial(later) is None:
                other, more = KeyHint("MORE", in_context("key", "now")), Submit(now, self)
        screen = SeatScreen(
            title.filled(name=Name(self.name)),
            "",
            lines,
            tuple(seats),
            keys=(ok, other),
        )
        return Page(
            screen=screen,
            ok=Submit(ChangeSeat(player=self.name, after=sits) if self.moves else later, self),
            undo=self.back,
            more=more,
            left=self.moved(scene, -1),
            right=self.moved(scene, 1),
        )

    def moved(self, scene: Scene, step: int) -> "ChooseSeatDialog":
        """Return the dialog at the next place, skipping the player's own seat."""
        names = scene.names
        after = around(self.after, step, len(names))
        if names[after] == self.name:
            after = around(after, step, len(names))
        return replace(self, after=after)
