"""The configuration: a struct for each section of `companion.toml`; every key has a working
default.

`effective` writes the first line of a section's docstring, and the text in a key's type, as
comments above them. The type of a key defines its valid values. Times are in seconds.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, dataclass_transform

from msgspec import Meta, Struct

from companion.config.names import is_visible, look_alike
from companion.foreign.schema_errors import Mistake, written
from companion.inputs import Layout, PartName
from companion.outputs import Court

Controller = Literal["ssd1309", "ssd1306", "sh1106", "ssd1322", "none"]
BusName = Literal["i2c", "spi"]
Audience = Literal["paired", "everybody"]
"""The recipients of information: paired phones, or every phone in the network."""

I2cAddress = Annotated[int, Meta(ge=0x08, le=0x77, extra={"base": 16})]
Pca9685Address = Annotated[int, Meta(ge=0x40, le=0x77, extra={"base": 16})]

HOST_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?")
"""A valid host name (RFC 1123, section 2.1)."""

MAX_NAME_LENGTH = 24
"""Maximum characters of a player's name: about one line on a phone; displays shorten names."""


@dataclass_transform(frozen_default=True)
class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a TOML file, with no other keys than its fields."""


class TableSettings(Section):
    """The light at the table."""

    night: Annotated[bool, "Half the light of everything."] = False


class TextSettings(Section):
    """What the displays say, and in which language.

    The letters on the players' cards are here, too. The menu can change both.
    """

    language: Annotated[
        str, 'A code such as "en" or "de"; "" is English until somebody at the box chooses.'
    ] = ""
    court: Annotated[
        Court,
        "The letters of jack, queen and king on the cards, after a 1 if that is the ace.",
    ] = "JQK"


class DisplaySettings(Section):
    """The display.

    `address` applies to I2C only; on SPI it is /dev/spidev0.0.
    """

    controller: Annotated[
        Controller, 'The chip on the module; "none" when there is no such display.'
    ] = "ssd1309"
    bus: Annotated[BusName, "How it is wired."] = "i2c"
    i2c_port: Annotated[int, "The number in /dev/i2c-1.", Meta(ge=0, le=31)] = 1
    address: Annotated[I2cAddress, "On I2C: most modules have 0x3C or 0x3D."] = 0x3C
    rotate: Annotated[
        Literal[0, 180], "Degrees: 180 when it stands upside down, as seen from seat 1."
    ] = 0

    @property
    def fitted(self) -> bool:
        return self.controller != "none"


class SecondDisplaySettings(DisplaySettings):
    """A second display, for the other side of the table.

    It is mounted the other way round, with its own address.
    """

    controller: Annotated[
        Controller, 'The chip on the module; "none" when there is no such display.'
    ] = "none"
    address: Annotated[I2cAddress, "On I2C: not the first display's."] = 0x3D
    rotate: Annotated[Literal[0, 180], "Degrees, as seen from seat 1."] = 180


class LightSettings(Section):
    """The lights of the seats, directions and verdicts."""

    enabled: Annotated[bool, "Whether there are lights."] = True
    driver: Annotated[
        Literal["pins", "pca9685"],
        'What drives them: a pin each, or "pca9685", a chip on I2C.',
    ] = "pins"
    i2c_port: Annotated[int, "Of the chip: the number in /dev/i2c-1.", Meta(ge=0, le=31)] = 1
    address: Annotated[Pca9685Address, "Of the chip: most boards have 0x40."] = 0x40
    dim: Annotated[
        float, "How bright a player is who waits; 1.0 is the one to act.", Meta(ge=0, le=1)
    ] = 0.15

    @property
    def on_pins(self) -> bool:
        return self.enabled and self.driver == "pins"

    @property
    def on_chip(self) -> bool:
        return self.enabled and self.driver == "pca9685"


class SounderSettings(Section):
    """The piezo."""

    enabled: Annotated[bool, "Whether there is a sounder."] = True
    muted: Annotated[bool, "Silent from the start; the menu can change it."] = False
    kind: Annotated[
        Literal["passive", "active"],
        '"passive" plays tones, "active" has a tone of its own.',
    ] = "passive"


class VoiceSettings(Section):
    """The voice that calls."""

    device: Annotated[
        str,
        '"auto" is a USB speaker; "default" the jack or HDMI, or another name of aplay -L; '
        '"none" is silent.',
        Meta(min_length=1),
    ] = "auto"
    mode: Annotated[
        Literal["after", "caller", "trouble"],
        '"after" waits two seconds for the player, "caller" speaks at once, "trouble" only '
        "then; the menu can change it.",
    ] = "after"
    folder: Annotated[
        str, 'A folder with recordings of your own; "" is the folder "voice" beside this.'
    ] = ""


class ButtonSettings(Section):
    """The six keys.

    An encoder may be in place of three of them.
    """

    enabled: Annotated[bool, "Whether there are buttons."] = True
    debounce: Annotated[
        float, "Seconds that a contact is open before its key is released.", Meta(ge=0, le=0.5)
    ] = 0.02
    encoder: Annotated[bool, "A rotary encoder in place of LEFT, RIGHT and OK."] = False


class AnyReaderSettings(Section):
    """A second card reader, for the other side of the table.

    The first reader has these keys, too.
    """

    port: Annotated[str, 'A path, a name in /dev/serial/by-id, or "none".', Meta(min_length=1)] = (
        "none"
    )
    kind: Annotated[
        Literal["serial", "keyboard"],
        '"keyboard" for a scanner that types; port is its name in /dev/input/by-id.',
    ] = "serial"
    baud: Annotated[
        Literal[1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200],
        "Most readers start with 9600, a DE2120 with 115200.",
    ] = 9600
    layout: Annotated[
        Layout, "The country that a scanner which types is set to, us as delivered."
    ] = "us"
    plain: Annotated[bool, "Whether QS, 10H or 8 count too. Part of a label may look like one."] = (
        False
    )

    @property
    def fitted(self) -> bool:
        return self.port != "none"


class ReaderSettings(AnyReaderSettings):
    """The card reader.

    It is a reader node, a scanner on a serial port, or a scanner that acts as a keyboard.
    """

    port: Annotated[
        str,
        '"auto", a path, a name in /dev/serial/by-id, or "none" when there is no reader.',
        Meta(min_length=1),
    ] = "auto"
    read_once: Annotated[
        float, "Seconds in which the same card is not a second play.", Meta(ge=0, le=60)
    ] = 2.0


class PinSettings(Section):
    """How pins are driven, and which ones differ.

    The subsections of ``[pins]`` have the names and keys of `board.toml`: ``[pins.keys]``, ``OK =
    5``.
    """

    factory: Annotated[
        Literal["auto", "lgpio", "rpigpio", "mock"],
        'What drives the pins; "mock" drives none, for a box without hardware.',
    ] = "auto"
    i2c: dict[str, Any] = {}
    spi: dict[str, Any] = {}
    reader: dict[str, Any] = {}
    keys: dict[str, Any] = {}
    keys_beside_spi: dict[str, Any] = {}
    encoder: dict[str, Any] = {}
    lights: dict[str, Any] = {}
    sounder: dict[str, Any] = {}

    @property
    def changes(self) -> dict[str, dict[str, Any]]:
        """Return the differences from `board.toml`, in its shape."""
        return {part: pins for part in BOARD_PARTS if (pins := getattr(self, part))}


BOARD_PARTS = tuple(name for name in PinSettings.__struct_fields__ if name != "factory")


class VariantSettings(Section):
    """Games of one's own."""

    folder: Annotated[
        str, 'A folder of variant files; "" is the folder "variants" beside this file.'
    ] = ""


class GameSettings(Section):
    """The settings of a new game."""

    first: Annotated[
        str,
        "Where the list of games stands before any has been played; see companion variants.",
    ] = "ninety-nine"
    learn: Annotated[
        bool, "Hide each total until its player has called it; the menu can change it."
    ] = False
    seats: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)], ...],
        "Who usually sits where, clockwise; seats without a name are Seat 1, Seat 2...",
    ] = ()


class PhoneSettings(Section):
    """The page on the phone.

    Every phone in the network may watch, a paired phone may play.
    """

    enabled: Annotated[bool, "Whether phones may come; if not, nothing is listened to at all."] = (
        True
    )
    port: Annotated[
        int, "Where the page is: http://the box:8098/ has 8098.", Meta(ge=1, le=65535)
    ] = 8098
    names: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=253)], ...],
        "Further names of this box in your network, as your router knows them.",
    ] = ()
    evening: Annotated[
        Audience,
        'Who sees sums, times and miscounts: phones with the code, or "everybody" in the network.',
    ] = "paired"


class MqttSettings(Section):
    """The MQTT broker, for Home Assistant and lights."""

    host: Annotated[
        str, 'The name or the address of the broker; "" is none, and nothing is sent.'
    ] = ""
    port: Annotated[int, "1883 is usual, with TLS 8883.", Meta(ge=1, le=65535)] = 1883
    user: Annotated[str, 'The name of the box at the broker; "" is none.'] = ""
    password: Annotated[str, "Its password."] = ""
    password_file: Annotated[str, "Or a file that holds nothing but the password."] = ""
    tls: Annotated[bool, "Whether the connection is encrypted."] = False
    ca_file: Annotated[
        str, 'The certificate that has signed the broker\'s; "" is one of the system.'
    ] = ""
    names: Annotated[bool, "Whether names are sent. Otherwise players are Seat 1..."] = False


class NetworkSettings(Section):
    """The network of the box."""

    own_after: Annotated[
        float,
        "Seconds without any until it opens its own Wi-Fi, once; 0 is never.",
        Meta(ge=0, le=86400),
    ] = 0


class CopySettings(Section):
    """The backup of what was played."""

    folder: Annotated[
        str, 'A folder on another disk; "" is a USB stick, else beside the journal.'
    ] = ""


class LogSettings(Section):
    """The log of the box."""

    level: Annotated[
        Literal["debug", "info", "warning", "error"], "The least that is worth a line."
    ] = "info"


class Config(Section):
    """The whole configuration of one box."""

    table: TableSettings = TableSettings()
    text: TextSettings = TextSettings()
    display: DisplaySettings = DisplaySettings()
    second_display: SecondDisplaySettings = SecondDisplaySettings()
    lights: LightSettings = LightSettings()
    sounder: SounderSettings = SounderSettings()
    voice: VoiceSettings = VoiceSettings()
    buttons: ButtonSettings = ButtonSettings()
    reader: ReaderSettings = ReaderSettings()
    second_reader: AnyReaderSettings = AnyReaderSettings()
    pins: PinSettings = PinSettings()
    variants: VariantSettings = VariantSettings()
    game: GameSettings = GameSettings()
    phone: PhoneSettings = PhoneSettings()
    network: NetworkSettings = NetworkSettings()
    mqtt: MqttSettings = MqttSettings()
    copies: CopySettings = CopySettings()
    log: LogSettings = LogSettings()

    def displays(self) -> Iterator[tuple[PartName, DisplaySettings]]:
        """Yield the name and the settings of each fitted display, the first display first."""
        both = {"Display": self.display, "Second display": self.second_display}
        yield from ((part, settings) for part, settings in both.items() if settings.fitted)

    def readers(self) -> Iterator[tuple[PartName, AnyReaderSettings]]:
        """Yield the name and the settings of each fitted reader, the first reader first."""
        both: dict[PartName, AnyReaderSettings] = {
            "Reader": self.reader,
            "Second reader": self.second_reader,
        }
        yield from ((part, settings) for part, settings in both.items() if settings.fitted)

    def input_parts(self) -> tuple[PartName, ...]:
        """Return the parts that cards and keys come from."""
        readers = (part for part, _ in self.readers())
        return (*readers, "Buttons") if self.buttons.enabled else tuple(readers)


def contradictions(config: Config) -> Iterator[Mistake]:
    """Yield mistakes that are visible only when several keys are compared."""
    mqtt, first, second = config.mqtt, config.display, config.second_display
    port, second_port = config.reader.port, config.second_reader.port
    buses = {display.bus for _, display in config.displays()}
    needs_spi = 'an ssd1322 is wired to SPI: write bus = "spi"'
    host = "letters, digits, hyphens and dots only, no"
    checks = (
        (("display", "bus"), first.controller == "ssd1322" and first.bus != "spi", needs_spi),
        (
            ("second_display", "bus"),
            second.controller == "ssd1322" and second.bus != "spi",
            needs_spi,
        ),
        (
            ("second_display", "bus"),
            second.fitted and "spi" in buses,
            "the wiring has room for two displays on I2C only",
        ),
        (
            ("second_display", "address"),
            first.fitted
            and second.fitted
            and buses == {"i2c"}
            and (first.i2c_port, first.address) == (second.i2c_port, second.address),
            f"{written(second.address, base=16)} is the first display's: write another",
        ),
        (
            ("second_reader", "port"),
            second_port == "auto",
            "only the first reader is looked for: write a path or name",
        ),
        (
            ("second_reader", "port"),
            second_port == port and port not in {"auto", "none"},
            f"{written(second_port)} is the first reader's: write another",
        ),
        (
            ("mqtt", "host"),
            mqtt.host and not HOST_NAME.fullmatch(mqtt.host),
            f"{written(mqtt.host)} is no name of a broker: {host} mqtt:// and no port",
        ),
        (
            ("mqtt", "password_file"),
            mqtt.password and mqtt.password_file,
            "there is a password already: write one of them",
        ),
        (
            ("mqtt", "user"),
            (mqtt.password or mqtt.password_file) and not mqtt.user,
            "a password needs one: write the name of the box there",
        ),
        (("mqtt", "ca_file"), mqtt.ca_file and not mqtt.tls, "is for TLS only: write tls = true"),
    )
    yield from (Mistake(path, reason) for path, is_wrong, reason in checks if is_wrong)
    for name in config.phone.names:
        if not HOST_NAME.fullmatch(name):
            why = f"{written(name)} is no name of a box: {host} http:// and no port"
            yield Mistake(("phone", "names"), why)
    for place, name in enumerate(config.game.seats):
        if reason := _wrong_name(name, config.game.seats[:place]):
            yield Mistake(("game", "seats"), reason)


def _wrong_name(name: str, others: Sequence[str]) -> str | None:
    if name != name.strip():
        return "a name neither begins nor ends with a space"
    if not is_visible(name):
        return f"{name!a} contains invisible characters: leave them out"
    if name in others:
        return f"{written(name)} sits there twice: give each player a name of their own"
    if other := look_alike(name, others):
        return f"{written(name)} looks like {written(other)}: write it in another way"
    return None
