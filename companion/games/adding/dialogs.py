"""The dialogs of an adding game other than plays: its menu, its deal and its set-up."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final, assert_never

from msgspec.structs import replace

from companion.core.cards import JOKER, RANKS
from companion.core.commands import POT, Accept, Deal, Forget, Leave, LeftChips, New, Shield, Show
from companion.core.disagreement import Observed
from companion.core.family import Rules
from companion.core.options import options
from companion.core.questions import asked_of
from companion.core.refusals import BadField, ShieldPending
from companion.dialogs.by_hand import ByHandDialog
from companion.dialogs.context import (
    MAX_SEATS,
    Close,
    Dialog,
    Item,
    Move,
    Reject,
    Scene,
    SetUp,
    Submit,
)
from companion.dialogs.disagreement import not_right
from companion.dialogs.house_rules import HouseRulesDialog
from companion.dialogs.questions import makes
from companion.dialogs.seating import people_rows
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import (
    Choice,
    Confirmation,
    Dial,
    IdleQuestion,
    Page,
    PlayDialog,
    WidgetDialog,
    around,
    list_of,
    ok_and_undo,
    position_text,
    step_of,
)
from companion.errors import Illegal
from companion.games.adding.playing import (
    NOT_HELD,
    AsksForSuit,
    PickSuitDialog,
    PlayingDialog,
    adding_game,
    card_face,
    faces_of,
    rank_at,
    ranks_of,
)
from companion.games.adding.rules import AddingRules, adding_rules_in_force
from companion.games.adding.screens import chips_of, hand_over_picture
from companion.games.adding.setting import ChipCounterpartyDialog, counting_row
from companion.games.adding.state import AddingState, check_deal
from companion.games.adding.variant import AddingOptions, AddingVariant
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase, plural
from companion.screens.model import (
    CardRowScreen,
    DialScreen,
    KeyHint,
    RankScreen,
)
from companion.words.busts import chips_left, left_behind, without_shield
from companion.words.cards import rank_face
from companion.words.turns import shield_asked

_WHERE: Final[tuple[LeftChips, ...]] = ("pot", "taken", "shared")
"""The destinations for the chips of a leaving player, chosen with LEFT and RIGHT."""


def menu_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the menu rows about cards and chips that are currently available."""
    rules, state = adding_game(scene)
    playing = tuple(player for player in state.players if player.still_in)
    rows: list[Item] = []
    forgot = tuple(player.name for player in playing if player.drew)
    if state.phase == "play" and forgot:
        title = phrase("Who forgot to draw?")
        first = phrase("Answer first: who forgot to draw?")
        chooses = ChoosePlayerDialog(forgot, title, first, _forgets, menu)
        rows.append(Item(phrase("Forgot to draw"), chooses))
    if state.phase == "play" and rules.shows:
        names = tuple(player.name for player in playing)
        title, first = phrase("Who shows?"), phrase("Answer first: who shows?")
        chooses = ChoosePlayerDialog(names, title, first, ShowThreeDialog, menu)
        rows.append(Item(phrase("Show three of a rank"), chooses))
    return (*not_right(scene), *rows, *counting_row(scene, menu))


def adding_people_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the menu rows for joining, changing seats and leaving."""
    rules, state = adding_game(scene)
    if state.phase not in {"play", "hand-over"}:
        return ()
    return people_rows(scene, menu, LeaveDialog, next_hand=rules.has_next_hand)


class ChoosePlayerDialog(WidgetDialog):
    """The dialog for choosing the player of a menu row. `first` is the sentence that refuses a
    card, and `then` returns the next move for the chosen player.
    """

    options: tuple[str, ...]
    title: Words
    first: Words
    then: Callable[[str, "ChoosePlayerDialog"], Move]
    back: Dialog
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        items = [Item(Name(option), self.then(option, self)) for option in self.options]
        return list_of(
            items, self.chosen, self.title, "", scene.names, undo=self.back, first=self.first
        )


def _forgets(name: str, _back: Dialog) -> Move:
    return Submit(Forget(player=name))


class LeaveDialog(WidgetDialog):
    """The confirmation that a player leaves.
    LEFT and RIGHT choose where their chips go, if they have any.
    """

    name: str
    back: Dialog
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
            ok=Submit(Leave(player=self.name, chips=where)),
            undo=self.back,
            first=phrase("Answer first: does {player} leave?", player=self.name),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        if step_of(key):
            return replace(self, chips=around(self.chips, step_of(key), len(_WHERE)))
        return super().key(scene, key)


class ShowThreeDialog(AsksForSuit):
    """The dialog for three shown cards of a rank, scanned or entered by key.
    The third one submits the command.
    """

    name: str
    back: ChoosePlayerDialog
    cards: tuple[str, ...] = ()
    chosen: int = 12

    def widget(self, scene: Scene) -> Choice | Page:
        rules = adding_game(scene)[0]
        title = phrase("{name} shows", name=Name(self.name))
        rank, place = rank_at(rules, self.chosen)
        another = self.card(scene, rank)
        if not self.cards:
            keys = ok_and_undo(in_context("key", "show"))
            screen = RankScreen(title, phrase("three of"), faces_of(rules), place, keys=keys)
            return Choice(screen=screen, ok=another, more=another, undo=self.back)
        faces = tuple(card_face(rules.pack, card) for card in self.cards)
        more, less = (
            KeyHint("MORE", in_context("key", "add")),
            KeyHint("UNDO", in_context("key of cards", "less")),
        )
        position, missing = position_text(len(faces) - 1, 3), 3 - len(faces)
        return Page(
            screen=CardRowScreen(title, position, faces, missing, keys=(more, less)),
            ok=another,
            more=another,
            undo=replace(self, cards=self.cards[:-1]),
        )

    def card(self, scene: Scene, card: str) -> Move:
        if (move := self.cannot_add(scene, card, self.cards, phrase("Not shown"))) is not None:
            return move
        rules = adding_game(scene)[0]
        rank, ranks, cards = rules.pack.read(card).rank, ranks_of(rules), (*self.cards, card)
        refused = scene.trial(Show(player=self.name, cards=cards))
        if len(cards) == 3 or (refused is not None and refused.code in NOT_HELD):
            return Submit(Show(player=self.name, cards=cards), self)
        chosen = ranks.index(rank) if rank in ranks else self.chosen
        return replace(self, cards=cards, chosen=chosen)

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return in_context("title", "shown"), in_context("key", "show")


def deal(scene: Scene) -> Move:
    """Deal the next hand, or ask for the up-card first."""
    rules, _state = adding_game(scene)
    return Submit(Deal()) if rules.up_card == "none" else TurnUpDialog(Deal(), rules)


def begin(scene: Scene, command: New, back: Dialog | None) -> Move:
    """Start a game, or ask for the up-card first."""
    match scene.trial(command):
        case Illegal(refusal=BadField(field="up_card")):
            rules = scene.rules_of(command)
            if isinstance(rules, AddingRules):
                return TurnUpDialog(command, rules, back=back)
    return Submit(command, back)


class TurnUpDialog(AsksForSuit):
    """The question for the up-card, and then for anything it requires. UNDO goes back."""

    command: New | Deal
    rules: AddingRules
    chosen: int = 6
    back: Dialog | None = None

    def widget(self, scene: Scene) -> Choice:
        rank, place = rank_at(self.rules, self.chosen)
        dealer, does = self.suit_hints(scene, rank)
        faces, table = faces_of(self.rules), self.table(scene)
        keys = ok_and_undo(does)
        has_suit = (rank, None) not in self.rules.effects
        return Choice(
            screen=RankScreen(phrase("Turn one up"), dealer, faces, place, table=table, keys=keys),
            ok=PickSuitDialog(self, rank) if has_suit else self.card(scene, rank),
            undo=self.back or Close(),
        )

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(replace(self.command, up_card=card), self)

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return Name(asked_of(scene.state, self.command)), makes(
            scene, replace(self.command, up_card=card)
        )

    def suit_rules(self, scene: Scene) -> AddingRules | None:
        return self.rules

    def table(self, scene: Scene) -> tuple[str, ...]:
        return scene.seated(self.command)


MIN_CHIPS, MAX_CHIPS = options(AddingOptions)["chips"].range


def seats_of(variant: AddingVariant) -> tuple[int, int]:
    """Return the minimum and maximum number of seats.
    The maximum depends on the pack, up to `MAX_SEATS`.
    """
    fewest, most = variant.players
    for high in range(most or MAX_SEATS, fewest, -1):
        with suppress(Illegal):
            check_deal(adding_rules_in_force(variant, {}, high), high)
            return fewest, high
    return fewest, fewest


def decks_of(rules: AddingRules) -> Words:
    """Return the number of decks shuffled together in words; "" for one."""
    decks = rules.pack.decks
    return plural("{n:d} deck", "{n:d} decks", decks) if decks > 1 else ""


def chips_row(set_up: SetUp, rules: Rules | None) -> tuple[Item, ...]:
    """Return the row for chips, if the game or its house rules use them."""
    chips = rules.chips if isinstance(rules, AddingRules) else None
    if chips is None and not str(set_up.command.house.get("bust")).startswith("chip"):
        return ()
    value = in_context("chips", "none") if chips is None else str(chips)
    return (Item(phrase("Chips"), ChipsDialog(set_up, chips or 1), value),)


class ChipsDialog(WidgetDialog):
    """The dial for the number of chips of each player."""

    summary: SetUp
    value: int

    def widget(self, scene: Scene) -> Dial:
        title, each = phrase("How many chips?"), in_context("chips", "each")
        keys = ok_and_undo(in_context("key", "next"))
        low, high = MIN_CHIPS, MAX_CHIPS
        return Dial(
            screen=DialScreen(title, each, self.value, low, high, keys=keys),
            ok=self.summary.with_house(self.summary.command.house | {"chips": self.value}),
            undo=self.summary,
            first=phrase("Answer first: how many chips?"),
        )


def shield_of(rules: AddingRules) -> str | None:
    """Return the card that protects from a knock-out."""
    if not rules.shields:
        return None
    rank, suit = rules.shields[0]
    return rank + (suit or "")


class ShieldDialog(IdleQuestion, WidgetDialog):
    """The question for the shield. OK: the player has none and is out. MORE, or a scan of the card:
    the player shows it.
    """

    def widget(self, scene: Scene) -> Confirmation:
        rules, state = adding_game(scene)
        player, card = state.players[state.named or 0].name, shield_of(rules) or ""
        shield = card_face(rules.pack, card)
        shows = KeyHint("MORE", phrase("shows {card}", card=shield))
        return Confirmation(
            question=shield_asked(player),
            line=without_shield(player, shield).short,
            keys=(KeyHint("OK", in_context("key", "out")), shows),
            ok=Submit(Accept()),
            more=Submit(Shield(card=card)),
            undo=ask_take_back(scene),
            first=Illegal(ShieldPending(player)),
        )

    def card(self, scene: Scene, card: str) -> Move:
        rules = adding_game(scene)[0]
        read = rules.pack.read(card)
        if (read.rank, read.suit) not in rules.shields:
            return Reject(self.widget(scene).first)
        return Submit(Shield(card=card))


class HandOverDialog(PlayDialog, WidgetDialog):
    """All players' chips, the one who paid, and the next dealer. OK deals the next hand."""

    def widget(self, scene: Scene) -> Page:
        rules, state = adding_game(scene)
        before = scene.before()
        screen = hand_over_picture(
            rules, state, before if isinstance(before, AddingState) else None
        )
        return Page(screen=screen, ok=deal(scene), undo=ask_take_back(scene))


LAST_CARD: Final = "last_card"


class LastCardDialog(AsksForSuit):
    """The dialog for choosing the good card that the dealer puts at the bottom of the stock."""

    rules: HouseRulesDialog
    chosen: int = 12

    def widget(self, scene: Scene) -> Choice:
        rules = self.rules.in_force(scene)
        ranks = ranks_of(rules) if isinstance(rules, AddingRules) else RANKS
        place = self.chosen % len(ranks)
        rank, faces = ranks[place], tuple(rank_face(rank) for rank in ranks)
        is_whole = rank == JOKER
        keys = ok_and_undo(
            in_context("key of a value", "set") if is_whole else in_context("key", "suit"),
            in_context("key", "back"),
        )
        return Choice(
            screen=RankScreen(phrase("Last card of the stock"), "", faces, place, keys=keys),
            ok=self.card(scene, JOKER) if is_whole else PickSuitDialog(self, rank),
            undo=self.rules,
        )

    def card(self, scene: Scene, card: str) -> Move:
        return self.rules.laid(LAST_CARD, card.partition("#")[0])

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return phrase("last card"), in_context("key of a value", "set")

    def suit_rules(self, scene: Scene) -> Rules | None:
        return self.rules.in_force(scene)

    def table(self, scene: Scene) -> tuple[str, ...]:
        return self.rules.command.players


def idle(state: AddingState) -> Dialog | None:
    match state.phase:
        case "play":
            return PlayingDialog()
        case "shield":
            return ShieldDialog()
        case "hand-over":
            return HandOverDialog()
        case "game-over":
            return None
        case _:
            assert_never(state.phase)


def by_hand(scene: Scene, seen: Observed, back: Dialog) -> Dialog:
    """Return the dialog that sets a player's counted chips,
    or the list of the last plays otherwise.
    """
    for name, count in seen.chips.items():
        return (
            back
            if scene.game()[1].seat_of(name) is None
            else ChipCounterpartyDialog(back, name, count)
        )
    return ByHandDialog.start(scene, back)
