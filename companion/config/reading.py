"""A `companion.toml` as a `Config`, or everything that is wrong with it, line by line."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.config.pins import pin_names, pins_of
from companion.config.sections import BOARD_PARTS, Config, contradictions
from companion.config.toml_lines import line_of, syntax_mistake
from companion.config.wording import right, shown
from companion.errors import BoardError, ConfigError

KeyPath = tuple[str, ...]


class Mistake(NamedTuple):
    """What is wrong with the key at `path`, and what would be right."""

    path: KeyPath
    reason: str


def load_config(file: Path | None) -> Config:
    """The configuration in `file`, or the defaults without one.

    Raises:
        ConfigError: it cannot be read, or says something that cannot be meant; a line for each mistake.
    """
    if file is None:
        return Config()
    try:
        return read_config(file.read_text("utf-8-sig"), str(file))
    except OSError as error:
        raise ConfigError(f"{file}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{file}: is no UTF-8 text") from None


def read_config(text: str, file: str = "companion.toml") -> Config:
    """The configuration that `text` says; `file` is what messages call it.

    Raises:
        ConfigError: a line for each mistake, as in
            ``companion.toml, line 3: lights.dim: 2 is not possible, write a number from 0 to 1``.
    """
    try:
        said = tomllib.loads(text)
    except ValueError as error:
        number, words = syntax_mistake(text, error)
        raise ConfigError(f"{_place(file, number)}: is no TOML: {words}") from None
    mistakes: list[Mistake] = []
    config = _config(said, mistakes)
    if not mistakes:
        mistakes += [Mistake(tuple(key.split(".")), reason) for key, reason in contradictions(config)]
        mistakes += _wrong_pins(config)
    if mistakes:
        found = [
            (line_of(text, mistake.path) or line_of(text, mistake.path[:1]), mistake) for mistake in mistakes
        ]
        found.sort(key=lambda one: one[0] or 0)
        raise ConfigError(
            "\n".join(
                f"{_place(file, number)}: {'.'.join(mistake.path)}: {mistake.reason}"
                for number, mistake in found
            )
        )
    return config


def _place(file: str, line: int | None) -> str:
    return file if line is None else f"{file}, line {line}"


def _config(said: Mapping[str, Any], mistakes: list[Mistake]) -> Config:
    defaults = Config()
    sections = {}
    for name, keys in said.items():
        if name not in Config.__struct_fields__:
            mistakes.append(Mistake((name,), _no_section(name)))
        elif not isinstance(keys, dict):
            mistakes.append(Mistake((name,), f"is a section: write [{name}] on a line of its own"))
        else:
            sections[name] = _section(getattr(defaults, name), keys, name, mistakes)
    return msgspec.structs.replace(defaults, **sections)


def _section(default: msgspec.Struct, keys: Mapping[str, Any], name: str, mistakes: list[Mistake]) -> Any:
    kinds = {field.name: field.type for field in msgspec.structs.fields(type(default))}
    values = {}
    for key, value in keys.items():
        path = (name, key)
        if key not in kinds:
            mistakes.append(Mistake(path, _no_key(key, tuple(kinds))))
        elif name == "pins" and key in BOARD_PARTS:
            values[key] = _pins(value, path, mistakes)
        else:
            try:
                values[key] = msgspec.convert(value, kinds[key])
            except msgspec.ValidationError:
                reason = f"{shown(value)} is not possible, write {right(kinds[key])}"
                mistakes.append(Mistake(path, reason))
    return msgspec.structs.replace(default, **values)


def _pins(said: object, path: KeyPath, mistakes: list[Mistake]) -> dict[str, Any]:
    if not isinstance(said, dict):
        mistakes.append(Mistake(path, f"is a section: write [{'.'.join(path)}] on a line of its own"))
        return {}
    names = pin_names(path[-1])
    for name, pin in said.items():
        kind: Any = tuple[int, ...] if name == "seats" else int
        if name not in names:
            mistakes.append(Mistake((*path, name), _no_key(name, names)))
            continue
        try:
            said = {**said, name: msgspec.convert(pin, kind)}
        except msgspec.ValidationError:
            reason = f"{shown(pin)} is not possible, write {right(kind)}: GPIO numbers are 2 to 27"
            mistakes.append(Mistake((*path, name), reason))
    return said


def _wrong_pins(config: Config) -> list[Mistake]:
    try:
        pins_of(config)
    except BoardError as error:
        key, _, reason = str(error).partition(": ")
        part, *names = key.split(".")
        # Seat lights are one key of the file and eight of the wiring.
        path = ("pins", part, *(names[:1]))
        if path[-1] in config.pins.changes.get(part, {}):
            return [Mistake(path, reason)]
        return [Mistake(("pins",), f"{key}: {reason}")]
    return []


def _no_section(name: str) -> str:
    homes = [
        section
        for section in Config.__struct_fields__
        if name in getattr(Config(), section).__struct_fields__
    ]
    if homes:
        return f"stands in no section, write it below {' or '.join(f'[{home}]' for home in homes)}"
    return _unknown("section", name, Config.__struct_fields__)


def _no_key(key: str, known: tuple[str, ...]) -> str:
    return _unknown("key", key, known)


def _unknown(what: str, name: str, known: tuple[str, ...]) -> str:
    near = get_close_matches(name.lower(), {one.lower(): one for one in known}, n=1)
    meant = next((one for one in known if near and one.lower() == near[0]), None)
    if meant is not None:
        return f"there is no such {what}, is {meant} meant?"
    return f"there is no such {what}, there are {', '.join(known)}"
