"""What is done to the box from outside: keys, orders and codes of phones."""

from typing import TYPE_CHECKING, Any

from companion.inputs import KeyName
from tests.soak.phones import HOST

if TYPE_CHECKING:
    from tests.soak.world import World


def press(world: "World", key: KeyName, seconds: float) -> None:
    """Press a key of the box."""
    world.acceptance.budget += 1
    pins = world.parts.bench.pins
    pins.press(key)
    world.wait(seconds)
    pins.release(key)
    world.wait(0.04)


def order(world: "World", number: int, fields: dict[str, Any], late: int) -> None:
    """Let a phone order `fields`; its page is so many commands older than what it has heard."""
    phone = world.phones[number]
    if not phone.is_open:
        phone.open()
        world.settle()
    world.acceptance.budget += 1
    world.replies.append(phone.order(fields, max(phone.seen - late, 0)))
    world.web.spin(lambda: world.parts.app.has_news, 60)


def pair(world: "World", number: int) -> None:
    """Let a phone enter the code of the display."""
    access = world.parts.access
    if access.pairing.active is None:
        access.issue()
    active = access.pairing.active
    assert active is not None
    phone = world.phones[number]
    phone.token = access.enter(active.code, HOST).token
    phone.open()
