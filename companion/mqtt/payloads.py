"""The messages of a box: the state of its table, and the device as Home Assistant finds it.

The keys of the device are those of
https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from companion.core.seats import Phase
from companion.dialogs.context import Scene
from companion.words.numbers import HiddenTotal

Availability = Literal["online", "offline"]
Direction = Literal["clockwise", "counterclockwise"]

_DIRECTIONS: Mapping[bool | None, Direction | None] = {
    True: "clockwise",
    False: "counterclockwise",
    None: None,
}


class Topics(NamedTuple):
    """The topics of a box; every message there is retained.

    `discovery` is where Home Assistant looks for devices.
    """

    discovery: str
    state: str
    availability: str


def topics_of(box: str, prefix: str = "") -> Topics:
    """Return the topics of the box with the id `box`, below `prefix` if it is not ""."""
    begin = prefix or f"companion/{box}"
    return Topics(f"homeassistant/device/{box}/config", f"{begin}/state", f"{begin}/availability")


class SeatState(msgspec.Struct, frozen=True):
    """A player."""

    seat: Annotated[int, Meta(description="The seat, counted clockwise from 1.", ge=1)]
    name: Annotated[str, Meta(description='"Seat 1", or the name if names are sent.')]
    plays: Annotated[bool, Meta(description="Whether the player is still in.")]
    chips: Annotated[int | None, Meta(description="Null in a game without chips.")]
    points: Annotated[int | None, Meta(description="Null in a game without points.")]


class TableState(msgspec.Struct, frozen=True):
    """The state of the table after each change."""

    game: Annotated[int | None, Meta(description="The number of the game; null before one.")] = None
    variant: Annotated[str | None, Meta(description="The kind of game.")] = None
    phase: Annotated[Phase | None, Meta(description="The next action, or what is over.")] = None
    hand: Annotated[int | None, Meta(description="The number of the hand or round.")] = None
    total: Annotated[
        int | None, Meta(description="Null in a game without one, and until it has been called.")
    ] = None
    turn: Annotated[str | None, Meta(description="The name of the player to act or to answer.")] = (
        None
    )
    direction: Annotated[
        Direction | None, Meta(description="Null if the rules do not define it.")
    ] = None
    chips: Annotated[
        int | None, Meta(description="The chips of all players; null in a game without chips.")
    ] = None
    pot: Annotated[int, Meta(description="The chips in the pot.")] = 0
    players: Annotated[
        tuple[SeatState, ...], Meta(description="The players in the order of the seats.")
    ] = ()
    needs_help: Annotated[
        bool,
        Meta(
            description="Whether the table calls the director, does not add up, or misses a part."
        ),
    ] = False


def table_state(scene: Scene, game: int | None, *, names: bool) -> TableState:
    """Return the state of the table in a `scene` as displays show it; `game` is its number.

    The players have the names of their seats, unless `names`.
    """
    state, rules = scene.state, scene.rules
    if state is None or rules is None:
        return TableState(needs_help=needs_help(scene))
    players = tuple(
        SeatState(
            seat,
            player.name if names else f"Seat {seat}",
            player.still_in,
            player.chips,
            player.points,
        )
        for seat, player in enumerate(state.players, start=1)
    )
    chips = [player.chips for player in players if player.chips is not None]
    return TableState(
        game=game,
        variant=rules.variant,
        phase=state.phase,
        hand=state.deal_number,
        total=None if isinstance(state.total, HiddenTotal) else state.total,
        turn=None if state.lit is None else players[state.lit].name,
        direction=_DIRECTIONS[state.clockwise],
        chips=sum(chips) if chips else None,
        pot=state.pot,
        players=players,
        needs_help=needs_help(scene),
    )


def needs_help(scene: Scene) -> bool:
    """Return whether people should come: the table calls the director or does not add up, or a part
    or the disk fails.
    """
    return scene.calls_director or scene.warns or scene.stopped is not None


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


Platform = Literal["sensor", "binary_sensor"]


class Entity(msgspec.Struct, frozen=True, omit_defaults=True):
    """One value of the table. Home Assistant reads it from `state_topic` with `value_template`."""

    platform: Platform
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
        key: str, name: str, value: str, platform: Platform = "sensor", **more: Any
    ) -> tuple[str, Entity]:
        template, available = f"{{{{ {value} }}}}", topics.availability
        unique = f"{device}-{key}"
        return key, Entity(platform, name, unique, topics.state, template, available, **more)

    counts: dict[str, Any] = {"state_class": "measurement"}
    yield of_state("total", "Total", "value_json.total", icon="mdi:counter", **counts)
    turn = "value_json.turn or 'nobody'"
    yield of_state("turn", "Turn", turn, icon="mdi:account-arrow-right")
    ways: dict[str, Any] = {
        "device_class": "enum",
        "options": ("clockwise", "counterclockwise", "none"),
    }
    way = "value_json.direction or 'none'"
    yield of_state("direction", "Direction", way, icon="mdi:rotate-360", **ways)
    yield of_state(
        "players",
        "Players",
        "value_json.players | selectattr('plays') | list | count",
        icon="mdi:account-group",
        json_attributes_topic=topics.state,
        json_attributes_template="{{ {'players': value_json.players} | tojson }}",
        **counts,
    )
    yield of_state("chips", "Chips", "value_json.chips", icon="mdi:poker-chip", **counts)
    on = "'ON' if value_json.needs_help else 'OFF'"
    yield of_state("needs_help", "Needs help", on, "binary_sensor", device_class="problem")
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
