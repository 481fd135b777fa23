"""The fixtures of these tests."""

from tests.mqtt.broker import broker as broker  # noqa: PLC0414  # pytest looks for fixtures here
from tests.mqtt.broker import logged as logged  # noqa: PLC0414
