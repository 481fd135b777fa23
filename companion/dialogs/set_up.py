"""Setup of a game by key: variant, number of players, chips, dealer, house rules."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.core.cards import Pack
from companion.core.commands import New
from companion.core.family import Rules
from companion.dialogs.context import Close, Dialog, DrawLot, Item, Move, Reject, Scene, Submit
from companion.dialogs.house_rules import HouseRulesDialog
from companion.dialogs.toolkit import (
    Choice,
    Confirmation,
    IdleQuestion,
    Page,
    WidgetDialog,
    list_of,
    ok_and_undo,
)
from companion.errors import Illegal
from companion.message import Name, Words, in_context, phrase, plural
from companion.screens.model import CountScreen, NoticeScreen
from companion.words.numbers import seat_name
from companion.words.turns import deals
from companion.words.variants import pack_changes, translated

VERSIONS = frozenset(
    f"ninety-nine-{name}"
    for name in (
        *("boyer", "ishihara", "ishihara-shows", "kolb", "new-pile", "nine-reverse"),
        *("orcutt", "sixty-nine", "stack", "thai", "wilson"),
    )
)
"""The published versions of ninety-nine that few tables play; lists group them in one row."""


class ChooseGameDialog(IdleQuestion, WidgetDialog):
    """Choice of the game played last, or a group of games; a group of one game is that game."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rows = [
            _game_row(scene, _last_played(scene), self),
            *(_group_row(scene, games, self) for games in _groups(scene)),
        ]
        return _list_of_games(rows, self.chosen, None if scene.state is None else Close())


class ChooseFromGroupDialog(WidgetDialog):
    """Choice of one of the `games` of a group, or of the list of its published `versions`."""

    games: tuple[str, ...]
    versions: tuple[str, ...]
    back: Dialog
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rows = [_game_row(scene, name, self) for name in self.games]
        if self.versions:
            others = ChooseFromGroupDialog(self.versions, (), self)
            rows.append(Item(phrase("Published variants"), others))
        return _list_of_games(rows, self.chosen, self.back)


def _list_of_games(rows: Sequence[Item], chosen: int, undo: Move | None) -> Choice:
    return list_of(rows, chosen, phrase("Which game?"), undo=undo)


def _last_played(scene: Scene) -> str:
    last = scene.last_new.variant if scene.last_new is not None else scene.first_game
    return last if last in scene.variants else next(iter(scene.variants))


def _groups(scene: Scene) -> list[tuple[str, ...]]:
    """Return the games grouped by family or by limit; the game played last is first."""
    last, groups = _last_played(scene), dict[Words, list[str]]()
    for name, variant in scene.variants.items():
        games = groups.setdefault(scene.family(variant).group or variant.short, [])
        games.insert(0 if name == last else len(games), name)
    return sorted(map(tuple, groups.values()), key=lambda games: last not in games)


def _game_row(scene: Scene, name: str, back: Dialog) -> Item:
    variant, move = scene.variant(name), PlayerCountDialog.start(scene, name, back)
    return Item(translated(variant.listed or variant.title), move, prefix=translated(variant.short))


def _group_row(scene: Scene, games: tuple[str, ...], back: Dialog) -> Item:
    """Return the row of a group of games, of which the first is no version to be looked for."""
    if len(games) == 1:
        return _game_row(scene, games[0], back)
    variant, count = scene.variant(games[0]), len(games)
    versions = tuple(name for name in games[1:] if name in VERSIONS)
    common = tuple(name for name in games if name not in versions)
    move, word = ChooseFromGroupDialog(common, versions, back), scene.family(variant).group
    if word:
        return Item(word, move, str(count))
    return Item(plural("{n:d} game", "{n:d} games", count), move, prefix=translated(variant.short))


class PlayerCountDialog(WidgetDialog):
    """Choice of the number of players; those of the last game keep their names."""

    variant: str
    value: int
    back: Dialog = ChooseGameDialog()

    @classmethod
    def start(cls, scene: Scene, variant: str, back: Dialog) -> "PlayerCountDialog":
        """Return the dialog with the last game's number of players, if the variant allows it."""
        low, high = _seats(scene, variant)
        last = len(scene.last_new.players) if scene.last_new is not None else 4
        return cls(variant, min(max(last, low), high), back)

    def widget(self, scene: Scene) -> Page:
        low, high = _seats(scene, self.variant)
        keys = ok_and_undo(in_context("key", "next"))
        new = New(variant=self.variant, players=names_for(scene, self.value))
        return Page(
            screen=CountScreen(phrase("How many play?"), self.value, keys=keys),
            ok=SummaryDialog.of(scene, new, self),
            undo=self.back,
            left=replace(self, value=high if self.value == low else self.value - 1),
            right=replace(self, value=low if self.value == high else self.value + 1),
        )


def _seats(scene: Scene, name: str) -> tuple[int, int]:
    variant = scene.variant(name)
    return scene.family(variant).seats(variant)


def names_for(scene: Scene, count: int) -> tuple[str, ...]:
    """Return `count` names: those of the last games, then the configured ones, then Seat n."""
    names = list(scene.known_names[:count])
    for seat in range(len(names) + 1, count + 1):
        own = scene.seat_names[seat - 1] if seat <= len(scene.seat_names) else ""
        names.append(own if own and own not in names else seat_name(seat, names))
    return tuple(names)


class SummaryDialog(WidgetDialog):
    """A summary from which to start the game, or to change chips, dealer and house rules first.

    With `by_lot`, the dealer is drawn when the game starts. `leaves` is set once the players have
    agreed to end the game in progress.
    """

    command: New
    back: Dialog
    chosen: int = 0
    by_lot: bool = False
    leaves: bool = False

    @classmethod
    def of(cls, scene: Scene, command: New, back: Dialog) -> "SummaryDialog":
        """Return the summary of a game with the house rules used last time."""
        last = scene.last_new
        if last is not None and last.variant == command.variant and not command.house:
            command = replace(command, house=dict(last.house))
        return cls(command, back, by_lot=scene.variant(command.variant).dealer_by_lot)

    @classmethod
    def again(cls, scene: Scene) -> "SummaryDialog | ChooseGameDialog":
        """Return the summary for the same players and rules; the winner usually deals.

        If that variant is no longer loaded, or too few players have stayed, return the choice of a
        variant.
        """
        state = scene.playing
        last = scene.last_new
        variant = None if last is None else scene.variants.get(last.variant)
        if last is None or variant is None or len(last.players) < variant.players[0]:
            return ChooseGameDialog()
        names, dealer = last.players, state.deals_again
        command = New(
            variant=last.variant,
            players=names,
            house=dict(last.house),
            dealer=dealer if dealer in names else names[-1],
        )
        return cls(command, PlayerCountDialog(last.variant, len(names)))

    def widget(self, scene: Scene) -> Choice:
        title = translated(scene.variant(self.command.variant).title)
        names = self.command.players
        count = plural("{n:d} plays", "{n:d} play", len(names))
        start = phrase("First start the game with {key}", key="OK")
        return list_of(
            self._rows(scene),
            self.chosen,
            title,
            count,
            names,
            undo=self.back,
            first=phrase("First start the game") if self.chosen else start,
        )

    def _rows(self, scene: Scene) -> tuple[Item, ...]:
        rules, dialogs = self.rules(scene), scene.family(scene.variant(self.command.variant))
        own = str(len(self.command.house) or in_context("house rules", "none"))
        dealer = phrase("by lot") if self.by_lot else Name(self.dealer)
        return (
            Item(
                phrase("Start"),
                self.start(scene),
                "" if rules is None else dialogs.played_with(rules),
            ),
            *dialogs.set_up_rows(self, rules),
            Item(phrase("Dealer"), DealerDialog(self, self._dealing), dealer),
            Item(phrase("House rules"), HouseRulesDialog(self.command, 0, self), own),
        )

    @property
    def dealer(self) -> str:
        """The name of the first hand's dealer."""
        dealer = self.command.dealer
        return dealer if isinstance(dealer, str) else self.command.players[-1]

    @property
    def _dealing(self) -> int:
        players = self.command.players
        return len(players) if self.by_lot else players.index(self.dealer)

    def rules(self, scene: Scene) -> Rules | None:
        """Return the rules as set up so far; None while the house rules contradict each other."""
        try:
            return scene.rules_of(self.command)
        except Illegal:
            return None

    def start(self, scene: Scene) -> Move:
        """Return the move that starts the game, or the question for missing information."""
        try:
            rules = scene.rules_of(self.command)
        except Illegal as refused:
            return Reject(refused, self, phrase("Not started"))
        if not self.leaves and _is_under_way(scene):
            return Confirmation(
                question=phrase("Leave this game?"),
                line=phrase("it ends as it is"),
                ok=replace(self, leaves=True).start(scene),
                undo=self,
            )
        if self.by_lot:
            return DrawLot(self.command.players, self._drawn)
        had = scene.rules.pack if scene.rules is not None else None
        wanted = rules.pack
        if wanted is not None and any(pack_changes(had, wanted)):
            return MakePackDialog(self, had, wanted)
        return begin(scene, self)

    def with_house(self, house: dict[str, Any]) -> "SummaryDialog":
        """Return the same setup with other house rules."""
        return replace(self, command=replace(self.command, house=house), chosen=0)

    def with_dealer(self, dealer: str) -> "SummaryDialog":
        """Return the same setup with this player as the first hand's dealer."""
        return replace(self, command=replace(self.command, dealer=dealer), chosen=0, by_lot=False)

    def _drawn(self, dealer: str) -> "LotDialog":
        return LotDialog(self.with_dealer(dealer))


def _is_under_way(scene: Scene) -> bool:
    """Return whether a game is in progress."""
    return scene.state is not None and scene.state.phase != "game-over" and scene.stopped is None


class LotDialog(WidgetDialog):
    """Announcement of the player drawn to deal the first hand; OK starts the game."""

    summary: SummaryDialog

    def widget(self, scene: Scene) -> Page:
        summary = self.summary
        screen = lot_notice(summary.dealer, summary.command.players)
        return Page(
            screen=replace(screen, keys=ok_and_undo(in_context("key", "start"))),
            ok=summary.start(scene),
            undo=summary,
            first=phrase("First start the game with {key}", key="OK"),
        )


def lot_notice(dealer: str, players: tuple[str, ...]) -> NoticeScreen:
    """Return the notice naming the player drawn as dealer."""
    return NoticeScreen(phrase("By lot"), deals(dealer), table=players)


def begin(scene: Scene, summary: SummaryDialog) -> Move:
    """Return the move that starts the game as set up, or the question that its deal needs."""
    command = summary.command
    begin = scene.family(scene.variant(command.variant)).begin
    return Submit(command, summary) if begin is None else begin(scene, command, summary)


class MakePackDialog(WidgetDialog):
    """Instructions for the cards before the deal: add a second deck, or take cards out."""

    summary: SummaryDialog
    had: Pack | None
    wanted: Pack

    def widget(self, scene: Scene) -> Page:
        headline, changes = pack_changes(self.had, self.wanted)
        keys = ok_and_undo(in_context("key", "start"))
        why = changes or phrase("Shuffle all decks together")
        return Page(
            screen=NoticeScreen(headline, why, keys=keys),
            ok=begin(scene, self.summary),
            undo=self.summary,
            first=phrase("First start the game with {key}", key="OK"),
        )


class DealerDialog(WidgetDialog):
    """Choice of the first hand's dealer, or of drawing lots; the next player clockwise begins."""

    summary: SummaryDialog
    chosen: int

    def widget(self, scene: Scene) -> Choice:
        summary, players = self.summary, self.summary.command.players
        by_lot = Item(phrase("By lot"), replace(summary, chosen=0, by_lot=True))
        rows = [*(Item(Name(name), summary.with_dealer(name)) for name in players), by_lot]
        return list_of(rows, self.chosen, phrase("Who deals?"), "", players, undo=summary)
