"""The `Scene` that dialogs read, and the `Move` that they return.

These types refer to each other, so they are all defined in this module.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

from msgspec import field
from msgspec.structs import replace

from companion.core.cards import Card
from companion.core.checks import check_players
from companion.core.commands import BaseCommand, Claim, Judged, New, Repair, Step, Undo
from companion.core.disagreement import Explanation, Observed
from companion.core.events import Miscount
from companion.core.family import Families, Family, HistoryEntry, Result, Rules, Variant
from companion.core.frozen import Frozen
from companion.core.history import counting
from companion.core.questions import CommandPreview, Question
from companion.core.refusals import NoGame, UnknownVariant
from companion.core.seats import State
from companion.errors import DiskFault, Illegal
from companion.inputs import Key, KnownNetwork, NetworkNews, PartName
from companion.message import Words
from companion.outputs import Court
from companion.screens.model import ListEntry, Picture
from companion.screens.table_pictures import names_of
from companion.words.calling import VoiceMode
from companion.words.hidden import hidden, revealed, with_hidden_sum, without_totals
from companion.words.refusals import Why

MAX_SEATS = 12
"""Maximum number of seats that can be set up by key, because more names do not fit on the table
picture after a hand. A phone may seat more.
"""


_Rules = TypeVar("_Rules")
_State = TypeVar("_State")


class PhoneStatus(Frozen):
    """The state of the phones' access.

    `address` is the page's address ("192.168.178.23:8098"), "" without a network. `modules` is that
    address as a QR code, row by row, dark as "1". `name` is the same address with the box's host
    name ("card-table.local:8098"), "" if it has none. `code` is the valid pairing code, or "".
    `spent` means that too many wrong guesses ended the last one. `ruling` is the number of paired
    phones. `invitation` is a QR code of the address with the code, which pairs the phone that scans
    it; () without a code. `guesser` is the address that has sent `guesses` wrong codes, "" if there
    is none or a player has already decided about it.
    """

    address: str = ""
    modules: tuple[str, ...] = ()
    code: str = ""
    ruling: int = 0
    name: str = ""
    spent: bool = False
    invitation: tuple[str, ...] = ()
    guesser: str = ""
    guesses: int = 0


TestResults = tuple[tuple[PartName, bool], ...]
"""The parts that a self-test has tried, and whether each works."""


class Scene(Frozen):
    """Everything a dialog can read: the game, and the box's state around it.

    `moments` are those of the current game, beginning with its deal. `last_called` is the total
    dialed last. With `hides_total`, no player has called the total of the last play yet, and they
    learn to add (`learns`). `undoable_call` is the call judged since the last command, at the time
    `called_at`.
    `known_names` are the players by seat, including those of earlier games; `seat_names` are for
    players without names. `first_game` is selected in the list of games until one has been played.
    `version` is that of the program, `commands` the number of commands in the journal, and
    `language` the current language's own name, or "" if it is the only one. `phones` is None
    without a phone page, `network` is None without access to the machine's network. `parts` are
    those that a self-test tries, `tested` the results of the last one. `has_floor` is true while
    the floor of a club night follows this table, `calls_director` while the table calls the
    director. `families` holds the families of all games. `disk` is the reason why the disk accepts
    no writes, and `unsaved` the card that it refused last. `explain` searches for explanations of
    a difference between the players' observations and the box; it is slow.
    """

    variants: Mapping[str, Variant]
    rules: Rules | None = None
    state: State | None = None
    moments: Sequence[HistoryEntry] = ()
    can_reopen: bool = False
    last_new: New | None = None
    tally: tuple[tuple[str, int], ...] = ()
    last_called: int = 0
    undoable_call: Judged | None = None
    called_at: float = 0.0
    known_names: tuple[str, ...] = ()
    seat_names: tuple[str, ...] = ()
    first_game: str = ""
    muted: bool = False
    night: bool = False
    voice: VoiceMode = "after"
    learns: bool = False
    hides_total: bool = False
    stopped: Miscount | None = None
    parts: tuple[PartName, ...] = ()
    tested: TestResults = ()
    missing: tuple[PartName, ...] = ()
    noisy: tuple[PartName, ...] = ()
    disk: DiskFault | None = None
    unsaved: Card | None = None
    version: str = ""
    commands: int = 0
    language: str = ""
    phones: PhoneStatus | None = None
    network: NetworkNews | None = None
    can_restart: bool = False
    can_update: bool = False
    has_floor: bool = False
    calls_director: bool = False
    families: Families = field(default_factory=dict)
    explain: Callable[[Observed], tuple[Explanation, ...]] = lambda _seen: ()

    def game(self) -> tuple[Rules, State]:
        """Return the rules and the state of the current game.

        Raises:
            Illegal: ``no-game``.
        """
        if self.rules is None or self.state is None:
            raise Illegal(NoGame())
        return self.rules, self.state

    @property
    def playing(self) -> State:
        """The state of the current game.

        Raises:
            Illegal: ``no-game``.
        """
        return self.game()[1]

    @property
    def counted(self) -> list[HistoryEntry]:
        """The moments that count."""
        return counting(self.moments)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players of the current game, by seat; raises as `playing`."""
        return names_of(self.playing)

    @property
    def shown(self) -> "Scene":
        """The scene as displays and pages show it, with the total hidden if it is to be called."""
        if not self.hides_total:
            return self
        last = self.moments[-1]
        state, events = hidden(last.state), without_totals(last.events)
        moments = (*self.moments[:-1], replace(last, state=state, events=events))
        return replace(self, state=state, moments=moments)

    @property
    def recorded(self) -> Sequence[HistoryEntry]:
        """The moments with their totals, also as a shown scene hides one."""
        if not self.hides_total:
            return self.moments
        last = self.moments[-1]
        return (*self.moments[:-1], replace(last, state=revealed(last.state)))

    def outcome_of(self, explanation: Explanation, seen: Observed) -> State:
        """Return the state that an explanation of what players have `seen` leads to, as shown.

        A total that is to be called stays hidden, unless the players name theirs.
        """
        state = explanation.state
        return hidden(state) if self.hides_total and seen.total is None else state

    def refusal_shown(self, refused: Illegal) -> Illegal:
        """Return a refusal as displays and pages show it, without a total that is to be called."""
        if not self.hides_total:
            return refused
        return Illegal(with_hidden_sum(refused.refusal))

    @property
    def dialed_from(self) -> int:
        """The box's total, at which a dial starts, or the one dialed last while it is hidden."""
        total = self.playing.total
        return self.last_called if self.hides_total or total is None else total

    @property
    def warns(self) -> bool:
        """Whether a part is missing or the disk fails, as shown by the warning triangle."""
        return bool(self.missing) or self.disk is not None

    def game_of(self, rules: type[_Rules], state: type[_State]) -> tuple[_Rules, _State]:
        """Return the rules and the state of the current game, if they are of these types.

        Raises:
            Illegal: ``no-game``, also if the current game is of another family.
        """
        if not isinstance(self.rules, rules) or not isinstance(self.state, state):
            raise Illegal(NoGame())
        return self.rules, self.state

    def family(self, game: State | Rules | Variant) -> Family:
        """Return the family of a state, rules or a variant."""
        return self.families[game.family]

    def variant(self, name: str) -> Variant:
        """Return the variant of this name.

        Raises:
            Illegal: ``unknown-variant``; a phone may have deleted it.
        """
        if name not in self.variants:
            raise Illegal(UnknownVariant(name, tuple(self.variants)))
        return self.variants[name]

    def trial(self, command: New | Step) -> Illegal | None:
        """Return why the rules would refuse `command` now, or None if they would accept it.

        The game does not change.
        """
        try:
            self.result(command)
        except Illegal as refused:
            return refused
        return None

    def preview(self, command: New | Step) -> CommandPreview:
        """Return the effect that `command` would have now, without changing the game."""
        try:
            result = self.result(command)
        except Illegal as refused:
            return CommandPreview.refused(refused.refusal)
        rules = self.rules_of(command)
        return self.family(rules).preview(rules, self.state, *result)

    def question(self, command: New | Step, refused: Illegal) -> Question | None:
        """Return the open question behind a refusal of `command`; None if the refusal is final."""
        if not refused.refusal.asks:
            return None
        rules, refusal = self.rules_of(command), refused.refusal
        return self.family(rules).question(rules, self.state, command, refusal)

    def result(self, command: New | Step) -> Result:
        """Return the state and the events that `command` would cause, without changing the game.

        What follows from a hidden total is hidden too.

        Raises:
            Illegal: the rules refuse the command.
        """
        rules = self.rules_of(command)
        if not isinstance(command, New):
            return self._step(rules, command)
        variant = self.variant(command.variant)
        check_players(variant.title, variant.players, command.players)
        return self.family(rules).start(rules, command)

    def _step(self, rules: Rules, step: Step) -> Result:
        try:
            state, events = self.family(rules).step(rules, revealed(self.playing), step)
        except Illegal as refused:
            raise self.refusal_shown(refused) from None
        if not self.hides_total or state.total is None:
            return state, events
        return hidden(state), without_totals(events)

    def rules_of(self, command: New | Step) -> Rules:
        """Return the rules that judge `command`: those of the game it starts, else of this game.

        Raises:
            Illegal: there is no such variant, or no game.
        """
        if not isinstance(command, New):
            return self.game()[0]
        variant = self.variant(command.variant)
        return self.family(variant).rules_of(
            variant, command.house, len(command.players), stickers=True
        )

    def seated(self, command: New | Step) -> tuple[str, ...]:
        """Return the names of the players at the table of `command`."""
        if isinstance(command, New):
            return command.players
        return self.names


class Close(Frozen):
    """A request to close the dialog without a further question."""


class Submit(Frozen):
    """A request to submit a command to the table.

    After a refusal the dialog `back` is open, otherwise `next` (None for no dialog).
    """

    command: New | Step | Repair
    back: "Dialog | None" = None
    next: "Dialog | None" = None


class RecordMiscount(Frozen):
    """A request to record that the players miscounted; the game does not change."""

    seen: Observed


class UndoCall(BaseCommand, tag="undo-call"):
    """A request to undo the call judged `at` that time; the game itself does not change."""

    at: float


class ReopenGame(Frozen):
    """A request to undo the start of this game and resume the previous one."""


class DrawLot(Frozen):
    """A request to draw one of `players` as the first dealer.

    `announcement` returns the dialog that names the player drawn.
    """

    players: tuple[str, ...]
    announcement: "Callable[[str], Dialog]"


class Reject(Frozen):
    """A request to show a refusal under a `headline` ("" for that of a card), and then `back`.

    If `back` is None, no dialog follows. The key named in the sentence, pressed in `back`, does
    what it asks for.
    """

    why: Why
    back: "Dialog | None" = None
    headline: Words = ""


class Toggle(Frozen):
    """A request to turn a switch of the box `on` or off: "muted" or "night"."""

    name: Literal["muted", "night"]
    on: bool


class UseVoice(BaseCommand, tag="voice"):
    """A request to let the voices speak in another `mode`."""

    mode: VoiceMode


class UseLearning(BaseCommand, tag="learn"):
    """A request to hide each total until the player has called it, or no longer to."""

    on: bool


class ListLanguages(Frozen):
    """A request to list the languages of the box."""


class UseLanguage(Frozen):
    """A request to change the language, also for later starts."""

    code: str


class UseCourt(Frozen):
    """A request to change the letters of the court cards, also for later starts."""

    court: Court


class IssueCode(Frozen):
    """A request for a new pairing code, which invalidates the previous one."""


class JudgeGuesser(Frozen):
    """The decision about an address that guesses codes: allowed, or blocked with `shut`."""

    shut: bool


class DismissPhones(Frozen):
    """A request to disconnect all phones; each then needs a new code."""


class ScanNetworks(Frozen):
    """A request to scan for networks and show those in range and the current one."""


class JoinNetwork(Frozen):
    """A request to join a network whose password the machine knows."""

    network: KnownNetwork


class OpenOwnNetwork(Frozen):
    """A request to open the box's own network."""


class CloseOwnNetwork(Frozen):
    """A request to close the box's own network; the machine then joins a known one by itself."""


class StartUpdate(Frozen):
    """A request to install the newest version, if there is one, and show the outcome."""


class TakeBackup(Frozen):
    """A request to continue with the offered backup; the previous journal is kept."""


class LeaveBackup(Frozen):
    """A request to continue without the offered backup, which is kept."""


class AnswerEvening(Frozen):
    """The answer after a start to whether the evening is `new`; then wins are counted from it."""

    new: bool


class SwitchOff(Frozen):
    """A request to write everything to disk and show that the box is safe to unplug.

    `restart` restarts the machine instead. `unsaved` continues even if the disk fails, because a
    player has read what to write down.
    """

    restart: bool = False
    unsaved: bool = False


class CallDirector(Frozen):
    """A request to call the director of the club night, or with `calls` false to end the call."""

    calls: bool


class TryDisk(Frozen):
    """A request to retry writing the journal to the disk."""


class Dialog(Protocol):
    """A question or statement on the display, as a value; a key gives the next dialog or move."""

    def picture(self, scene: Scene) -> Picture: ...

    def key(self, scene: Scene, key: Key) -> "Move": ...

    def card(self, scene: Scene, card: str) -> "Move":
        """Return the reaction to a scanned card, given by its sticker (``QS/1``, ``JK/1#2``)."""
        ...


TableMove = (
    Submit | Claim | RecordMiscount | Undo | UndoCall | ReopenGame | DrawLot | Reject | CallDirector
      | TryDisk
)  # fmt: skip
"""The requests that concern the table. `Claim`, `Undo` and `UndoCall` need no `Submit`."""

LanguageMove = ListLanguages | UseLanguage | UseCourt
"""The requests about the language."""

PhonesMove = IssueCode | JudgeGuesser | DismissPhones
"""The requests about phones."""

NetworkMove = ScanNetworks | JoinNetwork | OpenOwnNetwork | CloseOwnNetwork
"""The requests to the network."""

BackupMove = TakeBackup | LeaveBackup
"""The answers to the offer of a backup."""

Move = (
    Dialog | Close | Toggle | UseVoice | UseLearning | TableMove | LanguageMove | PhonesMove |
      NetworkMove | StartUpdate | BackupMove
    | AnswerEvening | SwitchOff
)  # fmt: skip
"""The reaction of a dialog to a key or a card: the next dialog, or a request to the box."""


class Item(Frozen):
    """One row of the menu or of a game's setup, and the move when OK is pressed on it."""

    text: Words
    move: Move
    value: Words = ""
    prefix: Words = ""

    @property
    def entry(self) -> ListEntry:
        """The row as a picture shows it."""
        return ListEntry(self.text, self.prefix, self.value)


class SetUp(Dialog, Protocol):
    """A game being set up; the family's own dialogs change its house rules."""

    @property
    def command(self) -> New:
        """The command that would start the game as set up so far."""
        ...

    def with_house(self, house: dict[str, Any]) -> Dialog:
        """Return the setup with its house rules replaced by these."""
        ...
