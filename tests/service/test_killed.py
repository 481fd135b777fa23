"""Tests that pull the plug at many moments of a game: exactly the accepted
cards are there again.
"""

import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.core.cards import Pack
from companion.core.commands import Deal, New, Play, Step, Undo
from companion.labels.codec import CommandLabel, write_label
from companion.simulation.pack import labels_of
from companion.table.journal import Journal
from companion.table.table import Table
from tests.depth import FULL
from tests.drivers.expected import Expected, label, played
from tests.drivers.process import SEATS, ProcessDriver, configured, switched_on
from tests.drivers.program import Program
from tests.drivers.scanner import PATIENCE
from tests.drivers.watching import Condition, says
from tests.service.record import code, read_record
from tests.service.spaghetti import commands
from tests.table.tables import VARIANTS

CARDS = [card.rank + (card.suit or "") for card in labels_of(Pack())]
LIVES = 20 if FULL else 5
SEED = 98


def half_a_line(table: ProcessDriver, sent: bytes) -> None:
    """Send half of the line, so that the scanner is still sending."""
    table.scanner.send(sent[: len(sent) // 2])


def sent(table: ProcessDriver, sent: bytes) -> None:
    """Send the whole line without waiting for an effect."""
    table.scanner.send(sent)


def being_written(table: ProcessDriver, sent: bytes) -> None:
    """Wait until the first bytes of the command are in the file."""
    file = game_of(table)
    before = file.read_bytes()
    table.scanner.send(sent)
    deadline = time.monotonic() + PATIENCE
    while file.read_bytes() == before:
        assert time.monotonic() < deadline, "nothing was written"


def noticed(table: ProcessDriver, sent: bytes) -> None:
    """Wait for the first change at the box: a light, a sound."""
    table.scanner.send(sent)
    table.onlooker.look()


def accepted(table: ProcessDriver, sent: bytes) -> None:
    """Wait until the table was updated."""
    before = table.onlooker.commands
    table.scanner.send(sent)
    told = Condition("another moment", lambda _: table.onlooker.commands != before)
    table.onlooker.until(told)


Moment = Callable[[ProcessDriver, bytes], None]
MOMENTS: tuple[Moment, ...] = (half_a_line, sent, being_written, noticed, accepted)


@pytest.mark.slow("starts the program and kills it at each moment")
def test_exactly_the_accepted_cards_survive_power_cuts(tmp_path: Path) -> None:
    chance = random.Random(SEED)  # noqa: S311  # the same moments every time
    moments = list(MOMENTS) * (LIVES // len(MOMENTS))
    chance.shuffle(moments)
    scanner = configured(tmp_path)
    scanner.plug()
    with ExitStack() as closing:
        closing.callback(scanner.unplug)
        with switched_on(tmp_path, scanner) as table:
            table.begin(New(variant="ninety-nine", players=SEATS), "99 Ninety-nine")
            expected = table.expected
            table.program.kill()
        in_flight: Step | Undo | None = None
        for moment in moments:
            if chance.random() < 0.25:
                killed_while_starting(tmp_path, chance)
            with switched_on(tmp_path, scanner, expected) as table:
                is_on_again(table, in_flight)
                in_flight = one_life(table, moment, chance)
        with switched_on(tmp_path, scanner, expected) as table:
            is_on_again(table, in_flight)


def one_life(
    table: ProcessDriver, moment: Callable[[ProcessDriver, bytes], None], chance: random.Random
) -> Step | Undo | None:
    """Play some cards and cut the power during the last; return that command if its outcome is
    unknown.
    """
    for _ in range(chance.randrange(3)):
        card = playable(table, chance)
        table.obeys(played(card))
        table.scan(card)
        table.goes_on()
    command: Step | Undo
    if table.expected.commands > 1 and chance.random() < 0.3:
        command, line = Undo(), write_label(CommandLabel("OK"))
        table.scanner.send(table.scanner.line(write_label(CommandLabel("UNDO"))))
        table.onlooker.until(says("Undo?"))
    else:
        card = playable(table, chance)
        command, line = played(card), label(card)
    moment(table, table.scanner.line(line))
    table.program.kill()
    if moment is accepted:
        table.obeys(command)
    return None if moment in {half_a_line, accepted} else command


def killed_while_starting(folder: Path, chance: random.Random) -> None:
    """Start the program and kill it at once, or as soon as the display shows something."""
    with Program(folder) as program:
        if chance.random() < 0.5:
            program.until_served()


def playable(table: ProcessDriver, chance: random.Random) -> str:
    """Return a card that the rules accept now. Without one, a player busts and the next hand is
    dealt.
    """
    while True:
        cards = [card for card in CARDS if table.expected.refusal(played(card)) is None]
        if cards:
            return chance.choice(cards)
        table.busts(sound="hand-over")
        table.obeys(Deal())
        table.tap("OK")
        table.goes_on()


def nothing_sent(_table: ProcessDriver, _sent: bytes) -> None:
    """Send nothing: the power fails between two inputs."""


def takes_it_back(table: ProcessDriver) -> None:
    """Press UNDO and OK, and assert that the previous moment is restored."""
    table.tap("UNDO")
    table.onlooker.until(says("Undo?"))
    table.obeys(Undo())
    table.tap("OK")
    table.accepted("accepted")


def was_on(folder: Path, until: str) -> tuple[Expected, Play]:
    """Write the recorded game up to the card `until` to a journal; return the state and the play of
    that card.
    """
    (folder / "data").mkdir()
    given = commands(read_record())
    _, new = next(given)
    assert isinstance(new, New)
    expected = Expected(new)
    table = Table(VARIANTS, Journal(folder / "data" / "journal"), time)
    table.obey(new)
    for moment, command in given:
        assert not isinstance(command, New)
        if moment == until and isinstance(command, Play):
            table.close()
            return expected, command
        if isinstance(command, Undo):
            table.take_back(command.count)
        else:
            table.obey(command)
        expected.obey(command)
    raise AssertionError(f"nobody plays {until}")


@pytest.mark.slow("starts the program and kills it, three times or seven")
@pytest.mark.parametrize(
    ("until", "question"),
    [
        pytest.param("6.5 4♦", "", id="in a trick", marks=pytest.mark.full),
        pytest.param("5.7 7♥", "Cy: no hearts since trick 5", id="a revoke is asked about"),
        pytest.param("2.11 A♠", "", id="a round ends", marks=pytest.mark.full),
        pytest.param("6.13 J♥", "", id="the game ends", marks=pytest.mark.full),
    ],
)
def test_trick_game_is_restored_to_the_last_accepted_card(
    tmp_path: Path, until: str, question: str
) -> None:
    chance = random.Random(until)  # noqa: S311  # the same order every time
    moments = [*MOMENTS, nothing_sent] if FULL else [being_written, nothing_sent]
    chance.shuffle(moments)
    scanner = configured(tmp_path)
    scanner.plug()
    expected, play = was_on(tmp_path, until)
    before, card = expected.commands, code(until.split()[1])
    line = write_label(CommandLabel("MORE")) if question else label(card)
    in_flight: Play | None = None
    with ExitStack() as closing:
        closing.callback(scanner.unplug)
        for moment in moments:
            with switched_on(tmp_path, scanner, expected) as table:
                is_on_again(table, in_flight)
                if expected.commands > before:
                    takes_it_back(table)
                if question:
                    table.scan(card)
                    table.onlooker.until(says(question))
                moment(table, table.scanner.line(line))
                table.program.kill()
                if moment is accepted:
                    table.obeys(play)
            in_flight = play if moment in {sent, being_written, noticed} else None
        with switched_on(tmp_path, scanner, expected) as table:
            is_on_again(table, in_flight)


def is_on_again(table: ProcessDriver, in_flight: Step | Undo | None) -> None:
    """Assert that the game is restored and its last entry is named. The command in flight may or
    may not have counted.
    """
    if in_flight is not None and table.onlooker.commands != table.expected.commands:
        table.obeys(in_flight)
    if table.expected.state.phase == "game-over":
        table.ends((("Ann", 0), ("Bo", 0), ("Cy", 1), ("Di", 0)))
        table.stands()
        return
    if game_of(table).read_bytes().endswith(b"\n\n"):  # preallocated space
        table.onlooker.until(says("Power was off"))
        table.tap("OK")
    table.goes_on()


def game_of(table: ProcessDriver) -> Path:
    """Return the file of the current game."""
    (file,) = table.journal.glob("*/000/1-*.jsonl")
    return file
