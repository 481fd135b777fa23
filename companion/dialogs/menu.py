"""The menu that opens when MORE is held: only what is possible now."""

from collections.abc import Callable
from typing import assert_never

import msgspec

from companion.dialogs.context import (
    Close,
    Dialog,
    IssueCode,
    Move,
    Reject,
    ScanNetworks,
    Scene,
    Submit,
    SwitchOff,
    Toggle,
)
from companion.dialogs.keys import around, turned
from companion.dialogs.phones import DismissPhonesDialog
from companion.dialogs.points import EnterPointsDialog, WhosePointsDialog, can_check_points, can_enter_points
from companion.dialogs.ranks import card_face, faces_of, gathered_already, ranks_of
from companion.dialogs.set_up import ChooseGameDialog
from companion.dialogs.suits import PickSuitDialog, suit_is_missing
from companion.inputs import Key
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.commands import Forget, Leave, Show
from companion.rules.family import Rules
from companion.rules.tricks.state import TrickState
from companion.screens.model import (
    CardRowScreen,
    ConfirmScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    Picture,
    RankScreen,
)
from companion.screens.table_pictures import names_of
from companion.text.named import Named, Words

replace = msgspec.structs.replace


class Item(msgspec.Struct, frozen=True):
    """One row of the menu and the move of OK on it."""

    text: str
    chosen: Callable[[Scene], Move]
    value: str = ""


def items(scene: Scene) -> tuple[Item, ...]:
    """Return the rows that are possible now, those of the game first."""
    rows = [] if scene.stopped is not None else _of_the_game(scene)
    rows.append(Item("New game", ChooseGameDialog.start))
    if scene.phones is not None:
        count = scene.phones.ruling
        rows.append(Item("Phone code", lambda _: IssueCode()))
        if count:
            rows.append(Item("Dismiss phones", lambda _: DismissPhonesDialog(), str(count)))
    if scene.network is not None:
        rows.append(Item("Network", lambda _: ScanNetworks()))
    rows.append(Item("Sound", lambda scene: Toggle("muted", not scene.muted), "off" if scene.muted else "on"))
    rows.append(
        Item("Light", lambda scene: Toggle("night", not scene.night), "night" if scene.night else "day")
    )
    rows.append(Item("About", lambda _: AboutDialog()))
    if scene.can_restart:
        rows.append(Item("Restart", lambda _: SwitchOffDialog(restart=True)))
    rows.append(Item("Switch off", lambda _: SwitchOffDialog()))
    return tuple(rows)


def _of_the_game(scene: Scene) -> list[Item]:
    rows: list[Item] = []
    match scene.rules, scene.state:
        case AddingRules(shows=shows), AddingState(phase=phase):
            if who_may_have_forgotten(scene):
                rows.append(Item("Forgot to draw", ChoosePlayerDialog.forgot))
            if phase == "play" and shows:
                rows.append(Item("Show three of a rank", ChoosePlayerDialog.shows))
            if phase in {"play", "hand-over"}:
                rows.append(Item("A player leaves", ChoosePlayerDialog.leaves))
        case _, TrickState():
            if can_enter_points(scene):
                rows.append(Item("Enter points", lambda _: EnterPointsDialog()))
            if can_check_points(scene):
                rows.append(Item("Check points", lambda _: WhosePointsDialog()))
        case _, AddingState() | None:
            pass
        case never:
            assert_never(never)
    return rows


def who_may_have_forgotten(scene: Scene) -> tuple[str, ...]:
    """Return the players who drew after their last turn and whose next one has not begun."""
    if not isinstance(scene.state, AddingState) or scene.state.phase != "play":
        return ()
    return tuple(player.name for player in scene.state.players if player.still_in and player.drew)


class MenuDialog(msgspec.Struct, frozen=True):
    """The list of rows; UNDO leaves it."""

    chosen: int = 0

    def picture(self, scene: Scene) -> Picture:
        rows = items(scene)
        entries = tuple(ListEntry(item.text, value=item.value) for item in rows)
        return ListScreen(
            "Menu", f"{self.chosen % len(rows) + 1} of {len(rows)}", entries, self.chosen % len(rows)
        )

    def key(self, scene: Scene, key: Key) -> Move:
        rows = items(scene)
        match key.name:
            case "LEFT" | "RIGHT":
                return MenuDialog(around(self.chosen, turned(key), len(rows)))
            case "OK":
                return rows[self.chosen % len(rows)].chosen(scene)
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject("First: leave the menu", self, key="UNDO")


class ChoosePlayerDialog(msgspec.Struct, frozen=True):
    """Chooses a player for a row of the menu."""

    title: str
    options: tuple[str, ...]
    purpose: str
    chosen: int = 0

    @classmethod
    def forgot(cls, scene: Scene) -> Dialog:
        """Return the choice of the player who forgot to draw."""
        return cls("Who forgot to draw?", who_may_have_forgotten(scene), "forgot")

    @classmethod
    def leaves(cls, scene: Scene) -> Dialog:
        """Return the choice of the player who leaves."""
        return cls("Who leaves?", _still_in(scene), "leaves")

    @classmethod
    def shows(cls, scene: Scene) -> Dialog:
        """Return the choice of the player who shows three of a rank."""
        return cls("Who shows?", _still_in(scene), "shows")

    def picture(self, scene: Scene) -> Picture:
        rows = tuple(ListEntry(Named(option)) for option in self.options)
        return ListScreen(self.title, "", rows, self.chosen, names_of(scene.adding()[1]))

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(self.options)))
            case "OK":
                return self._go_on(self.options[self.chosen])
            case "UNDO":
                return MenuDialog()
        return self

    def _go_on(self, name: str) -> Move:
        match self.purpose:
            case "forgot":
                return Submit(Forget(player=name))
            case "leaves":
                return LeaveDialog(name)
        return ShowThreeDialog(name)

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(f"First: {self.title[:1].lower()}{self.title[1:]}", self)


def _still_in(scene: Scene) -> tuple[str, ...]:
    _, state = scene.adding()
    return tuple(player.name for player in state.players if player.still_in)


class LeaveDialog(msgspec.Struct, frozen=True):
    """A player leaves: confirmed once, because their cards and chips leave too."""

    name: str

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        line = "is out of the game" if rules.chips is None else "chips go to the pot"
        ok, no = KeyHint("OK", "yes"), KeyHint("UNDO", "no")
        return ConfirmScreen("", "", Named(self.name, after=" leaves?"), line, None, names_of(state), ok, no)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return Submit(Leave(player=self.name))
            case "UNDO":
                return ChoosePlayerDialog.leaves(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(f"First: does {self.name} leave?", self)


class ShowThreeDialog(msgspec.Struct, frozen=True):
    """Enters three shown cards of a rank, by scan or by key; the third one submits the command."""

    name: str
    cards: tuple[str, ...] = ()
    rank: int = 12

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        table, title = names_of(state), Named(self.name, after=" shows")
        ok, less = KeyHint("OK", "show"), KeyHint("UNDO", "less" if self.cards else "back")
        if self.cards:
            faces = tuple(card_face(rules.pack, card) for card in self.cards)
            return CardRowScreen(
                title, f"{len(faces)} of 3", faces, 3 - len(faces), table, KeyHint("MORE", "add"), less
            )
        return RankScreen(title, "three of", faces_of(rules), self.rank, table, ok, less)

    def key(self, scene: Scene, key: Key) -> Move:
        rules, _ = scene.adding()
        ranks = ranks_of(rules)
        match key.name:
            case "LEFT" | "RIGHT" if not self.cards:
                return replace(self, rank=around(self.rank, turned(key), len(ranks)))
            case "OK" | "MORE":
                return self.card(scene, ranks[self.rank])
            case "UNDO" if self.cards:
                return replace(self, cards=self.cards[:-1])
            case "UNDO":
                return ChoosePlayerDialog.shows(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        rules, _ = scene.adding()
        read, ranks = rules.pack.read(card), ranks_of(rules)
        if suit_is_missing(rules, read):
            return PickSuitDialog(self, read.rank)
        why_not = gathered_already(rules, card, self.cards)
        if why_not is not None:
            return Reject(why_not, self, "Not shown")
        cards = (*self.cards, card)
        refused = scene.trial(Show(player=self.name, cards=cards))
        if len(cards) == 3 or (refused is not None and refused.code in {"not-in-deck", "already-played"}):
            return Submit(Show(player=self.name, cards=cards), self)
        return replace(self, cards=cards, rank=ranks.index(read.rank) if read.rank in ranks else self.rank)

    def suited(self, scene: Scene, card: str) -> Move:
        return self.card(scene, card)

    def suit_rules(self, scene: Scene) -> Rules | None:
        return scene.rules

    def table(self, scene: Scene) -> tuple[str, ...]:
        return names_of(scene.adding()[1])

    def unsuited(self) -> Move:
        return self

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return "shown", "show"


class AboutDialog(msgspec.Struct, frozen=True):
    """Information about this box: version, journal, parts."""

    chosen: int = 0

    def picture(self, scene: Scene) -> Picture:
        return ListScreen(
            "About", "", tuple(ListEntry(line) for line in scene.about), self.chosen % len(scene.about)
        )

    def key(self, scene: Scene, key: Key) -> Move:
        if key.name in {"LEFT", "RIGHT"}:
            return AboutDialog(around(self.chosen, turned(key), len(scene.about)))
        return Close()

    def card(self, scene: Scene, card: str) -> Move:
        return Reject("First: leave this page", self, key="UNDO")


class SwitchOffDialog(msgspec.Struct, frozen=True):
    """Switches off, or restarts with `restart`; the next start resumes the game."""

    restart: bool = False

    def picture(self, scene: Scene) -> Picture:
        ok, no = KeyHint("OK", "yes"), KeyHint("UNDO", "no")
        return ConfirmScreen("", "", f"{self._what}?", "the game is kept", None, (), ok, no)

    @property
    def _what(self) -> str:
        return "Restart" if self.restart else "Switch off"

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return SwitchOff(self.restart)
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(f"First: {self._what.lower()}, yes or no?", self)
