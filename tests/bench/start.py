"""The cost of a start after many games: `python -m tests.bench start`.

The program starts in turn with a journal of one game and with one of ten thousand such games and
their notes, each with its backup. The time is processor time of the program and the kernel until
the pages are served. The peer is the start with one game. The files are in the kernel's cache.
"""

import re
import statistics
import sys
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.core.commands import Bust, Claim, Deal, New, Play
from companion.table.backup import FOLDER, Backup
from companion.table.files import ACCEPTED, JOURNAL
from companion.table.lines import check, sealed
from companion.table.reader import AcceptedMark, game_file, read_only
from companion.table.table import Table
from companion.variants import load_variants
from tests.bench.rest import busy
from tests.drivers.program import Program
from tests.journals import close_journals, journal_at

GAMES = 10_000
ROUNDS = 5
OF_AN_EVENING = 10
WEEK = 7 * 24 * 3600
_STAMP = re.compile(r'"at":([\d.]+),"boot":"\w+"')
CARDS = ("8H", "3C", "2D", "4S", "9C", "KD", "9S", "10C", "5D", "KH", "4H")


def journal_of(
    journal: Path, games: int, *, rounds: int = 1, calls: bool = True, over: bool = False
) -> None:
    """Create a journal with `games` games of the same commands and notes, each `over` or
    unfinished.

    In each game the cards are played in `rounds` rounds, all of which except the last are undone.
    There is one evening a week.
    """
    table = Table(load_variants().variants, journal_at(journal), time)
    house = {"chips": 1} if over else {}
    table.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), house=house))
    for number in range(rounds):
        if number:
            table.take_back(len(CARDS))
        for card in CARDS:
            table.obey(Play(card=card))
            if calls:
                table.judge(Claim(total=99))
    while over and table.state is not None and table.state.phase != "game-over":
        table.obey(Deal() if table.state.phase == "hand-over" else Bust())
    close_journals()
    box, entries = table.journal.box, table.journal.sequence
    (first,) = (box / "000").glob("1-*.jsonl")
    lines = [
        line.decode("ascii").rpartition(',"chain":')[0] for line in check(first.read_bytes()).lines
    ]
    first.unlink()
    content = b""
    for game in range(1, games + 1):
        evening = (games - game) // OF_AN_EVENING
        moved = [_at_another_evening(line, evening) for line in lines]
        content = _the_same(moved, game, entries * (game - 1))
        path = game_file(box, game, f"{game:08x}")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    length = len(content.rstrip()) + 1
    accepted = AcceptedMark(games, games, entries=entries, length=length, sequence=entries * games)
    (box / ACCEPTED).write_bytes(accepted.line())


def _at_another_evening(line: str, ago: int) -> str:
    """Return a line written `ago` weeks earlier, in another start of the machine."""
    return _STAMP.sub(
        lambda found: f'"at":{float(found[1]) - ago * WEEK},"boot":"{ago:08x}"', line, count=1
    )


def _the_same(lines: Sequence[str], game: int, before: int) -> bytes:
    """Return the content of the file of another `game` that has the entries of the first one."""
    content, chain = b"", ""
    for line in lines:
        name, _, rest = line[2:].partition('":')
        match name:
            case "journal":
                _, _, variant = rest.partition(',"variant":')
                box, seats = _field(rest, "box"), _field(rest, "seats", "]")
                previous = f'"previous":{game - 1},' if game > 1 else ""
                rest = f'1,"box":{box},"game":{game},"id":"{game:08x}","seats":{seats}],'
                rest += f'{previous}"variant":{variant}'
            case "n":
                number, _, rest = rest.partition(",")
                rest = f"{int(number) + before},{rest}"
        added, chain = sealed({name: msgspec.Raw(rest)}, chain)
        content += added
    return content


def _field(text: str, name: str, end: str = ",") -> str:
    return text.partition(f'"{name}":')[2].partition(end)[0]


def seconds_to_start(folder: Path) -> float:
    """Return the seconds of a core until phones find the pages."""
    with Program(folder) as program:
        program.until_served()
        program.until_said("phones find the box")
        return busy(program.process.pid)


def main(folder: Path, *, quick: bool) -> None:
    """Print one line for each number of games, and one for their comparison."""
    many, rounds = (2, 1) if quick else (GAMES, ROUNDS)
    folders = {games: folder / str(games) for games in (1, many)}
    for games, where in folders.items():
        journal_of(where / "data" / JOURNAL, games)
        deque(
            Backup(where / "data" / FOLDER).keep_up(read_only(where / "data" / JOURNAL)), maxlen=0
        )
    took: dict[int, list[float]] = {games: [] for games in folders}
    for _ in range(rounds):
        for games, where in folders.items():
            took[games].append(seconds_to_start(where))
    medians = {games: statistics.median(each) for games, each in took.items()}
    for games, seconds in medians.items():
        sys.stdout.write(f"{games:6} games behind: {seconds:6.2f} s of a core to start\n")
    sys.stdout.write(f"{medians[many] / medians[1]:.2f} times as much\n")
