"""TOML texts of users: the line of an error, and forbidden content."""

import pytest

from companion.errors import ForeignError
from companion.foreign.texts import read_toml


def refused(text: str) -> ForeignError:
    with pytest.raises(ForeignError) as refusal:
        read_toml(text)
    return refusal.value


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
def test_line_of_invalid_toml_is_reported(text: str, line: int) -> None:
    assert refused(text).line == line


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("0x7FFFFFFFFFFFF", "a number has at most 15 digits: write a smaller one"),
        ("-1e15", "a number has at most 15 digits: write a smaller one"),
        ('"A\\u0007"', "contains invisible characters: leave them out"),
        ('"A\\u202eB"', "contains invisible characters: leave them out"),
        (f'"{"x" * 4001}"', "a text has at most 4000 characters: write a shorter one"),
        (f"[{'1,' * 2001}]", "a list has at most 2000 values: leave some out"),
        (f"{'[' * 21}{']' * 21}", "the brackets are nested too deeply"),
        ('{ "\\u0007" = 1 }', "is not a key: write a short one"),
    ],
)
def test_excessive_value_is_refused_at_its_key(value: str, why: str) -> None:
    refusal = refused(f"[rules]\ntarget = [1, {value}]")
    assert (refusal.path[:2], str(refusal)) == (("rules", "target"), why)


@pytest.mark.parametrize(
    "value", ["999_999_999_999_999", "0.25", "nan", "-inf", '"👩\u200d🚀 één\\nmás"']
)
def test_large_but_useful_value_is_read(value: str) -> None:
    assert read_toml(f"a = [{value}]")


def test_dots_of_a_line_are_limited() -> None:
    assert read_toml(f"# {'.' * 200}") == {}
    refusal = refused(f"a = 1\n# {'.' * 201}")
    assert (refusal.line, str(refusal)) == (
        2,
        "has more than 200 dots in a line: write shorter keys",
    )
