"""A game that is played at a box, as the subscribers of a broker see it."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import pytest
from jsonschema import Draft202012Validator

from companion.app.application import App
from companion.app.runtime import Runtime
from companion.app.startup import publish_by_mqtt
from companion.box.requests import TableCommand, TableRequest
from companion.config.sections import GameSettings, MqttSettings
from companion.core.commands import Bust, New, Play
from companion.table.files import JOURNAL
from tests.app.test_web_startup import NOTHING_WIRED
from tests.docs.asyncapi import CHANNELS, document
from tests.drivers.bench import running
from tests.mqtt.broker import Broker

NEW = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"))
BOX = "0123abcd"


@contextmanager
def playing(folder: Path, settings: MqttSettings, *, learns: bool = False) -> Iterator[App]:
    """Yield a box with the id `BOX` that sends its state to a broker."""
    (folder / JOURNAL / BOX).mkdir(parents=True, exist_ok=True)
    config = msgspec.structs.replace(NOTHING_WIRED, game=GameSettings(learn=learns))
    with ExitStack() as closing, App(Runtime(config, folder)) as app, running(app):
        publish_by_mqtt(settings, app, closing)
        yield app


def obey(app: App, *commands: TableCommand) -> None:
    for command in commands:
        app.submit(TableRequest(command, None, None, lambda _answer: None))


def to(broker: Broker, *, names: bool = False) -> MqttSettings:
    return MqttSettings(host="127.0.0.1", port=broker.port, names=names)


def seat(number: int, chips: int, *, plays: bool = True, name: str = "") -> dict[str, object]:
    known = {"seat": number, "name": name or f"Seat {number}", "plays": plays}
    return {**known, "chips": chips, "points": None}


def test_each_card_is_published(broker: Broker, tmp_path: Path) -> None:
    with broker.subscriber() as subscriber, playing(tmp_path, to(broker)) as app:
        empty = subscriber.state(game=None)
        assert empty.topic == f"companion/{BOX}/state"
        obey(app, NEW)
        subscriber.state(game=1, total=0, turn="Seat 1")
        obey(app, Play(card="KH"))
        assert subscriber.state(total=99).content == {
            "game": 1,
            "variant": "ninety-nine",
            "phase": "play",
            "hand": 1,
            "total": 99,
            "turn": "Seat 2",
            "direction": "clockwise",
            "chips": 15,
            "pot": 0,
            "players": [seat(1, 5), seat(2, 5), seat(3, 5)],
            "needs_help": False,
        }
        obey(app, Play(card="4S"))
        subscriber.state(total=99, direction="counterclockwise", turn="Seat 1")
        obey(app, Bust())
        over = subscriber.state(phase="hand-over").content
        assert (over["turn"], over["players"][1], over["chips"]) == (None, seat(2, 5), 14)


def test_names_stay_in_the_box_unless_they_are_wanted(broker: Broker, tmp_path: Path) -> None:
    with broker.subscriber() as subscriber:
        with playing(tmp_path, to(broker)) as app:
            obey(app, NEW, Play(card="KH"))
            subscriber.state(total=99)
        logged = " ".join(message.text for message in subscriber.heard)
        assert not [name for name in NEW.players if f'"{name}"' in logged]
        with playing(tmp_path, to(broker, names=True)):
            named = subscriber.state(turn="Bo").content
    assert [player["name"] for player in named["players"]] == ["Ann", "Bo", "Cy"]


def test_total_that_a_player_has_to_call_stays_hidden(broker: Broker, tmp_path: Path) -> None:
    settings = to(broker)
    with broker.subscriber() as subscriber, playing(tmp_path, settings, learns=True) as app:
        obey(app, NEW, Play(card="KH"))
        subscriber.state(turn="Seat 2", total=None)


def test_messages_are_as_the_asyncapi_document_says(broker: Broker, tmp_path: Path) -> None:
    with broker.subscriber() as subscriber:
        with playing(tmp_path, to(broker)) as app:
            obey(app, NEW, Play(card="KH"))
            subscriber.state(total=99)
        subscriber.availability("offline")
    content = document()
    validators = {
        channel["address"].format(box=BOX): Draft202012Validator(
            {"$ref": f"#/components/schemas/{CHANNELS[name].schema}", **content}
        )
        for name, channel in content["channels"].items()
    }
    assert {message.topic for message in subscriber.heard} == {*validators}
    for message in subscriber.heard:
        is_json = message.text.startswith("{")
        validators[message.topic].validate(json.loads(message.text) if is_json else message.text)


def test_silent_broker_delays_neither_cards_nor_the_end(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings = MqttSettings(host="127.0.0.1", port=silent.getsockname()[1])
        with playing(tmp_path, settings) as app:
            silent.accept()[0].detach()  # connected, and never answered
            obey(app, NEW, Play(card="KH"))
        assert app.box.shown.sequence == 2


def test_box_without_a_broker_loads_nothing_of_it() -> None:
    program = """
import sys, threading
from contextlib import ExitStack
from companion.app.startup import publish_by_mqtt
from companion.config.sections import MqttSettings
import companion.cli.commands
before = threading.active_count()
publish_by_mqtt(MqttSettings(), None, ExitStack())
print([name for name in sys.modules if "mqtt" in name and not name.endswith("mqtt_startup")])
print(threading.active_count() - before)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "[]\n0\n"


def test_missing_package_is_named_once_and_play_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delitem(sys.modules, "companion.mqtt.publisher", raising=False)
    monkeypatch.setitem(sys.modules, "paho.mqtt.client", None)  # an import of it fails
    with playing(tmp_path, MqttSettings(host="127.0.0.1")) as app:
        obey(app, NEW)
    assert app.box.table.game == 1
    missing = "the broker gets nothing: paho.mqtt.client is not there (the extra 'mqtt')"
    assert [record.message for record in caplog.records if "broker" in record.message] == [missing]


@pytest.mark.parametrize(
    ("key", "content", "reason"),
    [
        ("password_file", None, "cannot be read: No such file or directory"),
        ("ca_file", None, "cannot be read: No such file or directory"),
        ("ca_file", "no certificate", "has no certificate"),
    ],
)
def test_unusable_file_is_named_and_play_continues(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, key: str, content: str | None, reason: str
) -> None:
    file = tmp_path / "a file"
    if content is not None:
        file.write_text(content, "utf-8")
    settings = MqttSettings(host="127.0.0.1", user="box", tls=True)
    settings = msgspec.structs.replace(settings, **{key: str(file)})
    with playing(tmp_path, settings) as app:
        obey(app, NEW)
    assert app.box.table.game == 1
    assert f"the broker gets nothing: mqtt.{key}: {file}" in caplog.text
    assert reason in caplog.text
