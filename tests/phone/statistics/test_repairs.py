"""Tests of an evening's counts: how often the scanner missed a card, and how often a call was a
miscount.
"""

from pathlib import Path

import msgspec
import pytest

from companion.core.commands import Play, Repair
from companion.phone.statistics.export import as_json
from companion.phone.statistics.players import causes, records
from tests.phone.statistics.evening_table import EveningTable

MISSED = Repair(0, (Play(card="7"),), "card-missed")


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    at = EveningTable(tmp_path)
    at.begin()
    return at


def counts(at: EveningTable) -> dict[str, int]:
    return {cause.cause: cause.count for cause in causes(at.read())}


def test_remaining_corrections_are_counted_by_kind(at: EveningTable) -> None:
    at.play("8H")
    at.table.obey(MISSED)
    at.play("2H")
    for repair in (MISSED, Repair(1, (), "card-twice"), MISSED):
        at.table.obey(repair)
    at.undo()
    assert counts(at) == {"card-missed": 2, "card-twice": 1}


def test_wrong_call_is_a_miscount_unless_a_correction_confirms_it(at: EveningTable) -> None:
    at.play("8H")
    at.call(15)
    at.table.obey(MISSED)
    at.play("2H")
    at.call(18)
    assert counts(at) == {"card-missed": 1, "slip": 1}
    assert {record.name: record.miscounts for record in records(at.read())} == {
        "Ann": 0,
        "Bo": 0,
        "Cy": 1,
        "Di": 0,
    }


def test_admitted_miscount_is_counted_once(at: EveningTable) -> None:
    at.play("8H")
    at.call(9)
    at.table.note("explained", why="slip", total=9, turn=1)
    at.play("2H")
    at.table.note("explained", why="slip", total=11, turn=2)
    assert counts(at) == {"slip": 2}


def test_question_about_the_turn_is_not_a_miscount(at: EveningTable) -> None:
    at.play("8H")
    at.table.note("explained", why="slip", total=8, turn="Cy")
    at.table.note("explained", why="slip", turn="Cy")
    assert counts(at) == {}


def test_counts_are_exported(at: EveningTable) -> None:
    at.play("8H")
    at.table.obey(MISSED)
    told = msgspec.json.decode(as_json(at.read()))
    assert [(cause["cause"], cause["count"]) for cause in told["repaired"]] == [("card-missed", 1)]
