"""Manual changes to lines of a game's file, sealed again so that the checksums match."""

import re
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.table.files import ACCEPTED
from companion.table.lines import check, sealed
from companion.table.reader import read_only

_FIELD = re.compile(r'"(\w+)":')
_DIGEST = re.compile(r'"edition":\d+,"digest":"([0-9a-f]+)"')
_NUMBER = re.compile(r'{"n":(\d+),')


def forge(journal: Path, game: int, line: int, was: str, now: str) -> None:
    """Replace `was`, which occurs once in that line of a game's file; line 0 has the rules."""

    def change(lines: list[str]) -> None:
        assert lines[line].count(was) == 1, lines[line]
        lines[line] = lines[line].replace(was, now)

    forge_lines(journal, game, change)


def forge_edition(journal: Path, game: int, edition: int, differing: int) -> None:
    """Make an `edition` of the rules have accepted a game, with other states from an entry on."""

    def change(lines: list[str]) -> None:
        for place, line in enumerate(lines):
            number, digest = _NUMBER.match(line), _DIGEST.search(line)
            if number and digest:
                other = "00" * 16 if int(number[1]) >= differing else digest[1]
                lines[place] = line.replace(digest[0], f'"edition":{edition},"digest":"{other}"')

    forge_lines(journal, game, change)


def forge_lines(journal: Path, game: int, change: Callable[[list[str]], None]) -> None:
    """Change lines of a game's file, given without checksums, and the seals in later files."""
    reader, moved = read_only(journal), dict[str, str]()

    def refit(lines: list[str]) -> None:
        for was, now in moved.items():
            lines[0] = lines[0].replace(was, now)

    for number in sorted(reader.numbers()):
        if number >= game:
            path = reader.path_of(number)
            assert path is not None
            moved |= _sealed_again(path, change if number == game else refit)
    (reader.box / ACCEPTED).unlink()  # without the count, all lines in the file are valid


def _sealed_again(path: Path, change: Callable[[list[str]], None]) -> dict[str, str]:
    """Change a file; return a mapping from its old seal after each line to the new one."""
    before = check(path.read_bytes())
    lines = [line.decode("ascii").rpartition(',"chain":')[0] for line in before.lines]
    change(lines)
    content, chain, says = b"", "", list[str]()
    for line in lines:
        name = _FIELD.match(line, 1)
        assert name is not None
        added, chain = sealed({name[1]: msgspec.Raw(line[name.end() :])}, chain)
        content += added
        says.append(_seal(len(content), chain))
    path.write_bytes(content)
    ends = [
        sum(len(one) + 1 for one in before.lines[: count + 1]) for count in range(len(before.lines))
    ]
    said = [_seal(end, own.decode("ascii")) for end, own in zip(ends, before.chains, strict=True)]
    return dict(zip(said, says, strict=False))


def _seal(length: int, last: str) -> str:
    return f'"length":{length},"last":"{last}"'
