"""Sets up a game by key: variant, number of players, chips, dealer, house rules."""

from typing import Any, Literal, assert_never

import msgspec

from companion.dialogs.context import Close, Move, Reject, Scene
from companion.dialogs.house_rules import HouseRulesDialog
from companion.dialogs.keys import around, place_among, turned
from companion.dialogs.toolkit import Choice, Dial, Page, WidgetDialog, ok_and_undo
from companion.dialogs.turning_up import begin
from companion.errors import Illegal
from companion.inputs import Key
from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant
from companion.rules.cards import Pack
from companion.rules.commands import New
from companion.rules.family import Rules, State, deals_next, rules_in_force
from companion.rules.options import AddingOptions, options
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.rules.tricks.variant import TrickVariant
from companion.rules.variant import Variant
from companion.screens.model import (
    CountScreen,
    DialScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    NoticeScreen,
    Picture,
)
from companion.text.language import gettext as _
from companion.text.language import ngettext, pgettext
from companion.text.named import Named, Words
from companion.text.packs import pack_changes
from companion.text.refusals import sentence
from companion.text.variants import translated

replace = msgspec.structs.replace
MOST_SEATS = 12
"""Maximum number of seats by key, as many names as fit on the table after a hand; a phone may seat more."""
LOWEST_CHIPS, MOST_CHIPS = options(AddingOptions)["chips"].range


class ChooseGameDialog(WidgetDialog, frozen=True):
    """Chooses the variant from all that are loaded, the one played last first."""

    chosen: int = 0

    @classmethod
    def start(cls, scene: Scene) -> "ChooseGameDialog":
        """Return the list with the game played last selected."""
        names = list(scene.variants)
        last = scene.last_new.variant if scene.last_new is not None else scene.first_game
        return cls(names.index(last) if last in names else 0)

    def widget(self, scene: Scene) -> Choice:
        names = list(scene.variants)
        rows = tuple(
            ListEntry(_listed(variant), prefix=translated(variant.short))
            for variant in scene.variants.values()
        )
        place = place_among(self.chosen, len(rows))
        return Choice(
            screen=ListScreen(_("Which game?"), place, rows, self.chosen),
            ok=PlayerCountDialog.start(scene, names[self.chosen]),
            undo=None if scene.state is None else Close(),
            first=_("First: which game?"),
        )


def _next_or_back() -> tuple[KeyHint, KeyHint]:
    return ok_and_undo(pgettext("key", "next"), pgettext("key", "back"))


def _listed(variant: Variant) -> str:
    """Return what stands beside the short name, which need not say that again."""
    listed = variant.listed if isinstance(variant, AddingVariant) else ""
    return translated(listed or variant.title)


class PlayerCountDialog(msgspec.Struct, frozen=True):
    """Chooses the number of players; those who played last keep their names."""

    variant: str
    value: int

    @classmethod
    def start(cls, scene: Scene, variant: str) -> "PlayerCountDialog":
        """Return the dialog with the last game's number of players, as far as the variant allows it."""
        low, high = _seats(scene.variants[variant])
        last = len(scene.last_new.players) if scene.last_new is not None else 4
        return cls(variant, min(max(last, low), high))

    def picture(self, scene: Scene) -> Picture:
        return CountScreen(_("How many play?"), self.value, *_next_or_back())

    def key(self, scene: Scene, key: Key) -> Move:
        low, high = _seats(scene.variants[self.variant])
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, value=low + around(self.value - low, turned(key), high - low + 1))
            case "OK":
                return SummaryDialog.of(
                    scene, New(variant=self.variant, players=names_for(scene, self.value))
                )
            case "UNDO":
                return ChooseGameDialog(list(scene.variants).index(self.variant))
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_("First: how many play?"), self)


def _seats(variant: Variant) -> tuple[int, int]:
    """Return the minimum and maximum of seats: as many as the pack deals to, up to `MOST_SEATS`."""
    if isinstance(variant, TrickVariant):
        return variant.players
    fewest, most = variant.players
    high = most or MOST_SEATS
    while high > fewest:
        try:
            rules = adding_rules_in_force(variant, {}, high)
        except Illegal:
            return fewest, high
        if high * rules.hand_size + (rules.up_card != "none") <= rules.pack.size:
            break
        high -= 1
    return fewest, high


def names_for(scene: Scene, count: int) -> tuple[str, ...]:
    """Return names for so many seats: those of the last games, then the configured ones, then Seat n."""
    names = list(scene.known_names[:count])
    for seat in range(len(names) + 1, count + 1):
        name = _("Seat {number}").format(number=seat)
        if seat <= len(scene.seat_names) and scene.seat_names[seat - 1] not in names:
            name = scene.seat_names[seat - 1]
        while name in names:
            name += "'"
        names.append(name)
    return tuple(names)


_Row = Literal["start", "chips", "dealer", "house rules"]


def _row_title(row: _Row) -> str:
    match row:
        case "start":
            return _("Start")
        case "chips":
            return _("Chips")
        case "dealer":
            return _("Dealer")
        case "house rules":
            return _("House rules")
        case _:
            assert_never(row)


class SummaryDialog(WidgetDialog, frozen=True):
    """A summary from which to start, or to change chips, dealer and house rules first."""

    command: New
    chosen: int = 0

    @classmethod
    def of(cls, scene: Scene, command: New) -> "SummaryDialog":
        """Return the summary of a game with the house rules of its last time."""
        last = scene.last_new
        if last is not None and last.variant == command.variant and not command.house:
            command = replace(command, house=dict(last.house))
        return cls(command)

    @classmethod
    def again(cls, scene: Scene) -> "SummaryDialog | ChooseGameDialog":
        """Return the summary for the same players and rules; the winner usually deals.

        If that variant is no longer loaded, return the choice of a variant.
        """
        state = scene.game()[1]
        last = scene.last_new
        if last is None or last.variant not in scene.variants:
            return ChooseGameDialog.start(scene)
        names, dealer = last.players, _deals_again(state)
        return cls(
            New(
                variant=last.variant,
                players=names,
                house=dict(last.house),
                dealer=dealer if dealer in names else names[-1],
            )
        )

    def widget(self, scene: Scene) -> Choice:
        rows = self._rows(scene)
        title = translated(scene.variants[self.command.variant].title)
        entries = tuple(ListEntry(_row_title(row), value=value) for row, value in rows)
        names = self.command.players
        count = ngettext("{n:d} plays", "{n:d} play", len(names)).format(n=len(names))
        start = _("First: start the game with {key}")
        return Choice(
            screen=ListScreen(title, count, entries, self.chosen, names),
            ok=self._open(scene, rows[self.chosen][0]),
            undo=PlayerCountDialog(self.command.variant, len(names)),
            first=_("First: start the game") if self.chosen else start,
            first_key=None if self.chosen else "OK",
        )

    def _rows(self, scene: Scene) -> list[tuple[_Row, Words]]:
        rules = self.rules(scene)
        decks = rules.pack.decks if rules is not None else 1
        with_what = ngettext("{n:d} deck", "{n:d} decks", decks).format(n=decks) if decks > 1 else ""
        if isinstance(rules, TrickRules):
            with_what = ngettext("{n:d} each", "{n:d} each", rules.hand_size).format(n=rules.hand_size)
        rows: list[tuple[_Row, Words]] = [("start", with_what)]
        if isinstance(rules, AddingRules) and rules.chips is not None:
            rows.append(("chips", str(rules.chips)))
        elif not isinstance(rules, TrickRules) and str(self.command.house.get("bust")).startswith("chip"):
            rows.append(("chips", pgettext("chips", "none")))
        rows.append(("dealer", Named(self.dealer)))
        own = len(self.command.house)
        rows.append(("house rules", str(own) if own else ""))
        return rows

    @property
    def dealer(self) -> str:
        """Return the name of the first hand's dealer."""
        dealer = self.command.dealer
        return dealer if isinstance(dealer, str) else self.command.players[-1]

    def rules(self, scene: Scene) -> Rules | None:
        """Return the rules as set up so far; None while the house rules contradict each other."""
        variant = scene.variants[self.command.variant]
        try:
            return rules_in_force(variant, self.command.house, len(self.command.players))
        except Illegal:
            return None

    def _open(self, scene: Scene, row: _Row) -> Move:
        match row:
            case "start":
                return self._start(scene)
            case "chips":
                rules = self.rules(scene)
                return ChipsDialog(self, (rules.chips or 1) if isinstance(rules, AddingRules) else 1)
            case "dealer":
                return DealerDialog(self, self.command.players.index(self.dealer))
            case "house rules":
                return HouseRulesDialog(self.command, 0, self)
            case _:
                assert_never(row)

    def _start(self, scene: Scene) -> Move:
        try:
            variant = scene.variants[self.command.variant]
            rules = rules_in_force(variant, self.command.house, len(self.command.players))
        except Illegal as refused:
            return Reject(sentence(refused), self, _("Not started"))
        had = scene.rules.pack if scene.rules is not None else None
        if any(pack_changes(had, rules.pack)):
            return MakePackDialog(self, had, rules.pack)
        return begin(scene, self.command, self)

    def with_house(self, house: dict[str, Any]) -> "SummaryDialog":
        """Return the same set-up with other house rules."""
        return SummaryDialog(replace(self.command, house=house))


def _deals_again(state: State) -> str:
    if isinstance(state, TrickState):
        return state.players[state.winners[0]].name if len(state.winners) == 1 else deals_next(state)
    deals = state.winner if state.winner is not None else state.dealer
    return state.players[deals].name


class MakePackDialog(WidgetDialog, frozen=True):
    """Says what to do with the cards before the deal: add a second deck, or take cards out."""

    summary: SummaryDialog
    had: Pack | None
    wanted: Pack

    def widget(self, scene: Scene) -> Page:
        headline, changes = pack_changes(self.had, self.wanted)
        start, back = ok_and_undo(pgettext("key", "start"), pgettext("key", "back"))
        why = changes or _("Shuffle both decks together")
        return Page(
            screen=NoticeScreen(headline, why, ok=start, other=back),
            ok=begin(scene, self.summary.command, self.summary),
            undo=self.summary,
            first=_("First: start the game with {key}"),
            first_key="OK",
        )


class ChipsDialog(WidgetDialog, frozen=True):
    """Dials the number of chips for each player."""

    summary: SummaryDialog
    value: int

    def widget(self, scene: Scene) -> Dial:
        title, each = _("How many chips?"), pgettext("chips", "each")
        low, high = LOWEST_CHIPS, MOST_CHIPS
        return Dial(
            screen=DialScreen(title, each, self.value, low, high, False, (), *_next_or_back()),
            ok=self.summary.with_house(self.summary.command.house | {"chips": self.value}),
            undo=self.summary,
            first=_("First: how many chips?"),
        )


class DealerDialog(WidgetDialog, frozen=True):
    """Chooses the dealer of the first hand; the next player clockwise begins."""

    summary: SummaryDialog
    chosen: int

    def widget(self, scene: Scene) -> Choice:
        players = self.summary.command.players
        rows = tuple(ListEntry(Named(name)) for name in players)
        command = replace(self.summary.command, dealer=players[self.chosen])
        return Choice(
            screen=ListScreen(_("Who deals?"), "", rows, self.chosen, players),
            ok=replace(self.summary, command=command, chosen=0),
            undo=self.summary,
            first=_("First: who deals?"),
        )
