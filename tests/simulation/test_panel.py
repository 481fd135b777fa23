"""The panel's server: access, messages on the line, and the end of connections."""

import asyncio
import base64
import hashlib
import json
import re
import socket
from collections.abc import Iterator, MutableMapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from PIL import Image

from companion.box.requests import TableRequest
from companion.core.commands import New, Step
from companion.core.events import Dealt
from companion.errors import DeviceError
from companion.labels.codec import write_label
from companion.simulation import bots as players
from companion.simulation.pack import labels_of
from companion.simulation.panel import PanelFeed, PanelSite
from companion.web.event_stream import SWITCHED_OFF
from tests.simulation.served import Panel
from tests.simulation.small_box import SmallBox
from tests.simulation.tab import ClosedError, RefusedError, Tab
from tests.simulation.whole_box import switched_on


@pytest.fixture
def box() -> SmallBox:
    return SmallBox()


@pytest.fixture
def panel(box: SmallBox) -> Iterator[Panel]:
    panel = Panel(box, port=0)
    panel.start()
    yield panel
    panel.close()


@pytest.fixture
def client(panel: Panel) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://localhost:{panel.port}") as client:
        yield client


def test_page_and_its_files_are_served(client: httpx.Client) -> None:
    script = re.search(r'<script type="module" src="([^"]+)"', client.get("/panel").text)
    assert script is not None
    assert client.get(script[1]).headers["content-type"].startswith("text/javascript")
    assert client.get("/shared/fonts/OFL.txt").text.startswith("Copyright")
    assert client.get("/panel/static/../panel.py").status_code == 404


def test_content_policy_forbids_other_origins(client: httpx.Client) -> None:
    for path in ("/panel", "/panel/static/js/panel.js"):
        policy = client.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert re.search(r"script-src 'self'( 'sha256-\S+')*;", policy)
        assert "unsafe" not in policy


def test_page_has_no_inline_script_except_the_one_for_old_browsers(client: httpx.Client) -> None:
    answer = client.get("/panel")
    assert "style=" not in answer.text
    (script,) = re.findall("<script>(.*?)</script>", answer.text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"'sha256-{digest}'" in answer.headers["content-security-policy"]
    assert "http" not in answer.text.replace("http-equiv", "")


def test_page_and_websocket_are_behind_the_guard(client: httpx.Client, panel: Panel) -> None:
    assert client.get("/panel", headers={"host": "evil.example"}).status_code == 403
    with pytest.raises(RefusedError) as refused, Tab(panel.port, origin="http://evil.example"):
        pass
    assert refused.value.status == 403


def test_new_tab_receives_the_whole_state_at_once(panel: Panel) -> None:
    with Tab(panel.port) as tab:
        told = tab.hear()
    parts = told["parts"]
    own = {"box", "display", "lights", "sound", "deck", "hands", "others"}
    assert set(parts) == own | {"game", "state", "now"}
    assert len(base64.b64decode(parts["display"]["pixels"])) == 1024
    assert parts["display"]["text"] == "0. Ann to play."
    assert parts["lights"]["seats"].count("act") == 1
    assert parts["game"]["title"] == "Ninety-nine"
    assert parts["state"]["turn"] == "Ann"
    assert parts["now"]["steps"] == 0
    assert [row["kind"] for row in told["plays"]["rows"]] == ["deal"]
    assert len(parts["deck"]) == 52
    assert [len(hand) for hand in parts["hands"]["seats"]] == [3, 3, 3, 3]


def test_order_of_the_stock_is_never_sent(panel: Panel, box: SmallBox) -> None:
    with Tab(panel.port) as tab:
        parts = tab.hear()["parts"]
        box.seed = "another shuffle"
        box.tell()
        other = tab.hear()["parts"]
    assert set(parts["hands"]) == {"seats", "pile"}
    assert set(other) == {"hands"}
    assert parts["deck"] == [write_label(card) for card in labels_of(box.deck)]


def test_later_messages_hold_only_changes(panel: Panel, box: SmallBox) -> None:
    with Tab(panel.port) as tab:
        tab.hear()
        box.contrast = 0.25
        box.tell()
        told = tab.hear()
    assert set(told) == {"version", "parts"}
    assert set(told["parts"]) == {"display"}
    assert told["parts"]["display"]["contrast"] == 0.25


def test_caps_are_pressed_and_released(panel: Panel, box: SmallBox) -> None:
    with Tab(panel.port) as tab:
        tab.hear()
        tab.tell(type="key", name="RIGHT", down=True)
        tab.tell(type="key", name="RIGHT", down=False)
        tab.tell(type="line", text="9D")
        while "state" not in tab.hear()["parts"]:
            pass
    assert box.pressed == [("RIGHT", True), ("RIGHT", False)]
    assert box.lines == ["9D"]


def test_cap_held_by_a_closed_tab_is_released(panel: Panel, box: SmallBox) -> None:
    with Tab(panel.port) as tab:
        tab.hear()
        tab.tell(type="key", name="MORE", down=True)
    with Tab(panel.port) as tab:
        tab.hear()
    assert box.pressed == [("MORE", True), ("MORE", False)]


def test_played_card_leaves_its_hand(panel: Panel, box: SmallBox) -> None:
    with Tab(panel.port) as tab:
        hands = tab.hear()["parts"]["hands"]["seats"]
        label = next(label for label in hands[0] if not label.startswith("1A"))
        tab.tell(type="card", label=label)
        parts = tab.hear()["parts"]
    assert parts["hands"]["pile"] == [label]
    assert label not in parts["hands"]["seats"][0]
    assert [str(card.deck) for card in box.passed] == ["1"]


def test_unknown_hands_are_left_out(panel: Panel, box: SmallBox) -> None:
    box.scan_line("9D")
    box.scan_line("8D")
    box.game.moments[-1] = msgspec.structs.replace(
        box.game.moments[-1], events=(Dealt(1, "Ann", 3),)
    )
    with Tab(panel.port) as tab:
        parts = tab.hear()["parts"]
    assert parts["hands"]["seats"] == []
    assert parts["hands"]["reason"] == "2 cards lie on the pile, but only 1 were played"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "[]",
        "x" * 300,
        '{"type": "key", "name": "POWER", "down": true}',
        '{"type": "key", "name": "OK"}',
        '{"type": "key", "name": "OK", "down": true, "more": 1}',
        '{"type": "card", "label": "8H"}',
        '{"type": "card", "label": "0OKX"}',
        '{"type": "card", "label": "18H0"}',
        '{"type": "line", "text": 7}',
        '{"type": "format"}',
        '{"type": "others", "level": "perfect"}',
    ],
)
def test_invalid_message_closes_the_websocket(panel: Panel, box: SmallBox, message: str) -> None:
    with Tab(panel.port) as tab:
        tab.hear()
        tab.send(message)
        with pytest.raises(ClosedError) as closed:
            tab.hear()
    assert closed.value.code in {1008, 1009}
    assert (box.pressed, box.passed, box.lines) == ([], [], [])


def test_too_many_tabs_are_rejected(panel: Panel) -> None:
    with ExitStack() as tabs:
        for _ in range(16):
            tabs.enter_context(Tab(panel.port)).hear()
        with pytest.raises(RefusedError):
            tabs.enter_context(Tab(panel.port))


def test_server_listens_on_loopback_and_releases_the_port(box: SmallBox) -> None:
    panel = Panel(box, port=0)
    panel.start()
    assert panel.address == f"http://localhost:{panel.port}/panel"
    assert httpx.get(panel.address).status_code == 200
    panel.close()
    with socket.create_server(("127.0.0.1", panel.port)):
        pass


def test_switched_off_box_closes_tabs_after_the_last_picture(panel: Panel, box: SmallBox) -> None:
    with Tab(panel.port) as tab:
        tab.hear()
        box.contrast = 0.25
        box.switched_off = True
        panel.close()
        assert tab.hear()["parts"]["display"]["contrast"] == 0.25
        with pytest.raises(ClosedError) as closed:
            tab.hear()
    assert closed.value.code == SWITCHED_OFF


def test_stopped_box_does_not_report_that_it_is_off(panel: Panel) -> None:
    with Tab(panel.port) as tab:
        tab.hear()
        panel.close()
        with pytest.raises(ClosedError) as closed:
            tab.hear()
    assert closed.value.code != SWITCHED_OFF


def test_grey_display_is_sent_with_four_bits_a_pixel(panel: Panel, box: SmallBox) -> None:
    box.picture = Image.new("L", (256, 64))
    box.picture.putpixel((0, 0), 255)
    box.picture.putpixel((3, 0), 128)
    with Tab(panel.port) as tab:
        display = tab.hear()["parts"]["display"]
    assert (display["width"], display["height"], display["depth"]) == (256, 64, 4)
    pixels = base64.b64decode(display["pixels"])
    assert (len(pixels), pixels[:2]) == (8192, b"\xf0\x08")


def test_taken_port_is_named_in_the_error(box: SmallBox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(DeviceError, match=f"port {port} is taken"):
            Panel(box, port=port).start()


def test_bots_play_with_face_down_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in ("PLAYS", "DEALS"):
        monkeypatch.setattr(players, pause, (0.0, 0.0))
    new = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), dealer="Ann")
    with switched_on(tmp_path, new) as box:

        def play(step: Step, seen: int) -> None:
            box.app.submit(TableRequest(step, None, seen, lambda _answer: None))

        panel = Panel(box.bench, port=0, play=play)
        panel.start()
        with Tab(panel.port) as tab:
            own = tab.hear()["parts"]["hands"]["seats"][0]
            tab.tell(type="others", level="sharp")
            hands, turn, told = None, "Bo", tab.hear()["parts"]
            while turn != "Ann":
                hands, turn = told.get("hands", hands), told.get("state", {"turn": turn})["turn"]
                told = tab.hear()["parts"] if turn != "Ann" else {}
            assert hands is not None
            assert hands["seats"] == [own, ["?"] * 3, ["?"] * 3]
            tab.tell(type="others", level="")
            while "others" not in (told := tab.hear()["parts"]):
                pass
            assert told["others"] == {"level": ""}
            assert "?" not in str(told["hands"]["seats"])
        panel.close()
        assert box.table.state is not None
        assert len(box.table.moments) >= 3
        assert box.table.game_notes == ()


def test_unseen_cards_are_sent_in_games_without_a_stock(tmp_path: Path) -> None:
    new = New(variant="slobberhannes", players=("Ann", "Bo", "Cy"), dealer="Cy")
    with switched_on(tmp_path, new) as box:
        feed = PanelFeed(box.bench)
        feed.others = "easy"
        hands = json.loads(feed.message(None)[1])["parts"]["hands"]
        assert not set(hands["unseen"]) & set(hands["seats"][0])
        assert hands["unseen"] == sorted(hands["unseen"])
        assert len(hands["unseen"]) == 20


@pytest.mark.own_thread
def test_tab_that_vanishes_during_an_update_ends_its_line(box: SmallBox) -> None:
    press = '{"type": "key", "name": "OK", "down": true}'
    messages = [{"type": "websocket.connect"}, *[{"type": "websocket.receive", "text": press}] * 2]
    scope = {"type": "websocket", "path": "/panel/line", "headers": [], "subprotocols": []}

    async def receive() -> dict[str, str]:
        await asyncio.sleep(0)  # lets the page's task run first, which notices the lost tab
        return messages.pop(0) if messages else {"type": "websocket.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise OSError

    async def opened() -> None:
        await PanelSite(box).application()(scope, receive, send)

    asyncio.run(opened())
