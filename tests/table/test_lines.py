"""The lines of a game: their content, and the changes that their chain detects."""

import json

import pytest

from companion.errors import DamagedError, NewerJournalError
from companion.table.lines import (
    FORM,
    DealResult,
    Entry,
    Head,
    JournalNote,
    Seal,
    entry_line,
    head_line,
    holds,
    is_torn,
    note_line,
    read_record,
)

VARIANT = '{"name": "ninety-nine", "of": ["J\\u00f6rg"]}'
FIRST = Entry(
    7,
    5.25,
    '{"cmd": "new"}',
    b"\1\2",
    variant=VARIANT,
    sequence=41,
    boot="b00",
    clock=1.5,
)
LAST = Entry(
    game=7,
    at=6.5,
    command='{"cmd": "bust"}',
    digest=b"\3",
    winners=("a1", "b2"),
    origin='phone "J\u00f6rg"',
    sequence=42,
    edition=3,
    clock=2.125,
    boot="b00",
    result=DealResult(1, {"a1": 1, "b2": 0}, {"b2": -1}, ("b2",)),
)
NOTE = JournalNote(42, 7.0, "claim", {"total": 98, "names": ["a1"]}, "key", 3.0, "b00")
HELD = JournalNote(41, 6.0, "noise", {"reader": "Reader", "times": 2}, clock=1.5, boot="b00")
HEAD = Head(
    FORM, "box", 7, "id7", ("a1", "b2"), 6, (Seal(6, "id6", 3, 400, "c0ffee"),), {"node": 1}
)


def lines(head: Head = HEAD) -> list[bytes]:
    first, chain = head_line(head, VARIANT)
    second, chain = entry_line(FIRST, {}, chain)
    third, chain = note_line(NOTE, {"node": 2}, chain)
    fourth, _ = entry_line(LAST, {"other": 9}, chain, [HELD])
    return [first, second, third, fourth]


def test_all_fields_are_read_back() -> None:
    record = read_record(b"".join(lines()))
    assert record.entries == (FIRST, LAST)
    assert record.notes == (NOTE, HELD)
    assert record.receipts == {"node": 2, "other": 9}
    assert (record.head.seats, record.head.previous, record.head.before) == (
        HEAD.seats,
        6,
        HEAD.before,
    )
    assert (record.seal.entries, record.missing) == (2, 0)
    assert record.seal.length == sum(map(len, lines()))


def test_each_line_is_ascii_json() -> None:
    head, first, note, last = (json.loads(line.decode("ascii")) for line in lines())
    assert (head["journal"], head["variant"]) == (FORM, json.loads(VARIANT))
    assert (first["command"], note["note"], last["by"]) == ({"cmd": "new"}, "claim", LAST.origin)


def test_any_changed_byte_ends_reading_before_its_line() -> None:
    whole = b"".join(lines())
    texts = [line.rstrip() for line in lines()]
    for place in range(len(whole)):
        content = bytearray(whole)
        content[place] ^= 1
        good = sum(len(b"".join(lines()[: n + 1])) <= place for n in range(len(texts)))
        if not good:
            with pytest.raises(DamagedError):
                read_record(bytes(content))
            continue
        record = read_record(bytes(content))
        assert 1 + len(record.entries) + len(record.notes) == good
        assert record.missing


def test_missing_or_moved_line_ends_reading() -> None:
    head, first, note, last = lines()
    assert read_record(head + note + last).entries == ()
    assert read_record(head + first + last + note).entries == (FIRST,)
    assert read_record(head + first + first).missing == 1


def test_note_may_hold_half_a_character() -> None:
    note = JournalNote(0, 7.0, "part lost", {"reason": "/media/\udcfc"}, None, 3.0, "b00")
    first, chain = head_line(HEAD, None)
    assert read_record(first + note_line(note, {}, chain)[0]).notes == (note,)


def test_newer_form_is_refused() -> None:
    head, _ = head_line(Head(FORM + 1, "box", 7, "id7"), None)
    with pytest.raises(NewerJournalError, match="update this one"):
        read_record(head)


def test_seal_holds_until_a_line_that_it_covers_changes() -> None:
    content = b"".join(lines())
    seal = read_record(content).seal
    assert holds(content + b"more", seal)
    assert not holds(content[:-1], seal)
    assert not holds(content.replace(b"phone", b"phony"), seal)


def test_fragments_of_one_line_in_reserved_space_are_torn() -> None:
    line = lines()[1]
    for end in range(len(line)):
        assert is_torn(line[:end] + b"\n" * 100)
        assert is_torn(b"\n" * end + line[end:] + b"\n" * 100)


@pytest.mark.parametrize(
    "rest",
    [
        b"".join(lines()[2:]),
        lines()[3][:100] + b"\xfe" * 20 + b"\n" * 100,
        lines()[3][:100] + bytes(20) + b"\n" * 100,
    ],
    ids=["two lines", "garbage", "zeros within a line"],
)
def test_content_that_no_power_cut_leaves_is_not_torn(rest: bytes) -> None:
    assert not is_torn(rest)
