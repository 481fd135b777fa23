"""Tests of the phone's requests to a real box on a real port: view, pair, play, leave."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.box.requests import Accepted
from companion.core.commands import New, Play
from companion.core.refusals import OverTarget
from companion.errors import Illegal
from companion.inputs import CodeGuessed, GuesserJudged, PhonePaired
from companion.languages import load_language
from companion.message import using
from companion.phone import orders
from companion.phone.pairing.address import modules_of
from companion.phone.server import ORDERS, WEIGHED_AT_ONCE
from companion.phone.view import what_happened_meanwhile
from companion.words.refusals import sentence
from tests.phone.drawn_text import as_drawn
from tests.phone.house import FOUR, House
from tests.worded import worded


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


def state(house: House) -> Any:
    return house.table.state


def test_page_and_static_files_are_served(house: House) -> None:
    phone = house.phone()
    assert "<script" in phone.get("/").text
    assert phone.get("/").headers["content-type"].startswith("text/html")
    assert phone.get("/phone/js/main.js").status_code == 200
    assert phone.get("/phone/js/none.js").status_code == 404
    assert phone.get("/phone/games/points/family.js").status_code == 200
    assert phone.get("/phone/games/points/page.py").status_code == 404


def test_wall_address_redirects_to_the_wall_page(house: House) -> None:
    answer = house.phone().get("/wall", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "/#wall")


def test_language_dependent_files_are_cached_for_that_language_only(house: House) -> None:
    for path in ("/", "/phone/manifest.webmanifest", "/shared/messages.js"):
        varies = house.phone().get(path).headers["vary"].split(", ")
        assert {"Cookie", "Accept-Language"} <= set(varies)


@pytest.mark.parametrize("path", ["/pair", "/part", "/none", "/me/more"])
def test_unknown_path_is_answered_with_a_sentence(house: House, path: str) -> None:
    answer = house.phone().get(path)
    assert answer.status_code in {404, 405}
    assert set(answer.json()) == {"problem"}


PERSON = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "de"}


@pytest.mark.parametrize(
    ("path", "host", "status", "problem"),
    [
        ("/", "companion.evil.example", 403, "So heißt die Box nicht."),
        ("/none", None, 404, "Diese Seite gibt es nicht."),
        ("/pair", None, 405, "Diese Seite gibt es nicht."),
        ("/phone/none.html", None, 404, "Diese Seite gibt es nicht."),
        ("/shared/none.html", None, 404, "Diese Seite gibt es nicht."),
    ],
)
def test_person_at_a_wrong_address_gets_a_page_with_the_right_one(
    house: House, path: str, host: str | None, status: int, problem: str
) -> None:
    named = {"host": host} if host else {}
    page = house.phone().get(path, headers={**PERSON, **named})
    assert (page.status_code, page.headers["content-type"][:10]) == (status, "text/html;")
    assert f"<h1>{problem}</h1>" in page.text
    assert f'<a href="{house.address}/">{house.address}/</a>' in page.text
    answer = house.phone().get(path, headers={"accept-language": "de", **named})
    assert (answer.status_code, answer.json()) == (status, {"problem": problem})


def test_unpaired_phone_may_not_order(house: House) -> None:
    phone = house.phone()
    assert phone.get("/me").json() == {"rules": False, "name": "", "player": ""}
    answer = phone.order({"order": {"cmd": "play", "card": "8H"}, "seen": 1})
    assert (answer.status_code, set(answer.json())) == (401, {"problem"})
    assert phone.post("/part", {}).status_code == 401
    assert house.table.journal.sequence == 1


def test_paired_phone_may_order(house: House) -> None:
    code, phone = house.access.issue(), house.phone()
    answer = phone.post("/pair", {"code": code, "name": "Cy's phone"})
    assert (answer.status_code, answer.json()) == (
        200,
        {"rules": True, "name": "Cy's phone", "player": ""},
    )
    assert phone.get("/me").json() == {"rules": True, "name": "Cy's phone", "player": ""}
    assert phone.rule(cmd="play", card="8H") == {"done": 2}
    assert state(house).total == 8
    assert house.told == [PhonePaired("Cy's phone")]
    assert [kept.origin for kept in house.table.kept] == [None, "Cy's phone"]


def test_phone_follows_its_owner_until_it_is_given_up(house: House) -> None:
    phone, other = house.phone("Cy's phone", rules=True), house.phone(rules=True)
    version = house.access.version
    bo = {"rules": True, "name": "Bo's phone", "player": "Bo"}
    assert phone.post("/me", {"player": "Bo"}).json() == bo
    assert phone.get("/me").json() == bo
    assert house.access.version != version  # pages ask again
    assert phone.rule(cmd="play", card="8H", player="Ann") == {"done": 2}
    assert house.table.kept[-1].origin == "Bo's phone"
    assert other.rule(cmd="rename", player="Bo", name="Bob") == {"done": 3}
    assert phone.get("/me").json() == {"rules": True, "name": "Bob's phone", "player": "Bob"}
    phone.client.headers["accept-language"] = "de"
    assert phone.get("/me").json()["name"] == "Handy von Bob"
    assert phone.post("/me", {"player": ""}).json() == {
        "rules": True,
        "name": "Handy 2",
        "player": "",
    }


def test_first_paired_phone_sets_an_unset_clock(house: House) -> None:
    house.is_synchronized = False
    phone, looker = house.phone(rules=True), house.phone()
    right = house.clock.time() + 86_400.0
    assert looker.post("/me", {"now": right}).status_code == 401
    assert "lacks_time" not in looker.get("/me").json()
    assert phone.get("/me").json()["lacks_time"]
    assert "lacks_time" not in phone.post("/me", {"now": right}).json()
    house.phone(rules=True).post("/me", {"now": right + 86_400.0})
    assert house.access.clock.time() == right


def test_clock_set_by_a_time_server_ignores_phones(house: House) -> None:
    phone = house.phone(rules=True)
    assert "lacks_time" not in phone.get("/me").json()
    phone.post("/me", {"now": house.clock.time() + 86_400.0})
    assert house.access.clock.time() == house.clock.time()


def test_absent_player_cannot_own_a_phone(house: House) -> None:
    phone = house.phone(rules=True)
    answer = phone.post("/me", {"player": "Eve"})
    assert answer.status_code == 400
    assert phone.get("/me").json()["player"] == ""
    assert house.phone().post("/me", {"player": "Bo"}).status_code == 401


def test_card_of_an_owner_out_of_turn_is_refused(house: House) -> None:
    phone = house.phone(rules=True)
    refused = phone.rule(cmd="play", card="8H", player="Cy")["refused"]
    assert refused["code"] == "not-your-turn"
    assert (state(house).total, house.table.journal.sequence) == (0, 1)


def test_unnamed_phone_is_named_in_the_language_of_each_page(house: House) -> None:
    for name in ("Ein Handy", "Handy 2"):
        phone = house.phone()
        phone.client.headers["accept-language"] = "de"
        assert phone.post("/pair", {"code": house.access.issue()}).json()["name"] == name
        assert phone.get("/me").json()["name"] == name
    assert phone.rule(cmd="play", card="8H") == {"done": 2}
    (_, entry) = house.table.journal.record(1).entries
    with using(load_language("de")):
        assert as_drawn(what_happened_meanwhile(house.box.shown)).startswith("Handy 2: ")
    assert entry.origin == "Phone 2"
    assert house.told == [PhonePaired("A phone"), PhonePaired("Phone 2")]


@pytest.mark.parametrize("written", ["{0} {1}", " {0}-{1}\n", "{0}{1}"])
def test_code_may_contain_spaces(house: House, written: str) -> None:
    code = house.access.issue()
    typed = written.format(code[:3], code[3:])
    assert house.phone().post("/pair", {"code": typed}).json() == {
        "rules": True,
        "name": "A phone",
        "player": "",
    }


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a", "٤٨٢٩١٣", "-1234 5", "²²²²²²"])
def test_malformed_code_costs_no_try(house: House, code: str) -> None:
    shown, phone = house.access.issue(), house.phone()
    answer = phone.post("/pair", {"code": code})
    assert (answer.status_code, set(answer.json())) == (400, {"problem"})
    wrong = "000000" if shown != "000000" else "000001"
    assert [phone.post("/pair", {"code": wrong}).status_code for _ in range(4)] == [403] * 4
    assert phone.post("/pair", {"code": shown}).status_code == 200


def test_phone_that_unpairs_itself_may_not_order(house: House) -> None:
    phone = house.phone(rules=True)
    answer = phone.post("/part", {})
    assert (answer.status_code, answer.json()) == (200, {"rules": False})
    assert phone.client.cookies.get(house.cookie) is None
    assert not phone.may_rule
    assert house.access.sessions.count == 0


def test_incomplete_play_returns_a_question_and_leaves_no_note(house: House) -> None:
    phone = house.phone(rules=True)
    told = phone.rule(cmd="play", card="10S")
    assert set(told) == {"question"}
    assert (house.table.journal.sequence, house.table.game_notes) == (1, ())
    chosen = told["question"]["options"][-1]["order"]
    assert phone.rule(**chosen) == {"done": 2}
    assert state(house).total == 10


def test_illegal_play_is_refused_and_noted(house: House) -> None:
    house.obey(Play(card="KH"))
    told = house.phone(rules=True).rule(cmd="play", card="8H")
    assert worded(told["refused"]["sentence"]) == worded(
        sentence(Illegal(OverTarget(107, 99, was=99)))
    )
    assert house.table.journal.sequence == 2
    assert [note.kind for note in house.table.game_notes] == ["refused"]


def test_revoke_is_refused_with_a_question(tmp_path: Path) -> None:
    spaghetti = New(variant="arizona-spaghetti", players=FOUR.players)
    with House(tmp_path, spaghetti) as house:
        for card in ("2D", "3C", "4D", "5D"):
            house.obey(Play(card=card))
        phone = house.phone(rules=True)
        leads = state(house).turn
        while state(house).players[state(house).turn].name != "Bo":
            house.obey(Play(card=f"{6 + state(house).turn}D"))
        assert leads != state(house).turn
        told = phone.rule(cmd="play", card="KD")
        assert told["refused"]["code"] == "revoke"
        back, stands = told["question"]["options"]
        assert back["order"] is None
        assert set(phone.rule(**stands["order"])) == {"done"}


def test_called_total_is_checked(house: House) -> None:
    house.obey(Play(card="8H"))
    judged = {"player": "Ann", "called": 9, "actual": 8, "correct": False}
    answer = house.phone(rules=True).rule(cmd="claim", total=9)
    assert judged.items() <= answer["checked"].items()


def test_play_is_undone_and_player_renamed(house: House) -> None:
    house.obey(Play(card="8H"))
    phone = house.phone(rules=True)
    assert phone.rule(cmd="undo") == {"done": 3}
    assert phone.rule(cmd="rename", player="Ann", name=" Anna ") == {"done": 4}
    assert state(house).total == 0
    assert state(house).players[0].name == "Anna"


def test_previous_game_is_reopened(house: House) -> None:
    house.obey(Play(card="8H"))
    phone = house.phone(rules=True)
    new = {"cmd": "new", "variant": "ninety-eight", "players": ["Ann", "Bo"]}
    assert phone.rule(**new) == {"done": 3}
    assert phone.rule(cmd="reopen") == {"done": 4}
    assert state(house).total == 8


def test_first_game_can_be_started_from_a_phone(tmp_path: Path) -> None:
    with House(tmp_path, None) as house:
        told = house.phone(rules=True).rule(
            0, cmd="new", variant="ninety-nine", players=["Ann", "Bo"]
        )
        assert told == {"done": 1}


def test_stale_order_is_rejected_with_conflict(house: House) -> None:
    phone = house.phone(rules=True)
    house.obey(Play(card="10S", value=10), "Cy's phone")
    told = phone.rule(1, cmd="play", card="8H")
    assert set(told) == {"meanwhile"}
    assert as_drawn(told["meanwhile"]).startswith("Cy's phone: 10♠ ")
    assert state(house).total == 10


def test_stale_order_returns_conflict_instead_of_a_question(house: House) -> None:
    phone = house.phone(rules=True)
    house.scan("8H")
    assert set(phone.rule(1, cmd="play", card="10S")) == {"meanwhile"}


def test_repeated_order_is_carried_out_once(house: House) -> None:
    phone = house.phone("Cy's phone", rules=True)
    assert phone.rule(1, cmd="play", card="8H") == {"done": 2}
    again = phone.rule(1, cmd="play", card="8H")
    assert set(again) == {"meanwhile"}
    assert as_drawn(again["meanwhile"]).startswith("Cy's phone: 8♥ ")


def test_order_during_a_pending_order_is_rejected(house: House) -> None:
    phone = house.phone(rules=True)
    order = {"order": {"cmd": "play", "card": "8H"}, "seen": 1}
    house.queue.put(lambda: house.table.obey(Play(card="7H")))  # no page has been updated yet
    assert set(phone.order(order).json()) == {"meanwhile"}
    assert state(house).total == 7


def test_unanswered_order_times_out_and_a_late_answer_is_ignored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with House(tmp_path, answering=False) as house:
        phone = house.phone(rules=True)
        answer = phone.order({"order": {"cmd": "play", "card": "8H"}, "seen": 1})
        assert (answer.status_code, set(answer.json())) == (503, {"problem"})
        house.unanswered[0].answer(Accepted(2))
        assert phone.may_rule
    house.unanswered[0].answer(Accepted(2))  # the request has timed out already
    assert caplog.text == ""


@pytest.mark.parametrize(
    "body",
    [
        {"order": {}, "seen": 1},
        {"order": {"cmd": "forgott"}, "seen": 1},
        {"order": {"cmd": "undo", "count": 0}, "seen": 1},
        {"order": {"cmd": "rename", "player": "Ann", "name": "x" * 25}, "seen": 1},
    ],
)
def test_malformed_request_is_answered_with_one_sentence(
    house: House, body: dict[str, Any]
) -> None:
    answer = house.phone(rules=True).order(body)
    assert (answer.status_code, set(answer.json())) == (400, {"problem"})
    assert house.table.journal.sequence == 1


@pytest.mark.attack(
    "code",
    "send orders as fast as the network carries them",
    "429 after ten a second, before they reach the box",
)
def test_rate_limit_applies_before_orders_reach_the_box(house: House) -> None:
    phone = house.phone(rules=True)
    wild = {"order": {"cmd": "play", "card": "8H", "player": "Di"}, "seen": 1}
    answers = [phone.order(wild) for _ in range(ORDERS.at_once + 3)]
    assert [answer.status_code for answer in answers] == [200] * ORDERS.at_once + [429] * 3
    assert set(answers[-1].json()) == {"problem"}
    assert len(house.page.publisher.snapshot.notes) == ORDERS.at_once


def test_internal_error_is_answered_with_a_sentence(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(house.access.sessions, "own", lambda *_: 1 / 0)
    phone = house.phone(rules=True)
    answer = phone.post("/me", {"player": "Bo"})
    assert (answer.status_code, set(answer.json())) == (500, {"problem"})
    assert "content-security-policy" in answer.headers
    assert not house.phone().may_rule  # Its answer comes once the error is in the log.
    assert "ZeroDivisionError" in caplog.text
    assert phone.may_rule


def test_unpaired_phone_may_preview_a_play(house: House) -> None:
    told = house.phone().order({"order": {"cmd": "play", "card": "8H"}}).json()
    assert (told["total"], told["state"]["turn"]) == (8, "Bo")
    assert (house.table.journal.sequence, house.table.game_notes) == (1, ())


def test_simultaneous_previews_are_limited(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may = threading.Semaphore(0), threading.Event()

    def slowly(*_: object) -> dict[str, object]:
        begun.release()
        assert may.wait(10)
        return {}

    monkeypatch.setattr(orders, "preview", slowly)
    body = {"order": {"cmd": "play", "card": "8H"}}
    with ThreadPoolExecutor(WEIGHED_AT_ONCE) as askers:
        phones = [house.phone(rules=True) for _ in range(WEIGHED_AT_ONCE)]
        asked = [askers.submit(phone.order, body) for phone in phones]
        for _ in asked:
            assert begun.acquire(timeout=10)
        answer = phones[0].order(body)
        may.set()
        assert [one.result().status_code for one in asked] == [200] * WEIGHED_AT_ONCE
    assert (answer.status_code, set(answer.json())) == (503, {"problem"})
    assert house.phone().order(body).status_code == 200


def test_wrong_codes_are_reported_to_the_box(house: House) -> None:
    code, phone = house.access.issue(), house.phone()
    wrong = "000000" if code != "000000" else "000001"
    said = [phone.post("/pair", {"code": wrong}) for _ in range(6)]
    assert [answer.status_code for answer in said] == [403] * 5 + [429]
    assert all(set(answer.json()) == {"problem"} for answer in said)
    assert house.told == [CodeGuessed(5, "127.0.0.1")]


SHOWN = {"open": False, "display": True}


def test_phone_receives_its_own_remaining_tries(house: House) -> None:
    assert (
        house.phone().get("/pairing").json()
        == {"seconds": None, "tries": 5, "guessed": False} | SHOWN
    )
    code = house.access.issue()
    wrong = "000000" if code != "000000" else "000001"
    guesser, phone = house.phone(at="127.0.0.2"), house.phone()
    for _ in range(5):
        guesser.post("/pair", {"code": wrong})
    assert guesser.get("/pairing").json() == {"seconds": 120, "tries": 0, "guessed": False} | SHOWN
    assert phone.get("/pairing").json() == {"seconds": 120, "tries": 5, "guessed": True} | SHOWN


def test_paired_phone_can_invite_another(house: House) -> None:
    answer = house.phone(rules=True).post("/invite", {}).json()
    assert (answer["address"], answer["seconds"]) == (f"192.168.1.7:{house.port}", 120)
    assert tuple(answer["modules"]) == modules_of(answer["address"], answer["code"])
    other = house.phone()
    assert other.post("/pair", {"code": answer["code"]}).json()["rules"]
    assert other.post("/invite", {}).status_code == 200


@pytest.mark.attack("code", "ask for a code without one", "401")
def test_unpaired_phone_gets_no_code(house: House) -> None:
    assert house.phone().post("/invite", {}).status_code == 401
    assert house.access.pairing.active is None


@pytest.mark.attack("code", "unblock the guessing address without the code", "401")
def test_only_paired_phones_receive_and_judge_guesses(house: House) -> None:
    ruler, looker, guesser = (
        house.phone("Cy's phone", rules=True),
        house.phone(),
        house.phone(at="127.0.0.2"),
    )
    code = house.access.issue()
    wrong = "000000" if code != "000000" else "000001"
    since = house.clock.time()
    for _ in range(5):
        guesser.post("/pair", {"code": wrong})
    told = {"address": "127.0.0.2", "count": 5, "since": since}
    assert ruler.get("/me").json()["guesser"] == told
    assert "guesser" not in looker.get("/me").json()
    assert looker.post("/me", {"shut": True}).status_code == 401
    version = house.access.version
    assert "guesser" not in ruler.post("/me", {"shut": True}).json()
    assert house.access.version != version
    assert isinstance(house.told[-1], GuesserJudged)
    assert guesser.post("/pair", {"code": code}).status_code == 429
    assert looker.post("/pair", {"code": code}).status_code == 200


def test_box_without_display_lets_its_first_phone_in(house: House) -> None:
    house.access.shows_codes = False
    first, second = house.phone(), house.phone()
    assert first.get("/pairing").json()["open"]
    assert first.post("/pair", {"code": ""}).status_code == 200
    assert (
        second.get("/pairing").json() | {"open": False, "display": False}
        == second.get("/pairing").json()
    )
    assert second.post("/pair", {"code": ""}).status_code == 400
