"""The dialogs for changes by hand: total, next player, direction, players in, and counted chips."""

from functools import partial
from typing import ClassVar, Literal

from msgspec.structs import replace

from companion.core.commands import POT, Set
from companion.core.disagreement import Observed
from companion.dialogs.context import Dialog, Item, Move, Scene, Submit
from companion.dialogs.disagreement import ExplainDialog
from companion.dialogs.toolkit import (
    Choice,
    Dial,
    WidgetDialog,
    cycle,
    list_of,
    ok_and_undo,
    position_text,
)
from companion.games.adding.rules import AddingRules
from companion.games.adding.screens import chips_of
from companion.games.adding.state import AddingState, Player
from companion.message import Name, Words, in_context, phrase
from companion.screens.model import DialScreen, KeyHint
from companion.words.numbers import figure

LOWEST, HIGHEST = -999, 999
MAX_COUNT = 99

Counted = Literal["chips", "points", "cards"]
"""What players can set by hand for each of them."""


class _ByHand(WidgetDialog):
    """A dialog for a change by hand, opened from the dialog `back`."""

    first: ClassVar[Words] = phrase("Answer first: what to change?")
    back: Dialog


class SetDialog(_ByHand):
    """The list of settings that can be changed by hand. OK opens the selected row."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        items, title = self._items(scene), phrase("Change by hand")
        return list_of(items, self.chosen, title, "", scene.names, undo=self.back, first=self.first)

    def _items(self, scene: Scene) -> list[Item]:
        rules, state = scene.game_of(AddingRules, AddingState)
        items: list[Item] = []
        if state.turn is not None:
            after = state.players[cycle(state, state.turn, forward=state.clockwise)].name
            total = SetNumberDialog(self, "total", scene.dialed_from)
            turned = Set(direction="counterclockwise" if state.clockwise else "clockwise")
            items = [
                Item(phrase("total"), total, figure(state.total)),
                Item(
                    phrase("next"),
                    SetPlayerDialog(self, "next", state.seats_in.index(state.turn)),
                    Name(state.players[state.turn].name),
                ),
                Item(
                    phrase("direction"), Submit(turned, self), phrase("to {name}", name=Name(after))
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
                items.append(Item(text, SetPlayerDialog(self, what), held))
        count = position_text(len(state.seats_in) - 1, len(state.players))
        return [*items, Item(phrase("who is in"), SetPlayerDialog(self, "in"), count)]


class SetNumberDialog(_ByHand):
    """The dial for the total, starting at the box's value, or for the chips, points or cards of the
    player called `name`.
    """

    what: Counted | Literal["total"]
    value: int
    name: str = ""

    def widget(self, scene: Scene) -> Dial:
        state = scene.playing
        seat = state.seat_of(self.name)
        has = 0 if seat is None else getattr(state.players[seat], self.what) or 0
        ok: Move
        match self.what:
            case "total":
                has, title = state.total, phrase("Change the total")
                ok = Submit(Set(total=self.value), self)
            case "chips":
                title = phrase("{name}'s chips?", name=Name(self.name))
                ok = ChipCounterpartyDialog(self, self.name, self.value)
            case "points":
                title = phrase("{name}'s points?", name=Name(self.name))
                ok = Submit(Set(points={self.name: self.value}), self)
            case "cards":
                title = phrase("{name}'s cards?", name=Name(self.name))
                ok = Submit(Set(hands={self.name: self.value}), self)
        low, high = (0, MAX_COUNT) if self.what in {"chips", "cards"} else (LOWEST, HIGHEST)
        does = in_context("key", "next")
        if isinstance(ok, Submit):
            does = in_context("key", "set {value}", value=self.value)
        screen = DialScreen(
            title,
            phrase("box: {total}", total=has),
            self.value,
            low,
            high,
            makes=phrase("a change by hand"),
            keys=ok_and_undo(does),
        )
        same = self.what != "total" and self.value == has
        ok = self.back if same else ok
        return Dial(screen=screen, ok=ok, undo=self.back, first=self.first)


class SetPlayerDialog(_ByHand):
    """The dialog for choosing whose chips, points or cards are set, who goes in or out, or who is
    next.
    """

    what: Counted | Literal["in", "next"]
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        titles = {
            "chips": phrase("Whose chips?"),
            "points": phrase("Whose points?"),
            "cards": phrase("Whose cards?"),
            "in": phrase("Who is in?"),
            "next": phrase("Who is next?"),
        }
        players = scene.game_of(AddingRules, AddingState)[1].players
        items = [self.item(each) for each in players if each.still_in or self.what != "next"]
        title = titles[self.what]
        return list_of(items, self.chosen, title, "", scene.names, undo=self.back, first=self.first)

    def item(self, player: Player) -> Item:
        """Return the row of a player."""
        name = player.name
        if self.what == "next":
            return Item(Name(name), Submit(Set(turn=name), self))
        if self.what == "in":
            change = Submit(Set(still_in={name: not player.still_in}), self)
            inside, out = in_context("player", "in"), in_context("player", "out")
            return Item(Name(name), change, inside if player.still_in else out)
        held = getattr(player, self.what) or 0
        return Item(Name(name), SetNumberDialog(self, self.what, held, name), figure(held))


class ChipCounterpartyDialog(_ByHand):
    """The dialog for choosing where chips come from or go to: the pot or another player."""

    name: str
    value: int
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        state = scene.playing
        held = state.chips_of(self.name)
        items = [
            Item(
                phrase("the pot") if name == POT else Name(name),
                Submit(Set(chips={self.name: self.value}, against=name), self),
                figure(state.chips_of(name)),
            )
            for name in (POT, *scene.names)
            if name != self.name
        ]
        title = phrase("Chips from whom?") if self.value > held else phrase("Chips to whom?")
        change = f"{held} → {self.value}"
        return list_of(
            items, self.chosen, title, change, scene.names, undo=self.back, first=self.first
        )


def counting_row(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the menu row that counts chips; empty in a game without them."""
    rules, state = scene.game_of(AddingRules, AddingState)
    if rules.chips is None or state.phase not in {"play", "hand-over"}:
        return ()
    return (Item(phrase("Count chips"), WhoseChipsDialog(menu)),)


class WhoseChipsDialog(SetPlayerDialog):
    """The dialog for choosing the player whose chips were counted."""

    first = phrase("Answer first: whose chips?")
    what: Literal["chips"] = "chips"

    def item(self, player: Player) -> Item:
        held = player.chips or 0
        return Item(Name(player.name), CountChipsDialog(self, player.name, held), figure(held))


class CountChipsDialog(WidgetDialog):
    """The dial for the chips of a player or of the pot, starting at the box's number. OK searches
    for the reason of a difference.
    """

    back: Dialog
    name: str
    value: int

    def widget(self, scene: Scene) -> Dial:
        rules, state = scene.game_of(AddingRules, AddingState)
        seat, has = state.seat_of(self.name), state.chips_of(self.name)
        title, look = phrase("The pot's chips?"), None
        other = KeyHint("UNDO", in_context("key", "back"))
        if seat is not None:
            title = phrase("{name}'s chips?", name=Name(self.name))
            look = chips_of(rules, state.players[seat])
            other = KeyHint("MORE", in_context("key", "pot"))
        screen = DialScreen(
            title,
            phrase("box: {total}", total=has),
            self.value,
            0,
            MAX_COUNT,
            chips=None if look is None else replace(look, held=self.value),
            keys=(KeyHint("OK", in_context("key", "next")), other),
        )
        seen = Observed(chips={self.name: self.value})
        return Dial(
            screen=screen,
            ok=self.back if self.value == has else partial(ExplainDialog.start, scene, seen),
            undo=self.back,
            more=CountChipsDialog(self.back, POT, state.pot) if self.name != POT else self,
            first=phrase("Answer first: how many chips?"),
        )
