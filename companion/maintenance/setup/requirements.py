"""Lists what the box that a configuration describes needs of the Pi's system."""

from collections.abc import Iterator
from typing import Final

import msgspec

from companion.config import Config, DisplaySettings, ReaderSettings, SecondReaderSettings
from companion.config.board import FAST
from companion.config.models import Pi
from companion.devices.serial_reader import AUTO
from companion.maintenance.doctor.serial_port import HEADER_UARTS
from companion.maintenance.setup.boot_config import Setting

HEADER_I2C: Final = 1
"""The bus on GPIO 2 and 3, which has this number on every Pi with 40 pins (docs/wiring.md)."""


class Needs(msgspec.Struct, frozen=True):
    """What a box needs: settings of config.txt, and remarks on what set-up cannot do, a sentence each.

    `i2c` says whether a display is on the header's I2C bus, `header_reader` whether a reader is, or may be,
    on its UART. `spi` is the device of the display on SPI, "/dev/spidev0.0", or "".
    """

    settings: tuple[Setting, ...] = ()
    i2c: bool = False
    spi: str = ""
    header_reader: bool = False
    remarks: tuple[str, ...] = ()


def needs_of(config: Config, pi: Pi, *, usb_reader: bool) -> Needs:
    """Return what the box needs on a kind of Pi; "auto" prefers a reader on USB to one on the header."""
    displays = [display for _, display in config.displays()]
    i2c = any(display.bus == "i2c" and display.i2c_port == HEADER_I2C for display in displays)
    on_spi = [display for display in displays if display.bus == "spi" and display.spi_port == 0]
    header = any(_on_header(reader, usb_reader=usb_reader) for _, reader in config.readers())
    return Needs(
        settings=(
            *(_I2C if i2c else ()),
            *(setting for display in on_spi for setting in _spi(display)),
            *(_uart(pi) if header else ()),
        ),
        i2c=i2c,
        spi=f"/dev/spidev0.{on_spi[0].spi_device}" if on_spi else "",
        header_reader=header,
        remarks=(*_remarks(displays), *(_port_of_pi_5(config, pi) if header else ())),
    )


_I2C: Final = (
    Setting("dtparam", "i2c_arm", "on", "the display is on I2C"),
    Setting("dtparam", "i2c_arm_baudrate", str(FAST), "a new picture takes 23 ms in place of 93"),
)


def _spi(display: DisplaySettings) -> Iterator[Setting]:
    """Yield settings that keep GPIO 9, and GPIO 7 without CE1, for a light and a button (docs/wiring.md)."""
    overlay = "spi0-2cs,no_miso" if display.spi_device else "spi0-1cs,no_miso"
    yield Setting("dtparam", "spi", "on", "the display is on SPI")
    yield Setting("dtoverlay", overlay, "", "the pins that it does not use stay with a light and a button")


def _uart(pi: Pi) -> Iterator[Setting]:
    """Yield settings for a PL011 on the header: a mini UART depends on the clock of the graphics core."""
    if pi.is_5:
        yield Setting("dtparam", "uart0", "on", "the reader is on the header, /dev/ttyAMA0 on this Pi")
        return
    yield Setting("", "enable_uart", "1", "the reader is on the header, /dev/serial0")
    if pi.bluetooth_has_uart:
        why = "the reader gets the UART that Bluetooth had; Bluetooth is off from then on"
        yield Setting("dtoverlay", "disable-bt", "", why, instead="miniuart-bt")


def _on_header(reader: ReaderSettings | SecondReaderSettings, *, usb_reader: bool) -> bool:
    if reader.kind == "keyboard":
        return False
    if reader.port == AUTO:
        return not usb_reader
    return reader.port.startswith("/dev/") and reader.port.removeprefix("/dev/") in HEADER_UARTS


def _port_of_pi_5(config: Config, pi: Pi) -> Iterator[str]:
    """Yield remarks for a Pi 5, where /dev/serial0 is not the header."""
    for section, reader in (("reader", config.reader), ("second_reader", config.second_reader)):
        if pi.is_5 and reader.port in {"/dev/serial0", "/dev/ttyS0"}:
            yield (
                f'the header of this Pi is {pi.header}: for a reader on it write port = "{pi.header}" '
                f"below [{section}] in companion.toml"
            )


def _remarks(displays: list[DisplaySettings]) -> Iterator[str]:
    for display in displays:
        if display.bus == "i2c" and display.i2c_port != HEADER_I2C:
            yield f"/dev/i2c-{display.i2c_port} is not the header's bus: switch it on as its overlay asks"
        elif display.bus == "spi" and display.spi_port != 0:
            name = f"/dev/spidev{display.spi_port}.{display.spi_device}"
            yield f"{name} is not the bus of docs/wiring.md: switch it on as its overlay asks"
