"""What may be written for a key, and a value as it is written: both in the words of a TOML file."""

import json
from collections.abc import Mapping
from typing import Any

from msgspec import inspect

LONGEST_SHOWN = 40
"""Characters of a wrong value that a message repeats."""


def written(value: object, base: int = 10) -> str:
    """`value` as TOML: a truth, a number, a text, or a list of them. Whole numbers to `base` 10 or 16."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"0x{value:02X}" if base == 16 and value >= 0 else str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, str):
        # TOML's escapes are JSON's, but for DEL, which TOML wants escaped and JSON does not.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list | tuple):
        return f"[{', '.join(written(one, base) for one in value)}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key} = {written(one, base)}' for key, one in value.items())}}}"
    return str(value)


def shown(value: object) -> str:
    """`value` as a message repeats it, long ones cut."""
    text = written(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def base_of(kind: Any) -> int:
    """Whether numbers of this type are written to base 10 or 16."""
    told = inspect.type_info(kind)
    return (told.extra or {}).get("base", 10) if isinstance(told, inspect.Metadata) else 10


def comment_of(kind: Any) -> str:
    """The description that a type carries."""
    told = inspect.type_info(kind)
    return (told.extra_json_schema or {}).get("description", "") if isinstance(told, inspect.Metadata) else ""


def right(kind: Any) -> str:
    """What may be written for a key of this type: "a whole number from 0x08 to 0x77"."""
    return _right(inspect.type_info(kind), base_of(kind))


def _right(told: inspect.Type, base: int) -> str:
    match told:
        case inspect.Metadata(type=inner):
            return _right(inner, base)
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            *others, last = [written(value) for value in values]
            return f"{', '.join(others)} or {last}"
        case inspect.IntType() | inspect.FloatType():
            number = "a whole number" if isinstance(told, inspect.IntType) else "a number"
            if told.ge is None or told.le is None:
                return number
            return f"{number} from {written(told.ge, base)} to {written(told.le, base)}"
        case inspect.StrType(max_length=longest):
            return f"a text in quotes of up to {longest} characters" if longest else "a text in quotes"
        case inspect.VarTupleType(item_type=item):
            return f"a list in square brackets, each {_right(item, base)}"
    raise NotImplementedError(told)
