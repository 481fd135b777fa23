"""The door as the box sees it: where phones come in, with which code, and how many rule."""

from collections.abc import Callable

from companion.dialogs.scene import Phones
from companion.phone.address import modules_of, own_address
from companion.phone.door import Door


class Reception:
    """Joins the `door` with the address to be shown; the box's thread asks.

    Args:
        door: codes, and phones that rule.
        port: where the page is.
        look_up: the box's address in the local network, "" when it is in none.
    """

    def __init__(self, door: Door, port: int, look_up: Callable[[], str] = own_address) -> None:
        self._door, self._port, self._look_up = door, port, look_up
        self._address, self._modules = "", tuple[str, ...]()

    def arm(self) -> bool:
        """A new code is good from now on; whether there is a network in which phones can use it."""
        own = self._look_up()  # at each press: networks come and go
        if not own:
            return False
        self._address = f"{own}:{self._port}"
        self._modules = modules_of(self._address)
        self._door.arm()
        return True

    def dismiss(self) -> None:
        """No phone may rule any more."""
        self._door.dismiss()

    def phones(self) -> Phones:
        """How they come in now."""
        showing = self._door.showing
        code = showing.code if showing is not None else ""
        return Phones(self._address, self._modules, code, self._door.ruling)

    def until(self) -> float | None:
        """When the code that is good now will not be any more, in seconds of the monotonic clock."""
        showing = self._door.showing
        return showing.until if showing is not None else None
