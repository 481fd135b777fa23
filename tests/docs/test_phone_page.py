"""docs/reference/phone-protocol.md and docs/explanation/security.md against the code: requests,
fields and numbers.
"""

import re
import typing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import page as model
from companion.config import Config
from companion.core.commands import New, Play
from companion.games.adding import editor
from companion.phone import orders, repairs, request
from companion.phone.editor import store
from companion.phone.pairing import code as pairing_code
from companion.phone.pairing import sessions
from companion.phone.statistics import debts, headline, players, routes, standings, strips
from companion.phone.statistics import standings as person
from companion.phone.view import HistoryRow
from companion.web import guard
from companion.web.limits import OF_ALL, OF_AN_ORIGIN, Limits
from companion.words.events import Kind
from tests.docs.pages import code, numbers, page, section, tables
from tests.phone.drawn_text import as_drawn
from tests.phone.house import House
from tests.simulation.tab import Tab

PAGE, PROTOCOL = "explanation/security.md", "reference/phone-protocol.md"
ATTACKERS, REMAINS = "Attackers, and what stops them", "What remains"


def told(folder: Path, game: New) -> dict[str, Any]:
    with House(folder, game) as house, Tab(house.port, target="/line") as line:
        return line.hear()


@pytest.fixture(scope="module")
def adding(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return told(
        tmp_path_factory.mktemp("adding"), New(variant="ninety-nine", players=("Ann", "Bo"))
    )


@pytest.fixture(scope="module")
def tricks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    four = New(variant="arizona-spaghetti", players=("Ann", "Bo", "Cy", "Di"))
    return told(tmp_path_factory.mktemp("tricks"), four)


@pytest.fixture(scope="module")
def points(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return told(tmp_path_factory.mktemp("points"), New(variant="points", players=("Ann", "Bo")))


def fields(kind: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def described(heading: str, column: int = 0) -> set[str]:
    """Return the code spans in a column of the section's last table."""
    *_, rows = tables(section(PROTOCOL, heading))
    return {name for row in rows for name in code(row[column])}


def test_each_request_is_answered_for_the_stated_phones_only(tmp_path: Path) -> None:
    requests, _ = tables(section(PROTOCOL, "Requests"))
    with House(tmp_path) as house:
        phone = house.phone()
        for asked, who, *_ in requests:
            for request in code(asked):
                method, path = request.split()
                if path == "/line":
                    continue
                body: dict[str, object] | None = {} if method == "POST" else None
                answer = phone.client.request(
                    method, path.replace("{name}", "ninety-nine"), json=body
                )
                assert (answer.status_code == 401) == (who == "rule"), request
                assert answer.status_code not in {404, 405}, request


def test_fields_of_a_row_of_the_last_plays_are_described() -> None:
    assert described("Repairs") == fields(repairs.PlayRow)


def test_parts_of_the_first_message_are_described(
    adding: dict[str, Any], tricks: dict[str, Any]
) -> None:
    rows, *_ = tables(section(PROTOCOL, "The line"))
    names = {code(row[0])[0] for row in rows}
    for first in (adding, tricks):
        assert set(first["parts"]) == names
        assert set(first) == {"version", "parts", "plays"}
    text = {code(row[0])[0]: set(code(row[1])) for row in rows}
    for part in ("box", "ruling"):
        assert set(adding["parts"][part]) <= text[part]
    assert set(tricks["parts"]["rounds"][0]) <= text["rounds"]


def test_fields_of_a_game_are_described(
    adding: dict[str, Any], tricks: dict[str, Any], points: dict[str, Any]
) -> None:
    text = section(PROTOCOL, "The game")
    ((_, of_adding), (_, of_tricks), (_, of_points)) = tables(text)[0]
    common = set(code(text.partition("|")[0]))
    assert set(adding["parts"]["game"]) <= common | set(code(of_adding))
    assert set(tricks["parts"]["game"]) <= common | set(code(of_tricks))
    assert set(points["parts"]["game"]) <= common | set(code(of_points))
    assert set(adding["parts"]["game"]["keys"][0]) <= common


def test_every_field_of_now_is_described() -> None:
    assert described("Now") == fields(model.TableView)
    assert described("Now", 1) >= fields(model.AllowedActions) | fields(model.Called) | fields(
        model.UndoOffer
    )
    assert described("Now", 1) >= fields(model.TrickView) | fields(model.TrickCardView)


def test_every_field_and_kind_of_a_row_is_described() -> None:
    assert described("Plays") == fields(HistoryRow)
    (kinds,) = (row for row in tables(section(PROTOCOL, "Plays"))[0] if row[0] == "`kind`")
    assert set(code(kinds[1])) == set(typing.get_args(Kind))


def test_fields_of_questions_are_described() -> None:
    text = set(code(section(PROTOCOL, "Orders")))
    for kind in (orders.QuestionView, orders.AnswerOption, orders.NumberInput):
        assert fields(kind) <= text


def test_fields_of_the_evening_are_described() -> None:
    assert described("The evening") == fields(routes.EveningPage)
    for kind in (
        strips.Strip,
        strips.Lane,
        players.TallyRow,
        players.TallyCount,
        headline.Settled,
        headline.Payment,
        players.Record,
        headline.Headline,
    ):
        assert fields(kind) <= described("The evening", 1), kind


def test_fields_of_all_evenings_are_described() -> None:
    text = described("All evenings", 1) | described("All evenings", 2)
    for kind in (
        standings.AllEvenings,
        standings.SeasonStanding,
        standings.PastEvening,
        standings.SeasonWins,
        debts.Debts,
        debts.Debt,
        debts.Made,
        person.PersonPage,
        person.PersonSeason,
        person.PersonGame,
    ):
        assert fields(kind) <= text, kind


def test_fields_of_the_report_on_a_file_are_described() -> None:
    text = set(code(section(PROTOCOL, "Games")))
    for kind in (
        store.FileReport,
        store.FileProblem,
        store.FileChange,
        editor.CardLine,
        editor.AddOnRow,
    ):
        assert fields(kind) <= text, kind


def test_limits_of_pairing_match_the_code() -> None:
    text = section(PAGE, "The code")
    limits = {
        pairing_code.GOOD_FOR / 60,
        pairing_code.TRIES,
        pairing_code.DIGITS,
        pairing_code.WAIT,
        pairing_code.MANY,
        pairing_code.MAX_WRONG_CODES,
        sessions.AN_EVENING / 3600,
        sessions.MAX_PHONES,
    }
    assert limits <= numbers(text)
    alone = pairing_code.TRIES + int((pairing_code.GOOD_FOR - 0.001) // pairing_code.WAIT)
    assert alone == 10
    codes = 10**pairing_code.DIGITS
    odds = {codes // alone, codes // pairing_code.MAX_WRONG_CODES}
    assert odds <= numbers(section(PAGE, ATTACKERS))
    assert sessions.FILE in text
    assert f"{guard.MAX_BODY_LENGTH // 1024} KiB" in section(PROTOCOL, "Requests")


def test_limits_of_connections_match_the_code() -> None:
    limits = {
        Limits().in_all,
        Limits().of_an_origin,
        Limits().of_a_phone,
        OF_AN_ORIGIN.each_second,
        OF_ALL.each_second,
        OF_AN_ORIGIN.at_once,
        request.REST,
    }
    assert limits <= numbers(section(PAGE, ATTACKERS))


def test_section_of_the_configuration_exists() -> None:
    text = section(PAGE, REMAINS)
    assert set(re.findall(r"^(\w+) = ", text, re.MULTILINE)) <= fields(type(Config().phone))
    *_, below = text.split("```")
    assert (
        set(code(below)) - {".local"}
        == {"port", "names", "evening"}
        <= fields(type(Config().phone))
    )
    assert f":{Config().phone.port}/" in page("howto/phone.md")


def test_example_of_a_late_play_has_the_actual_text(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        phone = house.phone(rules=True)
        house.obey(Play(card="10S", value=10), "Cy's phone")
        assert as_drawn(phone.rule(1, cmd="play", card="8H")["meanwhile"]) in section(
            PROTOCOL, "Orders"
        )
