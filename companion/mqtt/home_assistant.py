"""The message by which Home Assistant finds a table: one device with all its entities.

Its keys are those of https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

from companion.mqtt.payloads import Topics


class Device(msgspec.Struct, frozen=True):
    """The table as a device."""

    identifiers: tuple[str, ...]
    name: str
    model: str
    sw_version: str


class Origin(msgspec.Struct, frozen=True):
    """The program that sends the message."""

    name: str
    sw_version: str


class Entity(msgspec.Struct, frozen=True, omit_defaults=True):
    """One value of the table. Home Assistant reads it from `state_topic` with `value_template`."""

    platform: Literal["sensor", "binary_sensor"]
    name: str
    unique_id: str
    state_topic: str
    value_template: str = ""
    availability_topic: str = ""
    icon: str = ""
    device_class: str = ""
    state_class: str = ""
    options: tuple[str, ...] = ()
    json_attributes_topic: str = ""
    json_attributes_template: str = ""
    payload_on: str = ""
    payload_off: str = ""


class DiscoveryMessage(msgspec.Struct, frozen=True):
    """The device with its entities."""

    device: Device
    origin: Origin
    components: dict[str, Entity]


def discovery_message(box: str, name: str, version: str, topics: Topics) -> DiscoveryMessage:
    """Return the message for the box with the id `box`, the host name `name` and this `version`."""
    return DiscoveryMessage(
        Device((f"companion-{box}",), name, "Table companion", version),
        Origin("table-companion", version),
        dict(_entities(f"companion-{box}", topics)),
    )


def _entities(device: str, topics: Topics) -> Iterator[tuple[str, Entity]]:
    def of_state(
        key: str, name: str, value: str, icon: str = "", *, counts: bool = False
    ) -> Entity:
        return Entity(
            "sensor",
            name,
            f"{device}-{key}",
            topics.state,
            f"{{{{ {value} }}}}",
            topics.availability,
            icon,
            state_class="measurement" if counts else "",
        )

    replaced = msgspec.structs.replace
    total = of_state("total", "Total", "value_json.total", "mdi:counter", counts=True)
    yield "total", total
    turn = of_state("turn", "Turn", "value_json.turn or 'nobody'", "mdi:account-arrow-right")
    yield "turn", turn
    way = of_state("direction", "Direction", "value_json.direction or 'none'", "mdi:rotate-360")
    ways = ("clockwise", "counterclockwise", "none")
    yield "direction", replaced(way, device_class="enum", options=ways)
    still_in = "value_json.players | selectattr('plays') | list | count"
    players = of_state("players", "Players", still_in, "mdi:account-group", counts=True)
    yield (
        "players",
        replaced(
            players,
            json_attributes_topic=topics.state,
            json_attributes_template="{{ {'players': value_json.players} | tojson }}",
        ),
    )
    yield "chips", of_state("chips", "Chips", "value_json.chips", "mdi:poker-chip", counts=True)
    on = "'ON' if value_json.needs_help else 'OFF'"
    help_needed = of_state("needs_help", "Needs help", on)
    yield "needs_help", replaced(help_needed, platform="binary_sensor", device_class="problem")
    # Without an availability of its own, so that it is off while the box is away, not unavailable.
    yield (
        "online",
        Entity(
            "binary_sensor",
            "Online",
            f"{device}-online",
            topics.availability,
            device_class="connectivity",
            payload_on="online",
            payload_off="offline",
        ),
    )
