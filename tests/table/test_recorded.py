"""What the journal holds is read as one of its commands, and what is no command is told as such."""

import json

import msgspec
import pytest

from companion.table.recorded import Recorded, read


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "null",
        '"play"',
        "{}",
        '{"cmd": null}',
        '{"cmd": ["play"], "card": "8H"}',
        '{"cmd": "dance"}',
        '{"cmd": "state"}',
        '{"cmd": "play", "card": 8}',
        '{"cmd": "play", "card": "8H", "id": 1}',
        '{"cmd": "rename", "player": "Ann"}',
        '{"cmd": "set"}',
        '{"cmd": "repair", "back": 1, "steps": [{"cmd": "undo"}]}',
        '{"cmd": "repair", "back": -1, "steps": []}',
    ],
)
def test_what_is_no_command_is_told_as_msgspec_tells_it(text: str) -> None:
    with pytest.raises(msgspec.ValidationError) as expected:
        msgspec.convert(json.loads(text), Recorded)
    with pytest.raises(ValueError) as told:  # noqa: PT011  # compared as a whole
        read(text)
    assert str(told.value) == str(expected.value)


def test_what_is_no_json_is_no_command() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        read('{"cmd": ')
