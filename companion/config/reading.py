"""Reads and writes `companion.toml`, and names the line of each mistake."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import getdoc
from itertools import islice
from pathlib import Path
from textwrap import wrap
from typing import Any, get_args

import msgspec
from msgspec.inspect import type_info

from companion.config.board import Pins, board_with, pins_of
from companion.config.sections import BOARD_PARTS, Config, PinSettings, contradictions
from companion.errors import BoardError, ConfigError, ForeignError
from companion.foreign.files import text_of
from companion.foreign.schema_errors import (
    Mistake,
    base_of,
    describe_type,
    not_possible,
    shown,
    validate,
    with_known,
    written,
)
from companion.foreign.texts import read_toml
from companion.languages import language_codes
from companion.message import Message, phrase, render

_MAX_PARSED = 500_000
"""Limit in characters for parsing a value again at each of its lines; longer values get no line
number.
"""


def lines_of(text: str, paths: Iterable[Sequence[str]]) -> dict[Sequence[str], int]:
    """Return the line, counted from 1, of the key or section at each of the `paths` that exists."""
    left, found = set(paths), dict[Sequence[str], int]()
    begins, header, part, parsed = 1, "", "", 0
    for number, line in enumerate(text.split("\n"), start=1):
        part += line + "\n"
        parsed += len(part)
        if parsed > _MAX_PARSED:
            break
        if part.strip() and not part.startswith("#"):
            is_header = part.lstrip().startswith("[")
            try:
                table = tomllib.loads(part if is_header else header + part)
            except ValueError:
                continue
            here = [path for path in left if holds(table, path)]
            found |= dict.fromkeys(here, begins)
            left.difference_update(here)
            header = part if is_header else header
        begins, part, parsed = number + 1, "", 0
    return found


def holds(table: Any, path: Sequence[str]) -> bool:
    """Return whether there is a key at the end of `path`."""
    for key in path:
        if not isinstance(table, dict) or key not in table:
            return False
        table = table[key]
    return True


MAX_MISTAKES = 20
"""Maximum number of mistakes reported for a file."""


def load_config(file: Path | None) -> Config:
    """Return the configuration in `file`, or the defaults without one.

    Raises:
        ConfigError: the file cannot be read or has invalid values; the message has a line for each
            mistake.
    """
    if file is None:
        return Config()
    try:
        text = text_of(file)
    except ForeignError as error:
        raise ConfigError(f"{file}: {error}", str(error).partition(":")[0]) from None
    return read_config(text, str(file))


def read_config(text: str, file: str = "companion.toml") -> Config:
    """Return the configuration in `text`; messages name it `file`.

    Raises:
        ConfigError: the text has invalid values; the message has a line for each mistake, like
            ``companion.toml, line 3: lights.dim: 2 is not possible, write a number from 0 to 1``.
    """
    try:
        content = read_toml(text)
    except ForeignError as error:
        if error.path:
            raise _config_error([Mistake(error.path, error.why)], text, file) from None
        brief = str(error).partition(":")[0] if error.line is None else f"line {error.line}"
        raise ConfigError(f"{_place(file, error.line)}: {error}", brief) from None
    config, found = _config_of(content)
    if found:
        raise _config_error(found, text, file)
    return config


def _config_of(content: Mapping[str, Any]) -> tuple[Config, list[Mistake]]:
    """Return the configuration in `content`, or the defaults, and the mistakes."""
    found = list(islice(_validate(content), MAX_MISTAKES))
    if found:
        return Config(), found
    config = msgspec.convert(content, Config)
    return config, [*contradictions(config), *_wrong_pins(config), *_no_language(config)]


def load_displays(file: Path | None) -> Config:
    """Return the settings of displays and pins in `file`, even if other sections have mistakes.

    Return the defaults without a file or if these sections have mistakes.
    """
    try:
        content = read_toml(text_of(file)) if file is not None else {}
    except ForeignError:
        return Config()
    kept = {
        name: keys
        for name, keys in content.items()
        if name in {"display", "second_display", "pins"}
    }
    config, found = _config_of(kept)
    return Config() if found else config


def _config_error(found: Iterable[Mistake], text: str, file: str) -> ConfigError:
    """Return an error that lists the mistakes with their lines; a missing key gets its section's
    line.
    """
    mistakes = list(found)
    lines_found = lines_of(
        text, (path for mistake in mistakes for path in (mistake.path, mistake.path[:1]))
    )
    placed = [
        (lines_found.get(mistake.path) or lines_found.get(mistake.path[:1]), mistake)
        for mistake in mistakes
    ]
    placed.sort(key=lambda placing: placing[0] or 0)
    lines = [
        f"{_place(file, line)}: {'.'.join(mistake.path)}: {mistake.reason}"
        for line, mistake in placed
    ]
    line, first = placed[0]
    key = ".".join(first.path)
    return ConfigError("\n".join(lines), key if line is None else f"line {line}: {key}")


def _place(file: str, line: int | None) -> str:
    return file if line is None else render(phrase("{file}, line {n}", file=file, n=line))


def _validate(content: Mapping[str, Any]) -> Iterator[Mistake]:
    for name in content:
        if name not in Config.__struct_fields__:
            yield Mistake((name,), _no_section(name))
    known = {name: keys for name, keys in content.items() if name in Config.__struct_fields__}
    yield from validate(known, Config)
    if isinstance(pins := known.get("pins"), dict):
        yield from validate(board_with(pins), Pins, ("pins",))


def _no_section(name: str) -> Message | str:
    defaults = Config()
    homes = [
        f"[{home}]"
        for home in Config.__struct_fields__
        if name in getattr(defaults, home).__struct_fields__
    ]
    if homes:
        return f"stands in no section, write it below {' or '.join(homes)}"
    return with_known(Message("there is no such section"), name, Config.__struct_fields__)


def _no_language(config: Config) -> Iterator[Mistake]:
    code, codes = config.text.language, language_codes()
    if code not in {"", *codes}:
        yield Mistake(("text", "language"), not_possible(code, " or ".join(map(shown, codes))))


def _wrong_pins(config: Config) -> list[Mistake]:
    """Return the mistakes in the wiring, each at the configuration key that caused it."""
    try:
        pins_of(config)
    except BoardError as error:
        # The seat lights are one key of the file but eight wires, so the number is cut off.
        return [Mistake(("pins", *error.key.split(".")[:2]), error.why)]
    return []


COLUMNS = 78
"""Maximum characters in a comment line."""


def effective(config: Config) -> str:
    """Return the effective configuration as TOML, with a comment on each key's meaning and valid
    values.
    """
    lines = ["# Every key of companion.toml and its value in force."]
    for field in msgspec.structs.fields(Config):
        section = getattr(config, field.name)
        lines += ["", *_comment((getdoc(section) or "").partition("\n")[0]), f"[{field.name}]"]
        for key in msgspec.structs.fields(type(section)):
            if not (isinstance(section, PinSettings) and key.name in BOARD_PARTS):
                lines += _key(key.name, key.type, getattr(section, key.name))
        if isinstance(section, PinSettings):
            lines += _pins(section)
    return "\n".join(lines) + "\n"


def _key(name: str, kind: Any, value: object) -> list[str]:
    schema = type_info(kind)
    about = next(note for note in get_args(kind) if isinstance(note, str))
    return [
        *_comment(f"{about} Write {describe_type(schema)}."),
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
