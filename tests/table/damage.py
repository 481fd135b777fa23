"""Damages journals by seed and checks what can still be read.

Run it with ``python -m tests.table.damage --tries 1000``. Each try damages one part of a journal of
several games, opens the journal and verifies all games. It then compares, game by game, what is
read with what was written.
"""

import argparse
import logging
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.errors import JournalError
from companion.table.backup import FOLDER, Backup
from companion.table.files import ACCEPTED
from companion.table.journal import Journal
from companion.table.reader import JournalReader, read_only, verify
from companion.table.restore import complete
from tests.journals import records_of
from tests.soak.disk import Disk
from tests.table.power_cuts import MEMORY, Evening

BLOCK = 4096

Content = Mapping[int, tuple[tuple[str, ...], tuple[str, ...]]]
"""The commands of each game, and its notes."""


def journal_of(seed: int, folder: Path, steps: int = 150) -> None:
    """Write a journal of several games in `folder`, as after a normal shutdown."""
    folder.mkdir(parents=True)
    with Disk(folder) as disk:
        evening = Evening(f"damage {seed}", disk, Counter())
        evening.play(steps)
        evening.end()


def content_of(journal: Path) -> Content:
    """Return the readable content of the games."""
    box = next(path for path in journal.iterdir() if path.is_dir())
    return {
        record.number: (
            tuple(entry.command for entry in record.entries),
            tuple(note.kind for note in record.notes),
        )
        for record in records_of(JournalReader(box, None))
    }


# Damages; each changes one thing.


def flip(files: list[Path], chance: random.Random) -> None:
    _change(_some(files, chance), chance, 1, lambda old: bytes([old[0] ^ 1 << chance.randrange(8)]))


def zeros(files: list[Path], chance: random.Random) -> None:
    _change(
        _some(files, chance), chance, chance.choice((4, 64, 512, 4096)), lambda old: bytes(len(old))
    )


def garbage(files: list[Path], chance: random.Random) -> None:
    length = chance.choice((4, 64, 512, 4096))
    _change(_some(files, chance), chance, length, lambda old: chance.randbytes(len(old)))


def cut_end(files: list[Path], chance: random.Random) -> None:
    file = _some(files, chance)
    content = file.read_bytes()
    ends = [place + 1 for place, byte in enumerate(content) if byte == 10]
    file.write_bytes(content[: chance.choice((*ends[:-1], 0, chance.randrange(len(content))))])


def lose_file(files: list[Path], chance: random.Random) -> None:
    chance.choice(files).unlink()


def lose_folder(files: list[Path], _chance: random.Random) -> None:
    shutil.rmtree(files[0].parent)


def lose_accepted(files: list[Path], _chance: random.Random) -> None:
    (files[0].parent.parent / ACCEPTED).unlink()


def damage_accepted(files: list[Path], chance: random.Random) -> None:
    accepted = files[0].parent.parent / ACCEPTED
    chance.choice((flip, zeros, garbage, cut_end))([accepted], chance)


def swap_blocks(files: list[Path], chance: random.Random) -> None:
    size = chance.choice((512, BLOCK))
    blocks = []
    for file in (_some(files, chance), _some(files, chance)):
        place = chance.randrange(-(-file.stat().st_size // size)) * size
        blocks.append((file, place, file.read_bytes()[place : place + size]))
    for (file, place, _old), (_file, _place, data) in zip(blocks, reversed(blocks), strict=True):
        content = file.read_bytes()
        file.write_bytes(content[:place] + data + content[place + len(data) :])


def append(files: list[Path], chance: random.Random) -> None:
    """Lengthen a file, with garbage or with the last line of another file."""
    file = _some(files, chance)
    more = chance.choice(
        (chance.randbytes(100), bytes(4096), _some(files, chance).read_bytes().splitlines(True)[-1])
    )
    file.write_bytes(file.read_bytes() + more)


DAMAGES = (
    flip,
    zeros,
    garbage,
    cut_end,
    lose_file,
    lose_folder,
    lose_accepted,
    damage_accepted,
    swap_blocks,
    append,
)


def _some(files: list[Path], chance: random.Random) -> Path:
    """Choose a file; long ones are chosen more often."""
    return chance.choices(files, [file.stat().st_size for file in files])[0]


def _change(
    file: Path, chance: random.Random, length: int, change: Callable[[bytes], bytes]
) -> None:
    content = file.read_bytes()
    place = chance.randrange(len(content))
    old = content[place : place + length]
    file.write_bytes(content[:place] + change(old) + content[place + len(old) :])


# Trying them.


def attempt(
    seed: int, whole: Path, folder: Path, met: Counter[str], backup: Path | None = None
) -> None:
    """Damage a copy of the journal `whole`, and compare.

    A `backup` is used at the start and after it.

    Raises:
        AssertionError: wrong content, unnoticed damage, or another game was changed.
    """
    chance = random.Random(f"damage {seed}")  # noqa: S311  # not a secret
    damage = DAMAGES[seed % len(DAMAGES)]
    name = damage.__name__
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(whole, folder)
    files = sorted(
        path
        for path in folder.rglob("*.jsonl")
        if path.parent.name.isdigit() and len(path.parent.name) == 3
    )
    written = content_of(folder)
    before = {file: file.read_bytes() for file in files}
    damage(files, chance)
    touched = {
        int(file.name.partition("-")[0])
        for file, content in before.items()
        if not file.exists() or file.read_bytes() != content
    }
    back = 0 if backup is None else complete(folder, [backup]).entries
    try:
        journal = Journal(folder)
    except JournalError as error:
        raise AssertionError(f"{name}: the journal does not open: {error}") from error
    told = journal.trouble
    flaws = list(verify(folder))
    over = {flaw.game for flaw in flaws if flaw.game not in {journal.game, journal.games}}
    if backup is not None and over:
        back += complete(folder, [backup], over).entries
    met["entries from the backup"] += back
    journal.abandon()
    found = content_of(folder)
    for game, (entries, notes) in written.items():
        entries_left, notes_left = found.get(game, ((), ()))
        met["entries"] += len(entries)
        met["entries saved"] += len(entries_left)
        if game not in touched:
            assert found.get(game) == (entries, notes), (
                f"{name}: game {game} was not touched, and has changed"
            )
            continue
        assert entries[: len(entries_left)] == entries_left, (
            f"{name}: game {game} has other entries"
        )
        assert notes[: len(notes_left)] == notes_left, f"{name}: game {game} has other notes"
    added = dict.fromkeys(found.keys() - written.keys(), ((), ()))
    assert found.items() >= added.items(), f"{name}: a game is new"
    if found == {**written, **added}:
        met["damages in which nothing is lost"] += 1
    else:
        met["damages in which lines are lost"] += 1
        assert told or flaws or back, f"{name}: nobody has noticed that lines are lost in {touched}"
        met["noticed at the start"] += told is not None
        met["noticed by the verification"] += bool(flaws)
    if touched and not told and not flaws and not back:
        met["changed bytes that do not count"] += 1
    if not touched:
        assert not flaws, flaws
    met[name] += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0, help="the first try's")
    parser.add_argument("--backup", action="store_true", help="the box has a backup of each hand")
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    met: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as made:
        for seed in range(given.seed, given.seed + given.tries):
            whole = Path(made) / f"{seed // 50}"
            if not whole.exists():
                journal_of(seed // 50, whole)
            backup = whole / FOLDER
            if given.backup and not backup.exists():
                for _answer in Backup(backup).keep_up(read_only(whole / "journal")):
                    pass
            try:
                attempt(
                    seed,
                    whole / "journal",
                    Path(made) / "damaged",
                    met,
                    backup if given.backup else None,
                )
            except AssertionError as error:
                sys.stdout.write(f"seed {seed}: {error}\n")
                return 1
    share = met["entries saved"] / met["entries"]
    sys.stdout.write(f"{given.tries} damages, {share:.1%} of the entries saved: {dict(met)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
