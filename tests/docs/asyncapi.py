"""The AsyncAPI document of the MQTT topics and messages, made from the types of the program."""

import inspect
import json
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.mqtt.payloads import Availability, SeatState, TableState, topics_of

FILE = Path(__file__).parents[2] / "docs" / "mqtt.asyncapi.json"
BOX = "{box}"
HOME_ASSISTANT = "https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload"
REF = "#/components/schemas/{name}"


class _Channel(NamedTuple):
    """The schema, content type and description of the message of a channel."""

    schema: str
    content_type: str
    summary: str


CHANNELS = {
    "discovery": _Channel(
        "DiscoveryMessage", "application/json", "The table as a device of Home Assistant."
    ),
    "state": _Channel("TableState", "application/json", "The table, after each change."),
    "availability": _Channel(
        "Availability", "text/plain", "Whether the box is connected; offline is its last will."
    ),
}
"""The channel of each topic, by its name in `Topics`."""


def document() -> dict[str, Any]:
    """Return the document, as values of JSON."""
    _, schemas = msgspec.json.schema_components((TableState,), ref_template=REF)
    for kind in (SeatState, TableState):
        schema, text = schemas[kind.__name__], inspect.cleandoc(kind.__doc__ or "")
        schema["description"], attributes = text.split("\n\nAttributes:\n")
        for line in attributes.splitlines():
            name, description = line.split(": ", 1)
            schema["properties"][name.strip()]["description"] = description
    schemas["DiscoveryMessage"] = {"type": "object", "externalDocs": {"url": HOME_ASSISTANT}}
    schemas["Availability"] = msgspec.json.schema(Availability)
    topics = topics_of(BOX)._asdict()
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "The table companion at an MQTT broker",
            "version": "1",
            "description": "The box sends every message retained, and subscribes to nothing.",
        },
        "channels": {
            name: {
                "address": topics[name],
                "parameters": {"box": {"description": "The id of the box."}},
                "messages": {made.schema: {"$ref": f"#/components/messages/{made.schema}"}},
            }
            for name, made in CHANNELS.items()
        },
        "operations": {
            name: {
                "action": "send",
                "channel": {"$ref": f"#/channels/{name}"},
                "bindings": {"mqtt": {"qos": 0, "retain": True, "bindingVersion": "0.2.0"}},
            }
            for name in CHANNELS
        },
        "components": {
            "messages": {
                made.schema: {
                    "contentType": made.content_type,
                    "summary": made.summary,
                    "payload": {"$ref": REF.format(name=made.schema)},
                }
                for made in CHANNELS.values()
            },
            "schemas": schemas,
        },
    }


def text() -> str:
    """Return the document as it is stored."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"
