"""What is wrong with a TOML text or a JSON object, in our words and not in those of a parser."""

import tomllib

import msgspec
import pytest

from companion.config.schema_errors import nearest, no_toml, wrong_fields
from companion.errors import Reason


def told(text: str) -> tuple[int | None, Reason]:
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return no_toml(text, error)
    raise AssertionError(f"{text!r} is TOML")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a 1\n", 1),
        ("a = 1\nb 2\nc = 3\n", 2),
        ("a = 1\n\nb = '''\n\n", 3),
        ("a = 1\r\nb\r\n", 2),
        ('a = "b\\\n\n', 1),
    ],
)
def test_the_line_is_counted(text: str, line: int) -> None:
    assert told(text)[0] == line


def test_too_deep_nesting_has_no_line() -> None:
    assert told("a = " + "[" * 5000)[0] is None
    assert no_toml("a = 1", ValueError("Exceeds the limit"))[0] is None


class Order(msgspec.Struct, forbid_unknown_fields=True):
    card: str
    value: int = 0
    house: dict[str, int] = {}


@pytest.mark.parametrize(
    ("said", "path"),
    [
        ({"card": 8}, ("card",)),
        ({"card": "8", "house": {"a": "b"}}, ("house", "a")),
        ({"crd": "8"}, ("crd",)),
        ({}, ("card",)),
    ],
)
def test_a_wrong_field_is_named_by_its_path(said: dict[str, object], path: tuple[str, ...]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(said, Order)
    assert next(wrong_fields(said, Order)).path == path


@pytest.mark.parametrize(
    ("name", "meant"),
    [("targt", "target"), ("TARGET", "target"), ("two_player", "two_player_reverse"), ("x", None)],
)
def test_the_nearest_name_is_found(name: str, meant: str | None) -> None:
    assert nearest(name, ("target", "floor", "two_player_reverse")) == meant
