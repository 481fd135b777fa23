"""The door as the box sees it: where phones come in, with which code, and how many rule."""

from collections.abc import Callable

from companion.dialogs.context import PhoneStatus
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.address import modules_of, own_address, own_name


class PairingGateway:
    """Joins the `door` with the address to be shown; the box's thread asks.

    Args:
        door: codes, and phones that rule.
        port: where the page is.
        look_up: the box's address in the local network, "" when it is in none.
        call: what it is called there, "" when nobody tells the phones.
    """

    def __init__(
        self,
        door: AccessControl,
        port: int,
        look_up: Callable[[], str] = own_address,
        call: Callable[[], str] = own_name,
    ) -> None:
        self._door, self._port, self._look_up, self._call = door, port, look_up, call
        self._address, self._name, self._modules = "", "", tuple[str, ...]()

    def look(self) -> bool:
        """Looks where phones find the box now, as networks come and go; whether there is one."""
        own = self._look_up()
        if own:
            self._address = f"{own}:{self._port}"
            self._modules = modules_of(self._address)
            name = self._call()
            self._name = f"{name}:{self._port}" if name else ""
        return bool(own)

    def issue(self) -> bool:
        """A new code is good from now on; whether there is a network in which phones can use it."""
        if not self.look():
            return False
        self._door.issue()
        return True

    def dismiss(self) -> None:
        """No phone may rule any more."""
        self._door.dismiss()

    def phones(self) -> PhoneStatus:
        """How they come in now."""
        showing = self._door.showing
        code = showing.code if showing is not None else ""
        spent = self._door.is_spent
        return PhoneStatus(self._address, self._modules, code, self._door.ruling, self._name, spent)

    def until(self) -> float | None:
        """When the code that is good now will not be any more, in seconds of the monotonic clock."""
        showing = self._door.showing
        return showing.until if showing is not None else None
