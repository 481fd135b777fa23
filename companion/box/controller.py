"""The controller: takes every input, changes the table, and shows the result.

It has no thread: `Box.handle` takes one input, `Box.tick` does what has become due, and `Box.deadline` says
when to call `tick` next.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import assert_never

import msgspec

from companion.box.acknowledgements import Acknowledgements
from companion.box.copies import CopyOffering, SecondCopy
from companion.box.disk import DiskWatch
from companion.box.executor import CommandExecutor
from companion.box.health import PartHealth
from companion.box.language_choice import LanguageChoice
from companion.box.network import HostNetwork, NetworkControl
from companion.box.notifier import Notifier, Outputs
from companion.box.pairing import PhonePairing
from companion.box.requests import (
    Accepted,
    Conflict,
    NamesRequest,
    PhoneAccess,
    Rejected,
    TableRequest,
    TableResponse,
    VariantsChanged,
    switched_off,
)
from companion.box.scans import ScanReader
from companion.box.state import Settings, Snapshot, build_snapshot, search
from companion.devices.keypad import Keypad
from companion.dialogs.context import (
    CheckTotal,
    Close,
    CloseOwnNetwork,
    Dialog,
    DismissPhones,
    DrawLot,
    IssueCode,
    JoinNetwork,
    JudgeGuesser,
    KeepSlip,
    LeaveCopy,
    ListLanguages,
    Move,
    OpenOwnNetwork,
    Reject,
    ReopenGame,
    ScanNetworks,
    Scene,
    StartUpdate,
    Submit,
    SwitchOff,
    TakeBack,
    TakeCopy,
    Toggle,
    TryDisk,
    UseCourt,
    UseLanguage,
)
from companion.dialogs.disk import NotSafeDialog
from companion.dialogs.idle import closes_on_card, idle_dialog, is_asking, is_free, key_move, stays_on_request
from companion.dialogs.network import OwnNetworkDialog
from companion.errors import CompanionError
from companion.inputs import (
    CodeGuessed,
    CodeSpent,
    Edge,
    GuesserJudged,
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
    UpdateAnswer,
)
from companion.screens.disk import last_picture, not_safe
from companion.table.table import Table

log = logging.getLogger(__name__)


class Box:
    """Handles every input and updates what the parts show.

    Attributes:
        table: the owner of the game.
        acknowledgements: answers reader nodes; the app sets its `readers` after it has started them.
        switched_off, restarts: somebody has switched the box off, or asked it to restart the machine.
        is_saved: false once the journal could not be closed, so that the disk may not hold every card.

    Args:
        monotonic: returns the time, in seconds.
        outputs: displays, lights, sounder.
        settings: the configurable values.
        keypad: turns edges of contacts into key presses.
        publish: receives the new snapshot after every change, outside of the box's language.
        language: the language of everything that the box says; English alone without it.
        copy: the second copy of the journal; none is kept without it.
    """

    def __init__(
        self,
        table: Table,
        monotonic: Callable[[], float],
        outputs: Outputs,
        settings: Settings,
        keypad: Keypad,
        publish: Callable[[Snapshot], None] | None = None,
        language: LanguageChoice | None = None,
        *,
        copy: SecondCopy | None = None,
    ) -> None:
        self.table = table
        self.acknowledgements = Acknowledgements(table.journal)
        self.switched_off = self.restarts = False
        self.is_saved = True
        self._monotonic = monotonic
        self._settings = settings
        self._keypad = keypad
        self._publish = publish
        self._language = language or LanguageChoice()
        self._dialog: Dialog | None = None
        self._shown = Snapshot(Scene({}))
        now = monotonic()
        self._notifier = Notifier(
            outputs, table, settings.times, now, muted=settings.muted, night=settings.night
        )
        self._scans = ScanReader(table, self._notifier, settings.read_once)
        self._disk = DiskWatch(table, self._notifier, monotonic)
        self._executor = CommandExecutor(table, self._notifier, self._scans, self._disk, settings.chance)
        self._health = PartHealth(table, self._notifier, settings.ways_in)
        self._pairing = PhonePairing(self._notifier, is_new=not table.journal.sequence)
        self._network = HostNetwork(self._notifier)
        self._begun_at = table.journal.sequence
        if table.journal.trouble:
            log.error("%s", table.journal.trouble)
        self._copies = CopyOffering(table, self._notifier, copy)
        with self._worded():
            if self._copies.is_open:
                self._dialog = self._copies.dialog()
            else:
                self._dialog = self._copies.without_copy(now) or self._first_question()

    @property
    def shown(self) -> Snapshot:
        """The newest snapshot; any thread may read it."""
        return self._shown

    def admit_phones(self, access: PhoneAccess) -> None:
        """Let phones pair through `access` from now on."""
        with self._worded():
            self._pairing.open(access, self._monotonic())
            self._show_address()

    def use_network(self, control: NetworkControl) -> None:
        """Let the menu change the machine's network from now on."""
        self._network.networks = control

    def update_variants(self, changed: VariantsChanged) -> None:
        """Offer these games from now on; the current game keeps its rules."""
        with self._worded():
            self.table.variants = changed.variants

    def execute_request(self, request: TableRequest) -> None:
        """Execute a phone's request, show and publish the result, then answer the phone."""
        if self.switched_off:
            request.answer(switched_off())
            return
        with self._acknowledging(), self._worded():
            now = self._monotonic()
            self._notifier.wake(now)
            self._pairing.mark_used()
            response, asking_why = self._executor.execute_request(request, self._dialog, now)
            stays = stays_on_request(self._dialog) or self._pairing.holds(self._dialog)
            if isinstance(response, Accepted) and not stays:
                self._dialog = None
            elif asking_why is not None and is_free(self._dialog, self._scene()):
                self._dialog = asking_why
        request.answer(response)

    def take_names(self, request: NamesRequest) -> None:
        """Give players of earlier games other names, publish the result, then answer."""
        if self.switched_off:
            request.answer(switched_off())
            return
        response: TableResponse = Conflict()
        with self._worded():
            try:
                if self.table.take_names(request.changes, forgets=request.forgets):
                    response = Accepted(self.table.journal.sequence)
            except CompanionError as error:
                response = Rejected(error)
        request.answer(response)

    def handle(self, given: Input) -> None:
        """Handle one input until its result is on disk and shown; ignore it once the box is switched off."""
        if self.switched_off:
            return
        with self._acknowledging(), self._worded():
            receipt = given.receipt if isinstance(given, Scan | Edge) else None
            self.acknowledgements.begin(receipt, card=isinstance(given, Scan))
            now = self._monotonic()
            self._take(given, now)
            self._show_own_network(now)

    def tick(self) -> None:
        """Do what has become due: repeat held keys, end notices and lights, let the display rest."""
        now = self._monotonic()
        with self._acknowledging(), self._worded():
            for key in self._keypad.tick(now):
                self._press(key, now)
            self._show_address()

    def look_at_update(self) -> None:
        """Show that an update is being installed, over whatever is shown: it starts the box anew."""
        dialog = self._network.watch_update(self._dialog)
        if dialog is not self._dialog:
            with self._worded():
                self._notifier.wake(self._monotonic())
                self._dialog = dialog

    @property
    def is_being_updated(self) -> bool:
        """Whether `look_at_update` has last seen an update being installed."""
        return self._network.is_installing

    def deadline(self) -> float | None:
        """The moment of the monotonic clock at which `tick` next has something to do."""
        now = self._monotonic()
        moments = (
            self._keypad.deadline(),
            self._notifier.deadline(now),
            self._disk.deadline(),
            self._pairing.deadline(self._dialog),
        )
        return min((moment for moment in moments if moment is not None), default=None)

    def close(self) -> None:
        """Write everything to disk; the app closes the parts."""
        self.table.close()

    def _first_question(self) -> Dialog | None:
        """Return the question for the language, if nobody has chosen one and no game was played."""
        is_new = self._language.is_open and not self.table.journal.sequence
        return self._language.ask() if is_new else None

    # Inputs

    @contextmanager
    def _worded(self) -> Iterator[None]:
        """Do the block in the language of the box, then show the result and publish it."""
        with self._language.spoken():
            yield
            if not self.switched_off:
                self._dialog = self._disk.follow(self._dialog, self._monotonic())
            self._show()
        if self._publish is not None:
            self._publish(self._shown)

    @contextmanager
    def _acknowledging(self) -> Iterator[None]:
        """Acknowledge to reader nodes, at the end of the block, what is on disk, and send the verdict."""
        notifier = self._notifier
        acceptances, refusals = notifier.acceptances, notifier.refusals
        yield
        if self.switched_off:
            return
        accepted = notifier.acceptances > acceptances
        verdict = accepted if accepted or notifier.refusals > refusals else None
        self.acknowledgements.end(settled=self._is_settled, accepted=verdict)

    @property
    def _is_settled(self) -> bool:
        """Whether no question is open that a card has opened."""
        return self._dialog is None or not is_asking(self._dialog)

    def _take(self, given: Input, now: float) -> None:
        match given:
            case Edge():
                for key in self._keypad.edge(given):
                    self._press(key, now)
            case Key():
                self._press(given, now)
            case Scan():
                self._scan(given, now)
            case Noise():
                self._scans.report_noise(given, now)
            case PartLost(part, reason):
                self._health.lost(part, reason, now)
            case PartBack(part):
                self._health.back(part, now)
            case PhonePaired() | CodeGuessed() | CodeSpent() | GuesserJudged():
                self._pairing.take_news(given, self._dialog, now)
            case NetworkNews():
                self._network.news = given
            case NetworkAnswer() | UpdateAnswer():
                self._dialog = self._network.take_answer(given, self._dialog, now)
            case PowerNews():
                self._network.power = given
            case _:
                assert_never(given)

    def _show_address(self) -> None:
        if self._dialog is None:
            self._dialog = self._pairing.show_address(self._monotonic())

    def _show_own_network(self, now: float) -> None:
        table = self.table
        is_on = table.state is not None and table.state.phase != "game-over"
        is_played = is_on and table.journal.sequence > self._begun_at
        if self._network.shows_itself(self._dialog, now, is_played=is_played):
            self._dialog = OwnNetworkDialog()
            self._pairing.look_again(now)

    def _press(self, key: Key, now: float) -> None:
        # A new box is still new once it has its language, and once its network was seen.
        if not (self._language.is_asked_by(self._dialog) or isinstance(self._dialog, OwnNetworkDialog)):
            self._pairing.mark_used()
        if self._notifier.wake(now):
            return
        if self._notifier.turn_page(key.name) or self._notifier.press(key.name):
            return
        if key.name == "UNDO":
            self._scans.forget()
        scene = self._scene()
        self._execute(key_move(self._dialog or idle_dialog(scene), scene, key), scene, now)

    def _scan(self, scan: Scan, now: float) -> None:
        self._notifier.wake(now)
        label = self._scans.read(scan, self._dialog, now, settled=self._is_settled)
        if label is None:
            return
        refusals = self._notifier.refusals
        if isinstance(label, Key):
            self._press(label, now)
            self._scans.done(scan, taken=True)
            return
        self._pairing.mark_used()
        self._notifier.dismiss()
        if closes_on_card(self._dialog):
            self._dialog = None
        scene = self._scene()
        dialog = self._dialog or idle_dialog(scene)
        self._execute(dialog.card(scene, label.sticker), scene, now)
        self._scans.done(scan, taken=self._notifier.refusals == refusals)

    def _execute(self, move: Move, scene: Scene, now: float) -> None:  # noqa: PLR0912  # one case for each kind
        match move:
            case Close():
                self._dialog = None
            case (
                Submit()
                | CheckTotal()
                | KeepSlip()
                | TakeBack()
                | ReopenGame()
                | DrawLot()
                | Reject()
                | TryDisk()
            ):
                self._dialog = self._executor.execute(move, scene, self._dialog, now)
            case Toggle("muted", on):
                self._notifier.muted = on
            case Toggle(on=on):
                self._notifier.night = on
            case ListLanguages():
                self._dialog = self._language.ask()
            case UseLanguage(code):
                self._language.use_language(code)
                self._dialog = None
            case UseCourt(court):
                self._language.use_court(court)
            case IssueCode() | JudgeGuesser() | DismissPhones():
                self._dialog = self._pairing.execute(move, self._dialog, now)
            case ScanNetworks() | JoinNetwork() | OpenOwnNetwork() | CloseOwnNetwork():
                self._dialog = self._network.ask(move)
            case StartUpdate():
                self._dialog = self._network.start_update()
            case TakeCopy() | LeaveCopy():
                self._dialog = self._copies.execute(move, self._dialog, now) or self._first_question()
            case SwitchOff():
                self._switch_off(move, now)
            case dialog:
                self._dialog = None if dialog == idle_dialog(scene) else dialog

    def _switch_off(self, asked: SwitchOff, now: float) -> None:
        if self._network.stays_on(now):
            self._dialog = None
            return
        # Otherwise a node would report its cards and keys of this run again at the next start.
        self.acknowledgements.end(settled=True, accepted=None)
        self.is_saved = self._executor.close_table()
        if not (self.is_saved or asked.unsaved):
            self._notifier.disputed(now)
            self._dialog = NotSafeDialog(msgspec.structs.replace(asked, unsaved=True))
            return
        self._copies.finish()
        if self.is_saved:
            log.info("switched off: everything is on disk")
        else:
            log.warning("switched off: the disk may not hold every card")
        self.switched_off, self.restarts = True, asked.restart

    # Outputs

    def _scene(self) -> Scene:
        table, settings = self.table, self._settings
        rules = table.rules
        is_over = table.state is not None and table.state.phase == "game-over"
        moments = table.moments
        return Scene(
            variants=table.variants,
            rules=rules,
            state=table.state,
            moments=moments,
            can_reopen=table.can_reopen,
            last_new=table.last_new(),
            tally=table.tally() if is_over else (),
            last_called=self._executor.last_called,
            known_names=table.known_names,
            seat_names=settings.seat_names,
            first_game=settings.first_game,
            muted=self._notifier.muted,
            night=self._notifier.night,
            stopped=table.stopped,
            missing=self._health.names,
            disk=self._disk.fault,
            unsaved=self._disk.unsaved,
            version=settings.version,
            commands=table.journal.sequence,
            language=self._language.name,
            phones=self._pairing.phones(),
            network=self._network.news,
            can_restart=self._network.power.can_restart,
            can_update=self._network.power.can_update,
            dialogs_of=settings.dialogs_of,
            explain=partial(search, settings.explain, rules, moments, self._monotonic),
        )

    def show_waiting(self) -> None:
        """Show that the box waits for a slow disk, until the next picture; only while its thread does."""
        log.warning("the disk is slow")
        with self._language.spoken():
            self._notifier.show_waiting()

    def show_progress(self, done: int, total: int) -> None:
        """Show how much is done of a long task for which the players wait; only the box's thread calls it."""
        with self._language.spoken():
            self._notifier.show_progress(done, total)

    def show_not_safe(self) -> None:
        """Show what to write down, for good: the box stops, and its disk may not hold every card."""
        self.is_saved = False
        with self._language.spoken():
            self._notifier.show_last(not_safe(self.table.state))

    def _show(self) -> None:
        if self.switched_off:
            state = self.table.state
            last = self._notifier.show_last(
                last_picture(state, is_saved=self.is_saved, restarts=self.restarts)
            )
            self._shown = msgspec.structs.replace(
                self._shown, picture=last, retell=lambda: last, switched_off=True
            )
        else:
            scene = self._scene()
            if self._pairing.closes(self._dialog, scene.phones):
                self._dialog = None
            dialog = self._dialog or idle_dialog(scene)
            self._notifier.show(lambda: dialog.picture(scene), self._monotonic())
            self._shown = build_snapshot(
                self.table,
                scene,
                self._dialog,
                dialog,
                picture=self._notifier.frame.picture,
                retell=self._notifier.retell,
                asking=is_asking(dialog),
            )
