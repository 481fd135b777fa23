"""The box's interface to pairing: the page's address, the code, and the number of paired phones."""

from collections.abc import Callable

from companion.dialogs.context import PhoneStatus
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.address import invitation_of, modules_of, own_address, own_name


class PairingGateway:
    """Combines access control with the address to show; only the box's thread calls it.

    Args:
        access: the access control.
        port: the port of the page.
        look_up: returns the box's address in the local network, "" without one.
        call: returns the box's name there, "" if phones cannot resolve one.
    """

    def __init__(
        self,
        access: AccessControl,
        port: int,
        look_up: Callable[[], str] = own_address,
        call: Callable[[], str] = own_name,
    ) -> None:
        self._access, self._port, self._look_up, self._call = access, port, look_up, call
        self._address, self._name, self._modules = "", "", tuple[str, ...]()
        self._invited = ""  # the code of the invitation
        self._invitation = tuple[str, ...]()

    def look(self) -> bool:
        """Look up the address again, as networks come and go; return whether there is one."""
        own = self._look_up()
        if own:
            self._address = f"{own}:{self._port}"
            self._modules = modules_of(self._address)
            name = self._call()
            self._name = f"{name}:{self._port}" if name else ""
        return bool(own)

    def issue(self) -> bool:
        """Issue a new code; return whether there is a network in which phones can use it."""
        if not self.look():
            return False
        self._access.issue()
        return True

    def dismiss(self) -> None:
        """Unpair all phones."""
        self._access.dismiss()

    def judge(self, *, shut: bool) -> None:
        """Take what somebody at the box says of who guesses."""
        self._access.judge(shut=shut)

    def phones(self) -> PhoneStatus:
        """Return the state of the phones' access."""
        active = self._access.pairing.active
        code = active.code if active is not None else ""
        guesser = self._access.guesser()
        spent = self._access.pairing.is_spent
        if code != self._invited:  # also one that a phone has asked for
            self._invited = code
            self._invitation = invitation_of(self._address, code) if code and self._address else ()
        return PhoneStatus(
            self._address,
            self._modules,
            code,
            self._access.paired_count,
            self._name,
            spent,
            self._invitation,
            guesser.address if guesser is not None else "",
            guesser.count if guesser is not None else 0,
        )

    def until(self) -> float | None:
        """Return the monotonic second at which the valid code expires, None without a code."""
        active = self._access.pairing.active
        return active.until if active is not None else None
