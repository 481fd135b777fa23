"""The page about MQTT: its examples work, and its AsyncAPI document is made from the types."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.config import read_config
from companion.mqtt.payloads import discovery_message, topics_of
from tests.docs import asyncapi
from tests.docs.pages import page, section, tables
from tests.drivers.scanner import PATIENCE
from tests.mqtt.broker import Broker, running_broker

PAGE = page("howto/mqtt.md")


def examples(language: str) -> Iterator[str]:
    """Yield the code of the page in a language."""
    for part in PAGE.split(f"```{language}\n")[1:]:
        yield part.split("```", 1)[0]


def names_of_entities() -> list[str]:
    """Return the name of each entity of a table named "card-table"."""
    message: Any = discovery_message("0123abcd", "card-table", "1.0", topics_of("0123abcd"))
    return [entity["name"] for entity in message["components"].values()]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    with running_broker(tmp_path) as broker:
        yield broker


def test_asyncapi_document_is_made_from_the_types() -> None:
    assert asyncapi.FILE.read_text("utf-8") == asyncapi.text()


def test_configurations_are_valid() -> None:
    assert [read_config(text).mqtt.tls for text in examples("toml")] == [False, True]


def test_automation_waits_for_an_entity_of_the_table() -> None:
    (automation,) = map(yaml.safe_load, examples("yaml"))
    entities = {f"sensor.card_table_{name.lower()}" for name in names_of_entities()}
    (trigger,) = automation["triggers"]
    assert trigger["entity_id"] in entities
    assert trigger["to"] == "99"


def test_table_has_every_entity() -> None:
    (rows,) = tables(section("howto/mqtt.md", "Home Assistant"))
    named = [row[0] for row in rows]
    assert named == names_of_entities()


def test_lights_follow_the_total_without_home_assistant(broker: Broker) -> None:
    (line,) = examples("sh")
    here = line.replace("broker.local", f"127.0.0.1 -p {broker.port}")
    with broker.subscriber() as subscriber:
        running = subprocess.Popen(["/bin/sh", "-c", here], start_new_session=True)
        try:
            for total, effect in ((99, 1), (98, 0)):
                state = ("-t", "companion/0123abcd/state", "-m", f'{{"total": {total}}}', "-r")
                subprocess.run(broker.client("mosquitto_pub", *state), check=True)
                asked = subscriber.until("wled/all/api", lambda _: True).content
                assert asked == {"seg": [{"fx": effect}]}
        finally:
            os.killpg(running.pid, signal.SIGKILL)
            running.wait(PATIENCE)
