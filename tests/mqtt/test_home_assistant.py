"""The message by which Home Assistant finds a table.

The lists are those of Home Assistant's documentation, in its repository home-assistant.io at the
commits that are named, and of its source in homeassistant/components.
"""

import json
from typing import Any

import msgspec
import pytest
from jinja2 import Environment

from companion.mqtt.payloads import SeatState, TableState, discovery_message, topics_of

# source/_integrations/mqtt.markdown at 0a314403e71f72c2fa6fdcb51b28d4876b4ab7c2, "Device discovery
# payload" and "DiscoveryMessage payload"; the keys of the device are in the next two pages too.
REQUIRED = {"device", "origin", "components"}
ORIGIN = {"name", "sw_version", "support_url"}
DEVICE = {
    *("configuration_url", "connections", "hw_version", "identifiers", "manufacturer", "model"),
    *("model_id", "name", "serial_number", "suggested_area", "sw_version", "via_device"),
}
BOTH = {
    *("availability", "availability_mode", "availability_template", "availability_topic", "device"),
    *("device_class", "enabled_by_default", "encoding", "entity_category", "entity_picture"),
    *("expire_after", "force_update", "icon", "json_attributes_template", "json_attributes_topic"),
    *("name", "object_id", "payload_available", "payload_not_available", "platform", "qos"),
    *("state_topic", "unique_id", "value_template"),
}
KEYS = {
    # source/_integrations/sensor.mqtt.markdown at 9e4a69ab998700a518e366a7f54551a150fccf94
    "sensor": BOTH
    | {"last_reset_value_template", "options", "state_class", "suggested_display_precision"}
    | {"unit_of_measurement"},
    # source/_integrations/binary_sensor.mqtt.markdown at fbc3a3b3bdcce503437401c8ea500a3f72181fd8
    "binary_sensor": BOTH | {"off_delay", "payload_off", "payload_on"},
}
NEEDED = {"platform", "unique_id", "state_topic"}
"""What these pages require of an entity in the message of a device."""

CLASSES = {
    "sensor": {"enum"},  # SensorDeviceClass in sensor/const.py; the others are physical
    # BinarySensorDeviceClass in binary_sensor/__init__.py
    "binary_sensor": {
        *("battery", "battery_charging", "carbon_monoxide", "cold", "connectivity", "door"),
        *("garage_door", "gas", "heat", "light", "lock", "moisture", "motion", "moving"),
        *("occupancy", "opening", "plug", "power", "presence", "problem", "running", "safety"),
        *("smoke", "sound", "tamper", "update", "vibration", "window"),
    },
}
STATE_CLASSES = {"measurement", "total", "total_increasing"}
"""SensorStateClass in sensor/const.py, of which `total` is for what is metered."""

TOPICS = topics_of("0123abcd")
MESSAGE: Any = json.loads(
    msgspec.json.encode(discovery_message("0123abcd", "card-table", "1.0", TOPICS))
)
ENTITIES: dict[str, dict[str, Any]] = MESSAGE["components"]

PLAYED = TableState(
    game=1,
    total=99,
    turn="Seat 2",
    direction="clockwise",
    chips=7,
    players=(SeatState(1, "Seat 1", False, 0, None), SeatState(2, "Seat 2", True, 7, None)),
    needs_help=True,
)


def test_message_is_one_device_with_its_origin() -> None:
    assert TOPICS.discovery == "homeassistant/device/0123abcd/config"
    assert {*MESSAGE} == REQUIRED
    assert {*MESSAGE["device"]} <= DEVICE
    assert {*MESSAGE["origin"]} <= ORIGIN
    assert MESSAGE["device"]["identifiers"] == ["companion-0123abcd"]


@pytest.mark.parametrize("key", ENTITIES)
def test_every_key_of_an_entity_is_documented(key: str) -> None:
    entity = ENTITIES[key]
    platform = entity["platform"]
    assert {*entity} >= NEEDED
    assert {*entity} <= KEYS[platform]
    assert entity.get("device_class") in CLASSES[platform] | {None}
    assert entity.get("state_class") in STATE_CLASSES | {None}
    # "`device_class` must be set to `enum`. `options` cannot be used together with `state_class`"
    assert ("options" in entity) == (entity.get("device_class") == "enum")
    assert not {"options", "state_class"} <= {*entity}


def test_entities_have_ids_of_their_own() -> None:
    ids = [entity["unique_id"] for entity in ENTITIES.values()]
    assert len({*ids}) == len(ids)


@pytest.mark.parametrize(
    ("state", "values"),
    [
        (
            PLAYED,
            {
                "total": "99",
                "turn": "Seat 2",
                "direction": "clockwise",
                "players": "1",
                "chips": "7",
                "needs_help": "ON",
            },
        ),
        # "None" makes a number unknown; a text would be that word.
        (
            TableState(),
            {
                "total": "None",
                "turn": "nobody",
                "direction": "none",
                "players": "0",
                "chips": "None",
                "needs_help": "OFF",
            },
        ),
    ],
)
def test_templates_read_the_state(state: TableState, values: dict[str, str]) -> None:
    templates = {
        key: entity["value_template"]
        for key, entity in ENTITIES.items()
        if entity["state_topic"] == TOPICS.state
    }
    assert {key: rendered(template, state) for key, template in templates.items()} == values


def test_direction_is_one_of_the_options() -> None:
    entity = ENTITIES["direction"]
    for direction in ("clockwise", "counterclockwise", None):
        state = msgspec.structs.replace(PLAYED, direction=direction)
        assert rendered(entity["value_template"], state) in entity["options"]


def test_players_have_their_chips_as_attributes() -> None:
    entity = ENTITIES["players"]
    assert entity["json_attributes_topic"] == TOPICS.state
    attributes = json.loads(rendered(entity["json_attributes_template"], PLAYED))
    assert [player["chips"] for player in attributes["players"]] == [0, 7]


def test_online_is_what_the_will_changes() -> None:
    online = ENTITIES["online"]
    assert (online["payload_on"], online["payload_off"]) == ("online", "offline")
    assert online["state_topic"] == TOPICS.availability
    # With an availability it would be unavailable, and never off.
    assert [key for key, entity in ENTITIES.items() if "availability_topic" not in entity] == [
        "online"
    ]


def rendered(template: str, state: TableState) -> str:
    """Return what Home Assistant makes of a message; `value_json` is its name for the content."""
    content = json.loads(msgspec.json.encode(state))
    return Environment(autoescape=False).from_string(template).render(value_json=content)  # noqa: S701  # no HTML
