"""Builds the box from its configuration, connects all packages, and runs the input loop.

The start follows the order in which players wait: the first picture, then the current game, then
the parts that report inputs.
"""

import logging
import os
import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, Self, get_args

from companion.app.after_hands import Copier, Verifier
from companion.app.input_queue import InputQueue
from companion.app.parts import Parts
from companion.app.runtime import Runtime, watched_write
from companion.box.controller import Box
from companion.box.language_choice import CHOICE, LanguageChoice
from companion.box.network import NetworkControl
from companion.box.power import StartBackup
from companion.box.requests import PhoneAccess, PhoneRequest, VariantsChanged
from companion.box.state import Settings, Snapshot, earliest
from companion.config import Config
from companion.devices.keypad import Keypad
from companion.devices.ports import Display, Report
from companion.devices.serial_reader import SerialReader
from companion.errors import JournalError
from companion.inputs import Edge, Input, Key, PhonePaired, Scan
from companion.message import Language, phrase, plural, using
from companion.screens.model import Frame, NoticeScreen
from companion.screens.table_pictures import progress_picture
from companion.table.backup import backup_folders
from companion.table.files import JOURNAL, held, remember
from companion.table.journal import Journal
from companion.table.reader import Progress, Verified
from companion.table.restore import Completed, Offer, complete, offer, take
from companion.table.table import Table
from companion.variants import load_variants

log = logging.getLogger(__name__)


class _Stop:
    """The message that ends `App.run`."""


class _Task(NamedTuple):
    """The message that lets the box's thread `run` a function."""

    run: Callable[[Box], None]


_Request = PhoneRequest | VariantsChanged
_Message = Input | _Request | _Task
"""A message for the box, which its thread takes from its queue."""


_USES = (Edge, Key, Scan, PhonePaired, *get_args(_Request))
"""The messages caused by a user of the box."""


def tested_parts(config: Config) -> tuple[str, ...]:
    """Return the parts in `config` that the self-test tries, in its order."""
    return (
        *(part for part, _ in config.displays()),
        *(("Lights",) if config.lights.enabled else ()),
        *(("Buttons",) if config.buttons.enabled else ()),
        *(("Sounder",) if config.sounder.enabled else ()),
        *(part for part, _ in config.readers()),
    )


class App:
    """The box with all its parts: a context manager that starts it on entering
    and closes it on leaving.

    ::

        with App(Runtime(Config(), Path("data"))) as app:
            app.run()

    The app creates the journal's folder if it is missing.

    Raises:
        JournalError: the app cannot open the journal, or another companion uses its folder.
        BoardError: the wiring is impossible.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._clock, self._service = runtime.clock, runtime.service
        self._next_word = self._clock.monotonic()
        self._inputs: InputQueue[_Message | _Stop] = InputQueue()
        self._closing = ExitStack()
        self._parts: Parts | None = None
        self._displays: Sequence[Display] = ()
        self._box: Box | None = None
        self._listeners: list[Callable[[Snapshot], None]] = []
        self._copier = Copier(
            runtime.data / JOURNAL, self._backup_folders, self.report, runtime.worker
        )
        self._verifier = Verifier(
            runtime.data / JOURNAL, self._backup_folders, runtime.clock, runtime.worker
        )
        words = runtime.config.text
        self._language = LanguageChoice(words.language, words.court, runtime.data / CHOICE)

    @property
    def box(self) -> Box:
        """The box, available only inside the ``with`` block."""
        if self._box is None:
            raise RuntimeError("the box has not been started")
        return self._box

    @property
    def verified(self) -> Verified | None:
        """The verifier's last result for all games of the journal; None until it has read them
        since the start.
        """
        return self._verifier.found

    @property
    def language(self) -> Language:
        """The current language of the box, with the letters of the table's deck; thread-safe."""
        return self._language.in_use

    @property
    def report(self) -> Report:
        """The function that parts call to report their inputs; any thread may call it."""
        return self._inputs.put

    def submit(self, order: _Request) -> None:
        """Queue a phone's message for the box; any thread may call it."""
        self._inputs.put(order)

    def listen(
        self, listening: Callable[[Snapshot], None], access: PhoneAccess | None = None
    ) -> None:
        """Let the box's own thread call `listening` with the snapshot, at once and after every
        change, and let phones in through `access`; any thread may call this.
        """

        def begin(box: Box) -> None:
            self._listeners.append(listening)
            if access is None:
                listening(box.shown)
            else:
                box.admit_phones(access)

        self._inputs.put(_Task(begin))

    def use_network(self, networks: NetworkControl) -> None:
        """Let the box change the machine's network through `networks` from now on;
        any thread may call it.
        """

        def begin(box: Box) -> None:
            box.network.networks = networks

        self._inputs.put(_Task(begin))

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self._closing.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def run(self) -> None:
        """Process inputs until `stop`, or until the box is switched off from its menu."""
        self._service.ready()
        remember(self._runtime.data)
        try:
            while self.step(self._patience(self.box)):
                pass
        finally:
            self._service.stopping()

    def step(self, patience: float | None = 0.0) -> bool:
        """Process one message, or do what is due if none arrives within `patience` seconds (None:
        wait).

        Return False after `stop` and once the box is switched off, else True.
        """
        box = self.box
        self._live(box)
        try:
            given = self._inputs.get(patience)
        except queue.Empty:
            box.tick()
        else:
            if isinstance(given, _Stop):
                self._keep_picture(keep=box.network.is_installing)
                return False
            self._take(given, box)
        if not box.shutdown.is_done:
            return True
        self._keep_picture(keep=True)
        if self._runtime.bench is not None:
            self._runtime.bench.switched_off = True
        return False

    def _take(self, given: _Message, box: Box) -> None:
        if isinstance(given, _USES):
            self._service.used(self._clock.monotonic())
        match given:
            case _Task(run):
                run(box)
            case _ if isinstance(given, PhoneRequest):
                box.answer(given)
            case VariantsChanged():
                box.update_variants(given)
            case _:
                box.handle(given)

    def _keep_picture(self, *, keep: bool) -> None:
        if self._parts is not None:
            self._parts.keep_picture = keep

    def stop(self) -> None:
        """Make `run` return after its current input; any thread may call it."""
        self._inputs.put(_Stop())

    def _live(self, box: Box) -> None:
        """Notify the service's watchdog at the interval that it asks for, and check for a running
        update.
        """
        beat, now = self._service.beat, self._clock.monotonic()
        if beat is not None and now >= self._next_word:
            self._service.alive()
            self._next_word = now + beat
            box.look_around()

    def _patience(self, box: Box) -> float | None:
        due = earliest(box.deadline(), None if self._service.beat is None else self._next_word)
        return None if due is None else max(0.0, due - self._clock.monotonic())

    def _start(self) -> None:
        config, data = self._runtime.config, self._runtime.data
        # First, because another companion may use everything that the next lines open.
        self._closing.callback(os.close, held(data))
        self._closing.callback(self._copier.finish)  # runs after the journal is closed
        parts = Parts(self._runtime, self.report, self._closing)
        self._parts = parts
        self._displays = displays = parts.displays()
        outputs = parts.outputs(displays)
        shelf = load_variants(self._runtime.variants)
        for problem in shelf.problems:
            log.warning("left out: %s", problem)
        try:
            completed = self._completed()
            journal = Journal(data / JOURNAL, writing=self._writing)
            self._closing.callback(self._close, journal)
            table = Table(shelf.variants, journal, self._clock)
        except JournalError as error:
            # A box has no terminal, so its display shows why the game did not start, and keeps that
            # picture. When systemd gives up restarting the service, `companion no-start` shows the
            # reason.
            parts.keep_picture = True
            self._service.given_up(
                str(error)
            )  # in English, like everything else that `no-start` shows and logs
            with using(self._language.in_use):
                for display in displays:
                    display.show(Frame(NoticeScreen(phrase("No game"), str(error), mark="cross")))
            raise
        settings = Settings(
            config,
            version=version("table-companion"),
            parts=tested_parts(config),
            offers_test=self._runtime.bench is None,
            chance=self._runtime.chance.choice,
        )
        keypad = Keypad(config.buttons.debounce)
        offered = offer(journal.path, self._backup_folders(), completed.silent)
        self._tell(journal, completed)
        self._box = Box(
            table,
            self._clock,
            outputs,
            settings,
            keypad,
            self._publish,
            self._language,
            backup=StartBackup(offered, self._clock.time, self._take_backup, self._copier.finish),
        )
        self._copier.start()
        self._verifier.start()
        self._closing.callback(self._verifier.close)
        self._box.acknowledgements.readers = [
            source for source in parts.sources(journal.taken) if isinstance(source, SerialReader)
        ]
        if table.state is not None:
            log.info("game %s of %s goes on", table.game, table.rules.title if table.rules else "")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._service.writing(), watched_write(self._say_slow, self._runtime.timer):
            yield

    @contextmanager
    def _reading(self) -> Iterator[Progress]:
        with self._service.writing():
            yield self._show_progress

    def _show_progress(self, done: int, total: int) -> None:
        self._service.at_work()
        if self._box is not None:
            self._box.show_progress(done, total)
            return
        with using(self._language.in_use):
            for display in self._displays:
                display.show(Frame(progress_picture(done, total)))

    def _say_slow(self) -> None:
        if self._box is not None:
            self._box.show_waiting()

    def _backup_folders(self) -> list[Path]:
        return backup_folders(self._runtime.config.copies.folder, self._runtime.data)

    def _completed(self) -> Completed:
        """Restore entries that the disk has lost; only log a failure, because opening the journal
        reports it.
        """
        try:
            with self._service.writing():
                return complete(self._runtime.data / JOURNAL, self._backup_folders())
        except (OSError, JournalError) as error:
            log.warning("the journal is not compared with its backups: %s", error)
            return Completed()

    def _tell(self, journal: Journal, completed: Completed) -> None:
        if completed.entries:
            back = plural(
                "The disk had lost {n:d} entry: the backup has it, and it counts again",
                "The disk had lost {n:d} entries: the backup has them, and they count again",
                completed.entries,
            )
            journal.tell(back)
        silent = phrase("{place} does not answer: pull it out. Play continues without a backup")
        for folder in dict.fromkeys(completed.silent):
            journal.tell(silent.filled(place=str(folder.parent)))

    def _take_backup(self, offered: Offer) -> Journal:
        """Copy the offered backup to the folder where its games are used from now on, and open it.

        Raises:
            JournalError: the copy cannot be read or written.
        """
        journal = self._runtime.data / JOURNAL
        try:
            with self._reading() as progress:
                take(journal, offered.backup, progress, offered.last.number)
        except OSError as error:
            raise JournalError(
                phrase("The backup cannot be copied: {reason}", reason=error.strerror or str(error))
            ) from None
        return Journal(journal, writing=self._writing)

    def _close(self, journal: Journal) -> None:
        try:
            if self._box is None:
                journal.close()
            elif not self._box.shutdown.is_done:  # switching off closes the journal
                self._box.table.close()
        except JournalError:
            if self._box is not None:
                self._box.show_not_safe()
                self._keep_picture(keep=True)
            raise

    def _publish(self, snapshot: Snapshot) -> None:
        self._copier.look(snapshot)
        self._verifier.look(snapshot)
        for listening in self._listeners:
            listening(snapshot)
        if self._runtime.bench is not None:
            with using(self._language.in_use):
                self._runtime.bench.publish(snapshot)
