"""What of the configuration the box itself needs."""

import msgspec

from companion.screens.burn_in import IdleTimes


class Settings(msgspec.Struct, frozen=True):
    """How a box behaves, apart from the parts that it is made of.

    `read_once` are the seconds in which the same card read again is not a second play; `ways_in` are
    the parts that cards and keys come from, as far as this box has them.
    """

    times: IdleTimes = IdleTimes()
    read_once: float = 2.0
    seat_names: tuple[str, ...] = ()
    first_game: str = ""
    muted: bool = False
    night: bool = False
    about: tuple[str, ...] = ()
    ways_in: tuple[str, ...] = ("Reader", "Buttons")
