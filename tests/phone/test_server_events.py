"""Tests of a page's line: it receives everything first, then changes, and a goodbye."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import Play
from companion.message import ENGLISH
from companion.phone import server
from companion.phone.language import PhoneLanguages
from companion.phone.server import ORDERS
from tests.phone.house import House, Phone, ordered
from tests.simulation.tab import ClosedError, Tab


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def line(house: House) -> Iterator[Tab]:
    with Tab(house.port, target="/line") as line:
        yield line


def news(line: Tab, part: str) -> Any:
    """Return `part` of the next message that has it, within ten messages."""
    for _ in range(10):
        parts = line.hear().get("parts", {})
        if part in parts:
            return parts[part]
    raise AssertionError(f"no word of {part}")


def rest(line: Tab) -> tuple[dict[str, Any], int]:
    """Return the last version of each part that the line sends until it ends, and
    the close code.
    """
    parts: dict[str, Any] = {}
    try:
        for _ in range(20):
            parts |= line.hear().get("parts", {})
    except ClosedError as closed:
        return parts, closed.code
    raise AssertionError(f"the line goes on: {parts}")


def test_new_page_receives_all_parts(line: Tab) -> None:
    told = line.hear()
    assert set(told["parts"]) == {
        "box",
        "ruling",
        "game",
        "state",
        "now",
        "voice",
        "question",
        "rounds",
    }
    assert told["parts"]["state"]["turn"] == "Ann"
    assert told["parts"]["now"]["sequence"] == 1
    assert told["parts"]["ruling"]["phones"] == 0
    assert told["plays"]["from"] == 0
    assert [row["kind"] for row in told["plays"]["rows"]] == ["deal"]


def test_play_at_the_box_is_sent_with_its_row(house: House, line: Tab) -> None:
    line.hear()
    house.scan("8H")
    told = line.hear()
    assert told["parts"]["state"]["total"] == 8
    assert "game" not in told["parts"]
    assert [row["player"] for row in told["plays"]["rows"]] == ["Ann"]


def test_simultaneous_changes_end_in_the_final_state(house: House, line: Tab) -> None:
    line.hear()
    for card in ("8H", "9H", "7H", "5H", "AH"):
        house.obey(Play(card=card))
    assert any(news(line, "state")["total"] == 21 for _ in range(5))


def test_change_without_effect_on_the_page_is_not_sent(house: House, line: Tab) -> None:
    first = line.hear()
    assert first["parts"]["box"]["clock"] == house.clock.time()
    for _ in range(5):
        house.clock.now += 1
        house.at_the_box(house.box.tick)
    house.scan("8H")
    told = line.hear()
    assert told["version"] == first["version"] + 1
    assert told["parts"]["box"]["clock"] == house.clock.time()


def test_change_of_paired_phones_is_sent(house: House, line: Tab) -> None:
    versions = [line.hear()["parts"]["ruling"]["version"]]

    def hears_of(phones: int) -> None:
        """Assert that the number arrives, possibly before its version."""
        now = {"phones": phones, "version": house.access.version, "owners": []}
        while news(line, "ruling") != now:
            pass
        versions.append(house.access.version)

    phone = house.phone(rules=True)
    hears_of(1)
    phone.post("/part", {})
    hears_of(0)
    house.phone(rules=True)
    hears_of(1)
    house.access.dismiss()
    hears_of(0)
    assert len(set(versions)) == 5


def test_failed_view_replaces_the_old_table(
    house: House, line: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = line.hear()["parts"]["box"].keys()
    monkeypatch.setattr(server, "parts", lambda *_: 1 / 0)
    house.scan("8H")
    told = line.hear()
    assert told["parts"]["box"]["stopped"]
    assert told["parts"]["box"].keys() == known
    assert (told["parts"]["state"], told["plays"]) == (None, {"from": 0, "rows": []})
    monkeypatch.undo()
    house.scan("7H")
    assert news(line, "state")["total"] == 15


CATALOGUE = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8"

msgid "the previous game continues"
msgstr "weiter"
"""


def test_pages_receive_an_order_in_their_own_language(tmp_path: Path) -> None:
    (tmp_path / "de.po").write_text(CATALOGUE, "utf-8")
    with (
        House(tmp_path / "house", languages=PhoneLanguages(folder=tmp_path)) as house,
        Tab(house.port, target="/line", cookie="language=de") as german,
        Tab(house.port, target="/line", cookie="language=en") as english,
    ):
        for line in (german, english):
            assert line.hear()["parts"]["now"]["undo"] is None
        ruler = house.phone(rules=True)
        for line in (german, english):
            news(line, "ruling")
        ruler.rule(cmd="new", variant="ninety-nine", players=["Ann", "Bo"])
        told = [news(line, "now") for line in (german, english)]
    german_now, english_now = told
    assert german_now["undo"].pop("then") == "weiter"
    assert english_now["undo"].pop("then") != "weiter"
    assert german_now["undo"]["order"] == english_now["undo"]["order"] == {"cmd": "reopen"}
    assert told[0]["sequence"] == told[1]["sequence"]


def test_open_page_receives_the_new_letters_of_the_deck(tmp_path: Path) -> None:
    box = [ENGLISH]
    with (
        House(tmp_path, languages=PhoneLanguages(lambda: box[-1])) as house,
        Tab(house.port, target="/line", cookie="language=de") as line,
    ):
        assert line.hear()["parts"]["box"]["court"] == "JQK"
        box.append(ENGLISH._replace(court="BDK"))
        house.scan("8H")
        assert news(line, "box")["court"] == "BDK"


@pytest.mark.parametrize(
    "message",
    [
        {"order": {"cmd": "play", "card": "8H"}},
        {"id": "1", "order": {}},
        {"id": 1, "order": []},
        {"id": 1, "order": {}, "seen": "1"},
        {"id": 1, "order": {}, "more": 1},
    ],
)
def test_page_that_sends_an_invalid_message_is_disconnected(
    line: Tab, message: dict[str, object]
) -> None:
    line.hear()
    line.tell(**message)
    assert rest(line)[1] == 1008


def ruling_line(house: House) -> tuple[Phone, Tab]:
    """Return a paired phone and the line of its page."""
    phone = house.phone(rules=True)
    return phone, Tab(house.port, target="/line", cookie=phone.cookie)


PLAY = {"cmd": "play", "card": "8H"}


def test_line_carries_orders_and_previews(house: House) -> None:
    _, line = ruling_line(house)
    with line:
        seen = house.table.journal.sequence
        assert ordered(line, {"order": PLAY, "seen": seen}) == (200, {"done": seen + 1})
        status, late = ordered(line, {"order": PLAY, "seen": seen}, 8)
        assert (status, set(late)) == (200, {"meanwhile"})
        assert ordered(line, {"order": {"cmd": "play", "card": "3C"}}).told["total"] == 11
        assert ordered(line, {"order": {"cmd": "dance"}, "seen": seen + 1}).status_code == 400


def test_line_without_the_cookie_may_preview_but_not_order(line: Tab) -> None:
    line.hear()
    refused = {"problem": "First enter the code shown on the display."}
    assert ordered(line, {"order": PLAY, "seen": 1}) == (401, refused)
    assert ordered(line, {"order": PLAY}).told["total"] == 8


def refused_and_closed(line: Tab, body: Mapping[str, object]) -> int:
    """Return the close code with which the line ends after an order, which is refused if it is
    answered at all.
    """
    try:
        line.tell(id=7, **body)
        for _ in range(20):
            message = line.hear()
            assert "id" not in message or message["status"] == 401
    except ClosedError as closed:
        return closed.code
    raise AssertionError("the line goes on")


def test_disconnected_phone_cannot_order_on_its_open_line(house: House) -> None:
    parted, first = ruling_line(house)
    _, second = ruling_line(house)
    body: dict[str, Any] = {"order": PLAY, "seen": house.table.journal.sequence}
    with first, second:
        assert parted.post("/part", {}).status_code == 200
        assert refused_and_closed(first, body) == 4001
        house.access.dismiss()
        assert refused_and_closed(second, body) == 4001
    assert house.table.journal.sequence == body["seen"]


def test_orders_on_all_lines_of_a_phone_count_together(house: House) -> None:
    phone, line = ruling_line(house)
    wild = {"order": {"cmd": "dance"}, "seen": 1}
    with line:
        for _ in range(ORDERS.at_once):
            ordered(line, wild)
        assert phone.order(wild).status_code == 429


def test_switched_off_box_closes_with_its_last_state(house: House, line: Tab) -> None:
    line.hear()
    house.at_the_box(house.switch_off)
    house.page.publisher.close()
    parts, code = rest(line)
    assert (parts["box"]["off"], code) == (True, 1001)


def test_stopping_program_closes_the_line_as_going_away(house: House, line: Tab) -> None:
    line.hear()
    house.page.publisher.close()
    house.close_server()
    assert rest(line)[1] == 1001


def test_pages_receive_the_players_with_a_connected_phone(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        phone = house.phone(rules=True)
        phone.post("/me", {"player": "Bo"})
        with Tab(house.port, target="/line") as watching:
            assert watching.hear()["parts"]["ruling"]["owners"] == []
            with Tab(house.port, target="/line", cookie=phone.cookie):
                assert news(watching, "ruling")["owners"] == ["Bo"]
            assert news(watching, "ruling")["owners"] == []
