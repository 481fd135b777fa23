"""Writes a `Config` as a commented `companion.toml` that reads back as an equal one."""

from textwrap import wrap
from typing import Any

import msgspec
from msgspec.inspect import type_info

from companion.config.schema_errors import base_of, comment_of, describe_type, written
from companion.config.sections import BOARD_PARTS, Config, PinSettings

COLUMNS = 78
"""Characters in a comment line."""


def effective(config: Config) -> str:
    """Return the configuration in force as TOML,
    each key with its description and valid values above it.
    """
    lines = ["# Every key of companion.toml and its value in force."]
    for field in msgspec.structs.fields(Config):
        section = getattr(config, field.name)
        lines += ["", *_comment(comment_of(type_info(field.type))), f"[{field.name}]"]
        for key in msgspec.structs.fields(type(section)):
            if not (isinstance(section, PinSettings) and key.name in BOARD_PARTS):
                lines += _key(key.name, key.type, getattr(section, key.name))
        if isinstance(section, PinSettings):
            lines += _pins(section)
    return "\n".join(lines) + "\n"


def _key(name: str, kind: Any, value: object) -> list[str]:
    schema = type_info(kind)
    return [
        *_comment(f"{comment_of(schema)} Write {describe_type(schema)}."),
        f"{name} = {written(value, base_of(schema))}",
    ]


def _pins(section: PinSettings) -> list[str]:
    """Return the changed parts of `board.toml`; a part without changes is left out."""
    parts = ", ".join(f"[pins.{part}]" for part in BOARD_PARTS)
    lines = _comment(f"Pins that differ from board.toml stand under their names there: {parts}.")
    for part, pins in section.changes.items():
        lines += ["", f"[pins.{part}]", *(f"{name} = {written(pin)}" for name, pin in pins.items())]
    return lines


def _comment(text: str) -> list[str]:
    return [
        f"# {line}"
        for line in wrap(text, COLUMNS - 2, break_long_words=False, break_on_hyphens=False)
    ]
