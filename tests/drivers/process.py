"""People at a running box: their actions with cards and keys, and the effects that must follow."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from companion.core.commands import Bust, Deal, New, Step, Undo
from companion.inputs import KeyName
from companion.outputs import Sound
from companion.screens.model import KeyHint, NoticeScreen, Picture
from tests.drivers.expected import Expected, Follower, label, played, written
from tests.drivers.program import ADDRESS, PHONES, STOPPED, Program, StartedProgram
from tests.drivers.scanner import Scanner
from tests.drivers.watching import Condition, Onlooker, lit, other_than, says, shows, sounded
from tests.simulation.tab import Tab

SEATS = ("Ann", "Bo", "Cy")
FOUR = (*SEATS, "Di")

MOST_PRESSES = 60
"""More than any list has rows."""

CONFIG = """
[game]
seats = ["Ann", "Bo", "Cy", "Di"]
[reader]
port = "{port}"
"""


def configured(folder: Path, reader: Callable[[Path], Scanner] = Scanner) -> Scanner:
    """Write a configuration into `folder`, and return the scanner it names, which is not plugged in
    yet.
    """
    scanner = reader(folder / "reader")
    (folder / "companion.toml").write_text(CONFIG.format(port=scanner.port), "utf-8")
    return scanner


@contextmanager
def evening(folder: Path, reader: Callable[[Path], Scanner] = Scanner) -> Iterator["ProcessDriver"]:
    """Yield a box that is switched on for the first time, with a scanner of the class `reader` at
    its port.
    """
    scanner = configured(folder, reader)
    scanner.plug()
    with ExitStack() as closing:
        closing.callback(scanner.unplug)
        yield closing.enter_context(switched_on(folder, scanner))


@contextmanager
def by_buttons(folder: Path) -> Iterator["ProcessDriver"]:
    """Yield a box without a scanner that is switched on for the first time."""
    (folder / "companion.toml").write_text(CONFIG.format(port="none"), "utf-8")
    with Program(folder) as program, seated(folder, program, program.until_served()) as driver:
        yield driver


@contextmanager
def switched_on(
    folder: Path, scanner: Scanner, expected: Expected | None = None
) -> Iterator["ProcessDriver"]:
    """Yield a box with an open scanner, and a person at it; `expected` is the game that was on."""
    with (
        Program(folder) as program,
        seated(folder, program, program.until_served(), scanner, expected) as driver,
    ):
        yield driver


@contextmanager
def seated(
    folder: Path,
    program: Program,
    port: int,
    scanner: Scanner | None = None,
    expected: Expected | None = None,
) -> Iterator["ProcessDriver"]:
    """Yield a person at the panel of a running box, once its `scanner`, if any, is open."""
    with Tab(port) as tab:
        if scanner is not None:
            scanner.until_opened()
        reader = scanner or Scanner(folder / "reader")
        yield ProcessDriver(program, reader, Onlooker(tab), folder / "data" / "journal", expected)


class ProcessDriver(Follower):
    """One box, its people, and the game as the rules have it.

    Every method does one thing and returns when display, lights, buzzer, panel and journal are as
    the rules require. It fails if they do not reach that state.
    """

    def __init__(
        self,
        program: StartedProgram,
        scanner: Scanner,
        onlooker: Onlooker,
        journal: Path,
        expected: Expected | None,
    ) -> None:
        self.program, self.scanner, self.onlooker, self.journal = (
            program,
            scanner,
            onlooker,
            journal,
        )
        self._expected = expected
        self._sounds = onlooker.showing.sounds

    # Keys

    def press(self, key: KeyName) -> None:
        """Press a key and wait until the display changes."""
        before = self.onlooker.showing
        self.tap(key)
        self.onlooker.until(*other_than(before))

    def tap(self, key: KeyName) -> None:
        """Press a key."""
        self.onlooker.tab.tell(type="key", name=key, down=True)
        self.onlooker.tab.tell(type="key", name=key, down=False)

    def turn_to(self, key: KeyName, words: str) -> None:
        """Press LEFT or RIGHT until the picture contains `words`."""
        for _ in range(MOST_PRESSES):
            if words in self.onlooker.showing.text:
                return
            self.press(key)
        raise AssertionError(f"{words!r} never came")

    def choose_game(self, title: str) -> None:
        """Choose the game from the list if it is the first there, otherwise from its group."""
        if f" {title}." not in self.onlooker.showing.text:
            group = title.split(maxsplit=1)[0] if title[0].isdecimal() else "Trick games"
            self.turn_to("RIGHT", f"? {group} ")
            self.press("OK")
            self.turn_to("RIGHT", f" {title}.")
        self.press("OK")

    def hold_more(self) -> None:
        """Open the menu."""
        self.onlooker.tab.tell(type="key", name="MORE", down=True)
        self.onlooker.until(says("Menu"))
        self.onlooker.tab.tell(type="key", name="MORE", down=False)

    # A game

    def welcomed(self) -> None:
        """Close the welcome of a new box, which shows where phones find it, with OK."""
        self.onlooker.until(says("A phone opens"))
        self.tap("OK")

    def begin(self, new: New, title: str, *, take_out: str = "") -> None:
        """Set up a game with the keys: variant, number of players, possibly chips, start.

        `take_out` is the display's text about cards to take out first.
        """
        if not written(self.journal):
            self.welcomed()
        self.onlooker.until(says("Which game?"))
        self.choose_game(title)
        self.turn_to("LEFT", f"How many play? {len(new.players)}.")
        self.press("OK")
        if "chips" in new.house:
            self.press("RIGHT")
            self.press("OK")
            self.turn_to("LEFT", f"each. {new.house['chips']}.")
            self.press("OK")
        self._expected = Expected(new)
        if take_out:
            self.press("OK")
            start, back = KeyHint("OK", "start"), KeyHint("UNDO", "back")
            self.onlooker.until(shows(NoticeScreen("Take out", take_out, keys=(start, back))))
        self.tap("OK")
        self.accepted("accepted")

    def plays(
        self, card: str, total: int, turn: str | None, *, owed: int = 1, value: int | None = None
    ) -> None:
        """Scan a card that is accepted, and assert the new total and the player to act."""
        play = played(card)
        self.obeys(play if value is None else msgspec.structs.replace(play, value=value))
        self.scan(card)
        self._follows(total, turn, owed)

    def answers(
        self, key: KeyName, command: Step | Undo, total: int, turn: str | None, *, owed: int = 1
    ) -> None:
        """Complete a command with a key, and assert that it is accepted."""
        self.obeys(command)
        self.tap(key)
        self._follows(total, turn, owed)

    def asks(self, card: str, picture: Picture) -> None:
        """Scan a card that leads to a question, and assert that nothing has been played."""
        self.scan(card)
        self.shows(picture)

    def refuses(self, card: str, sentence: str, headline: str = "Not allowed") -> None:
        """Scan a card that is refused with a sentence, and assert that nothing has changed."""
        assert self.expected.refusal(played(card)) == sentence
        self.scan(card)
        self.refused(sentence, headline)

    def busts(self, shown: tuple[str, ...] = (), sound: Sound = "bust") -> None:
        """Bust the player to act with BUST, after scanning the cards in hand if `shown`."""
        self.press("BUST")
        if not shown:
            self.obeys(Bust())
            self.tap("OK")
        for place, card in enumerate(shown, start=1):
            if place == len(shown):
                self.obeys(Bust(hand=tuple(str(played(one).card) for one in shown)))
            self.scan(card)
            if place < len(shown):
                self.onlooker.until(says("shows"))
        self.accepted(sound)

    def deals(self, total: int, turn: str) -> None:
        """Deal the next hand with OK."""
        self.answers("OK", Deal(), total, turn)

    def takes_back(self, what: str, total: int, turn: str, *, owed: int = 1) -> None:
        """Undo `what`, which the display names before OK confirms it."""
        self.tap("UNDO")
        self.onlooker.until(says(f"Undo? {what}."))
        self.answers("OK", Undo(), total, turn, owed=owed)

    # Actions and observations in between

    def scan(self, card: str) -> None:
        """Scan the card's sticker."""
        self.scanner.send(self.scanner.line(label(card)))

    def refused(self, sentence: str, headline: str = "Not allowed") -> None:
        """Assert that the last action was refused: red light, low tone, a sentence, and no other
        change.
        """
        notice = NoticeScreen(headline, sentence, mark="cross", table=self.expected.names)
        self.heard("refused", shows(notice), lit(self.expected.lights("refused")))
        self.stands()

    def shows(self, picture: Picture) -> None:
        """Assert that the display shows this picture and nothing else has changed."""
        self.onlooker.until(shows(picture))
        self.stands()

    def ends(self, tally: tuple[tuple[str, int], ...]) -> None:
        """Assert that the game is over, with this table of the evening."""
        self.onlooker.until(shows(self.expected.picture(tally=tally)))

    def goes_on(self) -> None:
        """Assert that the box shows the game as the rules have it, and nothing else has changed."""
        self.shows(self.expected.picture())

    def accepted(self, sound: Sound) -> None:
        """Assert that the last command was accepted: green light, its sound, and the announcement
        that the rules imply.
        """
        conditions = [lit(self.expected.lights("accepted"))]
        if self.expected.announced is not None:
            conditions.append(shows(self.expected.announced))
        elif self.expected.state.phase != "game-over":
            conditions.append(shows(self.expected.picture()))
        self.heard(sound, *conditions)
        self.stands()

    def heard(self, sound: Sound, *conditions: Condition) -> None:
        """Assert one more sound and the accompanying `conditions`."""
        self._sounds += 1
        self.onlooker.until(sounded(sound, self._sounds), *conditions)

    def stands(self) -> None:
        """Assert that the panel and the journal have the state that the rules have reached."""
        state = self.expected.public()
        self.onlooker.until(Condition(f"the state {state}", lambda _: self.onlooker.state == state))
        assert written(self.journal) == self.expected.kept
        self._sounds = self.onlooker.showing.sounds

    def stops_in_peace(self) -> None:
        """Stop the box, and assert that standard error is empty and the journal replays to the same
        digests.
        """
        assert self.program.stop(signal.SIGTERM) == 0
        said = self.program.said
        assert [said[0].startswith(ADDRESS), *said[1:]] == [True, STOPPED]
        command = [sys.executable, "-m", "companion", "replay", str(self.journal)]
        replayed = subprocess.run(command, capture_output=True, text=True, check=False)
        commands = len(self.expected.kept)
        counted = f"{self.journal}: 1 game, {commands} commands, every digest agrees\n"
        assert (replayed.returncode, replayed.stdout, replayed.stderr) == (0, counted, "")

    def _follows(self, total: int, turn: str | None, owed: int) -> None:
        state = self.expected.adding
        assert (state.total, self.expected.turn, state.owed) == (total, turn, owed)
        self.accepted("accepted")


class SwitchedBox:
    """A simulated box in its own folder, from `switch_on` to the end of the block.

    Attributes:
        port: the port of its pages, the same after each start.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        (folder / "companion.toml").write_text(CONFIG.format(port="auto"), "utf-8")
        self.folder, self.port = folder, 0
        self._program: Program | None = None

    def __enter__(self) -> Self:
        try:
            self.switch_on()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._program is not None:
            self._program.kill()

    @property
    def program(self) -> Program:
        assert self._program is not None
        return self._program

    @property
    def address(self) -> str:
        """The page's address for a browser on this machine."""
        return f"http://localhost:{self.port}/"

    @property
    def journal(self) -> Path:
        return self.folder / "data" / "journal"

    def written(self, game: int = 1) -> list[tuple[str, bytes]]:
        """Return the commands of a game in the journal, each with its digest."""
        return written(self.journal, game)

    def switch_on(self) -> None:
        """Start the program, and return when phones can connect."""
        self._program = Program(self.folder, "--port", str(self.port))
        self.port = self._program.until_served()
        self._program.until_said(PHONES)

    def switch_off(self) -> None:
        """Stop the program, which must end without output."""
        assert self.program.stop() == 0
        assert self.program.said[-1] == STOPPED
        self._was_quiet()

    def cut_off(self) -> None:
        """Pull the plug."""
        self.program.kill()
        self._was_quiet()

    def _was_quiet(self) -> None:
        said = [line for line in self.program.said if not line.startswith("INFO ")]
        assert said == []

    @contextmanager
    def keys(self) -> Iterator[ProcessDriver]:
        """Yield a person at the panel who sees its display and lights and can press its keys."""
        with seated(self.folder, self.program, self.port) as driver:
            yield driver
