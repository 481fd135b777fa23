"""The connection to a broker: will, return, TLS, passwords, and brokers that refuse."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from companion.box.state import Snapshot
from companion.config.sections import MqttSettings
from companion.dialogs.context import Scene
from companion.mqtt.publisher import Publisher
from tests.drivers.program import StartedProgram
from tests.drivers.scanner import PATIENCE
from tests.mqtt.broker import Broker, Logged, running_broker

BOX = "0123abcd"
TOPICS = (
    f"companion/{BOX}/availability",
    f"companion/{BOX}/state",
    f"homeassistant/device/{BOX}/config",
)
NOTHING = Snapshot(Scene({}))
HELP = Snapshot(Scene({}, missing=("Display",)))


@contextmanager
def publishing(settings: MqttSettings) -> Iterator[Publisher]:
    """Yield a started publisher that has the snapshot `NOTHING`; its threads end with the block."""
    publisher = Publisher(settings, BOX, "card-table", "1.0")
    publisher.start()
    publisher.publish(NOTHING)
    try:
        yield publisher
    finally:
        publisher.close()
        for thread in threading.enumerate():
            if "mqtt" in thread.name:
                thread.join(PATIENCE)


def to(broker: Broker) -> MqttSettings:
    return MqttSettings(host="127.0.0.1", port=broker.port)


def test_every_message_is_retained(broker: Broker) -> None:
    with publishing(to(broker)):
        with broker.subscriber() as before:
            before.availability("online")
        with broker.subscriber() as later:
            for topic in TOPICS:
                assert later.until("", lambda _: True).retained, topic
    assert {message.topic for message in later.heard} == {*TOPICS}


def test_unchanged_state_is_not_sent_again(broker: Broker) -> None:
    with broker.subscriber() as subscriber, publishing(to(broker)) as publisher:
        subscriber.availability("online")
        publisher.publish(msgspec.structs.replace(NOTHING, sequence=1))
        publisher.publish(HELP)
        subscriber.state(needs_help=True)
    states = [message for message in subscriber.heard if message.topic == TOPICS[1]]
    assert [message.content["needs_help"] for message in states] == [False, True]


def test_closing_says_goodbye(broker: Broker) -> None:
    with broker.subscriber() as subscriber:
        with publishing(to(broker)):
            subscriber.availability("online")
        subscriber.availability("offline")
    broker.program.until_said(f"Received DISCONNECT from companion-{BOX}")


def test_box_that_is_unplugged_is_offline_by_its_last_will(broker: Broker) -> None:
    program = (
        "import tests.mqtt.test_connection as tests, signal\n"
        "from companion.config.sections import MqttSettings\n"
        f"with tests.publishing(MqttSettings('127.0.0.1', {broker.port})): signal.pause()\n"
    )
    command = [sys.executable, "-c", program]
    with broker.subscriber() as subscriber, StartedProgram(command, {}) as box:
        subscriber.availability("online")
        box.kill()
        subscriber.availability("offline")


def test_broker_that_was_killed_gets_everything_again(broker: Broker, logged: Logged) -> None:
    with publishing(to(broker)) as publisher:
        with broker.subscriber() as subscriber:
            subscriber.availability("online")
        broker.kill()
        logged.until(f"127.0.0.1:{broker.port} has ended the connection; the box connects again")
        publisher.publish(HELP)
        broker.start()
        with broker.subscriber() as subscriber:
            subscriber.availability("online")
    assert {message.topic for message in subscriber.heard} == {*TOPICS}
    states = [message for message in subscriber.heard if message.topic == TOPICS[1]]
    assert [message.content["needs_help"] for message in states] == [True]


def test_wrong_password_is_logged_once_however_often_it_is_refused(
    tmp_path: Path, logged: Logged
) -> None:
    with running_broker(tmp_path, passwords(tmp_path)) as broker:
        settings = msgspec.structs.replace(to(broker), user="box", password="wrong")  # noqa: S106
        with publishing(settings) as publisher:
            broker.program.until_said("not authorised")
            publisher.publish(HELP)
            broker.program.until_said("not authorised")
    logged.until("Not authorized")
    assert logged.messages == [
        f"the broker 127.0.0.1:{broker.port} refuses this box: Not authorized"
    ]
    assert logged.is_complete()


def test_absent_broker_is_logged_once_and_found_when_it_starts(
    tmp_path: Path, logged: Logged
) -> None:
    broker = Broker(tmp_path)
    with publishing(to(broker)):
        logged.until("Connection refused")
        broker.start()
        with broker.subscriber() as subscriber:
            subscriber.availability("online")
    broker.kill()
    where = f"the broker 127.0.0.1:{broker.port}"
    logged.until("gets the state")
    refused = f"{where} cannot be reached: Connection refused"
    assert logged.messages == [refused, f"{where} gets the state of the table"]


def test_encrypted_connection_with_a_password_from_a_file(tmp_path: Path) -> None:
    authority = certificates(tmp_path)
    lines = passwords(tmp_path) | tls(tmp_path)
    (tmp_path / "password").write_text("secret\n", "utf-8")
    with running_broker(tmp_path, lines) as broker:
        settings = msgspec.structs.replace(
            to(broker),
            user="box",
            password_file=str(tmp_path / "password"),
            tls=True,
            ca_file=str(authority),
        )
        access = ("--cafile", str(authority), "-u", "box", "-P", "secret")
        with broker.subscriber(*access) as subscriber, publishing(settings):
            subscriber.availability("online")


@pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket")  # paho-mqtt leaves it to Python
def test_certificate_of_a_stranger_is_refused(tmp_path: Path, logged: Logged) -> None:
    certificates(tmp_path)
    (tmp_path / "other").mkdir()
    stranger = certificates(tmp_path / "other")
    with running_broker(tmp_path, tls(tmp_path)) as broker:
        settings = msgspec.structs.replace(to(broker), tls=True, ca_file=str(stranger))
        with publishing(settings):
            logged.until("cannot be reached: [SSL: CERTIFICATE_VERIFY_FAILED]")
            broker.program.until_said("unknown ca")


def passwords(folder: Path) -> dict[str, object]:
    """Return the lines for a broker that knows the user "box" with the password "secret"."""
    file = folder / "passwords"
    command = ["mosquitto_passwd", "-c", "-b", str(file), "box", "secret"]
    subprocess.run(command, check=True, capture_output=True)
    return {"allow_anonymous": "false", "password_file": file}


def tls(folder: Path) -> dict[str, object]:
    """Return the lines for a broker with the certificate in a folder."""
    return {"certfile": folder / "broker.crt", "keyfile": folder / "broker.key"}


def certificates(folder: Path) -> Path:
    """Make a certificate for a broker at the loopback address, and return that of its authority."""
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    authority, key = folder / "ca.crt", folder / "ca.key"
    request = ["openssl", "req", "-x509", *curve, "-days", "2", "-out"]
    subprocess.run(
        [*request, authority, "-keyout", key, "-subj", "/CN=Authority"],
        check=True,
        capture_output=True,
    )
    signed = ["-CA", str(authority), "-CAkey", str(key), "-addext", "subjectAltName=IP:127.0.0.1"]
    own = [str(folder / "broker.crt"), "-keyout", str(folder / "broker.key"), "-subj", "/CN=Broker"]
    subprocess.run([*request, *own, *signed], check=True, capture_output=True)
    return authority
