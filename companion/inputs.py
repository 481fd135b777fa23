"""What comes in from outside: keys, scans, parts that fail. Plain values, put on one queue.

Devices make them, the box consumes them; nothing here knows a rule or a pin. All times are
seconds of the monotonic clock that was handed to the device.
"""

from typing import Literal

import msgspec

KeyName = Literal["OK", "UNDO", "BUST", "MORE", "LEFT", "RIGHT"]
KEYS: tuple[KeyName, ...] = ("OK", "UNDO", "BUST", "MORE", "LEFT", "RIGHT")

Layout = Literal["us", "uk", "de", "fr"]
"""The countries that a scanner which types like a keyboard may be set to."""

PartName = str
"""What a part is called on the display: "Display", "Second display", "Reader", "Lights"..."""


class Receipt(msgspec.Struct, frozen=True):
    """Which thing of a reader node this was: its number within one `boot` of the node, from 1.

    The node keeps the thing until the receipt stands in the journal (firmware/README.md, "The link").
    """

    boot: str
    sequence: int


class Edge(msgspec.Struct, frozen=True, tag=True):
    """A contact closed (`down`) or opened, not yet debounced."""

    key: KeyName
    down: bool
    at: float
    receipt: Receipt | None = None


class Key(msgspec.Struct, frozen=True, tag=True):
    """A key press as people mean it.

    `held` is the long press (MORE opens the menu), `repeat` counts the repeats while LEFT or
    RIGHT stays down (0 for the press itself).
    """

    name: KeyName
    held: bool = False
    repeat: int = 0


class Scan(msgspec.Struct, frozen=True, tag=True):
    """One line from a card reader, without its terminator, exactly as it came.

    `plain` says whether this reader takes plain forms (`QS`, `8`) beside whole labels.
    """

    text: str
    at: float
    reader: PartName = "Reader"
    receipt: Receipt | None = None
    plain: bool = False


class Noise(msgspec.Struct, frozen=True, tag=True):
    """Bytes from a reader that are no line of text: `what` says it in words ("42 odd bytes")."""

    what: str
    reader: PartName = "Reader"


class PartLost(msgspec.Struct, frozen=True, tag=True):
    """A part stopped answering; `reason` is for the log."""

    part: PartName
    reason: str


class PartBack(msgspec.Struct, frozen=True, tag=True):
    """A part that was lost answers again."""

    part: PartName


class PhonePaired(msgspec.Struct, frozen=True, tag=True):
    """Somebody has entered the code from the display: `phone` may rule from now on."""

    phone: str


class CodeGuessed(msgspec.Struct, frozen=True, tag=True):
    """So many wrong codes were entered (`count`), the last from `address`; the code is still good."""

    count: int
    address: str


class CodeSpent(msgspec.Struct, frozen=True, tag=True):
    """The code from the display was guessed at too often and is good no more."""


class KnownNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi whose password the machine knows, in range: its `name` (SSID), `signal` in percent.

    `profile` is what NetworkManager knows it by.
    """

    name: str
    signal: int
    profile: str


class OwnNetwork(msgspec.Struct, frozen=True):
    """The Wi-Fi that the box itself can open: what it is called, and how phones get in.

    `modules` is both as a QR code for cameras, row by row, dark as "1"; none where it cannot be made.
    """

    name: str
    password: str
    modules: tuple[str, ...] = ()
    is_open: bool = False


class NetworkNews(msgspec.Struct, frozen=True, tag=True):
    """How the machine's network is now.

    `name` is the network it is in, or with `joining` the one it is about to be in; "" for none.
    `address` is the box's own there (IPv4), "" while it has none. `own` is None where the machine has
    no Wi-Fi that could open a network; `radio` is off where Wi-Fi is switched off as a whole.
    """

    name: str = ""
    joining: bool = False
    address: str = ""
    profile: str = ""
    known: tuple[KnownNetwork, ...] = ()
    own: OwnNetwork | None = None
    radio: bool = True


class NetworkAnswer(msgspec.Struct, frozen=True, tag=True):
    """What came of something that was asked of the network: one sentence."""

    said: str
    refused: bool = False


class PowerNews(msgspec.Struct, frozen=True, tag=True):
    """Whether the box may start its machine anew."""

    can_restart: bool


Input = (
    Edge | Key | Scan | Noise | PartLost | PartBack | PhonePaired | CodeGuessed | CodeSpent
    | NetworkNews | NetworkAnswer | PowerNews
)  # fmt: skip
