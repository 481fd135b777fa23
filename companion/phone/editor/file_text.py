"""Writer of variant files as TOML, and of house rules as keys of such a file."""

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.core.family import Content


def written(content: Mapping[str, Any]) -> str:
    """Return a file with this content: its plain keys first, then its tables.

    >>> print(written({"cards": {"A": {"add": [1, 11]}}, "title": "Ours"}), end="")
    title = "Ours"
    <BLANKLINE>
    [cards]
    A = { add = [1, 11] }
    """
    tables = {key: value for key, value in content.items() if isinstance(value, dict) and value}
    lines = [_line(key, value) for key, value in content.items() if key not in tables]
    for name, table in tables.items():
        lines += ["", f"[{_key(name)}]", *(_line(key, value) for key, value in table.items())]
    return "\n".join([*lines, ""])


def house_in_file(house: Mapping[str, Any], inherited: Content) -> Content:
    """Return house rules as the keys of a file that extends a variant.

    A house rule without a key is left out. A house rule applies to any number of players, so it
    removes the variant's changes from a number of players on.

    Args:
        house: the house rules.
        inherited: the merged content of the variant.
    """
    keys = {key: value for key, value in house.items() if key in inherited}
    before: Content = msgspec.to_builtins(inherited.get("from_players", {}))
    after = {
        count: left
        for count, change in before.items()
        if (left := {key: value for key, value in change.items() if key not in keys})
    }
    return keys if after == before else keys | {"from_players": after}


def _line(key: str, value: object) -> str:
    return f"{_key(key)} = {_value(value)}"


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else _value(key)


def _value(value: object) -> str:
    match value:
        case dict() if value:
            return "{ " + ", ".join(_line(key, inner) for key, inner in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_value, value)) + "]"
        case _:
            return msgspec.json.encode(value).decode()  # JSON is valid TOML here.
