"""The fast parser of a line (msgspec) and the thorough one (`json`) agree wherever both apply."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.commands import Command, read_command, read_plain_command
from companion.errors import Illegal
from companion.protocol.lines import read_object
from companion.referee import Referee
from companion.variants import load_variants
from tests.games.hostile import FIELDS, JUNK, LINES, hostile_line
from tests.games.streams import Stream

SHELF = load_variants().variants
VALUES = [
    *(json.dumps(value) for value in JUNK),
    *(
        "-0",
        "01",
        "+1",
        "1.",
        ".5",
        "1.0",
        "-1.0",
        "1e2",
        "1E400",
        "NaN",
        "Infinity",
        "1_0",
        "\u0663",
        "'8'",
    ),
    *(str(2**bits + more) for bits in (63, 64) for more in (-1, 0)),
    *(str(-(2**63) - more) for more in (0, 1)),
    *(f"{sign}{'9' * digits}" for sign in ("", "-") for digits in (4299, 4300, 4301, 20_000)),
    *(f'"A{chr(number)}"' for number in (*range(0x21), 0x7F, 0x85, 0xA0, 0x2028, 0xFEFF, 0x1F600)),
    *(f'"\\{escaped}"' for escaped in "bfnrt/\\\"avx0'\n"),
    *(
        rf'"\u{digits}"'
        for digits in ("00e9", "D83D\\uDE00", "d83d", "de00", "d83dA", "12", "+123", "0x12")
    ),
    *("[" * depth + "]" * depth for depth in (2, 100, 900, 100_000)),
    *('{"A": ' * depth + "1" + "}" * depth for depth in (2, 100, 900)),
    *('{"A": 1, "A": 2}', '{"A": "x", "A": 2}', '{"\\u0041": 1}', '["8H",]', '["8H" "9H"]'),
]
SHAPES = [
    '{"cmd": "play", "%s": %s}',
    '{"cmd": "play", "card": "8H", "%s": %s}',
    '{"cmd": "play", "%s": %s, "card": "8H"}',
    '{"cmd": "claim", "%s": %s}',
    '{"cmd": "leave", "player": "Ann", "%s": %s}',
    '{"cmd": "join", "player": "Ann", "%s": %s}',
    '{"cmd": "set", "%s": %s}',
    '{"cmd": "score", "%s": %s}',
    '{"%s": %s, "cmd": "undo"}',
]
SPACES = (" ", "\t", "\n", "\r", "\v", "\f", "\0", "\x1c", "\u0085", "\u00a0", "\u2028", "\ufeff")
NO_UTF_8 = (b"\xff", b"\xc3", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80")


def awkward_lines() -> Iterator[bytes]:
    """Yield every value in every field of some commands, with white space and broken bytes
    everywhere.
    """
    yield from LINES
    for field in (*FIELDS, "id", "chips", "in", "against", "x\\u0000", "c\\u0061rd"):
        for value in VALUES:
            for shape in SHAPES if len(value) < 1000 else SHAPES[:1] + SHAPES[3:4]:
                yield (shape % (field, value)).encode()
    for piece in (*(space.encode() for space in SPACES), *NO_UTF_8):
        line = b'{"cmd": "leave", "player": "A"}'
        for place in range(len(line) + 1):
            yield line[:place] + piece + line[place:]
    line = b'{"cmd": "forgot", "player": "A", "cmd": "leave"}'
    yield from (line[:end] for end in range(len(line)))
    yield from (
        line.replace(b"forgot", name) for name in (b"leave", b"l\\u0065ave", b"LEAVE", b"new", b"")
    )
    yield from (
        line.decode().encode(code) for code in ("utf-8-sig", "utf-16", "utf-16-le", "utf-32")
    )


def streamed_lines(hostility: float) -> Iterator[bytes]:
    referee, reply = Referee(SHELF), None
    stream = Stream(seed=4, hostility=hostility, comings=0.1)
    for _ in range(1500):
        yield (line := stream.next(reply))
        reply = json.loads(referee.answer(line))


def hostile_lines() -> Iterator[bytes]:
    luck = random.Random(7)  # noqa: S311  # lines, not secrets
    commands: list[dict[str, Any]] = [json.loads(line) for line in streamed_lines(0)]
    return (hostile_line(luck, command) for command in commands for _ in range(4))


def read_carefully(line: bytes) -> Command | None:
    """Return the command in a line; None for one with an id, or without a command."""
    try:
        message = read_object(line)
        return None if "id" in message else read_command(message)
    except (Illegal, RecursionError):
        return None


@pytest.mark.parametrize(
    ("lines", "at_least"),
    [
        (awkward_lines(), 300),
        (streamed_lines(0), 1000),
        (streamed_lines(0.4), 500),
        (hostile_lines(), 500),
    ],
    ids=["awkward", "sensible", "half-hostile", "hostile"],
)
def test_fast_parser_agrees_with_the_thorough_one(lines: Iterator[bytes], at_least: int) -> None:
    quick = 0
    for line in lines:
        if (command := read_plain_command(line)) is not None:
            quick += 1
            assert (command, repr(command)) == ((careful := read_carefully(line)), repr(careful)), (
                line
            )
    assert quick >= at_least


IDS = [
    *VALUES,
    *(
        "1e16",
        "1e-7",
        "0.1",
        "-0.0",
        "5e-324",
        "1.7976931348623157e308",
        "[1e16]",
        '{"a": 1e22}',
        "null",
    ),
    json.dumps("".join(map(chr, range(0x300))), ensure_ascii=False),
]


def as_json_writes(reply: bytes) -> bytes:
    try:
        return json.dumps(json.loads(reply), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(json.loads(reply)).encode()


def test_replies_are_encoded_as_json_encodes_them() -> None:
    referee = Referee(SHELF)
    chips = f'"house": {{"chips": {"9" * 4300}}}'
    lines = [
        '{"cmd": "variants"}',
        '{"cmd": "new", "variant": "ninety-nine", "players": ["Zo\u00eb", "Bo"]}',
        *(f'{{"cmd": "state", "id": {value}}}' for value in IDS),
        *(f'{{"cmd": "play", "card": "8H", "id": {value}}}' for value in IDS),
        f'{{"cmd": "new", "variant": "one-hundred", "players": ["A", "B", "C"], {chips}}}',
        *('{"cmd": "leave", "player": "A"}', '{"cmd": "leave", "player": "B"}'),
        r'{"cmd": "new", "variant": "ninety-nine", "players": ["\ud800", "\u007f\u0000\\\""]}',
        '{"cmd": "play", "card": "K"}',
    ]
    for line in [*(line.encode() for line in lines), *streamed_lines(0.2)]:
        reply = referee.answer(line)
        assert reply == as_json_writes(reply), line
