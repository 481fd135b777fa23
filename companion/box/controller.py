"""The box: the one consumer of all inputs, who owns the table and says what the parts show.

Synchronous and without a thread: `handle` takes one input, `tick` does what time has brought, and
`deadline` says when it should be called next. The clock is handed in.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, assert_never

import msgspec

from companion.box.acknowledgements import Acknowledgements
from companion.box.deduplicate import ScanDeduplicator
from companion.box.executor import CommandExecutor
from companion.box.health import PartHealth
from companion.box.network import HostNetwork, NetworkControl
from companion.box.notifier import UNTIL_READ, Notifier, Outputs
from companion.box.pairing import PhonePairing
from companion.box.phone_executor import RequestExecutor
from companion.box.requests import Accepted, PhoneAccess, Rejected, TableRequest, VariantsChanged
from companion.box.state import BoxState, Settings, Snapshot
from companion.box.verdicts import Verdicts
from companion.devices.keypad import Keypad
from companion.devices.ports import AnswersCards, Clock
from companion.dialogs.context import (
    CheckTotal,
    Close,
    CloseOwnNetwork,
    Dialog,
    DismissPhones,
    IssueCode,
    JoinNetwork,
    Move,
    OpenOwnNetwork,
    Reject,
    ReopenGame,
    ScanNetworks,
    Scene,
    Submit,
    SwitchOff,
    TakeBack,
    Toggle,
)
from companion.dialogs.disputes import DisputeDialog
from companion.dialogs.idle import has_menu, idle_dialog, is_asking
from companion.dialogs.menu import MenuDialog, SwitchOffDialog
from companion.dialogs.network import OwnNetworkDialog, WaitingDialog
from companion.dialogs.phones import CodeDialog, DismissPhonesDialog, WelcomeDialog
from companion.errors import CompanionError, LabelError
from companion.inputs import (
    CodeGuessed,
    CodeSpent,
    Edge,
    Input,
    Key,
    NetworkAnswer,
    NetworkNews,
    Noise,
    PartBack,
    PartLost,
    PhonePaired,
    PowerNews,
    Scan,
)
from companion.labels.codec import CardLabel, CommandLabel, read_label
from companion.rules.cards import Card
from companion.screens.model import BootScreen, KeyHint, NoticeScreen, SafeToUnplugScreen
from companion.table.table import Table

log = logging.getLogger(__name__)

OF_THE_BOX: Final = (DismissPhonesDialog, SwitchOffDialog)
"""What no order of a phone takes from under a finger: else OK would mean something else, and phones stay."""

GONE_WITH_A_CARD: Final = (WelcomeDialog, CodeDialog, OwnNetworkDialog, WaitingDialog)
"""What only tells something: a card that is read is played at once."""


class Box:
    """Everything between an input and what the parts show.

    Args:
        table: the owner of the game.
        clock: where the time comes from.
        outputs: displays, lights, sounder.
        settings: what is configurable.
        keypad: makes key presses of contacts.
        listening: told after every change how things are, for whoever shows the table elsewhere.
    """

    def __init__(
        self,
        table: Table,
        clock: Clock,
        outputs: Outputs,
        settings: Settings,
        keypad: Keypad,
        listening: Callable[[Snapshot], None] | None = None,
    ) -> None:
        self.table = table
        self.switched_off = self.restarts = False
        self._clock = clock
        self._settings = settings
        self._keypad = keypad
        self._listening = listening
        now = clock.monotonic()
        self._notifier = Notifier(outputs, settings.times, now, muted=settings.muted, night=settings.night)
        self._deduplicator = ScanDeduplicator(settings.read_once)
        self._dialog: Dialog | None = None
        self._verdicts = Verdicts(self._notifier, table)
        self._executor = CommandExecutor(table, self._verdicts, self._deduplicator)
        self._health = PartHealth(table, self._verdicts, settings.ways_in)
        self._acknowledgements = Acknowledgements(table.journal)
        self._requests = RequestExecutor(table, self._verdicts)
        self._pairing = PhonePairing(self._verdicts, is_new=not table.journal.sequence)
        self._network = HostNetwork(self._verdicts)
        self._state = BoxState(
            table,
            self._notifier,
            settings,
            self._executor,
            self._health,
            self._pairing,
            self._network,
        )
        self._shown = Snapshot(Scene({}))
        if table.journal.trouble:
            log.error("%s", table.journal.trouble)
            notice = NoticeScreen("Journal", table.journal.trouble, ok=KeyHint("OK", "go on"))
            self._notifier.notify(notice, now, UNTIL_READ)
        self._show()

    @property
    def shown(self) -> Snapshot:
        """How everything was when it was shown last; any thread may look."""
        return self._shown

    def answer(self, readers: Sequence[AnswersCards]) -> None:
        """From now on these readers are told what is on disk of what they have read."""
        self._acknowledgements.readers = readers

    def open(self, door: PhoneAccess) -> None:
        """From now on phones may come in at `door`."""
        self._pairing.open(door, self._clock.monotonic())
        self._greet()
        self._show()

    def reach(self, networks: NetworkControl) -> None:
        """From now on the machine's network can be changed at the menu."""
        self._network.networks = networks

    def shelve(self, shelved: VariantsChanged) -> None:
        """From now on these games can be chosen; the one that is on stays what it is."""
        self.table.variants = shelved.variants
        self._show()

    def rule(self, ruling: TableRequest) -> None:
        """Takes one order of a phone to its end, and answers it when everybody has been shown."""
        if self.switched_off:
            ruling.answer(Rejected("The box is switched off"))
            return
        with self._settling():
            now = self._clock.monotonic()
            self._notifier.wake(now)
            self._pairing.begun()
            answer = self._requests.obey(ruling, now)
            if isinstance(answer, Accepted):
                self._executor.done_elsewhere(self._dialog, ruling.order)
                if not self._is_of_the_box:
                    self._dialog = None
            self._show()
        ruling.answer(answer)

    @property
    def _is_of_the_box(self) -> bool:
        """True while orders of phones leave the open dialog where it is."""
        phones = self._pairing.phones()
        is_spent = phones is not None and phones.spent and isinstance(self._dialog, CodeDialog)
        return is_spent or isinstance(self._dialog, OF_THE_BOX)

    @property
    def _is_settled(self) -> bool:
        """Whether nothing is asked that a card has begun."""
        return self._dialog is None or not is_asking(self._dialog)

    def handle(self, given: Input) -> None:
        """Takes one input to its end: decided, on disk, shown. Once switched off nothing counts."""
        if self.switched_off:
            return
        with self._settling():
            receipt = given.receipt if isinstance(given, Scan | Edge) else None
            self._acknowledgements.begin(receipt, card=isinstance(given, Scan))
            self._take(given, self._clock.monotonic())
            self._show()

    @contextmanager
    def _settling(self) -> Iterator[None]:
        """Whatever is done, a node is told afterwards what of its cards is on disk, and the verdict."""
        verdicts = self._verdicts
        acceptances, refusals = verdicts.acceptances, verdicts.refusals
        yield
        if self.switched_off:
            return
        accepted = verdicts.acceptances > acceptances
        verdict = accepted if accepted or verdicts.refusals > refusals else None
        self._acknowledgements.end(settled=self._is_settled, accepted=verdict)

    def _take(self, given: Input, now: float) -> None:
        match given:
            case Edge():
                for key in self._keypad.edge(given):
                    self._key(key, now)
            case Key():
                self._key(given, now)
            case Scan():
                self._scan(given, now)
            case Noise(what, reader):
                self._notifier.wake(now)
                self.table.note("noise", reader=reader, what=what)
                self._verdicts.refused(f"{reader}: {what}", "Not read", now)
            case PartLost(part, reason):
                self._health.lost(part, reason, now)
            case PartBack(part):
                self._health.back(part, now)
            case PhonePaired() | CodeGuessed() | CodeSpent():
                self._pairing.hear(given, self._dialog, now)
            case NetworkNews():
                self._network.news = given
            case NetworkAnswer():
                self._dialog = self._network.hear(given, self._dialog, now)
            case PowerNews():
                self._network.power = given
            case _:
                assert_never(given)

    def tick(self) -> None:
        """What time alone brings: keys held, notices that go, lights that go out, a display that rests."""
        now = self._clock.monotonic()
        with self._settling():
            for key in self._keypad.tick(now):
                self._key(key, now)
            self._greet()
            self._show()

    def deadline(self) -> float | None:
        """The moment of the monotonic clock at which `tick` next has something to do."""
        now = self._clock.monotonic()
        moments = (
            self._keypad.deadline(),
            self._notifier.deadline(now),
            self._pairing.deadline(self._dialog),
        )
        return min((moment for moment in moments if moment is not None), default=None)

    def close(self) -> None:
        """Everything on disk; the parts are closed by whoever made them."""
        self.table.close()

    # What comes in

    def _greet(self) -> None:
        if self._dialog is None:
            self._dialog = self._pairing.show_address(self._clock.monotonic())

    def _key(self, key: Key, now: float) -> None:
        self._pairing.begun()
        if self._notifier.wake(now):
            return
        if self._notifier.turn_page(key.name) or self._notifier.press(key.name):
            return
        if key.name == "UNDO":
            self._deduplicator.forget()
        scene = self._state.scene()
        dialog = self._dialog or idle_dialog(scene)
        opens_menu = key.held and key.name == "MORE" and has_menu(dialog)
        self._do(MenuDialog() if opens_menu else dialog.key(scene, key), now)

    def _scan(self, scan: Scan, now: float) -> None:
        self._notifier.wake(now)
        try:
            label = read_label(scan.text, plain=scan.plain)
        except LabelError as error:
            settles = self._is_settled
            self.table.note("unknown label", settles=settles, reader=scan.reader, text=scan.text)
            self._verdicts.refused(str(error), "Not read", now)
            return
        is_echo = self._deduplicator.is_echo(scan)
        if isinstance(label, CommandLabel):
            # Two that a node tells are two: it passes each on once, but late ones come in one moment.
            is_echo = is_echo and scan.receipt is None
            if not is_echo:
                self._command_card(label, now)
            self._deduplicator.heard(scan, taken=True)
        elif isinstance(self._dialog, DisputeDialog) and is_echo:
            self._deduplicator.heard(scan, taken=False)  # the card that the question is about
        elif not is_echo or not (self._deduplicator.was_taken or self._notifier.has_notice):
            self._card(label, scan, now)
        else:
            self._deduplicator.heard(scan, taken=self._deduplicator.was_taken)
            if self._deduplicator.was_taken:
                self._verdicts.read_once(_card_of(label), now)

    def _card(self, label: CardLabel, scan: Scan, now: float) -> None:
        self._pairing.begun()
        self._notifier.dismiss()
        if isinstance(self._dialog, GONE_WITH_A_CARD):
            self._dialog = None
        refusals = self._verdicts.refusals
        scene = self._state.scene()
        dialog = self._dialog or idle_dialog(scene)
        self._do(dialog.card(scene, _card_of(label).sticker), now)
        self._deduplicator.heard(scan, taken=self._verdicts.refusals == refusals)

    def _command_card(self, label: CommandLabel, now: float) -> None:
        if label.name != "DEAL":
            self._key(Key(label.name), now)
            return
        self._notifier.dismiss()
        state = self.table.state
        if self._is_settled and state is not None and state.phase in {"hand-over", "round-over"}:
            self._key(Key("OK"), now)
        else:
            self._verdicts.refused("There is nothing to deal now", "Not dealt", now)

    def _do(self, move: Move, now: float) -> None:
        match move:
            case Close():
                self._dialog = None
            case Submit() | CheckTotal() | TakeBack() | ReopenGame() | Reject():
                self._dialog = self._executor.do(move, self._state.scene(), self._dialog, now)
            case Toggle(name, on):
                self._set(name, on=on)
            case IssueCode():
                self._dialog = self._pairing.show_code(now)
            case DismissPhones():
                self._dialog = None
                self._pairing.dismiss()
            case ScanNetworks() | JoinNetwork() | OpenOwnNetwork() | CloseOwnNetwork():
                self._dialog = self._network.ask(move)
            case SwitchOff(restart):
                self._switch_off(now, restart=restart)
            case dialog:
                self._dialog = None if dialog == idle_dialog(self._state.scene()) else dialog

    def _set(self, name: str, *, on: bool) -> None:
        if name == "muted":
            self._notifier.muted = on
        else:
            self._notifier.night = on

    def _close_code(self) -> None:
        if isinstance(self._dialog, CodeDialog):
            self._dialog = None

    def _switch_off(self, now: float, *, restart: bool) -> None:
        # Told again at the next start, what was passed and pressed until now would be done then.
        self._acknowledgements.end(settled=True, accepted=None)
        try:
            self.table.close()
        except CompanionError as error:
            self._dialog = None
            self._verdicts.failed(error, now)
            return
        log.info("switched off: everything is on disk")
        self.switched_off, self.restarts = True, restart

    # What is shown

    def _show(self) -> None:
        if self.switched_off:
            last = BootScreen() if self.restarts else SafeToUnplugScreen()
            self._notifier.show_last(last)
            self._shown = msgspec.structs.replace(self._shown, picture=last, switched_off=True)
        else:
            scene = self._state.scene()
            if scene.phones is None or not (scene.phones.code or scene.phones.spent):
                self._close_code()
            dialog = self._dialog or idle_dialog(scene)
            self._notifier.show(lambda: dialog.picture(scene), self.table.state, self._clock.monotonic())
            self._shown = self._state.snapshot(scene, dialog, self._dialog)
        if self._listening is not None:
            self._listening(self._shown)


def _card_of(label: CardLabel) -> Card:
    return Card(label.rank, label.suit, label.deck, label.joker)
