"""Lines that no generator of games sends: each gets one reply, and the referee continues."""

import json
from typing import Any

import pytest

from companion.referee import Referee
from companion.variants import load_variants

VARIANTS = load_variants().variants
MANY = "9" * 4300
"""The longest number that is read, in digits."""


def reply(referee: Referee, line: str) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(referee.answer(line.encode()))
    return said


def new(house: str, variant: str = "one-hundred") -> str:
    return (
        f'{{"cmd": "new", "variant": "{variant}", "players": ["Ann", "Bo", "Cy"], "house": '
        f"{house}}}"
    )


def code(referee: Referee, line: str) -> str:
    said = reply(referee, line)
    return "ok" if said["ok"] else str(said["error"]["code"])


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (r'{"cmd": "play", "\ud800": 1}', "bad-field"),
        (r'{"cmd": "undo", "count": "\ud800"}', "bad-field"),
        (new(r'{"bust": "\ud800"}'), "bad-house-rule"),
        (new(r'{"\ud800": 1}'), "bad-house-rule"),
        (new(r'{"cards": {"A": {"\ud800": 1}}}'), "bad-house-rule"),
        (new(r'{"exact": {"69\n": "chip"}}'), "bad-house-rule"),
        (new(f'{{"cards": {{"A": {"[" * 900}{"]" * 900}}}}}'), "bad-house-rule"),
        ("[" * 100_000, "bad-json"),
        ('{"cmd": "state", "id": ' + "[" * 100_000, "bad-json"),
        ('{"cmd": "claim", "total": 1e400}', "bad-field"),
        ('{"cmd": "state", "id": 1e400}', "bad-json"),
        (f'{{"cmd": "state", "id": -{MANY}}}', "ok"),
        (f'{{"cmd": "state", "id": {MANY}9}}', "bad-json"),
        (new(f'{{"hand_size": {MANY}}}'), "too-many-players"),
        (r'{"cmd": "new", "variant": "ninety-nine", "players": ["\ud800", "Bo"]}', "ok"),
    ],
)
def test_hostile_line_gets_one_reply(line: str, expected: str) -> None:
    assert code(Referee(VARIANTS), line) == expected


@pytest.mark.parametrize("depth", [100, 400, 600, 900, 5000])
@pytest.mark.parametrize(
    ("line", "opening", "closing"),
    [
        ("{deep}", '{"cmd": "repair", "back": 1, "steps": [', "]}"),
        (r'{"cmd": "leave", "\ud800": {deep}}', "[", "]"),
        (new('{"cards": {"A": {deep}}}'), r'{"\ud800": ', "}"),
    ],
)
def test_deeply_nested_line_is_refused(line: str, opening: str, closing: str, depth: int) -> None:
    deep = line.replace("{deep}", opening * depth + "1" + closing * depth)
    assert code(Referee(VARIANTS), deep) in {"bad-json", "bad-field", "bad-house-rule"}


def test_total_may_grow_beyond_readable_numbers() -> None:
    referee = Referee(VARIANTS)
    assert code(referee, new(f'{{"target": {MANY}}}')) == "ok"
    assert code(referee, f'{{"cmd": "play", "card": "AS", "value": {MANY}}}') == "ok"
    assert code(referee, '{"cmd": "play", "card": "2S"}') == "over-target"


def test_pot_may_grow_beyond_readable_numbers() -> None:
    referee = Referee(VARIANTS)
    assert code(referee, new(f'{{"chips": {MANY}}}')) == "ok"
    assert code(referee, '{"cmd": "leave", "player": "Ann"}') == "ok"
    assert reply(referee, '{"cmd": "leave", "player": "Bo"}')["state"]["pot"] == 2 * int(MANY)


def test_a_huge_target_lists_its_first_options() -> None:
    referee = Referee(VARIANTS)
    reply(referee, new('{"target": 1000000000000}'))
    options = reply(referee, '{"cmd": "play", "card": "AS"}')["error"]["options"]
    assert options == list(range(10_000))


def test_duplicate_name_among_many_is_found() -> None:
    names = [f"p{count}" for count in range(60_000)]
    line = json.dumps({"cmd": "new", "variant": "ninety-nine", "players": [*names, "p59999"]})
    error = reply(Referee(VARIANTS), line)["error"]
    assert error["code"] == "bad-players"
    assert error["message"].startswith("p59999 ")


@pytest.mark.parametrize(
    ("cards", "played", "expected"),
    [
        ('"4S": {"set": {"from": 0, "to": "target"}}, "4H": {"add": [5, 6]}', '"4S", "4H"', [5, 6]),
        (
            '"4S": {"set": {"from": 0, "to": "target"}}, "4H 4D 4C": {"multiply": 9999}',
            '"4S", "4H", "4D", "4C"',
            [0, 1],
        ),
    ],
)
def test_a_choice_up_to_any_target_is_judged_at_once(
    cards: str, played: str, expected: list[int]
) -> None:
    """The target is too large to try every number up to it."""
    referee = Referee(VARIANTS)
    house = f'{{"target": {10**12}, "hand_size": 4, "sets": true, "cards": {{{cards}}}}}'
    assert code(referee, new(house)) == "ok"
    said = reply(referee, f'{{"cmd": "play", "cards": [{played}]}}')
    assert said["error"]["code"] == "choice-needed"
    assert said["error"]["options"] == expected
