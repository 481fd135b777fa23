"""Lines nobody at a table would send: spoilt commands, wrong types, and bytes that are no JSON."""

import json
import random
from typing import Any

JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    1.5,
    10**30,
    -(10**18),
    "",
    "Ann",
    "8h",
    "T♠",
    "q♥",
    " 8H",
    "8H/1",
    "8H/2",
    "8H/3",
    "8H/",
    "8/1",
    "JK/1",
    "JK/2",
    "jk",
    "1H",
    "10",
    "ſ",
    "8ſ",
    "K\u0000",
    [],
    ["8H"],
    ["8H", "8H"],
    ["8H", 8],
    ["K", "K", "K", "K", "K"],
    ["9H", "9D"],
    ["10H", "9H"],
    ["JK", "JK", "JK"],
    {},
    {"a": 1},
    {"Ann": 10},
    [[[[]]]],
    "\ud800",
    {"\ud800": 1},
    {"A": {"\ud800": 1}},
    10**4299,
]
FIELDS = [
    "card",
    "cards",
    "value",
    "target",
    "player",
    "players",
    "hand",
    "total",
    "points",
    "count",
    "house",
    "dealer",
    "variant",
    "up_card",
    "up_value",
    "up_target",
    "only_suit",
    "accept_revoke",
    "cmd",
    "foo",
]
COMMANDS = [
    "new",
    "play",
    "bust",
    "claim",
    "shield",
    "accept",
    "forgot",
    "show",
    "score",
    "leave",
    "deal",
    "undo",
    "state",
    "variants",
    "dance",
]
RULES: list[tuple[str, Any]] = [
    ("target", 0),
    ("target", True),
    ("target", 9000),
    ("decks", 3),
    ("jokers", 5),
    ("hand_size", 0),
    ("hand_size", 10**12),
    ("chips", 0),
    ("chips", 10**12),
    ("bust", "chip"),
    ("over", "play on"),
    ("stock_out", None),
    ("up_card", "plane"),
    ("sets", 1),
    ("floor", 1),
    ("honor", "yes"),
    ("exact", {"69": "chips"}),
    ("exact", {"x": "chip"}),
    ("exact", {"69": None}),
    ("exact", []),
    ("last_card", "JK"),
    ("last_card", "8H/2"),
    ("last_card", 8),
    ("revoke_penalty", 5),
    ("speed", 1),
]
LINES = [
    b"",
    b"   ",
    b"\xff\xfe",
    b'{"cmd": "state", "id": "\xc3"}',
    b"NaN",
    b'{"cmd": "undo", "count": NaN}',
    b'{"cmd": "undo", "count": Infinity}',
    b'{"cmd": "claim", "total": -Infinity}',
    b"[1, 2]",
    b"null",
    b'"play"',
    b"7",
    b'{"cmd": "state"',
    b'{"cmd": "state"} x',
    b"{'cmd': 'state'}",
    b'{"cmd": "state",}',
    b'{"cmd": 7}',
    b'{"cmd": null, "id": 4}',
    b"{}",
    b'\xef\xbb\xbf{"cmd": "state"}',
    b"[" * 100_000,
    b'{"cmd": "state", "id": ' + b"[" * 50_000,
    b'{"cmd": "play", "card": ' + b"[" * 90 + b"]" * 90 + b"}",
    b'  {"cmd": "state"}  ',
    b'{"cmd": "claim", "total": 1.0}',
    b'{"cmd": "claim", "total": 1e2}',
    b'{"cmd": "state", "cmd": "dance"}',
    b'{"cmd": "st\\u0061te"}',
    b'{"cmd": "leave", "player": "\\u0000"}',
    b'{"cmd": "claim", "total": 123456789012345678901234567890}',
    b'{"cmd": "state"}\r',
]


def hostile_line(luck: random.Random, command: dict[str, Any]) -> bytes:
    """A spoilt version of a sensible command, or something else altogether."""
    spoilt = dict(command)
    match luck.randrange(8):
        case 0:
            return luck.choice(LINES)
        case 1:
            spoilt.pop(luck.choice(sorted(spoilt)))
        case 2:
            spoilt[luck.choice(FIELDS)] = luck.choice(JUNK)
        case 3 if len(spoilt) > 1:
            spoilt[luck.choice(sorted(set(spoilt) - {"cmd"}))] = luck.choice(JUNK)
        case 4:
            spoilt = {"cmd": luck.choice(COMMANDS), luck.choice(FIELDS[:-2]): luck.choice(JUNK)}
        case 5:
            spoilt["cmd"] = luck.choice(COMMANDS)
        case 6 if spoilt["cmd"] == "new":
            spoilt["house"] = dict([luck.choice(RULES), luck.choice(RULES)][: luck.randint(1, 2)])
        case _:
            spoilt = {"cmd": "play", "card": luck.choice(JUNK)}
    return json.dumps(spoilt).encode()
