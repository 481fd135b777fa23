"""The steps of an evening as values, so that a failed one can be told, shortened and replayed."""

from typing import Any

import msgspec

from companion.inputs import KeyName


class Card(msgspec.Struct, frozen=True, tag=True):
    """A label with the content `text` is scanned."""

    text: str

    def words(self) -> str:
        return f"somebody passes the label {self.text} over the reader"


class Press(msgspec.Struct, frozen=True, tag=True):
    """A key is held for `seconds`."""

    key: KeyName
    seconds: float = 0.06

    def words(self) -> str:
        held = f" for {self.seconds:.1f} s" if self.seconds > 0.5 else ""
        return f"somebody presses {self.key}{held}"


class Order(msgspec.Struct, frozen=True, tag=True):
    """A phone orders `fields`; its page is `late` commands older than what the
    phone has received.
    """

    phone: int
    fields: dict[str, Any]
    late: int = 0

    def words(self) -> str:
        old = ", from an old page" if self.late else ""
        return f"phone {self.phone + 1} orders {msgspec.json.encode(self.fields).decode()}{old}"


class AtOnce(msgspec.Struct, frozen=True, tag=True):
    """Several steps at the same moment."""

    steps: tuple[Order | Card | Press, ...]

    def words(self) -> str:
        return "at the same moment " + ", and ".join(step.words() for step in self.steps)


class Wait(msgspec.Struct, frozen=True, tag=True):
    """Time passes."""

    seconds: float

    def words(self) -> str:
        return f"{self.seconds:.1f} s pass"


class Pair(msgspec.Struct, frozen=True, tag=True):
    """A phone enters the code on the display."""

    phone: int

    def words(self) -> str:
        return f"phone {self.phone + 1} enters the code"


class Fault(msgspec.Struct, frozen=True, tag=True):
    """A part fails with the fault `name` (see `tests.soak.faults`), or recovers if `ends`."""

    name: str
    ends: bool = False

    def words(self) -> str:
        return f"{self.name} {'ends' if self.ends else 'begins'}"


class PowerCut(msgspec.Struct, frozen=True, tag=True):
    """The power fails during the change number `at` of the disk in a step, or after the step.

    `seed` determines which sectors stay.
    """

    at: int
    seed: int
    during: Card | Press | Order | AtOnce | Wait

    def words(self) -> str:
        at = f"the power fails at change {self.at} of the disk (sectors {self.seed})"
        return f"{at} while {self.during.words()}"


Step = Card | Press | Order | AtOnce | Wait | Pair | Fault | PowerCut
