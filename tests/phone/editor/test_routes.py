"""Tests of requests about games, over a real socket: who may request what, and the answers."""

import json
import threading
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.games.adding.state import AddingState
from companion.phone.editor import catalogue
from companion.phone.request import RequestError
from tests.phone.house import House

FIVE = ["Ann", "Bo", "Cy", "Di", "Eva"]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


def own_games(house: House) -> Path:
    """Return the folder of the user's own games, which is created with the first one."""
    return house.folder / "games"


def ours(lines: str = "", title: str = "Our Ninety-nine") -> dict[str, Any]:
    """Return the request that saves a variant based on Ninety-nine."""
    return {"text": f'extends = "ninety-nine"\ntitle = "{title}"\n{lines}'}


def test_unpaired_phone_may_read_every_variant(house: House) -> None:
    phone = house.phone()
    games = phone.get("/games").json()
    assert {"ninety-nine", "arizona-spaghetti"} <= {game["name"] for game in games}
    asked = {"variant": "ninety-nine", "players": FIVE}
    told = phone.post("/games/preview", asked | {"house": {"over": "bust"}})
    assert told.status_code == 200
    assert (told.json()["decks"], told.json()["problem"]) == (2, "")
    printed = phone.post("/games/preview", asked).json()
    assert told.json()["intro"] != printed["intro"]


def test_request_without_a_name_describes_the_current_game(house: House) -> None:
    told = house.phone().post("/games/preview", {}).json()
    assert (told["variant"], told["title"]) == ("ninety-nine", "Ninety-nine")


def test_file_of_a_game_is_a_download(house: House) -> None:
    answer = house.phone().get("/games/ninety-nine.toml")
    assert answer.headers["content-disposition"].endswith('"ninety-nine.toml"')
    assert tomllib.loads(answer.text)["title"] == "Ninety-nine"


def test_onlookers_previews_leave_places_for_a_paired_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, may = threading.Event(), threading.Event()

    def slowly(*_: object) -> None:
        begun.set()
        assert may.wait(10)
        raise RequestError("told")

    monkeypatch.setattr(catalogue, "preview", slowly)
    monkeypatch.setattr(catalogue, "MAX_REQUESTS", 2)
    asked = {"variant": "ninety-nine"}
    with House(tmp_path) as house, ThreadPoolExecutor(2) as askers:
        paired, onlooker, other = (
            house.phone(rules=True),
            house.phone(),
            house.phone(at="127.0.0.2"),
        )
        first = askers.submit(onlooker.post, "/games/preview", asked)
        assert begun.wait(10)
        assert other.post("/games/preview", asked).status_code == 503
        second = askers.submit(paired.post, "/games/preview", asked)
        may.set()
        assert [one.result().json() for one in (first, second)] == [{"problem": "told"}] * 2


@pytest.mark.attack("bytes", "ask for a file of the box as a game", "404")
@pytest.mark.parametrize(
    "path",
    [
        "/games/whist.toml",
        "/games/..%2f..%2fjournal.db.toml",
        "/games/%2e%2e/ninety-nine.toml",
        "/games/__init__.toml",
        "/games/ninety-nine",
    ],
)
def test_other_files_are_not_served(house: House, path: str) -> None:
    assert house.phone().get(path).status_code == 404


@pytest.mark.attack("code", "save a variant without the code", "401, no file")
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/games/open", {"variant": "ninety-nine"}),
        ("/games/check", ours()),
        ("/games/save", ours()),
    ],
)
def test_unpaired_phone_may_not_edit(house: House, path: str, body: dict[str, Any]) -> None:
    answer = house.phone().post(path, body)
    assert (answer.status_code, set(answer.json())) == (401, {"problem"})
    assert not own_games(house).exists()
    assert house.phone(rules=True).post(path, body).status_code == 200


def test_saved_game_can_be_played_at_once(house: House) -> None:
    phone = house.phone(rules=True)
    saved = phone.post("/games/save", ours("[cards]\n2 = { add = 20 }\n"))
    assert (saved.status_code, saved.json()) == (200, {"name": "our-ninety-nine"})
    house.at_the_box()  # waits until the catalog is replaced
    assert "done" in phone.rule(cmd="new", variant="our-ninety-nine", players=["Ann", "Bo"])
    assert "done" in phone.rule(cmd="play", card="2H")
    state = house.table.state
    assert isinstance(state, AddingState)
    assert state.total == 20


def test_replacing_an_own_variant_needs_confirmation(house: House) -> None:
    phone = house.phone(rules=True)
    phone.post("/games/save", ours())
    again = phone.post("/games/save", ours("chips = 4\n"))
    assert again.status_code == 409
    assert again.json()["exists"] == "our-ninety-nine"
    assert phone.post("/games/save", ours("chips = 4\n") | {"replace": True}).status_code == 200


def test_own_variant_can_be_deleted_unless_another_extends_it(house: House) -> None:
    phone, form = house.phone(rules=True), {"name": "our-ninety-nine"}
    phone.post("/games/save", ours())
    phone.post("/games/save", {"text": 'extends = "our-ninety-nine"\ntitle = "Sunday 99"\n'})
    refused = phone.post("/games/delete", form)
    assert refused.status_code == 400
    assert refused.json()["problem"].startswith("Sunday 99 extends this game")
    assert house.phone().post("/games/delete", {"name": "sunday-99"}).status_code == 401
    assert phone.post("/games/delete", {"name": "sunday-99"}).status_code == 200
    assert phone.post("/games/delete", form).status_code == 200
    assert list(own_games(house).iterdir()) == []
    assert not any(game["own"] for game in phone.get("/games").json())
    for name in ("our-ninety-nine", "ninety-nine", "../companion"):
        assert phone.post("/games/delete", {"name": name}).status_code == 400


def test_file_is_opened_changed_and_reported_on(house: House) -> None:
    phone = house.phone(rules=True)
    opened = phone.post("/games/open", {"variant": "ninety-nine", "house": {"chips": 4}}).json()
    assert tomllib.loads(opened["text"])["chips"] == 4
    change = {"card": "10", "entry": {"add": [5, -5]}}
    changed = phone.post("/games/check", {"text": opened["text"], "change": change}).json()
    assert tomllib.loads(changed["text"])["cards"] == {"10": {"add": [5, -5]}}
    assert [row["card"] for row in changed["cards"] if row["yours"]] == ["10"]


def test_invalid_variant_is_reported_and_not_saved(house: House) -> None:
    phone, wrong = house.phone(rules=True), ours("target = -1\n")
    mistakes = phone.post("/games/check", wrong).json()["problems"]
    assert [mistake["line"] for mistake in mistakes] == [3]
    answer = phone.post("/games/save", wrong)
    assert answer.status_code == 400
    assert mistakes[0]["text"] in answer.json()["problem"]
    assert not own_games(house).exists()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/games/preview", {"variant": "whist"}),
        ("/games/preview", {"variant": "ninety-nine", "players": 5}),
        ("/games/preview", {"variant": "ninety-nine", "house": []}),
        ("/games/preview", {"variants": "ninety-nine"}),
        ("/games/open", {"variant": "whist"}),
        ("/games/check", {"text": 8}),
        ("/games/check", {"text": "", "change": {"card": "K", "entry": {"add": "much"}}}),
        ("/games/save", {"file": "x.toml"}),
        ("/games/save", {"file": 3, "text": ""}),
        ("/games/save", {"file": "x.toml", "text": "title ="}),
    ],
)
def test_malformed_request_is_answered_with_one_sentence(
    house: House, path: str, body: dict[str, Any]
) -> None:
    answer = house.phone(rules=True).post(path, body)
    assert answer.status_code == 400
    assert set(answer.json()) == {"problem"}
    assert answer.json()["problem"].endswith((".", "?"))
    assert "\n" not in answer.json()["problem"]


def test_texts_have_a_larger_size_limit(house: House) -> None:
    phone = house.phone(rules=True)
    text = 'extends = "ninety-nine"\ntitle = "Ours"\n' + "# as ever\n" * 4000
    assert phone.post("/games/save", {"file": "ours.toml", "text": text}).status_code == 200
    assert phone.post("/games/save", {"file": "more.toml", "text": text * 2}).status_code == 413
    assert phone.post("/games/open", {"variant": "x" * 20_000}).status_code == 413
    assert [entry.name for entry in own_games(house).iterdir()] == ["ours.toml"]


@pytest.mark.attack("page", "write a script into a game's title", "it is a text")
def test_script_in_a_title_stays_text(house: House) -> None:
    title = "<script>alert(1)</script>"
    phone = house.phone(rules=True)
    assert phone.post("/games/save", ours(title=title)).json() == {"name": "script-alert-1-script"}
    listed = phone.get("/games")
    assert listed.headers["content-type"] == "application/json"
    assert title in {game["title"] for game in json.loads(listed.text)}
