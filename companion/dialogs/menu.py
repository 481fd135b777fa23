"""The menu that opens when MORE is held: only what is possible now."""

from typing import Literal, assert_never, get_args

import msgspec

from companion.dialogs.about import AboutDialog
from companion.dialogs.context import (
    Dialog,
    IssueCode,
    ListLanguages,
    Move,
    Reject,
    ScanNetworks,
    Scene,
    Submit,
    SwitchOff,
    Toggle,
    UseCourt,
)
from companion.dialogs.keys import around, place_among
from companion.dialogs.phones import DismissPhonesDialog
from companion.dialogs.points import EnterPointsDialog, WhosePointsDialog, can_check_points, can_enter_points
from companion.dialogs.ranks import card_face, faces_of, gathered_already, ranks_of
from companion.dialogs.set_up import ChooseGameDialog
from companion.dialogs.suits import PickSuitDialog, suit_is_missing
from companion.dialogs.toolkit import Choice, Confirmation, Page, WidgetDialog, ok_and_undo
from companion.outputs import Court
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.commands import Forget, Leave, Show
from companion.rules.family import Rules
from companion.rules.tricks.state import TrickState
from companion.screens.model import (
    CardRowScreen,
    KeyHint,
    ListEntry,
    ListScreen,
    RankScreen,
)
from companion.screens.table_pictures import names_of
from companion.text.language import gettext as _
from companion.text.language import language_in_use, pgettext
from companion.text.named import Named, Words, named

replace = msgspec.structs.replace


class Item(msgspec.Struct, frozen=True):
    """One row of the menu and the move of OK on it."""

    text: str
    move: Move
    value: str = ""


def items(scene: Scene) -> tuple[Item, ...]:
    """Return the rows that are possible now, those of the game first."""
    rows = [] if scene.stopped is not None else _of_the_game(scene)
    rows.append(Item(_("New game"), ChooseGameDialog.start(scene)))
    if scene.phones is not None:
        count = scene.phones.ruling
        rows.append(Item(_("Phone code"), IssueCode()))
        if count:
            rows.append(Item(_("Dismiss phones"), DismissPhonesDialog(), str(count)))
    if scene.network is not None:
        rows.append(Item(_("Network"), ScanNetworks()))
    sound = pgettext("sound", "off") if scene.muted else pgettext("sound", "on")
    rows.append(Item(_("Sound"), Toggle("muted", not scene.muted), sound))
    light = pgettext("light", "night") if scene.night else pgettext("light", "day")
    rows.append(Item(_("Light"), Toggle("night", not scene.night), light))
    if scene.language:
        rows.append(Item(_("Language"), ListLanguages(), scene.language))
    rows.append(Item(_("Cards"), _next_court(), " ".join(language_in_use().court)))
    rows.append(Item(_("About"), AboutDialog()))
    if scene.can_restart:
        rows.append(Item(_("Restart"), SwitchOffDialog(restart=True)))
    rows.append(Item(_("Switch off"), SwitchOffDialog()))
    return tuple(rows)


def _next_court() -> UseCourt:
    courts = get_args(Court)
    return UseCourt(courts[around(courts.index("".join(language_in_use().court)), 1, len(courts))])


def _of_the_game(scene: Scene) -> list[Item]:
    rows: list[Item] = []
    match scene.rules, scene.state:
        case AddingRules(shows=shows), AddingState(phase=phase):
            if who_may_have_forgotten(scene):
                rows.append(Item(_("Forgot to draw"), ChoosePlayerDialog.forgot(scene)))
            if phase == "play" and shows:
                rows.append(Item(_("Show three of a rank"), ChoosePlayerDialog.shows(scene)))
            if phase in {"play", "hand-over"}:
                rows.append(Item(_("A player leaves"), ChoosePlayerDialog.leaves(scene)))
        case _, TrickState():
            if can_enter_points(scene):
                rows.append(Item(_("Enter points"), EnterPointsDialog()))
            if can_check_points(scene):
                rows.append(Item(_("Check points"), WhosePointsDialog()))
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


class MenuDialog(WidgetDialog, frozen=True):
    """The list of rows; UNDO leaves it."""

    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        rows = items(scene)
        entries = tuple(ListEntry(item.text, value=item.value) for item in rows)
        chosen = self.chosen % len(rows)
        return Choice(
            screen=ListScreen(_("Menu"), place_among(chosen, len(rows)), entries, chosen),
            ok=rows[chosen].move,
            first=_("First: leave the menu with {key}"),
            first_key="UNDO",
        )


class ChoosePlayerDialog(WidgetDialog, frozen=True):
    """Chooses a player for a row of the menu."""

    options: tuple[str, ...]
    purpose: Literal["forgot", "leaves", "shows"]
    chosen: int = 0

    @classmethod
    def forgot(cls, scene: Scene) -> Dialog:
        """Return the choice of the player who forgot to draw."""
        return cls(who_may_have_forgotten(scene), "forgot")

    @classmethod
    def leaves(cls, scene: Scene) -> Dialog:
        """Return the choice of the player who leaves."""
        return cls(_still_in(scene), "leaves")

    @classmethod
    def shows(cls, scene: Scene) -> Dialog:
        """Return the choice of the player who shows three of a rank."""
        return cls(_still_in(scene), "shows")

    def widget(self, scene: Scene) -> Choice:
        rows = tuple(ListEntry(Named(option)) for option in self.options)
        title, first, move = self._purpose(self.options[self.chosen])
        screen = ListScreen(title, "", rows, self.chosen, names_of(scene.adding()[1]))
        return Choice(screen=screen, ok=move, undo=MenuDialog(), first=first)

    def _purpose(self, name: str) -> tuple[str, str, Move]:
        """Return the title, the sentence that refuses a card, and what follows for the player chosen."""
        match self.purpose:
            case "forgot":
                return _("Who forgot to draw?"), _("First: who forgot to draw?"), Submit(Forget(player=name))
            case "leaves":
                return _("Who leaves?"), _("First: who leaves?"), LeaveDialog(name)
            case "shows":
                return _("Who shows?"), _("First: who shows?"), ShowThreeDialog(name)
            case _:
                assert_never(self.purpose)


def _still_in(scene: Scene) -> tuple[str, ...]:
    state = scene.adding()[1]
    return tuple(player.name for player in state.players if player.still_in)


class LeaveDialog(WidgetDialog, frozen=True):
    """A player leaves: confirmed once, because their cards and chips leave too."""

    name: str

    def widget(self, scene: Scene) -> Confirmation:
        rules, state = scene.adding()
        return Confirmation(
            question=named(_("{name} leaves?"), self.name),
            line=_("is out of the game") if rules.chips is None else _("chips go to the pot"),
            table=names_of(state),
            ok=Submit(Leave(player=self.name)),
            undo=ChoosePlayerDialog.leaves(scene),
            first=_("First: does {player} leave?").format(player=self.name),
        )


class ShowThreeDialog(WidgetDialog, frozen=True):
    """Enters three shown cards of a rank, by scan or by key; the third one submits the command."""

    name: str
    cards: tuple[str, ...] = ()
    chosen: int = 12

    def widget(self, scene: Scene) -> Choice | Page:
        rules, state = scene.adding()
        table, title = names_of(state), named(_("{name} shows"), self.name)
        another = self.card(scene, ranks_of(rules)[self.chosen])
        if not self.cards:
            keys = ok_and_undo(pgettext("key", "show"), pgettext("key", "back"))
            screen = RankScreen(title, _("three of"), faces_of(rules), self.chosen, table, *keys)
            return Choice(screen=screen, ok=another, more=another, undo=ChoosePlayerDialog.shows(scene))
        faces = tuple(card_face(rules.pack, card) for card in self.cards)
        more, less = (
            KeyHint("MORE", pgettext("key", "add")),
            KeyHint("UNDO", pgettext("key of cards", "less")),
        )
        shown, missing = place_among(len(faces) - 1, 3), 3 - len(faces)
        return Page(
            screen=CardRowScreen(title, shown, faces, missing, table, more, less),
            ok=another,
            more=another,
            undo=replace(self, cards=self.cards[:-1]),
        )

    def card(self, scene: Scene, card: str) -> Move:
        rules = scene.adding()[0]
        read, ranks = rules.pack.read(card), ranks_of(rules)
        if suit_is_missing(rules, read):
            return PickSuitDialog(self, read.rank)
        why_not = gathered_already(rules, card, self.cards)
        if why_not is not None:
            return Reject(why_not, self, _("Not shown"))
        cards = (*self.cards, card)
        refused = scene.trial(Show(player=self.name, cards=cards))
        if len(cards) == 3 or (refused is not None and refused.code in {"not-in-deck", "already-played"}):
            return Submit(Show(player=self.name, cards=cards), self)
        return replace(
            self, cards=cards, chosen=ranks.index(read.rank) if read.rank in ranks else self.chosen
        )

    def suited(self, scene: Scene, card: str) -> Move:
        return self.card(scene, card)

    def suit_rules(self, scene: Scene) -> Rules | None:
        return scene.rules

    def table(self, scene: Scene) -> tuple[str, ...]:
        return names_of(scene.adding()[1])

    def unsuited(self) -> Move:
        return self

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return pgettext("title", "shown"), pgettext("key", "show")


class SwitchOffDialog(WidgetDialog, frozen=True):
    """Switches off, or restarts with `restart`; the next start resumes the game."""

    restart: bool = False

    def widget(self, scene: Scene) -> Confirmation:
        first = _("First: restart, yes or no?") if self.restart else _("First: switch off, yes or no?")
        return Confirmation(
            question=_("Restart?") if self.restart else _("Switch off?"),
            line=_("the game is kept"),
            ok=SwitchOff(self.restart),
            first=first,
        )
