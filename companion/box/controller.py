"""The controller: takes every input, changes the table, and shows the result.

It has no thread: `Box.handle` takes one input, `Box.tick` does what has become due, and
`Box.deadline` is the time of the next `tick`.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from companion.box.acknowledgements import Acknowledgements
from companion.box.executor import CommandExecutor
from companion.box.health import DiskWatch, PartHealth, SelfTest
from companion.box.language_choice import LanguageChoice
from companion.box.network import HostNetwork, PhonePairing
from companion.box.notifier import Caller, Notifier, Outputs
from companion.box.power import BackupOffering, EveningWatch, SettableClock, Shutdown, StartBackup
from companion.box.requests import (
    SWITCHED_OFF,
    UNANSWERED,
    Accepted,
    DirectorRequest,
    HistoryRequest,
    PhoneAccess,
    PhoneRequest,
    SelfTestRequest,
    TableRequest,
    TableResponse,
    VariantsChanged,
)
from companion.box.scans import ScanReader
from companion.box.state import Settings, Snapshot, earliest, search
from companion.devices.keypad import Keypad
from companion.dialogs.context import (
    AnswerEvening,
    BackupMove,
    Close,
    Dialog,
    LanguageMove,
    Move,
    NetworkMove,
    PhonesMove,
    Reject,
    Scene,
    StartUpdate,
    SwitchOff,
    TableMove,
    Toggle,
    UseLearning,
    UseVoice,
)
from companion.dialogs.idle import (
    closes_on_card,
    idle_dialog,
    is_asking,
    is_free,
    key_move,
    pending,
    picture_of,
    stays_on_request,
)
from companion.inputs import Edge, Input, Key, Noise, PartBack, PartLost, PhoneNews, Scan
from companion.table.table import Table

log = logging.getLogger(__name__)


class Box:
    """The box: handles every input and updates the outputs.

    Attributes:
        table: the owner of the game.
        acknowledgements: answers reader nodes; the app sets its `readers` after starting them.
        network: the machine; the app sets its `networks`, if the box may change them.
        shutdown: whether a player or a phone has switched the box off, and how.
        shown: the newest snapshot; any thread may read it.

    Args:
        clock: the clock of the box, which also dates the journal.
        outputs: displays, lights, sounder, voice.
        settings: the configurable values.
        keypad: turns edges of contacts into key presses.
        publish: receives the new snapshot after every change, outside the block that sets the
            language.
        language: the language of all messages.
        backup: the backup of the journal, if one is kept.
    """

    def __init__(
        self,
        table: Table,
        clock: SettableClock,
        outputs: Outputs,
        settings: Settings,
        keypad: Keypad,
        publish: Callable[[Snapshot], None],
        language: LanguageChoice,
        *,
        backup: StartBackup | None = None,
    ) -> None:
        self.table = table
        self.acknowledgements = Acknowledgements(table)
        self._monotonic = clock.monotonic
        self._settings, config = settings, settings.config
        self._keypad = keypad
        self._publish = publish
        self._language = language
        self._dialog: Dialog | None = None
        self.shown = Snapshot(Scene({}))
        self._notifier = Notifier(outputs, table, config, clock.monotonic)
        self._scans = ScanReader(table, self._notifier, config.reader.read_once, clock.monotonic)
        self._disk = DiskWatch(table, self._notifier, clock.monotonic)
        self._caller = Caller(config.voice.mode, clock.monotonic, learns=config.game.learn)
        self._seated: tuple[str, tuple[str, ...]] = "", ()
        self._executor = CommandExecutor(
            table, self._notifier, self._scans, self._disk, self._caller, settings.chance
        )
        self._health = PartHealth(table, self._notifier, config.input_parts())
        self._self_test = SelfTest(self._notifier, settings)
        is_new = not table.journal.sequence
        self._pairing = PhonePairing(self._notifier, clock.monotonic, is_new=is_new)
        self.network = HostNetwork(table, self._notifier)
        self._backup = BackupOffering(table, self._notifier, backup)
        self._evening = EveningWatch(table, clock)
        self.shutdown = Shutdown(table, self._notifier, self.acknowledgements, self.network, backup)
        if table.journal.trouble:
            log.error("%s", table.journal.trouble)
        with self._updating():
            self._dialog = self._backup.first_question() or self._first_question()

    def admit_phones(self, access: PhoneAccess) -> None:
        """Let phones pair through `access` from now on."""
        with self._updating():
            self._pairing.open(access)

    def update_variants(self, changed: VariantsChanged) -> None:
        """Replace the offered variants; the current game keeps its rules."""
        with self._updating():
            self.table.variants = changed.variants

    def answer(self, request: PhoneRequest) -> None:
        """Execute a phone's request, show and publish the result, then answer the phone."""
        if self.shutdown.is_done:
            request.answer(SWITCHED_OFF)
            return
        with self._updating():
            response = self._response(request)
        request.answer(response)

    def _response(self, request: PhoneRequest) -> TableResponse:
        if not isinstance(request, HistoryRequest):
            self._notifier.wake()
        if self._backup.asks(self._dialog):
            return UNANSWERED
        if isinstance(request, HistoryRequest | DirectorRequest):
            return self._executor.take(request)
        if isinstance(request, SelfTestRequest):
            return self._take_self_test(request)
        return self._execute_request(request)

    def _execute_request(self, request: TableRequest) -> TableResponse:
        self._pairing.mark_used()
        self._dialog = self._evening.follow_order(request.order, self._dialog)
        response, asking_why = self._executor.execute_request(request, self._scene(), self._dialog)
        stays = stays_on_request(self._dialog) or self._pairing.holds(self._dialog)
        if isinstance(response, Accepted) and not stays:
            if self._dialog is not None and not closes_on_card(self._dialog):
                self._notifier.closed()
            self._dialog = None
        elif asking_why is not None and is_free(self._dialog, self._scene()):
            self._dialog = asking_why
        return response

    def _take_self_test(self, request: SelfTestRequest) -> TableResponse:
        """Begin the self-test, or take a phone's answer in it."""
        self._notifier.dismiss()
        scene = self._scene()
        move = self._self_test.take(request, self._dialog, scene)
        if move is not None:
            self._execute(move, scene)
        return Accepted(self.table.journal.sequence)

    def handle(self, given: Input) -> None:
        """Handle one input and return when its result is on disk and shown; ignore it if the box is
        off.
        """
        if self.shutdown.is_done:
            return
        if self._scans.absorbs(given):
            self._absorbed(given)
            return
        with self._updating():
            receipt = given.receipt if isinstance(given, Scan | Edge) else None
            self.acknowledgements.begin(receipt, card=isinstance(given, Scan))
            self._take(given)

    def _absorbed(self, given: Input) -> None:
        """Acknowledge repeated noise without showing it, and show anything that is due."""
        now = self._monotonic()
        if isinstance(given, Scan) and given.receipt is not None:
            self.acknowledgements.take_noise(given.receipt, now)
        due = self._shown_next()
        if due is not None and due <= now:
            with self._updating():
                pass

    def tick(self) -> None:
        """Do what has become due: repeat held keys, end notices and lights, rest the display."""
        with self._updating():
            for key in self._keypad.tick(self._monotonic()):
                self._press(key)

    def look_around(self) -> None:
        """Show over any picture that an update is being installed, because it restarts the box.
        Record that the clock was set, and close the question that this answers.
        """
        dialog = self.network.watch_update(self._dialog)
        if dialog is not self._dialog:
            with self._updating():
                self._notifier.wake()
                self._dialog = dialog
        if self.shutdown.is_done:
            return
        self._evening.look()
        if self._evening.follow(self._dialog) is not self._dialog:
            with self._updating():
                self._dialog = None

    def deadline(self) -> float | None:
        """The monotonic time at which `tick` is due next."""
        return earliest(self._keypad.deadline(), self._shown_next())

    def _shown_next(self) -> float | None:
        return earliest(
            self._notifier.deadline(),
            self._disk.deadline(),
            self._pairing.deadline(self._dialog),
            self._pairing.floor_until() if self.shown.scene.has_floor else None,
            self._scans.noise.deadline(),
            self._caller.deadline(),
            self.acknowledgements.deadline,
        )

    def show_waiting(self) -> None:
        """Show and publish that the box is waiting for a slow disk; call it only while that
        is so.
        """
        log.warning("the disk is slow")
        with self._language.spoken():
            self.shown = self._notifier.show_waiting(self.shown)
        self._publish(self.shown)

    def show_progress(self, done: int, total: int) -> None:
        """Show the progress of a long task that the players wait for; call it only in the box's
        thread.
        """
        with self._language.spoken():
            self._notifier.show_progress(done, total)

    def show_not_safe(self) -> None:
        """Permanently show what to write down: the box stops, and its disk may not hold every
        card.
        """
        with self._language.spoken():
            self.shutdown.show_not_safe()

    def _first_question(self) -> Dialog | None:
        """Return the language question if no game was ever played, else the evening question."""
        if not self.table.journal.sequence:
            return self._language.first_question()
        return self._evening.first_question()

    # Inputs

    @contextmanager
    def _updating(self) -> Iterator[None]:
        """Run the block in the language of the box, then show, publish and acknowledge the
        result.
        """
        self._notifier.outcome = None
        if not self.shutdown.is_done:
            self._evening.look()
        with self._language.spoken():
            yield
            self._show()
        self._publish(self.shown)
        if not self.shutdown.is_done:
            self.acknowledgements.end(settled=self._is_settled, accepted=self._notifier.outcome)

    @property
    def _is_settled(self) -> bool:
        """Whether no card has opened a question that still waits for its answer."""
        return self._dialog is None or not is_asking(self._dialog)

    def _take(self, given: Input) -> None:
        match given:
            case Edge():
                for key in self._keypad.edge(given):
                    self._press(key)
            case Key():
                self._press(given)
            case Scan(at=at):
                # A key pressed before the scan must act before it, even if the box was too busy to
                # tick.
                for key in self._keypad.tick(at):
                    self._press(key)
                self._scan(given)
            case Noise():
                self._scans.report_noise(given)
            case PartLost(part, reason):
                self._health.lost(part, reason)
            case PartBack(part):
                self._health.back(part)
            case _ if isinstance(given, PhoneNews):
                self._pairing.take_news(given, self._dialog)
            case _:
                self._dialog = self.network.take_news(given, self._dialog)

    def _press(self, key: Key) -> None:
        self._pairing.mark_used(self._dialog)
        if self._notifier.wake():
            return
        if self._notifier.turn_page(key.name) or self._notifier.press(key.name):
            return
        if key.name == "UNDO":
            self._scans.forget()
        scene = self._scene()
        self._execute(key_move(self._dialog or idle_dialog(scene), scene, key), scene)

    def _scan(self, scan: Scan) -> None:
        self._notifier.wake()
        label = self._scans.read(scan, self._dialog, settled=self._is_settled)
        if label is None:
            return
        if isinstance(label, Key):
            self._press(label)
            self._scans.done(scan, accepted=True)
            return
        self._pairing.mark_used(self._dialog)
        self._notifier.dismiss()
        if closes_on_card(self._dialog):
            self._dialog = None
        scene = self._scene()
        dialog = self._dialog or idle_dialog(scene)
        self._execute(dialog.card(scene, label.sticker), scene)
        self._scans.done(scan, accepted=self._notifier.outcome is not False)

    def _execute(self, move: Move, scene: Scene) -> None:
        asked_language = self._language.asks(self._dialog)
        if isinstance(move, Close):
            self._dialog = None
        elif isinstance(move, TableMove):
            self._dialog = self._executor.execute(move, scene, self._dialog)
        elif isinstance(move, Toggle | UseVoice | UseLearning):
            self._switch(move)
        elif isinstance(move, LanguageMove):
            self._dialog = self._language.execute(move, self._dialog)
        elif isinstance(move, PhonesMove):
            self._dialog = self._pairing.execute(move, self._dialog)
        elif isinstance(move, NetworkMove | StartUpdate):
            self._dialog = self.network.execute(move)
        elif isinstance(move, BackupMove):
            self._dialog = self._backup.execute(move, self._dialog) or self._first_question()
        elif isinstance(move, AnswerEvening):
            self._evening.execute(move)
            self._dialog = None
        elif isinstance(move, SwitchOff):
            self._dialog = self.shutdown.execute(move)
        else:
            self._dialog = None if move == idle_dialog(scene) else move
            self._self_test.opened(move, scene)
        if asked_language and self._dialog is None and not self.table.journal.sequence:
            self._dialog = self._self_test.offer()  # a new box, which now speaks a language

    def _switch(self, move: Toggle | UseVoice | UseLearning) -> None:
        if isinstance(move, UseVoice | UseLearning):
            self._caller.switch(move)
        elif move.name == "muted":
            self._notifier.muted = move.on
        else:
            self._notifier.night = move.on

    # Outputs

    def _scene(self) -> Scene:
        table, settings = self.table, self._settings
        rules, state = table.rules, table.state
        call = table.undoable_call
        is_over = state is not None and state.phase == "game-over"
        moments = table.moments
        return Scene(
            variants=table.variants,
            rules=rules,
            state=state,
            moments=moments,
            can_reopen=table.can_reopen,
            last_new=table.last_new,
            tally=table.tally() if is_over else (),
            last_called=self._executor.last_called,
            undoable_call=None if call is None else call.judged,
            called_at=0.0 if call is None else call.note.at,
            known_names=table.known_names,
            seat_names=settings.config.game.seats,
            first_game=settings.config.game.first,
            muted=self._notifier.muted,
            night=self._notifier.night,
            voice=self._caller.mode,
            learns=self._caller.learns,
            hides_total=self._caller.hides_total(moments, is_called=call is not None),
            stopped=table.stopped,
            parts=settings.parts,
            tested=self._self_test.results,
            missing=self._health.names,
            noisy=self._scans.noise.readers,
            disk=self._disk.fault,
            unsaved=self._disk.unsaved,
            version=settings.version,
            commands=table.journal.sequence,
            language=self._language.name,
            phones=self._pairing.phones(),
            has_floor=self._pairing.has_floor(),
            calls_director=table.calls_director,
            network=self.network.news,
            can_restart=self.network.power.can_restart,
            can_update=self.network.power.can_update,
            families=settings.families,
            explain=partial(search, settings.explain, rules, moments, self._monotonic),
        )

    def _show(self) -> None:
        if self.shutdown.is_done:
            self.shown = self.shutdown.show_last(self.shown)
            return
        opened = self._dialog
        for part in (self._disk, self.network, self._pairing, self._evening):
            opened = part.follow(opened)
        self._dialog = opened
        self._scans.noise.look()
        scene = self._scene()
        dialog = opened or idle_dialog(scene)
        testing, seen = self._self_test.in_progress(opened), scene.shown
        picture = picture_of(dialog, seen)
        if isinstance(picture, Reject):
            self._execute(picture, scene)
            self._show()
            return
        self._notifier.show(picture, seen.state, None if testing is None else testing.lights(scene))
        self._call(scene)
        table, asking = self.table, is_asking(dialog)
        self.shown = Snapshot(
            scene=seen,
            sequence=table.journal.sequence,
            game=table.game,
            names_changed=table.people.changes,
            kept=table.kept,
            notes=table.game_notes,
            question=opened if asking else None,
            pending=pending(opened),
            testing=testing,
            asking=asking,
            picture=self._notifier.frame.picture,
            whole=self._notifier.whole,
            language=self._language.in_use,
            called=self._caller.called,
        )

    def _call(self, scene: Scene) -> None:
        """Let the voice call what is due, and prepare the names that it needs."""
        seated = self._language.in_use.code, self._notifier.names
        if seated != self._seated:
            self._seated = seated
            self._notifier.seat(seated[1])
        if self._caller.look(self.table.game, scene):
            self._notifier.call(self._caller.called.utterance.words)
