"""Reading of a protocol line as a command whose fields have the right shape."""

import json
from collections.abc import Callable
from typing import Any, NoReturn

from tests.games.naive.refused import Refused

Command = dict[str, Any]


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


def is_texts(value: object) -> bool:
    return isinstance(value, list) and all(is_text(each) for each in value)


def is_object(value: object) -> bool:
    return isinstance(value, dict)


def is_points(value: object) -> bool:
    return isinstance(value, dict) and all(is_number(each) for each in value.values())


def is_chips(value: object) -> bool:
    return is_points(value) and all(each >= 0 for each in value.values())  # type: ignore[attr-defined]


def is_who(value: object) -> bool:
    return isinstance(value, dict) and all(is_yes_or_no(each) for each in value.values())


def is_one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: is_text(value) and value in words


def is_count(value: object) -> bool:
    return is_number(value) and value >= 0  # type: ignore[operator]


CAUSES = (
    *("card-missed", "card-twice", "other-card", "other-choice", "set", "order"),
    *("bust-missed", "bust-twice", "chip-not-paid", "chip-paid-twice", "by-hand"),
)


def is_steps(value: object) -> bool:
    """Return whether these are commands of a game in progress, each of the right shape."""
    return isinstance(value, list) and all(
        isinstance(each, dict) and is_step(each) for each in value
    )


def is_step(command: Command) -> bool:
    if (
        command.get("cmd") in ("new", "claim", "repair", "undo", "state", "variants")
        or "id" in command
    ):
        return False
    try:
        check_shape(command)
    except Refused:
        return False
    return True


Shape = dict[str, Callable[[object], bool]]
AT_DEAL: Shape = {
    "up_card": is_text,
    "up_value": is_number,
    "up_target": is_text,
    "up_way": is_number,
    "contract": is_number,
    "trump": is_one_of("C", "D", "H", "S", "none"),
}

NEEDED: dict[str, Shape] = {
    "new": {"variant": is_text, "players": is_texts},
    "play": {},
    "bust": {},
    "claim": {},
    "shield": {"card": is_text},
    "accept": {},
    "forgot": {"player": is_text},
    "show": {"player": is_text, "cards": is_texts},
    "score": {},
    "join": {"player": is_text},
    "leave": {"player": is_text},
    "seat": {"player": is_text, "after": is_text},
    "set": {},
    "end": {},
    "deal": {},
    "repair": {"back": is_count, "steps": is_steps},
    "undo": {},
    "state": {},
    "variants": {},
}
OPTIONAL: dict[str, Shape] = {
    "new": {"dealer": is_text, "house": is_object, **AT_DEAL},
    "play": {
        "card": is_text,
        "cards": is_texts,
        "value": is_number,
        "target": is_text,
        "way": is_number,
        "player": is_text,
        "only_suit": is_yes_or_no,
        "accept_revoke": is_yes_or_no,
    },
    "bust": {"player": is_text, "hand": is_texts},
    "claim": {"total": is_number, "player": is_text, "points": is_number},
    "deal": AT_DEAL,
    "join": {
        "after": is_text,
        "chips": is_count,
        "points": is_number,
        "when": is_one_of("deal", "now"),
    },
    "leave": {"chips": is_one_of("pot", "taken", "shared")},
    "set": {
        "total": is_number,
        "turn": is_text,
        "direction": is_one_of("clockwise", "counterclockwise"),
        "chips": is_chips,
        "against": is_text,
        "points": is_points,
        "hands": is_chips,
        "in": is_who,
    },
    "score": {
        "points": is_points,
        "winners": is_texts,
        "amount": is_number,
        "bids": is_chips,
        "tricks": is_chips,
    },
    "repair": {"why": is_one_of(*CAUSES)},
    "undo": {"count": is_number},
}


def read_line(line: bytes) -> Command:
    """Return the JSON object on a line, or refuse with `bad-json`."""
    try:
        command = json.loads(line.decode("utf-8"), parse_constant=no_constant)
    except (ValueError, RecursionError):
        raise Refused("bad-json") from None
    if not isinstance(command, dict):
        raise Refused("bad-json")
    return command


def no_constant(name: str) -> NoReturn:
    """Refuse NaN and the infinities, which JSON does not have."""
    raise ValueError(name)


def check_shape(command: Command) -> None:
    """Refuse with `unknown-command`, or with `bad-field` and every field at fault."""
    name = command.get("cmd")
    if not isinstance(name, str) or name not in NEEDED:
        raise Refused("unknown-command")
    needed = NEEDED[name]
    known = {**needed, **OPTIONAL.get(name, {})}
    fields = {field: value for field, value in command.items() if field not in ("cmd", "id")}
    faults = {field for field in fields if field not in known or not known[field](fields[field])}
    faults |= {field for field in needed if field not in fields}
    faults |= mixed_up(name, fields)
    if faults:
        raise Refused("bad-field", faults)


def unset(fields: dict[str, Any]) -> set[str]:
    """Return the fields at fault in a `set` without changes, or with chips against themselves."""
    said: list[str] = [field for field in fields if field in {"total", "turn", "direction"}]
    said += [field for field in ("chips", "points", "hands", "in") if fields.get(field)]
    against, chips = fields.get("against", "pot"), fields.get("chips", {})
    if not said:
        return {"total", "against"}
    if isinstance(chips, dict) and (against in chips or (against != "pot" and not chips)):
        return {"against"}
    return set()


def mixed_up(name: str, fields: dict[str, Any]) -> set[str]:
    """Return fields that do not go together, and numbers and lists that are too small."""
    if name == "play" and ("card" in fields) == ("cards" in fields):
        return {"card", "cards"}
    if name == "play" and fields.get("cards") == []:
        return {"cards"}
    if name == "claim" and set(fields) not in ({"total"}, {"player", "points"}):
        return {"total", "player", "points"}
    if name == "score" and set(fields) not in (
        {"points"},
        {"winners", "amount"},
        {"bids"},
        {"tricks"},
        {"bids", "tricks"},
    ):
        return {"points", "winners", "amount", "bids", "tricks"}
    if name == "repair" and fields.get("back") == 0 and fields.get("steps") == []:
        return {"steps"}
    if name == "seat" and fields.get("player") == fields.get("after"):
        return {"after"}
    if name == "set":
        return unset(fields)
    if name == "undo" and is_number(fields.get("count")) and fields["count"] < 1:
        return {"count"}
    if (
        name in ("new", "deal")
        and "up_card" not in fields
        and {"up_value", "up_target", "up_way"} & set(fields)
    ):
        return {"up_card", "up_value", "up_target", "up_way"}
    return set()
