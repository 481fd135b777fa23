"""The dialogs of an adding game other than plays: its menu, its deal and its set-up."""

from contextlib import suppress
from typing import assert_never, cast

from msgspec.structs import replace

from companion.core.cards import bare_card
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
from companion.dialogs.seating import ChoosePlayerDialog, people_rows
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
    ok_and_undo,
    position_text,
    step_of,
)
from companion.errors import Illegal
from companion.games.adding.playing import (
    FIRST_RANK,
    AsksForCard,
    CollectsCards,
    PickSuitDialog,
    PlayingDialog,
    adding_game,
)
from companion.games.adding.rules import AddingRules, adding_rules_in_force
from companion.games.adding.screens import chips_of, hand_over_picture
from companion.games.adding.setting import ChipCounterpartyDialog, counting_row
from companion.games.adding.state import AddingState, check_deal
from companion.games.adding.variant import AddingOptions, AddingVariant
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase, plural
from companion.screens.model import DialScreen, KeyHint
from companion.words.cards import face_of
from companion.words.consequences import chips_left, left_behind, without_shield
from companion.words.turns import shield_asked

_WHERE: tuple[LeftChips, ...] = ("pot", "taken", "shared")
"""The destinations for the chips of a leaving player, chosen with LEFT and RIGHT."""


def menu_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    """Return the menu rows about cards and chips that are currently available."""
    rules, state = adding_game(scene)
    playing = tuple(player for player in state.players if player.still_in)
    rows = []
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


class ShowThreeDialog(CollectsCards):
    """The dialog for three shown cards of a rank, scanned or entered by key.
    The third one submits the command.
    """

    headline = phrase("Not shown")
    name: str
    back: Dialog
    chosen: int = 12

    def widget(self, scene: Scene) -> Choice | Page:
        if not self.cards:
            return self.ring(scene, self.chosen, self.back)
        another = self.another(scene)
        return self.row(scene, in_context("key", "show"), another, another)

    def command(self) -> Show:
        return Show(player=self.name, cards=self.cards)

    def missing(self, scene: Scene) -> int:
        return 3 - len(self.cards)

    def title(self, scene: Scene) -> Words:
        return phrase("{name} shows", name=Name(self.name))

    def hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return position_text(max(0, len(self.cards) - 1), 3), in_context("key", "show")


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


class TurnUpDialog(AsksForCard):
    """The question for the up-card. UNDO goes back."""

    command: New | Deal
    rules: AddingRules
    chosen: int = FIRST_RANK
    back: Dialog | None = None

    def widget(self, scene: Scene) -> Choice:
        return self.ring(scene, self.chosen, self.back or Close())

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(replace(self.command, up_card=card), self)

    def title(self, scene: Scene) -> Words:
        return phrase("Turn one up")

    def hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        command = replace(self.command, up_card=card)
        return Name(asked_of(scene.state, command)), makes(scene, command)

    def card_rules(self, scene: Scene) -> AddingRules:
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


class ShieldDialog(IdleQuestion, WidgetDialog):
    """The question for the shield. OK: the player has none and is out. MORE, or a scan of the card:
    the player shows it.
    """

    def widget(self, scene: Scene) -> Confirmation:
        rules, state = adding_game(scene)
        player, card = state.players[state.named or 0].name, rules.shield or ""
        shield = face_of(card)
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
        screen = hand_over_picture(rules, state, scene.moments[-1].events)
        return Page(screen=screen, ok=deal(scene), undo=ask_take_back(scene))


LAST_CARD = "last_card"


class LastCardDialog(AsksForCard):
    """The dialog for choosing the good card that the dealer puts at the bottom of the stock."""

    rules: HouseRulesDialog
    chosen: int = 12

    def widget(self, scene: Scene) -> Choice:
        return self.ring(scene, self.chosen, self.rules)

    def card(self, scene: Scene, card: str) -> Move:
        named = bare_card(card)
        if named.suit is None and not named.is_joker:
            return PickSuitDialog(self, named.rank)
        return self.rules.laid(LAST_CARD, str(named))

    def title(self, scene: Scene) -> Words:
        return phrase("Last card of the stock")

    def hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return "", in_context("key of a value", "set")

    def card_rules(self, scene: Scene) -> AddingRules:
        return cast("AddingRules", self.rules.in_force(scene))

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
