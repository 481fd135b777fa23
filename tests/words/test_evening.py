"""Texts of the evening that no seeded game produces; a golden file has the others."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from companion.box.state import Snapshot
from companion.core.commands import Deal, Leave, New, Play, Show
from companion.dialogs.context import Scene
from companion.errors import CompanionError
from companion.games import FAMILIES
from companion.message import render
from companion.phone.request import problem_response
from companion.phone.statistics.export import as_csv, rows
from companion.phone.statistics.headline import settle
from companion.phone.statistics.history import HISTORY, AllGames
from companion.phone.statistics.routes import evening_page, evening_routes
from companion.table.dates import local_time
from companion.table.reader import Flaw, Verified
from tests.phone.statistics.evening_table import EveningTable
from tests.phone.statistics.served import admit_all
from tests.table.tables import VARIANTS
from tests.worded import worded


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


def given_up(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.busts("Bo")
    at.begin("Ann", "Bo")


def won(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")


def everyone_loses(at: EveningTable, *busts: str) -> None:
    chips: dict[str, Any] = {"bust": "chip, new hand", "chips": 3, "up_card": "none"}
    at.begin("Ann", "Bo", "Cy", variant="ninety-nine-ishihara-shows", **chips)
    if busts:
        at.busts(*busts)
        at.obey(Deal())
    at.obey(Show(player="Bo", cards=("6H", "6C", "6D")))


@pytest.mark.parametrize(
    ("evening", "pot"),
    [
        (given_up, "Game 1 was abandoned: it costs nothing."),
        (won, "The pot went to Ann, who won."),
        (everyone_loses, ""),
        (
            lambda at: everyone_loses(at, "Bo"),
            (
                "Ann and Cy share the pot of game 1, 1 chip. The odd chip goes to Cy, "
                "first after the dealer."
            ),
        ),
        (
            lambda at: everyone_loses(at, "Bo", "Cy"),
            "The pot of game 1, 2 chips, goes to Ann, who is ahead.",
        ),
    ],
)
def test_destination_of_each_pot_is_explained(
    at: EveningTable, evening: Callable[[EveningTable], None], pot: str
) -> None:
    evening(at)
    settled = settle(at.read())
    assert settled is not None
    assert worded(settled.pot) == worded(pot)


def test_equal_winners_are_listed(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti")
    for points in (130, 130, 100, 100, 100, 560):
        at.score({"Ann": points})
    page = evening_page(at.read())
    assert worded((page.ahead.title, page.games[0].ended)) == (
        "Bo, Cy and Di win",
        "Bo, Cy and Di win",
    )


def test_only_a_single_leader_is_shown_with_the_number_of_wins(at: EveningTable) -> None:
    by: list[str] = []
    for loser in ("Bo", "Bo", "Ann", "Ann"):
        at.begin("Ann", "Bo", variant="ninety-nine-boyer")
        at.busts(loser)
        by.append(render(evening_page(at.read()).ahead.by))
    assert worded((by[1], by[3])) == ("with two games won", "")


def what_was_done(at: EveningTable) -> list[str]:
    """Return the text of each row in the file of the evening."""
    return [row.what for row in rows(at.read())]


def test_file_describes_an_adding_game(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", chips=1)
    at.play("8H", "4", "KD")
    at.busts("Cy", "Bo")
    assert what_was_done(at) == [
        "deals hand 1",
        "",
        "“back on you”",
        "set it",
        "busts at 99, Cy pays the last chip, Cy is out, Ann deals",
        "deals hand 2",
        "busts at 0, Bo pays the last chip, Bo is out, Ann wins",
    ]


def test_file_describes_choices_and_leaving_players(at: EveningTable) -> None:
    at.obey(
        New(
            variant="ninety-nine",
            players=("Ann", "Bo"),
            house={"up_card": "apply"},
            up_card="10S",
            up_value=10,
        )
    )
    at.obey(Play(card="10D", value=-10))
    at.begin("Ann", "Bo", "Cy", variant="arizona-ninety-eight")
    at.play("JK")
    at.table.obey(Leave(player="Cy"))
    assert what_was_done(at) == [
        "deals hand 1, 10♠ is turned up: added ten",
        "took ten off",
        "deals hand 1",
        "set it, Bo owes two plays",
        "leaves",
    ]


def test_file_describes_a_trick_game(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti")
    at.play("5C", "6C", "6D", "7C")
    at.begin(variant="arizona-spaghetti")
    at.score({"Ann": 130})
    assert what_was_done(at) == [
        "deals round 1",
        "",
        "",
        "",
        "Di takes it, 10",
        "deals round 1",
        "Ann 130, Ann deals",
    ]


def test_verification_lists_whole_and_damaged_games() -> None:
    at = local_time(1_700_000_000.0)
    whole = evening_page((), Verified(1_700_000_000.0, 312, ()))
    assert worded(whole.verified) == (f"All 312 games are whole, verified at {at:%H:%M}",)
    flawed = Verified(0.0, 3, (Flaw(3, 0), Flaw(1, 1)))
    assert worded(evening_page((), flawed).verified) == (
        "Game 3 is missing",
        "Game 1 is damaged: 1 entry is missing",
    )


def test_file_has_these_columns() -> None:
    assert as_csv(()) == "\ufefftime,game,title,hand,player,cards,what,total,chips paid,tally\r\n"


@pytest.mark.own_thread
def test_unreadable_journal_is_reported(tmp_path: Path) -> None:
    (tmp_path / "journal").write_bytes(b"no journal at all")
    routes = evening_routes(
        lambda: Snapshot(Scene(VARIANTS, families=FAMILIES)),
        admit_all,
        AllGames(tmp_path / HISTORY, tmp_path / "journal"),
        ThreadPoolExecutor(1),
        lambda: True,
    )
    site = httpx.ASGITransport(
        Starlette(routes=routes, exception_handlers={CompanionError: problem_response})
    )

    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(transport=site, base_url="http://box") as phone:
            return await phone.get("/evening")

    assert asyncio.run(asked()).json() == {
        "problem": f"The evenings cannot be shown. No journal in {tmp_path / 'journal'}."
    }
