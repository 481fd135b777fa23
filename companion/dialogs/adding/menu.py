"""Asks from the menu of an adding game who forgot to draw, who leaves,
who shows three of a rank.
"""

from typing import Final, Literal, assert_never

from msgspec.structs import replace

from companion.dialogs.adding.ranks import (
    NOT_HELD,
    card_face,
    faces_of,
    gathered_already,
    is_gathered,
    ranks_of,
)
from companion.dialogs.adding.suits import AsksForSuit, PickSuitDialog, suit_is_missing
from companion.dialogs.context import Dialog, Item, Move, Reject, Scene, Submit
from companion.dialogs.current import adding_game
from companion.dialogs.keys import around, position_text, step_of
from companion.dialogs.seating import coming_rows
from companion.dialogs.toolkit import Choice, Confirmation, Page, WidgetDialog, ok_and_undo
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase
from companion.rules.commands import POT, Forget, Leave, LeftChips, Show
from companion.screens.adding.pictures import chips_of
from companion.screens.model import CardRowScreen, KeyHint, ListEntry, ListScreen, RankScreen
from companion.screens.table_pictures import names_of
from companion.text.busts import chips_left, left_behind

_WHERE: Final[tuple[LeftChips, ...]] = ("pot", "taken", "shared")
"""Where the chips of a player who leaves may go; LEFT and RIGHT choose."""


def adding_menu_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the rows of the menu about the cards that are possible now."""
    rules, state = adding_game(scene)
    playing = tuple(player for player in state.players if player.still_in)
    names = tuple(player.name for player in playing)
    forgot = (
        tuple(player.name for player in playing if player.drew) if state.phase == "play" else ()
    )
    rows: list[Item] = []
    if forgot:
        rows.append(Item(phrase("Forgot to draw"), ChoosePlayerDialog(forgot, "forgot", menu)))
    if state.phase == "play" and rules.shows:
        rows.append(Item(phrase("Show three of a rank"), ChoosePlayerDialog(names, "shows", menu)))
    return tuple(rows)


def adding_people_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the rows of the menu for a player who joins, moves or leaves."""
    rules, state = adding_game(scene)
    if state.phase not in {"play", "hand-over"}:
        return ()
    names = tuple(player.name for player in state.players if player.still_in)
    leaves = Item(phrase("A player leaves"), ChoosePlayerDialog(names, "leaves", menu))
    return (*coming_rows(scene, menu, next_hand=rules.has_next_hand), leaves)


class ChoosePlayerDialog(WidgetDialog, frozen=True):
    """Chooses a player for a row of the menu."""

    options: tuple[str, ...]
    purpose: Literal["forgot", "leaves", "shows"]
    back: Dialog
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rows = tuple(ListEntry(Name(option)) for option in self.options)
        title, first, move = self._purpose(self.options[self.chosen])
        screen = ListScreen(title, "", rows, self.chosen, names_of(adding_game(scene)[1]))
        return Choice(screen=screen, ok=move, undo=self.back, first=first)

    def _purpose(self, name: str) -> tuple[Words, Words, Move]:
        """Return the title, the sentence that refuses a card,
        and what follows for the player chosen.
        """
        match self.purpose:
            case "forgot":
                return (
                    phrase("Who forgot to draw?"),
                    phrase("First: who forgot to draw?"),
                    Submit(Forget(player=name)),
                )
            case "leaves":
                return phrase("Who leaves?"), phrase("First: who leaves?"), LeaveDialog(name, self)
            case "shows":
                return (
                    phrase("Who shows?"),
                    phrase("First: who shows?"),
                    ShowThreeDialog(name, self),
                )
            case _:
                assert_never(self.purpose)


class LeaveDialog(WidgetDialog, frozen=True):
    """A player leaves: confirmed once; LEFT and RIGHT choose what becomes of the chips,
    if there are any.
    """

    name: str
    back: ChoosePlayerDialog
    chips: int = 0

    def widget(self, scene: Scene) -> Confirmation:
        rules, state = adding_game(scene)
        seat = state.seat_of(self.name)
        held = None if seat is None else chips_of(rules, state.players[seat])
        if held is not None and not held.held:
            held = None
        where = _WHERE[self.chips] if held else POT
        return Confirmation(
            question=phrase("{name} leaves?", name=Name(self.name)),
            line=chips_left(where) if held else left_behind(chips=False).label,
            chips=held,
            turns=held is not None,
            table=names_of(state),
            ok=Submit(Leave(player=self.name, chips=where)),
            undo=self.back,
            first=phrase("First: does {player} leave?", player=self.name),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        if step_of(key):
            return replace(self, chips=around(self.chips, step_of(key), len(_WHERE)))
        return super().key(scene, key)


class ShowThreeDialog(AsksForSuit, frozen=True):
    """Enters three shown cards of a rank, by scan or by key; the third one submits the command."""

    name: str
    back: ChoosePlayerDialog
    cards: tuple[str, ...] = ()
    chosen: int = 12

    def widget(self, scene: Scene) -> Choice | Page:
        rules, state = adding_game(scene)
        table, title = names_of(state), phrase("{name} shows", name=Name(self.name))
        another = self.card(scene, ranks_of(rules)[self.chosen])
        if not self.cards:
            keys = ok_and_undo(in_context("key", "show"), in_context("key", "back"))
            screen = RankScreen(
                title, phrase("three of"), faces_of(rules), self.chosen, table, *keys
            )
            return Choice(screen=screen, ok=another, more=another, undo=self.back)
        faces = tuple(card_face(rules.pack, card) for card in self.cards)
        more, less = (
            KeyHint("MORE", in_context("key", "add")),
            KeyHint("UNDO", in_context("key of cards", "less")),
        )
        position, missing = position_text(len(faces) - 1, 3), 3 - len(faces)
        return Page(
            screen=CardRowScreen(title, position, faces, missing, table, more, less),
            ok=another,
            more=another,
            undo=replace(self, cards=self.cards[:-1]),
        )

    def card(self, scene: Scene, card: str) -> Move:
        rules = adding_game(scene)[0]
        read, ranks = rules.pack.read(card), ranks_of(rules)
        if suit_is_missing(rules, read):
            return PickSuitDialog(self, read.rank)
        if is_gathered(rules, card, self.cards):
            return Reject(gathered_already(rules, card, self.cards), self, phrase("Not shown"))
        cards = (*self.cards, card)
        refused = scene.trial(Show(player=self.name, cards=cards))
        if len(cards) == 3 or (refused is not None and refused.code in NOT_HELD):
            return Submit(Show(player=self.name, cards=cards), self)
        return replace(
            self, cards=cards, chosen=ranks.index(read.rank) if read.rank in ranks else self.chosen
        )

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return in_context("title", "shown"), in_context("key", "show")
