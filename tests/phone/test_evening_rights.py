"""Tests of access to the evening, times and miscounts: paired phones only, or everyone in the
network.
"""

from pathlib import Path
from typing import Any

import pytest

from companion.config.sections import Audience
from companion.core.commands import Claim, Play
from companion.web.event_stream import OTHER_RIGHTS
from tests.phone.house import House, Phone
from tests.simulation.tab import ClosedError, Tab

PATHS = ("/evening", "/evening.csv", "/evening.json", "/evening.png", "/evening.txt")


def line_of(house: House, phone: Phone) -> Tab:
    cookie = "; ".join(f"{name}={value}" for name, value in phone.client.cookies.items())
    return Tab(house.port, target="/line", cookie=cookie)


def rows(line: Tab) -> list[dict[str, Any]]:
    """Return the plays in the first message."""
    told: list[dict[str, Any]] = line.hear()["plays"]["rows"]
    return told


def played(house: House) -> None:
    """Play Ann's nine and call a wrong total for her."""
    house.obey(Play(card="9H"))
    house.at_the_box(lambda: house.table.judge(Claim(total=10)), house.box.tick)


@pytest.mark.attack("code", "read the evening without the code", "401")
@pytest.mark.parametrize("path", PATHS)
def test_evening_is_for_paired_phones(tmp_path: Path, path: str) -> None:
    with House(tmp_path) as house:
        refused = house.phone().get(path)
        assert (refused.status_code, refused.json().keys()) == (401, {"problem"})
        assert house.phone(rules=True).get(path).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_evening_is_open_to_all_phones_if_configured(tmp_path: Path, path: str) -> None:
    with House(tmp_path, evening="everybody") as house:
        assert house.phone().get(path).status_code == 200


def test_only_a_paired_phone_receives_calls_and_times_of_plays(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        played(house)
        house.obey(Play(card="8H"))
        with (
            line_of(house, house.phone(rules=True)) as paired,
            line_of(house, house.phone()) as other,
        ):
            whole, less = rows(paired), rows(other)
    assert [row["kind"] for row in whole] == ["deal", "play", "miscount", "play"]
    assert all(row["at"] for row in whole)
    assert less == [row | {"at": None} for row in whole if row["kind"] != "miscount"]


def test_every_phone_receives_the_newest_call(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        played(house)
        with line_of(house, house.phone()) as other:
            assert [row["kind"] for row in rows(other)] == ["deal", "play", "miscount"]


def test_all_lines_are_alike_if_the_evening_is_open(tmp_path: Path) -> None:
    with House(tmp_path, evening="everybody") as house:
        played(house)
        with (
            line_of(house, house.phone(rules=True)) as paired,
            line_of(house, house.phone()) as other,
        ):
            assert rows(other) == rows(paired)


@pytest.mark.attack(
    "code", 'keep the line open after "Disconnect phones"', "it is told nothing more"
)
@pytest.mark.parametrize("evening", ["paired", "everybody"])
def test_disconnected_phone_receives_nothing_more(tmp_path: Path, evening: Audience) -> None:
    with House(tmp_path, evening=evening) as house, line_of(house, house.phone(rules=True)) as line:
        line.hear()
        house.access.dismiss()
        with pytest.raises(ClosedError) as closed:
            line.hear()
    assert closed.value.code == OTHER_RIGHTS
