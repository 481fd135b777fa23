"""Replies to lines that are not commands: they quote the input and suggest what to write."""

import json
from typing import Any, Literal

import msgspec
import pytest

from companion.core.commands import NAMES
from companion.core.options import convert
from companion.referee import Referee
from companion.variants import load_variants
from tests.games.streams import Stream

SHELF = load_variants().variants
NEW: dict[str, Any] = {"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo"]}


def error(line: bytes) -> dict[str, Any]:
    referee = Referee(SHELF)
    referee.answer(json.dumps(NEW).encode())
    said: dict[str, Any] = json.loads(referee.answer(line))["error"]
    return said


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "it is empty"),
        (b" \n", "it is empty"),
        (b'{"cmd": "state"', "it ends too early"),
        (b'{"cmd": "play" "card": "8"}', 'it cannot be read from \'"card": "8"}\' on'),
        (b"hello", "it cannot be read from 'hello' on"),
        (
            b'{"cmd": "state"} and ' + b"more " * 20,
            f"it cannot be read from {'and ' + 'more ' * 7 + 'm'!r} on",
        ),
        (b'["state"]', '["state"] stands alone'),
        (b"5", "5 stands alone"),
        (b'{"cmd": "\xff"}', "its byte 10 is no UTF-8"),
        (b'{"cmd": NaN}', "NaN is no number"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b'{"id": ' + b"9" * 5000 + b"}", "a number in it has more digits than any game needs"),
        (b'{"id": 1e9999}', "a number in it is too large to be repeated"),
    ],
)
def test_line_that_is_not_a_json_object_is_quoted(line: bytes, why: str) -> None:
    message = f'This line is no JSON object: {why}; write one like {{"cmd": "state"}}'
    assert error(line) == {"code": "bad-json", "message": message}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ply", "There is no command 'ply', is play meant?"),
        ("PLAY", "There is no command 'PLAY', is play meant?"),
        (
            "x",
            f"There is no command 'x', there are {', '.join(sorted(NAMES))}",
        ),
        (5, '5 is no command: write one in quotes, like "cmd": "play"'),
        (None, 'No command is named: write one in quotes, like "cmd": "play"'),
    ],
)
def test_unknown_command_is_answered_with_a_suggestion(name: object, message: str) -> None:
    assert error(json.dumps({"cmd": name}).encode()) == {
        "code": "unknown-command",
        "message": message,
    }


@pytest.mark.parametrize(
    ("command", "field", "why"),
    [
        ({**NEW, "variant": 5}, "variant", "5 is not possible, write a text in quotes"),
        ({"cmd": "new"}, "variant", "it is missing, write a text in quotes"),
        (
            {**NEW, "house": 5},
            "house",
            "5 is not possible, write names and values in curly brackets",
        ),
        ({**NEW, "player": "Cy"}, "player", "there is no such field, is players meant?"),
        (
            {**NEW, "up_value": 1},
            "up_card",
            "it is missing, and up_value, up_target and up_way are about it",
        ),
        ({"cmd": "play"}, "card", "write a card, or else cards for a set"),
        (
            {"cmd": "play", "card": "8", "cards": ["8"]},
            "card",
            "write a card, or else cards for a set",
        ),
        (
            {"cmd": "play", "cards": []},
            "cards",
            "[] is not possible, write a list in square brackets, not empty, each a text in quotes",
        ),
        (
            {"cmd": "play", "card": "8", "value": 1.5},
            "value",
            "1.5 is not possible, write a whole number",
        ),
        (
            {"cmd": "play", "card": "8", "value": None},
            "value",
            "null is not possible, write a whole number",
        ),
        ({"cmd": "claim", "points": 1}, "total", "write a total, or else player and points"),
        (
            {"cmd": "undo", "count": 0},
            "count",
            "0 is not possible, write a whole number, 1 or more",
        ),
        (
            {"cmd": "score", "points": {"Ann": "x"}},
            "points",
            'Ann: "x" is not possible, write a whole number',
        ),
        ({"cmd": "accept", "player": "Bo"}, "player", "there is no such field"),
        (
            {"cmd": "repair", "back": 0, "steps": [{"cmd": "forgot", "player": "Ann", "id": 7}]},
            "steps",
            "1.id: there is no such field, there is only player",
        ),
    ],
)
def test_wrong_field_is_named_with_its_valid_values(
    command: dict[str, Any], field: str, why: str
) -> None:
    message = f"Field '{field}': {why}"
    assert error(json.dumps(command).encode()) == {
        "code": "bad-field",
        "message": message,
        "field": field,
    }


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ninety nine", "There is no variant 'ninety nine' here, is ninety-nine meant?"),
        ("bridge", "There is no variant 'bridge' here"),
    ],
)
def test_unknown_variant_is_answered_with_a_suggestion(name: str, message: str) -> None:
    assert error(json.dumps({**NEW, "variant": name}).encode())["message"] == message


@pytest.mark.parametrize(
    ("variant", "rule", "meant"),
    [
        ("ninety-nine", "targt", ", is target meant?"),
        ("polignac", "target", ", there is only revoke_penalty"),
    ],
)
def test_unknown_house_rule_is_answered_with_a_suggestion(
    variant: str, rule: str, meant: str
) -> None:
    new = {**NEW, "variant": variant, "players": ["Ann", "Bo", "Cy", "Di"], "house": {rule: 1}}
    message = f"There is no house rule '{rule}' in this game{meant}"
    assert error(json.dumps(new).encode())["message"] == message


THEIRS = (
    "Expect",
    "Object ",
    "codec",
    "recursion",
    "Invalid",
    "delimiter",
    "char ",
    "column",
    " - at",
    "`",
)
"""Words of the libraries that read JSON and check types."""


def test_messages_contain_no_words_of_libraries() -> None:
    referee = Referee(SHELF)
    refused = set()
    for seed in range(12):
        stream, reply = Stream(seed, hostility=0.8), None
        for _ in range(300):
            reply = json.loads(referee.answer(stream.next(reply)))
            if not reply["ok"]:
                refused.add(reply["error"]["message"])
    assert len(refused) > 200
    assert [message for message in refused if any(word in message for word in THEIRS)] == []


def test_lone_surrogate_in_a_list_is_shown_as_a_question_mark() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"Invalid enum value '\?'"):
        convert({"seats": ["\ud800"]}, dict[str, list[Literal["north", "south"]]])
