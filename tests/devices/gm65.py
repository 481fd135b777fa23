"""A model of the GM65 barcode module, seen from its serial port.

It sends the same as the module: scans with a line end, and replies to commands without one. Source:
GM65 manual, serial commands. A command is `7E 00`, type, number of data bytes, address (two bytes),
data, checksum; a reply is `02 00 00`, number of data bytes, data, checksum. The checksum is CRC-16
(polynomial 1021, start 0) from the type to the last data byte; a command may carry `AB CD` instead.

The model implements the settings that determine if a code is sent, and with which line end
(`firmware/node/gm65.py` names the source of each).
"""

from binascii import crc_hqx
from collections.abc import Mapping
from types import MappingProxyType

_COMMAND, _REPLY = b"\x7e\x00", b"\x02\x00"
_READ, _WRITE, _SAVE = 0x07, 0x08, 0x09
_UNCHECKED = b"\xab\xcd"
_HEAD, _CRC = 6, 2

_MODE, _SETUP_CODES, _PAUSE, _OUTPUT, _SAME = 0x00, 0x03, 0x05, 0x0D, 0x13
_KINDS, _DATA_MATRIX, _AROUND = 0x2C, 0x54, 0x60
_BY_ITSELF = (2, 3)
_LINE_ENDS = (b"\r", b"\r\n", b"\t", b"")

AS_DELIVERED: Mapping[int, int] = MappingProxyType(
    {
        _MODE: 0xD6,
        _SETUP_CODES: 0x00,
        _PAUSE: 0x0A,
        _OUTPUT: 0xA0,
        _SAME: 0x00,
        _KINDS: 0x05,
        _DATA_MATRIX: 0x01,
        _AROUND: 0x01,
    }
)
"""Factory settings: reads continuously with a pause of a second, obeys setup codes, uses its serial
pins, repeats the same code, reads the usual kinds of codes, and ends with CR.
"""


class Gm65:
    r"""A module that sends every code in front of it; `settings` are the saved settings by
    register.

    >>> module = Gm65()
    >>> module.pass_code("1QSF")
    b'1QSF\r'
    """

    def __init__(self, settings: Mapping[int, int] = AS_DELIVERED) -> None:
        self._saved = dict(settings)
        self.switch_on()

    def switch_on(self) -> None:
        """Restart with the saved settings, as after a power cut."""
        self._settings = dict(self._saved)

    @property
    def settings(self) -> Mapping[int, int]:
        """The current settings by register; 0 for other registers."""
        return MappingProxyType(self._settings)

    @property
    def saved(self) -> Mapping[int, int]:
        """The saved settings, which apply after the next power-up."""
        return MappingProxyType(self._saved)

    def pass_code(self, text: str) -> bytes:
        """Return the bytes sent when the Data Matrix of `text` is held in front of the window."""
        if self._setting(_MODE) & 3 not in _BY_ITSELF or self._setting(_OUTPUT) & 3:
            return b""
        if not self._setting(_KINDS) & 0x06 or not self._setting(_DATA_MATRIX) & 0x01:
            return b""
        around = self._setting(_AROUND)
        line_end = _LINE_ENDS[around >> 5 & 3] if around & 0x01 else b""
        return text.encode("ascii") + line_end

    def command(self, packet: bytes) -> bytes:
        """Return the reply to one command packet: reading, writing or saving settings.

        A damaged or unknown packet gets no reply.
        """
        if len(packet) <= _HEAD + _CRC or not packet.startswith(_COMMAND):
            return b""
        body, checksum = packet[2:-_CRC], packet[-_CRC:]
        if checksum not in (_checksum(body), _UNCHECKED):
            return b""
        kind, count, address, data = body[0], body[1], int.from_bytes(body[2:4], "big"), body[4:]
        if kind == _READ and count == len(data) == 1:
            return _reply(bytes(self._setting(address + offset) for offset in range(data[0])))
        if kind == _WRITE and count == len(data):
            self._settings.update(enumerate(data, start=address))
            return _reply(b"\x00")
        if kind == _SAVE:
            self._saved = dict(self._settings)
            return _reply(b"\x00")
        return b""

    def _setting(self, register: int) -> int:
        return self._settings.get(register, 0)


def _reply(data: bytes) -> bytes:
    body = bytes((0, len(data))) + data
    return _REPLY + body + _checksum(body)


def _checksum(body: bytes) -> bytes:
    return crc_hqx(body, 0).to_bytes(2, "big")
