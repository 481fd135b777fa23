"""Starts the connection to an MQTT broker; a box without a broker loads nothing of it."""

import logging
import socket
from contextlib import ExitStack
from importlib.metadata import version

from companion.app.application import App
from companion.config.sections import MqttSettings
from companion.errors import ConfigError

log = logging.getLogger(__name__)


def publish_by_mqtt(settings: MqttSettings, app: App, closing: ExitStack) -> None:
    """Send the state of the table to the configured broker, until `closing`.

    If that is not possible, the log gets the reason, and the box plays without it.
    """
    if not settings.host:
        return
    try:
        from companion.mqtt.publisher import Publisher

        box, name = app.box.table.journal.box.name, socket.gethostname().partition(".")[0]
        publisher = Publisher(settings, box, name, version("table-companion"))
    except ImportError as error:
        log.warning("the broker gets nothing: %s is not there (the extra 'mqtt')", error.name)
    except ConfigError as error:
        log.warning("the broker gets nothing: %s", error)
    else:
        closing.callback(publisher.close)
        publisher.start()
        app.listen(publisher.publish)
