"""The plug is pulled at many moments of a game: every accepted card is there again, and no other."""

import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from companion.labels import CommandLabel, write_label
from companion.rules.commands import Deal, New, Step, Undo
from companion.simulation.pack import Deck
from tests.service.evening import SEATS, Evening, configured, switched_on
from tests.service.expected import label, played
from tests.service.program import Program
from tests.service.scanner import PATIENCE
from tests.service.watching import Condition, says

CARDS = [card.rank + (card.suit or "") for card in Deck().cards()]
LIVES = 20
SEED = 98


def half_a_line(table: Evening, sent: bytes) -> None:
    """The scanner is still sending."""
    table.scanner.send(sent[: len(sent) // 2])


def sent(table: Evening, sent: bytes) -> None:
    """All bytes are on their way."""
    table.scanner.send(sent)


def being_written(table: Evening, sent: bytes) -> None:
    """The first bytes of the command have come to the file."""
    log = table.journal.with_name("journal.db-wal")
    before = log.stat()
    table.scanner.send(sent)
    deadline = time.monotonic() + PATIENCE
    while log.stat() == before:
        assert time.monotonic() < deadline, "nothing was written"


def noticed(table: Evening, sent: bytes) -> None:
    """The first thing at the box has changed: a light, a sound."""
    table.scanner.send(sent)
    table.onlooker.look()


def accepted(table: Evening, sent: bytes) -> None:
    """The table has been told."""
    before = table.onlooker.commands
    table.scanner.send(sent)
    told = Condition("another moment", lambda _: table.onlooker.commands != before)
    table.onlooker.until(told)


Moment = Callable[[Evening, bytes], None]
MOMENTS: tuple[Moment, ...] = (half_a_line, sent, being_written, noticed, accepted)


def test_every_accepted_card_and_no_other(tmp_path: Path) -> None:
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
                if in_flight is not None and table.onlooker.commands != expected.commands:
                    table.obeys(in_flight)
                table.goes_on()
                in_flight = one_life(table, moment, chance)
        with switched_on(tmp_path, scanner, expected) as table:
            if in_flight is not None and table.onlooker.commands != expected.commands:
                table.obeys(in_flight)
            table.goes_on()


def one_life(
    table: Evening, moment: Callable[[Evening, bytes], None], chance: random.Random
) -> Step | Undo | None:
    """Some plays, and one in whose midst it ends; gives that one, if nobody can know how it went."""
    for _ in range(chance.randrange(3)):
        card = playable(table, chance)
        table.obeys(played(card))
        table.scan(card)
        table.goes_on()
    command: Step | Undo
    if table.expected.commands > 1 and chance.random() < 0.3:
        command, line = Undo(), write_label(CommandLabel("OK"))
        table.scanner.send(table.scanner.line(write_label(CommandLabel("UNDO"))))
        table.onlooker.until(says("Take back?"))
    else:
        card = playable(table, chance)
        command, line = played(card), label(card)
    moment(table, table.scanner.line(line))
    table.program.kill()
    if moment is accepted:
        table.obeys(command)
    return None if moment in {half_a_line, accepted} else command


def killed_while_starting(folder: Path, chance: random.Random) -> None:
    """Switched on and off at once, or as soon as there is something to be seen."""
    with Program(folder) as program:
        if chance.random() < 0.5:
            program.until_served()


def playable(table: Evening, chance: random.Random) -> str:
    """A card that the rules accept now; where there is none somebody busts and the next hand is dealt."""
    while True:
        cards = [card for card in CARDS if table.expected.refusal(played(card)) is None]
        if cards:
            return chance.choice(cards)
        table.busts(sound="hand-over")
        table.obeys(Deal())
        table.tap("OK")
        table.goes_on()
