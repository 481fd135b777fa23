"""Tests of attacks from the same network by phones that are not paired."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from companion.inputs import CodeGuessed, PhonePaired
from companion.phone import server
from companion.phone.pairing.code import NO_CODE
from companion.phone.pairing.sessions import AN_EVENING
from tests.phone.house import House
from tests.simulation.tab import RefusedError, Tab
from tests.worded import worded

ORDER = {"order": {"cmd": "play", "card": "8H"}, "seen": 1}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


def plays(house: House) -> int:
    """Return how many commands the journal has besides the deal."""
    return house.table.journal.sequence - 1


def wrong_for(house: House) -> str:
    showing = house.access.pairing.active
    assert showing is not None
    return f"{(int(showing.code) + 1) % 10**6:06}"


@pytest.mark.attack("code", "order without a cookie", "401, nothing is played")
def test_request_without_cookie_may_not_order(house: House) -> None:
    house.phone(rules=True)
    assert house.phone().order(ORDER).status_code == 401
    assert plays(house) == 0


@pytest.mark.attack(
    "code",
    "order with a forged, cut or doubled cookie, or with the hash that the box stores",
    "401, nothing is played",
)
def test_forged_cookie_may_not_order(house: House) -> None:
    real = house.phone(rules=True).client.cookies[house.cookie]
    hashed = json.loads((house.folder / "phones.json").read_text())["phones"][0]["digest"]
    for forged in (
        "",
        "x",
        real[:-1],
        real[::-1],
        real + real,
        hashed,
        "A" * 4000,
        '"',
        "a=b; companion",
    ):
        answer = house.phone().order(ORDER, f"{house.cookie}={forged}")
        assert answer.status_code == 401, forged
    assert plays(house) == 0


def test_cookie_is_httponly_and_same_site_strict(house: House) -> None:
    answer = house.phone().post("/pair", {"code": house.access.issue()})
    cookie = SimpleCookie(answer.headers["set-cookie"])[house.cookie]
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "strict"
    assert cookie["path"] == "/"
    assert int(cookie["max-age"]) == AN_EVENING
    assert not cookie["domain"]
    assert len(cookie.value) >= 43
    assert cookie.value not in answer.text


def test_cookie_lifetime_equals_the_pairing(house: House) -> None:
    phone = house.phone(rules=True)
    cookie = SimpleCookie(phone.get("/me").headers["set-cookie"])[house.cookie]
    assert cookie.value == phone.client.cookies[house.cookie]
    assert (int(cookie["max-age"]), bool(cookie["httponly"])) == (AN_EVENING, True)
    assert "set-cookie" not in house.phone().get("/me").headers


def test_code_pairs_one_phone(house: House) -> None:
    code = house.access.issue()
    assert house.phone().post("/pair", {"code": code}).status_code == 200
    second = house.phone()
    answer = second.post("/pair", {"code": code})
    assert answer.status_code == 403
    assert worded(answer.json()) == worded({"problem": NO_CODE})
    assert not second.may_rule


@pytest.mark.attack("code", "use the right code from eight phones at once", "one phone is paired")
def test_simultaneous_uses_of_a_code_pair_one_phone(house: House) -> None:
    code = house.access.issue()
    phones = [house.phone() for _ in range(8)]
    with ThreadPoolExecutor(len(phones)) as at_once:
        answers = at_once.map(lambda phone: phone.post("/pair", {"code": code}), phones)
        statuses = [answer.status_code for answer in answers]
    assert sorted(statuses) == [200] + [403] * 7
    assert house.access.sessions.count == 1


def test_five_wrong_codes_delay_the_right_one(house: House) -> None:
    code, phone = house.access.issue(), house.phone()
    for _ in range(5):
        assert phone.post("/pair", {"code": wrong_for(house)}).status_code == 403
    answer = phone.post("/pair", {"code": code})
    assert answer.status_code == 429
    assert set(answer.json()) == {"problem"}
    assert house.access.sessions.count == 0


def test_phone_pairs_while_another_address_guesses(house: House) -> None:
    code, guesser = house.access.issue(), house.phone(at="127.0.0.2")
    for _ in range(9):
        guesser.post("/pair", {"code": wrong_for(house)})
    assert house.phone().post("/pair", {"code": code}).status_code == 200
    assert house.told == [CodeGuessed(5, "127.0.0.2"), PhonePaired("A phone")]


@pytest.mark.attack(
    "code", "use a code that was read earlier", "it works for two minutes, and once"
)
def test_expired_code_does_not_pair(house: House) -> None:
    code = house.access.issue()
    house.clock.now += 120
    assert house.phone().post("/pair", {"code": code}).status_code == 403


def test_code_before_issue_does_not_pair(house: House) -> None:
    for code in ("000000", "123456"):
        assert house.phone().post("/pair", {"code": code}).status_code == 403


@pytest.mark.attack("code", 'go on after "Disconnect phones"', "401, nothing is played")
def test_dismissed_phone_may_not_order(house: House) -> None:
    phones = [house.phone(rules=True), house.phone(rules=True)]
    house.access.dismiss()
    assert [phone.order(ORDER).status_code for phone in phones] == [401, 401]
    assert plays(house) == 0


def test_unused_pairing_expires(house: House) -> None:
    phone = house.phone(rules=True)
    house.clock.now += AN_EVENING
    assert phone.order(ORDER).status_code == 401
    assert plays(house) == 0


def test_two_boxes_on_one_host_have_separate_cookies(tmp_path: Path) -> None:
    with House(tmp_path / "one") as one, House(tmp_path / "two") as two:
        phone, other = one.phone("Cy's phone", rules=True), two.phone()
        other.client.cookies = phone.client.cookies  # browsers ignore ports of cookies
        assert other.post("/pair", {"code": two.access.issue()}).status_code == 200
        assert phone.may_rule
        assert other.may_rule


def test_cookie_survives_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        token = house.phone("Cy's phone", rules=True).client.cookies[house.cookie]
    with House(tmp_path) as house:
        phone = house.phone()
        phone.client.cookies.set(house.cookie, token)
        assert phone.get("/me").json() == {"rules": True, "name": "Cy's phone", "player": ""}
        assert phone.rule(cmd="play", card="8H") == {"done": 2}


@pytest.mark.attack(
    "page",
    "write a script into a player's name",
    "it is a text; the page may run only the box's own files",
)
def test_script_in_a_name_is_sent_as_text(house: House) -> None:
    name = "<script>a()</script>"
    phone = house.phone(f"{name}!!", rules=True)
    told = phone.rule(cmd="rename", player="Ann", name=name)
    assert told == {"done": 2}
    answer = phone.get("/me")
    assert answer.json()["name"] == f"{name}!!"
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    with Tab(house.port, target="/line") as line:
        heard = [line.hear().get("parts", {}) for _ in range(2)]  # everything, then news or a beat
    assert name in [parts["state"]["players"][0]["name"] for parts in heard if "state" in parts]


def test_guard_applies_to_paired_phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign, host = {"origin": "http://evil.example"}, {"host": "evil.example"}
    with House(tmp_path / "guarded") as house:
        phone = house.phone(rules=True)
        assert phone.post("/part", {}, headers=foreign).status_code == 403
        assert phone.post("/part", {}, headers=foreign | host).status_code == 403
        assert phone.may_rule
        with pytest.raises(RefusedError), Tab(house.port, target="/line", origin=foreign["origin"]):
            pass
    monkeypatch.setattr(server, "guarded", lambda app, *_: app)
    with House(tmp_path / "unguarded") as house:
        phone = house.phone(rules=True)
        assert phone.post("/part", {}, headers=foreign | host).status_code == 200
        assert not phone.may_rule


@pytest.mark.attack("bytes", "send JSON that is nested thousands deep", "400")
def test_deeply_nested_body_is_refused(house: House) -> None:
    phone, json_type = house.phone(rules=True), {"content-type": "application/json"}
    for body in ("[" * 8000, '{"order": ' + "[" * 8000, '{"order": {"cmd": ' + '{"a":' * 2000):
        assert phone.client.post("/me", content=body, headers=json_type).status_code == 400, body[
            :20
        ]


def test_only_variant_uploads_may_have_long_bodies(house: House) -> None:
    phone, text = house.phone(rules=True), "#" * 20 * 1024
    assert phone.post("/games/save", {"file": "our-99.toml", "text": text}).status_code == 400
    assert phone.post("/games/save", {"file": "our-99.toml", "text": text * 4}).status_code == 413
    assert phone.post("/games/preview", {"variant": text}).status_code == 413
