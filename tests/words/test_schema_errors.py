"""Errors in TOML text or a JSON object, in our words and not in those of a parser."""

import msgspec
import pytest

from companion.errors import ForeignError
from companion.foreign.schema_errors import nearest, wrong_fields
from companion.foreign.texts import read_toml

TEXT = "end the text with the quotes it starts with"
VALUE = "after = write a text in quotes, a number, true or false"
MORE = "after = write one value, a text in quotes, and # before a comment"
COMMAS = "write commas between values, and close every bracket"
SECTION = "write a section's name in brackets, alone on its line"
BACKSLASH = "write each backslash of a text twice"
TWICE = "it appears above already: keep one of the two"
ANYTHING = "write a section in brackets, a key, = and its value, or # before a comment"


@pytest.mark.parametrize(
    ("text", "line", "cure"),
    [
        ("level 5", "level 5", "write a key, = and its value"),
        ("level = high", "level = high", VALUE),
        ("level =", "level =", VALUE),
        ("level = 9 9", "level = 9 9", MORE),
        ('level = "high', 'level = "high', TEXT),
        ('level = "high\n"', 'level = "high', TEXT),
        ("level = '''high", "level = '''high", TEXT),
        ("level = [1 2]", "level = [1 2]", COMMAS),
        ("level = { one = 1", "level = { one = 1", COMMAS),
        ("[level", "[level", SECTION),
        ("[[level]", "[[level]", SECTION),
        (r'level = "\q"', r'level = "\q"', BACKSLASH),
        (r'level = "\u12"', r'level = "\u12"', BACKSLASH),
        (r'level = "\ud800"', r'level = "\ud800"', BACKSLASH),
        ("level = 1\nlevel = 2", "level = 2", TWICE),
        ("[level]\n[level]", "[level]", TWICE),
        (
            "level = { one = 1, one = 2 }",
            "level = { one = 1, one = 2 }",
            "it appears twice: keep one of the two",
        ),
        ("= 5", "= 5", ANYTHING),
        ("Dear Eva,", "Dear Eva,", "write a key, = and its value"),
        (f"{'x' * 90} 5", "x" * 40, "write a key, = and its value"),
    ],
)
def test_invalid_toml_line_is_quoted_with_a_correction(text: str, line: str, cure: str) -> None:
    with pytest.raises(ForeignError) as refused:
        read_toml(f"# mine\n\n{text}")
    assert str(refused.value) == f"is not TOML: {line!r} cannot be read: {cure}"


class Order(msgspec.Struct, forbid_unknown_fields=True):
    card: str
    value: int = 0
    house: dict[str, int] = {}
    player: str | msgspec.UnsetType = msgspec.UNSET


@pytest.mark.parametrize(
    ("said", "path", "reason"),
    [
        ({"card": 8}, ("card",), "8 is not possible, write a text in quotes"),
        ({"card": None}, ("card",), "null is not possible, write a text in quotes"),
        (
            {"card": "8", "player": None},
            ("player",),
            "null is not possible, write a text in quotes",
        ),
        ({"card": "8", "value": "1"}, ("value",), '"1" is not possible, write a whole number'),
        (
            {"card": "8", "house": 5},
            ("house",),
            "5 is not possible, write names and values in curly brackets",
        ),
        (
            {"card": "8", "house": {"a": "b"}},
            ("house", "a"),
            '"b" is not possible, write a whole number',
        ),
        ({"crd": "8"}, ("crd",), "there is no such field, is card meant?"),
        ({"xyz": "8"}, ("xyz",), "there is no such field, there are card, value, house, player"),
        ({}, ("card",), "it is missing, write a text in quotes"),
    ],
)
def test_wrong_field_is_named_with_its_valid_values(
    said: dict[str, object], path: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(said, Order)
    mistake = next(wrong_fields(said, Order))
    assert (mistake.path, str(mistake.reason)) == (path, reason)


def test_unknown_field_of_an_empty_struct_is_refused() -> None:
    class Nothing(msgspec.Struct):
        pass

    (mistake,) = wrong_fields({"x": 1}, Nothing)
    assert (mistake.path, str(mistake.reason)) == (("x",), "there is no such field")


def test_name_with_merely_the_same_letters_is_not_suggested() -> None:
    assert nearest("start", ["target", "players"]) is None
    assert nearest("tagret", ["target", "players"]) == "target"
