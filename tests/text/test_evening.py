"""What the evening says that no seeded game brings about; a golden file holds the rest."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from companion.box.state import Snapshot
from companion.dialogs.context import Scene
from companion.phone.statistics.routes import evening_routes
from companion.phone.statistics.settlement import settle
from companion.phone.statistics.view import evening_page
from companion.rules.commands import Deal, Show
from tests.phone.statistics.evening_table import EveningTable
from tests.table.tables import VARIANTS


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


def given_up(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.busts("Bo")
    at.begin("Ann", "Bo")


def everyone_loses(at: EveningTable, *busts: str) -> None:
    chips: dict[str, Any] = {"bust": "chip, new hand", "chips": 3, "up_card": "none"}
    at.begin("Ann", "Bo", "Cy", variant="ninety-nine-ishihara-shows", **chips)
    at.busts(*busts)
    at.obey(Deal())
    at.obey(Show(player="Bo", cards=("6H", "6C", "6D")))


@pytest.mark.parametrize(
    ("evening", "pot"),
    [
        (given_up, "Game 1 was given up: nobody pays for it. Nothing is in the pot yet."),
        (
            lambda at: everyone_loses(at, "Bo"),
            (
                "Nobody won game 1: Ann and Cy share the pot, "
                "and the odd chip goes to Cy, first after the dealer."
            ),
        ),
        (
            lambda at: everyone_loses(at, "Bo", "Cy"),
            "Nobody won game 1: the pot goes to Ann, who is ahead.",
        ),
    ],
)
def test_where_the_pots_go(at: EveningTable, evening: Callable[[EveningTable], None], pot: str) -> None:
    evening(at)
    settled = settle(at.read().games)
    assert settled is not None
    assert settled.pot == pot


def test_winners_who_are_equal(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti")
    for points in (130, 130, 100, 100, 100, 560):
        at.score({"Ann": points})
    assert evening_page(at.read()).ahead.title == "Bo, Cy and Di have won"


def test_a_journal_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"no journal at all" * 300)
    routes = evening_routes(lambda: Snapshot(Scene(VARIANTS)), tmp_path / "journal.db", ThreadPoolExecutor(1))
    site = httpx.ASGITransport(Starlette(routes=routes))

    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(transport=site, base_url="http://box") as phone:
            return await phone.get("/evening")

    assert asyncio.run(asked()).json() == {
        "problem": "The evening cannot be shown. The journal cannot be read: file is not a database."
    }
