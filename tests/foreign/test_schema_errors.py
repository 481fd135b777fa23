"""Errors in a JSON object, in our own words instead of a parser's."""

import msgspec
import pytest

from companion.foreign.schema_errors import nearest, wrong_fields


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
def test_wrong_field_is_named_by_its_path(said: dict[str, object], path: tuple[str, ...]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(said, Order)
    assert next(wrong_fields(said, Order)).path == path


@pytest.mark.parametrize(
    ("name", "meant"),
    [("targt", "target"), ("TARGET", "target"), ("two_player", "two_player_reverse"), ("x", None)],
)
def test_nearest_name_is_found(name: str, meant: str | None) -> None:
    assert nearest(name, ("target", "floor", "two_player_reverse")) == meant
