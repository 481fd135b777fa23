"""The lines of the journal's files: JSON objects, each with a checksum over everything before it.

docs/reference/journal.md describes the form for programs. ``chain``, the last field of each line,
is 8 bytes of blake2b over the chain of the previous line and the line's own text before it. So a
line cannot be changed, added or removed without changing all lines after it.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec
from msgspec import MsgspecError, Raw

from companion.core.frozen import Frozen
from companion.errors import DamagedError, NewerJournalError
from companion.message import phrase

FORM = 1
"""The version of this form, in each file's first line; a program refuses to read a higher one."""

_BYTES = 8
_MARK = b',"chain":"'
_END = b'"}'
_ENTRY_LINE = b'{"n":'
_TAIL = len(_MARK) + 2 * _BYTES + len(_END)
"""Bytes at the end of a line that are not covered by its checksum."""


class DealResult(Frozen, omit_defaults=True):
    """The standings after the hand or round with the number `deal`.

    `counts` are points (chips in a game without points) by the ids of the players in the order of
    their seats. `changes` are the changes by this hand or round. `losers` are the losers of the
    game, if it is over and has any.
    """

    deal: int
    counts: Mapping[str, int]
    changes: Mapping[str, int]
    losers: tuple[str, ...] = ()


class Entry(Frozen):
    """One accepted command.

    `game` is the number of the game in progress after it. A new game has its `variant` (JSON).
    `at` is in seconds since 1970 UTC, `clock` in seconds of the machine's steady clock since its
    start `boot`. `winners` are the winners of a game that
    this command ends; `origin` is the source of the command. `digest` is the digest of the
    resulting state under this `edition` of the rules. An entry that ends a hand or a round has its
    `result`. Players are ids.
    """

    game: int
    at: float
    command: str
    digest: bytes
    winners: tuple[str, ...] = ()
    variant: str | None = None
    origin: str | None = None
    sequence: int = 0
    edition: int = 1
    clock: float = 0.0
    boot: str = ""
    result: DealResult | None = None


class JournalNote(Frozen, rename={"kind": "note", "origin": "by"}):
    """An event outside the game after the command `after`; `facts` are JSON values.

    The times are as in `Entry`. A line has the fields' other names.
    """

    after: int
    at: float
    kind: str
    facts: Mapping[str, object]
    origin: str | None = None
    clock: float = 0.0
    boot: str = ""


class Seal(Frozen):
    """The state of a game's file: the number of `entries`, the `length` of its lines in bytes, and
    the `last` chain.
    """

    game: int
    id: str
    entries: int
    length: int
    last: str


class Head(Frozen, omit_defaults=True):
    """The first line of a game's file, without its variant; game 0 has everything before the first
    game.

    `before` has the seals of the file with the previous number and of every other file that has
    grown since it was sealed. `receipts` are the last numbers of all boots of reader nodes so far.
    """

    journal: int
    box: str
    game: int
    id: str
    seats: tuple[str, ...] = ()
    previous: int | None = None
    before: tuple[Seal, ...] = ()
    receipts: Mapping[str, int] = {}


class HeadLine(Head):
    """The first line of a game's file, with its `variant` as JSON."""

    variant: Raw = Raw(b"")


class HeldNote(Frozen):
    """A note in the line of the entry that followed it."""

    note: str
    at: float
    clock: float
    facts: Mapping[str, object]


class EntryLine(Frozen):
    """The line of an entry; docs/reference/journal.md describes its fields."""

    n: int
    at: float
    command: Raw
    digest: str
    edition: int
    clock: float = 0.0
    boot: str = ""
    by: str | None = None
    winners: tuple[str, ...] = ()
    result: DealResult | None = None
    receipts: Mapping[str, int] = {}
    notes: tuple[HeldNote, ...] = ()


_TEXT = re.compile(rb"[ -~\n]*")
_ROOM = re.compile(rb"[\0\n]*")

_HEAD = msgspec.json.Decoder(HeadLine)
_ENTRY = msgspec.json.Decoder(EntryLine)


def head_line(head: Head, variant: str | None) -> tuple[bytes, str]:
    """Return a file's first line and its chain."""
    rules = None if variant is None else Raw(variant)
    return sealed({**msgspec.to_builtins(head), "variant": rules})


def entry_line(
    entry: Entry, receipts: Mapping[str, int], chain: str, notes: Iterable[JournalNote] = ()
) -> tuple[bytes, str]:
    """Return the line of an entry that follows the line with the `chain`, and its own chain.

    The `notes` were held until this entry.
    """
    held = [HeldNote(note.kind, note.at, note.clock, note.facts) for note in notes]
    fields = {
        "n": entry.sequence,
        "at": entry.at,
        **_stamp(entry),
        "command": Raw(entry.command),
        "winners": entry.winners,
        "result": msgspec.to_builtins(entry.result),
        "receipts": receipts,
        "notes": msgspec.to_builtins(held),
        "edition": entry.edition,
        "digest": entry.digest.hex(),
    }
    return sealed(fields, chain)


def note_line(note: JournalNote, receipts: Mapping[str, int], chain: str) -> tuple[bytes, str]:
    """Return the line of a note that follows the line with the `chain`, and its own chain."""
    fields = {
        "note": note.kind,
        "after": note.after,
        "at": note.at,
        **_stamp(note),
        "facts": Raw(json.dumps(note.facts, separators=(",", ":"), default=str)),
        "receipts": receipts,
    }
    return sealed(fields, chain)


def _stamp(line: Entry | JournalNote) -> dict[str, object]:
    return {"boot": line.boot, "clock": Raw(f"{line.clock:.3f}"), "by": line.origin}


def sealed(fields: Mapping[str, object], chain: str = "") -> tuple[bytes, str]:
    """Return a line of the `fields` that follows the `chain`, and its own chain.

    `None` and empty fields are left out.
    """
    written = [
        f'"{name}":{_json(value)}'
        for name, value in fields.items()
        if value not in (None, (), [], {})
    ]
    text = f"{{{','.join(written)}".encode("ascii")
    own = _chain(chain.encode("ascii"), text)
    return b"".join((text, _MARK, own, _END, b"\n")), own.decode("ascii")


_ENCODER = json.JSONEncoder(separators=(",", ":"))
"""Made once, because `json.dumps` makes an encoder for each value."""


def _json(value: object) -> str:
    if isinstance(value, Raw):  # JSON already
        return bytes(value).decode("ascii")
    return _ENCODER.encode(value)


def _chain(before: bytes, text: bytes) -> bytes:
    return blake2b(before + text, digest_size=_BYTES).hexdigest().encode("ascii")


class CheckedLines(NamedTuple):
    """The `lines` of a file before the first damaged one, with the chain of each.

    `length` is their number of bytes. `behind` is the number of lines after them, from the first
    damaged one on.
    """

    lines: Sequence[bytes]
    chains: Sequence[bytes]
    length: int
    behind: int


def check(content: bytes, chain: str = "") -> CheckedLines:
    """Check the lines of a file, or those that follow the line with the `chain`.

    >>> line, _chain = note_line(JournalNote(0, 0.0, "lot", {"player": "a1"}), {}, "")
    >>> check(line + line).length == len(line)
    True
    """
    lines = []
    chains = []
    start, last = 0, chain.encode("ascii")
    while (end := content.find(b"\n", start)) > start:
        text = content[start : max(end - _TAIL, start)]
        own = _chain(last, text)
        if content[start + len(text) : end] != b"".join((_MARK, own, _END)):
            break
        lines.append(content[start:end])
        chains.append(own)
        start, last = end + 1, own
    return CheckedLines(lines, chains, start, sum(map(bool, content[start:].split(b"\n"))))


def is_torn(rest: bytes) -> bool:
    r"""Return whether the `rest` after the last line is explained by a power cut during a write.

    Then it is part of a line within the room, or part of the room within zeros by which the file
    grew.

    >>> is_torn(b'{"n":7,"at"\n\n\n'), is_torn(b"\n\n\0\0\0"), is_torn(b'{"n":7\0\0\n\n')
    (True, True, False)
    """
    allowed = _ROOM if b"\0" in rest else _TEXT
    return allowed.fullmatch(rest) is not None and rest.count(_MARK) <= 1


class GameRecord(Frozen):
    """The readable content of a game's file; `seal` is its state without damaged lines.

    `receipts` are those of all its lines. `missing` is the number of lines from the first damaged
    one on.
    """

    head: Head
    entries: tuple[Entry, ...]
    notes: tuple[JournalNote, ...]
    receipts: Mapping[str, int]
    seal: Seal
    missing: int = 0

    @property
    def number(self) -> int:
        """The number of the game."""
        return self.head.game


def read_head(lines: Sequence[bytes]) -> HeadLine:
    """Return the first of the checked lines of a file.

    Raises:
        NewerJournalError: a newer program has written it.
        DamagedError: it is damaged.
    """
    if not lines:
        raise DamagedError(phrase("The first line of the file is damaged"))
    try:
        check_form(lines[0], "journal", FORM)
        return _HEAD.decode(lines[0])
    except (
        MsgspecError,
        RecursionError,
    ) as error:  # a line of another program with a valid chain
        says = phrase("The first line of the file is not a line of a journal: {error}", error=error)
        raise DamagedError(says) from None


def check_form(line: bytes, name: str, newest: int) -> None:
    """Check that the field `name` of a file's first line, its form, is not newer than `newest`.

    Raises:
        NewerJournalError: a newer program has written the file.
        MsgspecError: the line is no JSON object.
    """
    form = msgspec.json.decode(line, type=dict[str, Any]).get(name)
    if isinstance(form, int) and form > newest:
        raise NewerJournalError(
            phrase("The journal was written by a newer companion: update this one")
        )


def count_entries(found: CheckedLines) -> int:
    """Return how many of the lines are entries."""
    return sum(line.startswith(_ENTRY_LINE) for line in found.lines)


class LineContent(NamedTuple):
    """The content of lines after the first; `receipts` are those of all these lines."""

    entries: Sequence[Entry]
    notes: Sequence[JournalNote]
    receipts: Mapping[str, int]


def read_record(content: bytes) -> GameRecord:
    """Return the content of a game's file before the first damaged line.

    Raises:
        NewerJournalError: a newer program has written it.
        DamagedError: its first line is damaged.
    """
    found = check(content)
    head = read_head(found.lines)
    read = read_lines(found.lines[1:], head)
    chain = found.chains[-1].decode("ascii")
    seal = Seal(head.game, head.id, len(read.entries), found.length, chain)
    receipts = {**head.receipts, **read.receipts}
    return GameRecord(head, tuple(read.entries), tuple(read.notes), receipts, seal, found.behind)


def read_lines(lines: Iterable[bytes], head: HeadLine, *, is_first: bool = True) -> LineContent:
    """Return the content of lines that follow the first line of a file, `head`.

    Args:
        lines: checked lines.
        head: what `read_head` returns.
        is_first: whether the first entry of the file is among them, which gets its variant.

    Raises:
        DamagedError: one is a line of another program with a valid chain.
    """
    receipts: dict[str, int] = {}
    entries: list[Entry] = []
    notes: list[JournalNote] = []
    try:
        for line in lines:
            if line.startswith(_ENTRY_LINE):
                entry = _ENTRY.decode(line)
                receipts |= entry.receipts
                notes += (
                    JournalNote(
                        entry.n - 1, held.at, held.note, held.facts, None, held.clock, entry.boot
                    )
                    for held in entry.notes
                )
                entries.append(_entry(entry, head, is_first=is_first and not entries))
            else:
                # Not msgspec, which rejects lone surrogates; the name of a stick's folder may
                # contain some.
                fields = json.loads(line)
                notes.append(msgspec.convert(fields, JournalNote))
                receipts |= msgspec.convert(fields.get("receipts", {}), dict[str, int])
    except (MsgspecError, ValueError, RecursionError) as error:
        says = phrase("A line of the file is not a line of a journal: {error}", error=error)
        raise DamagedError(says) from None
    return LineContent(entries, notes, receipts)


def _entry(line: EntryLine, head: HeadLine, *, is_first: bool) -> Entry:
    return Entry(
        game=head.game,
        at=line.at,
        command=bytes(line.command).decode("ascii"),
        digest=bytes.fromhex(line.digest),
        winners=line.winners,
        variant=bytes(head.variant).decode("ascii") if is_first and head.variant else None,
        origin=line.by,
        sequence=line.n,
        edition=line.edition,
        clock=line.clock,
        boot=line.boot,
        result=line.result,
    )


def holds(content: bytes, seal: Seal) -> bool:
    """Return whether a file has the lines that the `seal` covers."""
    found = check(content[: seal.length])
    return found.length == seal.length and found.chains[-1:] == [seal.last.encode("ascii")]
