"""Sets up a game by key: variant, number of players, chips, dealer, house rules."""

from typing import Any, Literal, assert_never

import msgspec

from companion.dialogs.context import Close, Move, Reject, Scene
from companion.dialogs.house_rules import HouseRulesDialog
from companion.dialogs.keys import around, dialled, place_among, turned
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


class ChooseGameDialog(msgspec.Struct, frozen=True):
    """Chooses the variant from all that are loaded, the one played last first."""

    chosen: int = 0

    @classmethod
    def start(cls, scene: Scene) -> "ChooseGameDialog":
        """Return the list with the game played last selected."""
        names = list(scene.variants)
        last = scene.last_new.variant if scene.last_new is not None else scene.first_game
        return cls(names.index(last) if last in names else 0)

    def picture(self, scene: Scene) -> Picture:
        variants = list(scene.variants.values())
        rows = tuple(ListEntry(_listed(variant), prefix=translated(variant.short)) for variant in variants)
        place = place_among(self.chosen, len(rows))
        return ListScreen(_("Which game?"), place, rows, self.chosen)

    def key(self, scene: Scene, key: Key) -> Move:
        names = list(scene.variants)
        match key.name:
            case "LEFT" | "RIGHT":
                return ChooseGameDialog(around(self.chosen, turned(key), len(names)))
            case "OK":
                return PlayerCountDialog.start(scene, names[self.chosen])
            case "UNDO" if scene.state is not None:
                return Close()
            case "UNDO":
                return self
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_("First: which game?"), self)


def _next_or_back() -> tuple[KeyHint, KeyHint]:
    return KeyHint("OK", pgettext("key", "next")), KeyHint("UNDO", pgettext("key", "back"))


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


class SummaryDialog(msgspec.Struct, frozen=True):
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

    def picture(self, scene: Scene) -> Picture:
        rows = self._rows(scene)
        title = translated(scene.variants[self.command.variant].title)
        entries = tuple(ListEntry(_row_title(row), value=value) for row, value in rows)
        names = self.command.players
        count = ngettext("{n:d} plays", "{n:d} play", len(names)).format(n=len(names))
        return ListScreen(title, count, entries, self.chosen, names)

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

    def key(self, scene: Scene, key: Key) -> Move:
        rows = self._rows(scene)
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(rows)))
            case "OK":
                return self._open(scene, rows[self.chosen][0])
            case "UNDO":
                return PlayerCountDialog(self.command.variant, len(self.command.players))
        return self

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

    def card(self, scene: Scene, card: str) -> Move:
        if self.chosen:
            return Reject(_("First: start the game"), self)
        return Reject(_("First: start the game with {key}"), self, key="OK")


def _deals_again(state: State) -> str:
    if isinstance(state, TrickState):
        return state.players[state.winners[0]].name if len(state.winners) == 1 else deals_next(state)
    deals = state.winner if state.winner is not None else state.dealer
    return state.players[deals].name


class MakePackDialog(msgspec.Struct, frozen=True):
    """Says what to do with the cards before the deal: add a second deck, or take cards out."""

    summary: SummaryDialog
    had: Pack | None
    wanted: Pack

    def picture(self, scene: Scene) -> Picture:
        headline, changes = pack_changes(self.had, self.wanted)
        return NoticeScreen(
            headline=headline,
            sentence=changes or _("Shuffle both decks together"),
            ok=KeyHint("OK", pgettext("key", "start")),
            other=KeyHint("UNDO", pgettext("key", "back")),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return begin(scene, self.summary.command, self.summary)
            case "UNDO":
                return self.summary
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_("First: start the game with {key}"), self, key="OK")


class ChipsDialog(msgspec.Struct, frozen=True):
    """Dials the number of chips for each player."""

    summary: SummaryDialog
    value: int

    def picture(self, scene: Scene) -> Picture:
        title, each = _("How many chips?"), pgettext("chips", "each")
        return DialScreen(title, each, self.value, LOWEST_CHIPS, MOST_CHIPS, False, (), *_next_or_back())

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT" | "MORE":
                return replace(self, value=dialled(self.value, key, LOWEST_CHIPS, MOST_CHIPS))
            case "OK":
                return self.summary.with_house(self.summary.command.house | {"chips": self.value})
            case "UNDO":
                return self.summary
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_("First: how many chips?"), self)


class DealerDialog(msgspec.Struct, frozen=True):
    """Chooses the dealer of the first hand; the next player clockwise begins."""

    summary: SummaryDialog
    chosen: int

    def picture(self, scene: Scene) -> Picture:
        players = self.summary.command.players
        rows = tuple(ListEntry(Named(name)) for name in players)
        return ListScreen(_("Who deals?"), "", rows, self.chosen, players)

    def key(self, scene: Scene, key: Key) -> Move:
        players = self.summary.command.players
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(players)))
            case "OK":
                command = replace(self.summary.command, dealer=players[self.chosen])
                return replace(self.summary, command=command, chosen=0)
            case "UNDO":
                return self.summary
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_("First: who deals?"), self)
