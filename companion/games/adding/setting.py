"""The dialogs for changes by hand: total, next player, direction, players in, and counted chips."""

from typing import ClassVar, Literal

from msgspec.structs import replace

from companion.core.commands import POT, Set
from companion.core.disagreement import Observed
from companion.dialogs.context import Dialog, Item, Move, Reject, Scene, Submit
from companion.dialogs.disagreement import ExplainDialog
from companion.dialogs.toolkit import (
    Choice,
    Confirmation,
    Dial,
    Page,
    WidgetDialog,
    cycle,
    ok_and_undo,
    position_text,
    ring_of,
    step_of,
)
from companion.games.adding.playing import adding_game
from companion.games.adding.screens import chips_of
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase
from companion.screens.model import DialScreen, KeyHint, ListEntry, ListScreen, SeatScreen
from companion.screens.table_pictures import names_of
from companion.words.numbers import figure

LOWEST, HIGHEST = -999, 999
MAX_COUNT = 99

Counted = Literal["chips", "points", "cards"]
"""What players can set by hand for each of them."""


class _ByHand(WidgetDialog):
    """A dialog for a change by hand, opened from the dialog `back`."""

    first: ClassVar[Words] = phrase("Answer first: what to change?")
    back: Dialog

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(self.first, self)


class SetDialog(_ByHand):
    """The list of settings that can be changed by hand. OK opens the selected row."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rows = self._rows(scene)
        entries = tuple(ListEntry(text, value=value) for text, value, _ in rows)
        table = names_of(adding_game(scene)[1])
        return Choice(
            screen=ListScreen(phrase("Change by hand"), "", entries, self.chosen, table),
            ok=rows[self.chosen][2],
            undo=self.back,
        )

    def _rows(self, scene: Scene) -> tuple[tuple[Words, Words, Dialog], ...]:
        rules, state = adding_game(scene)
        rows: list[tuple[Words, Words, Dialog]] = []
        if state.turn is not None:
            name = state.players[state.turn].name
            after = state.players[cycle(state, state.turn, forward=state.clockwise)].name
            rows = [
                (phrase("total"), figure(state.total), SetTotalDialog(self, scene.dialed_from)),
                (phrase("next"), Name(name), SetNextDialog(self, state.turn)),
                (
                    phrase("direction"),
                    phrase("to {name}", name=Name(after)),
                    SetDirectionDialog(self),
                ),
            ]
        counted: tuple[tuple[Counted, bool, Words], ...] = (
            ("chips", rules.chips is not None, phrase("chips")),
            ("points", rules.match is not None, phrase("points")),
            ("cards", state.turn is not None, phrase("cards")),
        )
        for what, is_kept, text in counted:
            if is_kept:
                held = " ".join(str(getattr(player, what) or 0) for player in state.players)
                rows.append((text, held, SetPlayerDialog(self, what)))
        count = position_text(len(state.seats_in) - 1, len(state.players))
        rows.append((phrase("who is in"), count, SetPlayerDialog(self, "in")))
        return tuple(rows)


class _Number(_ByHand):
    """A dial for a change by hand."""

    value: int

    def dial(
        self, scene: Scene, title: Words, has: int, ok: Move, low: int = LOWEST, high: int = HIGHEST
    ) -> Dial:
        """Return the dial of a number that is `has` at the box."""
        does = in_context("key", "set {value}", value=self.value)
        keys = ok_and_undo(
            does if isinstance(ok, Submit) else in_context("key", "next"),
            in_context("key", "back"),
        )
        screen = DialScreen(
            title,
            phrase("box: {total}", total=has),
            self.value,
            low,
            high,
            False,
            names_of(adding_game(scene)[1]),
            *keys,
            makes=by_hand(),
        )
        return Dial(screen=screen, ok=ok, undo=self.back)


class SetTotalDialog(_Number):
    """The dial for the total, starting at the box's value."""

    def widget(self, scene: Scene) -> Dial:
        total, ok = adding_game(scene)[1].total, Submit(Set(total=self.value), self)
        return self.dial(scene, phrase("Change the total"), total, ok)


class SetNextDialog(_ByHand):
    """The dialog for choosing the next player, in the order of the seats."""

    seat: int

    def widget(self, scene: Scene) -> Page:
        state = adding_game(scene)[1]
        has = state.name_of(state.turn)
        screen = SeatScreen(
            phrase("Change who is next"),
            "" if has is None else phrase("box: {name}", name=Name(has)),
            (("", state.players[self.seat].name),),
            ring_of(state, self.seat),
            names_of(state),
            *ok_and_undo(in_context("key of a value", "set"), in_context("key", "back")),
        )
        ok = Submit(Set(turn=state.players[self.seat].name), self)
        return Page(screen=screen, ok=ok, undo=self.back)

    def key(self, scene: Scene, key: Key) -> Move:
        if step_of(key):
            state = adding_game(scene)[1]
            return replace(self, seat=cycle(state, self.seat, forward=step_of(key) > 0))
        return super().key(scene, key)


class SetDirectionDialog(_ByHand):
    """The dialog that reverses the direction of play."""

    def widget(self, scene: Scene) -> Confirmation:
        state = adding_game(scene)[1]
        return Confirmation(
            question=phrase("Reverse direction?"),
            line=by_hand(),
            table=names_of(state),
            ok=Submit(Set(direction="counterclockwise" if state.clockwise else "clockwise"), self),
            undo=self.back,
        )


class SetPlayerDialog(_ByHand):
    """The dialog for choosing whose chips, points or cards are set, or who goes in or out."""

    what: Counted | Literal["in"]
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = adding_game(scene)[1]
        player = state.players[self.chosen]
        move: Move
        values: list[Words]
        if self.what == "in":
            inside, out = in_context("player", "in"), in_context("player", "out")
            values = [inside if each.still_in else out for each in state.players]
            move = Submit(Set(still_in={player.name: not player.still_in}), self)
        else:
            held = [getattr(each, self.what) or 0 for each in state.players]
            values = [figure(number) for number in held]
            move = SetCountDialog(self, held[self.chosen], self.what, player.name)
        titles = {
            "chips": phrase("Whose chips?"),
            "points": phrase("Whose points?"),
            "cards": phrase("Whose cards?"),
            "in": phrase("Who is in?"),
        }
        rows = tuple(
            ListEntry(Name(each.name), value=value)
            for each, value in zip(state.players, values, strict=True)
        )
        return Choice(
            screen=ListScreen(titles[self.what], "", rows, self.chosen, names_of(state)),
            ok=move,
            undo=self.back,
        )


class SetCountDialog(_Number):
    """The dial for a player's chips, points or cards."""

    what: Counted
    name: str

    def widget(self, scene: Scene) -> Dial:
        state = adding_game(scene)[1]
        seat = state.seat_of(self.name)
        has = 0 if seat is None else getattr(state.players[seat], self.what) or 0
        low, high = (LOWEST, HIGHEST) if self.what == "points" else (0, MAX_COUNT)
        ok: Move
        match self.what:
            case "chips":
                title = phrase("{name}'s chips?")
                ok = ChipCounterpartyDialog(self, self.name, self.value)
            case "points":
                title = phrase("{name}'s points?")
                ok = Submit(Set(points={self.name: self.value}), self)
            case "cards":
                title = phrase("{name}'s cards?")
                ok = Submit(Set(hands={self.name: self.value}), self)
        dial = self.dial(scene, title.filled(name=Name(self.name)), has, ok, low, high)
        return replace(dial, ok=self.back) if self.value == has else dial


class ChipCounterpartyDialog(_ByHand):
    """The dialog for choosing where chips come from or go to: the pot or another player."""

    name: str
    value: int
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = adding_game(scene)[1]
        others = tuple(player.name for player in state.players if player.name != self.name)
        held = {player.name: player.chips or 0 for player in state.players}
        rows = (
            ListEntry(phrase("the pot"), value=figure(state.pot)),
            *(ListEntry(Name(name), value=figure(held[name])) for name in others),
        )
        more = self.value > held[self.name]
        title = phrase("Chips from whom?") if more else phrase("Chips to whom?")
        command = Set(chips={self.name: self.value}, against=(POT, *others)[self.chosen])
        return Choice(
            screen=ListScreen(
                title, f"{held[self.name]} → {self.value}", rows, self.chosen, names_of(state)
            ),
            ok=Submit(command, self),
            undo=self.back,
        )


def by_hand() -> Words:
    """Return the note that the journal records a change as made by hand."""
    return phrase("a change by hand")


def counting_row(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the menu row that counts chips; empty in a game without them."""
    rules, state = adding_game(scene)
    if rules.chips is None or state.phase not in {"play", "hand-over"}:
        return ()
    return (Item(phrase("Count chips"), WhoseChipsDialog(menu)),)


class WhoseChipsDialog(SetPlayerDialog):
    """The dialog for choosing the player whose chips were counted."""

    first = phrase("Answer first: whose chips?")
    what: Literal["chips"] = "chips"

    def widget(self, scene: Scene) -> Choice:
        player = adding_game(scene)[1].players[self.chosen]
        count = CountChipsDialog(self, player.name, player.chips or 0)
        return replace(super().widget(scene), ok=count)


class CountChipsDialog(WidgetDialog):
    """The dial for the chips of a player or of the pot, starting at the box's number. OK searches
    for the reason of a difference.
    """

    back: Dialog
    name: str
    value: int

    def widget(self, scene: Scene) -> Dial:
        rules, state = adding_game(scene)
        seat, has = state.seat_of(self.name), state.chips_of(self.name)
        look = None if seat is None else chips_of(rules, state.players[seat])
        title: Words = (
            phrase("The pot's chips?")
            if seat is None
            else phrase("{name}'s chips?", name=Name(self.name))
        )
        other = KeyHint("UNDO", in_context("key", "back"))
        if seat is not None:
            other = KeyHint("MORE", in_context("key", "pot"))
        screen = DialScreen(
            title,
            phrase("box: {total}", total=has),
            self.value,
            0,
            MAX_COUNT,
            table=names_of(state),
            ok=KeyHint("OK", in_context("key", "next")),
            other=other,
            chips=None if look is None else replace(look, held=self.value),
        )
        return Dial(screen=screen, undo=self.back, first=phrase("Answer first: how many chips?"))

    def key(self, scene: Scene, key: Key) -> Move:
        state = adding_game(scene)[1]
        match key.name:
            case "OK" if self.value == state.chips_of(self.name):
                return self.back
            case "OK":
                return ExplainDialog.start(scene, Observed(chips={self.name: self.value}))
            case "MORE":
                return CountChipsDialog(self.back, POT, state.pot) if self.name != POT else self
        return super().key(scene, key)
