"""The messages of a box: the state of its table, and the device as Home Assistant finds it.

The keys of the device are those of
https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.core.frozen import Frozen
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


def topics_of(box: str) -> Topics:
    """Return the topics of the box with the id `box`."""
    begin = f"companion/{box}"
    return Topics(f"homeassistant/device/{box}/config", f"{begin}/state", f"{begin}/availability")


class SeatState(Frozen):
    """A player.

    Attributes:
        seat: The seat, counted clockwise from 1.
        name: "Seat 1", or the name if names are sent.
        plays: Whether the player is still in.
        chips: Null in a game without chips.
        points: Null in a game without points.
    """

    seat: int
    name: str
    plays: bool
    chips: int | None
    points: int | None


class TableState(Frozen):
    """The state of the table after each change.

    Attributes:
        game: The number of the game; null before one.
        variant: The kind of game.
        phase: The next action, or what is over.
        hand: The number of the hand or round.
        total: Null in a game without one, and until it has been called.
        turn: The name of the player to act or to answer.
        direction: Null if the rules do not define it.
        chips: The chips of all players; null in a game without chips.
        pot: The chips in the pot.
        players: The players in the order of the seats.
        needs_help: Whether the table calls the director, does not add up, or misses a part.
    """

    game: int | None = None
    variant: str | None = None
    phase: Phase | None = None
    hand: int | None = None
    total: int | None = None
    turn: str | None = None
    direction: Direction | None = None
    chips: int | None = None
    pot: int = 0
    players: tuple[SeatState, ...] = ()
    needs_help: bool = False


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


def discovery_message(box: str, name: str, version: str, topics: Topics) -> dict[str, object]:
    """Return the message about the box with the id `box`, the host name `name` and this `version`.

    The table is one device, and each of its values an entity.
    """
    device = f"companion-{box}"
    return {
        "device": {
            "identifiers": [device],
            "name": name,
            "model": "Table companion",
            "sw_version": version,
        },
        "origin": {"name": "table-companion", "sw_version": version},
        "components": {
            key: {"unique_id": f"{device}-{key}", **entity}
            for key, entity in _entities(topics).items()
        },
    }


def _entities(topics: Topics) -> dict[str, dict[str, object]]:
    """Return the values of the table. Home Assistant reads each with its template."""
    of_state = {"state_topic": topics.state, "availability_topic": topics.availability}
    text = {"platform": "sensor", **of_state}
    count = {**text, "state_class": "measurement"}
    return {
        "total": {
            **count,
            "name": "Total",
            "icon": "mdi:counter",
            "value_template": "{{ value_json.total }}",
        },
        "turn": {
            **text,
            "name": "Turn",
            "icon": "mdi:account-arrow-right",
            "value_template": "{{ value_json.turn or 'nobody' }}",
        },
        "direction": {
            **text,
            "name": "Direction",
            "icon": "mdi:rotate-360",
            "device_class": "enum",
            "options": ["clockwise", "counterclockwise", "none"],
            "value_template": "{{ value_json.direction or 'none' }}",
        },
        "players": {
            **count,
            "name": "Players",
            "icon": "mdi:account-group",
            "value_template": "{{ value_json.players | selectattr('plays') | list | count }}",
            "json_attributes_topic": topics.state,
            "json_attributes_template": "{{ {'players': value_json.players} | tojson }}",
        },
        "chips": {
            **count,
            "name": "Chips",
            "icon": "mdi:poker-chip",
            "value_template": "{{ value_json.chips }}",
        },
        "needs_help": {
            **of_state,
            "platform": "binary_sensor",
            "name": "Needs help",
            "device_class": "problem",
            "value_template": "{{ 'ON' if value_json.needs_help else 'OFF' }}",
        },
        # Without an availability of its own, so that it is off while the box is away, not
        # unavailable.
        "online": {
            "platform": "binary_sensor",
            "name": "Online",
            "device_class": "connectivity",
            "state_topic": topics.availability,
            "payload_on": "online",
            "payload_off": "offline",
        },
    }
