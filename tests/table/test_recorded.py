"""Journal content is decoded as one of the table's commands, or rejected with msgspec's error."""

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
def test_invalid_command_raises_the_error_of_msgspec(text: str) -> None:
    with pytest.raises(msgspec.ValidationError) as expected:
        msgspec.convert(json.loads(text), Recorded)
    with pytest.raises(ValueError) as told:  # noqa: PT011  # compared as a whole
        read(text)
    assert str(told.value) == str(expected.value)


def test_invalid_json_is_rejected() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        read('{"cmd": ')
