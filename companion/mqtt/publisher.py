"""The connection to an MQTT broker, on threads of its own: the box never waits for it."""

import logging
import ssl
import sys
from pathlib import Path
from threading import Event

import msgspec
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from companion.box.state import Snapshot
from companion.config.sections import MqttSettings
from companion.devices.ports import MakeWorker, Worker
from companion.errors import ConfigError, ForeignError
from companion.foreign.files import text_of
from companion.mqtt.payloads import Availability, discovery_message, table_state, topics_of

log = logging.getLogger(__name__)

ONLINE: Availability = "online"
OFFLINE: Availability = "offline"

KEEPALIVE = 30
"""Seconds without a message after which the broker is asked whether it is there."""

MAX_PAUSE = 60
"""Seconds between two attempts to connect at most; the first pause takes one."""

GOODBYE = 2.0
"""Seconds that closing waits for the broker."""


class Publisher:
    """Sends each change of the table as retained messages, from `start` until `close`.

    Only the newest snapshot is sent. After each connection everything is sent again, because a
    broker may forget. The log gets each reason for a failure once.

    Args:
        settings: the broker; its host is not "".
        box: the id of the box.
        name: the name of the table in Home Assistant.
        version: the version of the program.
        worker: makes the thread that sends after `start`.

    Raises:
        ConfigError: the file of the password or of the certificates cannot be used.
    """

    def __init__(
        self,
        settings: MqttSettings,
        box: str,
        name: str,
        version: str,
        worker: MakeWorker = Worker,
    ) -> None:
        self._settings = settings
        self._topics = topics_of(box)
        self._found = msgspec.json.encode(discovery_message(box, name, version, self._topics))
        self._snapshot: Snapshot | None = None
        self._sent: dict[str, bytes] = {}
        self._logged: set[str] = set()
        self._is_refused = self._is_closing = False
        self._gone = Event()
        self._worker = worker(self._send, "mqtt")
        self._client = self._connecting(box)

    def start(self) -> None:
        """Start to connect; return at once."""
        self._gone.set()
        self._worker.start()
        self._client.connect_async(self._settings.host, self._settings.port, KEEPALIVE)
        self._client.loop_start()

    def publish(self, snapshot: Snapshot) -> None:
        """Send a snapshot; return at once, so that the box's own thread may call it."""
        self._snapshot = snapshot
        self._worker.wake()

    def close(self) -> None:
        """Send what is pending, say goodbye and disconnect, in at most twice `GOODBYE` seconds."""
        self._is_closing = True
        self._worker.finish(GOODBYE)
        if self._client.is_connected():
            self._client.publish(self._topics.availability, OFFLINE, retain=True)
        self._client.disconnect()
        self._gone.wait(GOODBYE)

    def _connecting(self, box: str) -> Client:
        settings = self._settings
        client = Client(CallbackAPIVersion.VERSION2, f"companion-{box}")
        client.will_set(self._topics.availability, OFFLINE, retain=True)
        client.reconnect_delay_set(max_delay=MAX_PAUSE)
        if settings.user:
            password = settings.password
            if settings.password_file:
                password = _content("password_file", settings.password_file).strip()
            client.username_pw_set(settings.user, password)
        if settings.tls:
            client.tls_set_context(_certificates(settings.ca_file))
        client.on_connect = self._on_connect
        client.on_connect_fail = self._on_connect_fail
        client.on_disconnect = self._on_disconnect
        return client

    def _send(self) -> None:
        # A new connection replaces `_sent`, also while this sends.
        sent, snapshot = self._sent, self._snapshot
        if snapshot is None or not self._client.is_connected():
            return
        state = table_state(snapshot.scene, snapshot.game, names=self._settings.names)
        messages = (self._found, msgspec.json.encode(state), ONLINE.encode())
        for topic, payload in zip(self._topics, messages, strict=True):
            if sent.get(topic) != payload:
                self._client.publish(topic, payload, retain=True)
                sent[topic] = payload

    def _on_connect(
        self,
        _client: Client,
        _data: object,
        _flags: object,
        reason: ReasonCode,
        _properties: object,
    ) -> None:
        self._is_refused = reason.is_failure
        if self._is_refused:
            self._log(logging.WARNING, f"refuses this box: {reason}")
            return
        self._gone.clear()
        self._log(logging.INFO, "gets the state of the table")
        self._sent = {}
        self._worker.wake()

    def _on_connect_fail(self, *_: object) -> None:
        # paho-mqtt calls this while it handles the error, and does not pass it on.
        error = sys.exc_info()[1]
        reason = getattr(error, "strerror", None) or error
        self._log(logging.WARNING, f"cannot be reached: {reason}")

    def _on_disconnect(self, *_: object) -> None:
        self._gone.set()
        if not self._is_refused and not self._is_closing:
            self._log(logging.WARNING, "has ended the connection; the box connects again")

    def _log(self, level: int, what: str) -> None:
        """Log what the broker does, unless the log has it already."""
        if what not in self._logged:
            self._logged.add(what)
            log.log(level, "the broker %s:%d %s", self._settings.host, self._settings.port, what)


def _content(key: str, file: str) -> str:
    try:
        return text_of(Path(file))
    except ForeignError as error:
        raise ConfigError(f"mqtt.{key}: {file}: {error}") from None


def _certificates(file: str) -> ssl.SSLContext:
    """Return the settings of TLS that trust the certificates in `file`; those of the system if it
    is "".
    """
    if not file:
        return ssl.create_default_context()
    try:
        context = ssl.create_default_context(cadata=_content("ca_file", file))
    except ssl.SSLError as error:
        raise ConfigError(f"mqtt.ca_file: {file} has no certificate: {error.reason}") from None
    # From Python 3.13 on this asks for extensions that an authority made at home seldom has.
    context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context
