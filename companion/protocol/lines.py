"""Reads the lines of the line protocol, and writes and reads a game as a text of such lines
(docs/reference/referee-protocol.md, "A game as a text").

Replayed line by line, the text leads to the same state. Undone commands are not in it, a correction
is a single command, and players have their current names.
"""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from math import isinf
from typing import Any, NoReturn, cast

from msgspec import Struct
from msgspec.structs import replace

from companion.core.commands import (
    Claim,
    New,
    OfReferee,
    Repair,
    Step,
    as_json,
    read_command,
    read_fields,
)
from companion.core.family import Variant
from companion.core.questions import named_cards, with_cards
from companion.core.refusals import BadField, BadJson, BadLine, NoGame
from companion.errors import Illegal, VariantError
from companion.foreign import MAX_SHOWN_LENGTH
from companion.foreign.schema_errors import shown
from companion.games.history import GameHistory
from companion.message import phrase
from companion.variants import bundled_variants
from companion.variants.reading import finish_variant, merge_content, read_variant, write_variant
from companion.variants.show import variant_content

MAX_NUMBER_LENGTH = 4300
"""The maximum number of digits of a number in a message, Python's own default, so that no line
takes seconds to parse.
"""


def read_object(line: bytes) -> dict[str, Any]:
    """Return the JSON object in `line`.

    >>> read_object(b'{"cmd": "state", "id": 7}')
    {'cmd': 'state', 'id': 7}
    >>> read_object(b'[1]')
    Traceback (most recent call last):
    companion.errors.Illegal: bad-json

    Raises:
        Illegal: ``bad-json``.
    """
    try:
        message = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Illegal(BadJson(f"its byte {error.start + 1} is no UTF-8")) from None
    except json.JSONDecodeError as error:
        raise Illegal(BadJson(_unread(error))) from None
    except ValueError as error:  # raised by our own hooks below
        raise Illegal(BadJson(str(error))) from None
    except RecursionError:
        raise Illegal(BadJson("it is nested too deeply")) from None
    if not isinstance(message, dict):
        raise Illegal(BadJson(f"{shown(message)} stands alone"))
    try:
        json.dumps(
            [[[message.get("id")]]]
        )  # must still fit when the reply repeats it, one level deeper
    except TypeError:
        raise Illegal(BadJson("a number in it is too large to be repeated")) from None
    return message


def _unread(error: json.JSONDecodeError) -> str:
    if not error.doc.strip():
        return "it is empty"
    rest = error.doc[error.pos :].strip()
    return f"it cannot be read from {rest[:MAX_SHOWN_LENGTH]!r} on" if rest else "it ends too early"


def _fraction(text: str) -> float | Decimal:
    """Parse a fraction to be repeated in an ``id``, where 1e999 would not survive as a float."""
    number = float(text)
    return Decimal(text) if isinf(number) else number


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_NUMBER_LENGTH:
        raise ValueError("a number in it has more digits than any game needs")
    return int(digits)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(parse_constant=_no_number, parse_int=_whole, parse_float=_fraction)


ReadLine = Callable[[bytes], Mapping[str, Any]]
"""Returns the JSON object in a line; raises ``bad-json``."""

REMARK = "#"
"""The first character of a line that is ignored."""


class _VariantLine(Struct, forbid_unknown_fields=True):
    """The line that precedes a game whose variant is not bundled."""

    variant: dict[str, Any]


def write_game(history: GameHistory) -> str:
    """Return the game as a text, including the last line end.

    Raises:
        Illegal: ``no-game``.
    """
    commands = [moment.command for moment in history.moments if moment.command is not None]
    if not commands:
        raise Illegal(NoGame())
    lines = [as_json(_without_stickers(command)) for command in commands]
    variant = history.variants[history.in_force().variant]
    if bundled_variants().get(variant.name) != variant:
        lines.insert(0, json.dumps({"variant": json.loads(write_variant(variant))}))
    return "".join(f"{line}\n" for line in lines)


def remark(text: str) -> str:
    """Return the text as a line that readers ignore."""
    return f"{REMARK} {on_one_line(text)}\n"


def on_one_line(text: str) -> str:
    """Return the text with spaces in place of unprintable characters."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def read_game(
    text: str, variants: Mapping[str, Variant], read_line: ReadLine = read_object
) -> GameHistory:
    """Return the game described by a text.

    Its variant is one of `variants`, or the one at the beginning of the text.

    Raises:
        Illegal: ``bad-line`` with the number of the line and the reason.
    """
    history = GameHistory(variants)
    number = 0
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        stripped = line.strip()
        if not stripped or stripped.startswith(REMARK):
            continue
        try:
            history = _after(history, read_line(stripped.encode("utf-8", "surrogatepass")))
        except Illegal as illegal:
            raise _bad(number, illegal) from None
    if history.state is None:
        raise _bad(number, Illegal(NoGame()))
    return history


def _bad(number: int, illegal: Illegal) -> Illegal:
    return Illegal(BadLine(number, illegal.refusal))


def _after(history: GameHistory, message: Mapping[str, Any]) -> GameHistory:
    """Return the game after one more line."""
    if "variant" in message and "cmd" not in message:
        variant = _variant(read_fields(message, _VariantLine).variant)
        if history.state is not None:
            raise Illegal(BadField("variant", phrase("it comes before the command new")))
        return GameHistory({**history.variants, variant.name: variant})
    command = read_command(message)
    if isinstance(command, Claim | OfReferee):
        raise Illegal(BadField("cmd", phrase("this command does not change a game: leave it out")))
    if isinstance(command, New) and history.state is not None:
        raise Illegal(BadField("cmd", phrase("a text holds one game, and this begins another")))
    history.obey(command)
    return history


def _variant(content: Mapping[str, Any]) -> Variant:
    """Return the variant contained in a text,
    checked like a file, so that no engine fails because of it.
    """
    try:
        variant = read_variant(json.dumps(content, default=str))
        return finish_variant(variant.name, merge_content(variant_content(variant), {}))
    except VariantError as error:
        raise Illegal(BadField("variant", error.placed)) from None
    except (ValueError, RecursionError) as error:
        raise Illegal(
            BadField("variant", phrase("it is not a variant: {why}", why=error))
        ) from None


def _without_stickers(command: New | Step | Repair) -> New | Step | Repair:
    """Return the command without the sticker numbers of jokers,
    which the protocol does not support.
    """
    if isinstance(command, Repair):
        steps = tuple(cast("Step", _without_stickers(step)) for step in command.steps)
        return replace(command, steps=steps)
    return with_cards(command, [card.partition("#")[0] for card in named_cards(command)])
