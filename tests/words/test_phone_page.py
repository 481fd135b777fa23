"""Texts of a trick game on the phone page, and its answers to impossible requests."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import Deal, Play, Score
from companion.phone import orders, server
from companion.web.guard import MAX_BODY_LENGTH
from tests.phone.drawn_text import as_drawn
from tests.phone.house import House
from tests.phone.told_table import ToldTable

PLAY: dict[str, Any] = {"order": {"cmd": "play", "card": "8H"}, "seen": 1}


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def test_round_is_described(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=4)
    table.obey(
        *[step for points in (130, 130, 100) for step in (Score(points={"Ann": points}), Deal())]
    )
    game = table.parts()["game"]
    assert [game[words] for words in ("said", "costs", "costs_said", "card_costs")] == [
        (
            "Arizona Spaghetti. king of spades costs 100. No spades may be led until one is "
            "discarded."
        ),
        [{"suit": "S", "rank": "K"}, " costs 100"],
        "king of spades costs 100",
        {"card": "KS", "beside": "costs 100"},
    ]


@pytest.mark.parametrize(
    ("variant", "said"),
    [
        ("ninety-nine", "Chips go to the pot, cards are set aside."),
        ("ninety-nine-boyer", "Cards are set aside."),
        ("points", "The points stay on the sheet and can no longer win."),
    ],
)
def test_effect_of_leaving_is_described(table: ToldTable, variant: str, said: str) -> None:
    table.new(variant, players=3)
    assert table.parts()["game"]["leaving"] == said


def test_cost_of_a_missing_shield_is_described(table: ToldTable) -> None:
    table.new("ninety-eight-umass")
    assert table.now()["unshielded"] == ""
    table.obey(Play(card="AS", target="Cy"))
    said = "A player with A♥ shows it and stays in; without it Cy is out."
    assert table.now()["unshielded"] == said


def test_trick_is_described(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3)
    assert table.now()["trick"]["title"] == "Ann leads"
    table.play("9H", "JH")
    trick = table.now()["trick"]
    assert (trick["title"], trick["says"]) == ("Lead: hearts", "Bo has it so far")
    assert [laid["said"] for laid in trick["cards"]] == [
        "9 of hearts",
        "jack of hearts has it so far",
    ]
    table.play("2S")
    trick = table.now()["trick"]
    said = ["9 of hearts", "jack of hearts takes it", "2 of spades"]
    assert (trick["says"], [laid["said"] for laid in trick["cards"]]) == ("Bo takes it, 10", said)


def test_progress_of_a_game_is_described(table: ToldTable) -> None:
    def where() -> list[str]:
        return [table.now()[words] for words in ("where", "way", "dealt")]

    table.new("ninety-nine", players=3)
    assert where() == ["hand 1", "clockwise", "Cy dealt"]
    table.play("4H")
    assert where() == ["hand 1", "counterclockwise", "Cy dealt"]
    table.new("arizona-spaghetti", players=3)
    assert where() == ["Round 1 of 6, trick 1 of 17", "", "Cy dealt"]
    table.play("9H", "JH", "2S", "3C")
    assert where() == ["Round 1 of 6, trick 2 of 17", "", "Cy dealt"]
    table.new("slobberhannes", players=3)
    table.obey(Score(points={"Ann": 4}))
    assert where() == ["Round 1", "", "Cy dealt"]
    table.new("points", players=3, last_round=7)
    assert where() == ["Round 1 of 7", "", "Cy dealt"]


def test_sums_of_rounds_are_described(table: ToldTable) -> None:
    table.new("arizona-spaghetti", players=3)
    table.obey(Score(points={"Ann": 50, "Cy": 120}))
    assert table.now()["adds"] == "Round 1 adds up: 170."
    table.obey(Deal(), Score(points={"Bo": 130}), Deal())
    assert table.now()["adds"] == "Rounds 1 to 2 add up: 170, 130."


def problem(answer: Any) -> str:
    told: str = answer.json()["problem"]
    return told


def test_rejected_request_of_a_phone_names_the_reason(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        phone = house.phone()
        assert problem(phone.get("/none")) == "Page not found."
        assert problem(phone.order(PLAY)) == "First enter the code shown on the display."
        assert problem(phone.post("/pair", {"code": "12345"})) == "The code has six digits."
        elsewhere = phone.get("/me", headers={"host": "evil.example"})
        assert problem(elsewhere) == "The box does not have this name."
        elsewhere = phone.post("/me", {}, headers={"origin": "http://evil.example"})
        assert problem(elsewhere) == "Only the box’s own page may request this."
        assert problem(phone.post("/me", [])) == "That is not a JSON object."
        long = {"player": "x" * MAX_BODY_LENGTH}
        assert problem(phone.post("/me", long)) == "That is too long: 16 KiB at most."
        hasty = house.phone(rules=True)
        wild = {"order": {"cmd": "play", "card": "8H", "player": "Di"}, "seen": 1}
        answers = [hasty.order(wild) for _ in range(server.ORDERS.at_once + 1)]
        assert problem(answers[-1]) == (
            "Too fast: the box accepts ten commands per second from a phone."
        )


def test_late_play_reports_the_earlier_one(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        phone = house.phone(rules=True)
        house.obey(Play(card="10S", value=10), "Cy's phone")
        told = phone.rule(1, cmd="play", card="8H")
        assert as_drawn(told["meanwhile"]) == (
            "Cy's phone: 10♠ by Ann. Nothing was sent from your phone."
        )


def test_missing_answer_of_the_box_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with House(tmp_path / "one", answering=False) as house:
        assert problem(house.phone(rules=True).order(PLAY)) == "The box does not answer."
    monkeypatch.setattr(orders, "missing_input", lambda *_: 1 / 0)
    with House(tmp_path / "two") as house:
        answer = house.phone(rules=True).order(PLAY)
        assert problem(answer) == "The box could not do that. See its log."


def test_too_many_previews_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "WEIGHED_AT_ONCE", 0)
    with House(tmp_path) as house:
        answer = house.phone().order({"order": PLAY["order"]})
        assert problem(answer) == "Too many requests at once."


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"order": {}, "seen": 1}, 'No command is named: write one in quotes, like "cmd": "play".'),
        (
            {"order": {"cmd": "forgott"}, "seen": 1},
            "There is no command 'forgott', is forgot meant?",
        ),
        (
            {"order": {"cmd": "undo", "count": 0}, "seen": 1},
            "Field 'count': 0 is not possible, write a whole number, 1 or more.",
        ),
        (
            {"order": {"cmd": "rename", "player": "Ann", "name": "x" * 25}, "seen": 1},
            "A name has at most 24 letters.",
        ),
    ],
)
def test_malformed_command_is_refused(tmp_path: Path, body: dict[str, Any], said: str) -> None:
    with House(tmp_path) as house:
        assert problem(house.phone(rules=True).order(body)) == said


ODD = "The box does not understand this page ({}): reload it."


def test_malformed_request_is_refused(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        phone = house.phone(rules=True)
        missing = ODD.format("code: it is missing, write a text in quotes")
        assert problem(phone.post("/pair", {})) == missing
        wrong = ODD.format("player: 7 is not possible, write a text in quotes")
        assert problem(phone.post("/me", {"player": 7})) == wrong
