"""A model of the GM65 barcode module, from its serial side.

It sends what the module sends: a scan with its line end, and the unterminated replies to commands.
Source: GM65 manual, serial commands. A command is `7E 00`, type, number of data bytes, address (two bytes),
data, checksum; a reply is `02 00 00`, number of data bytes, data, checksum. The checksum is CRC-16
(polynomial 1021, start 0) from the type to the last data byte; a command may carry `AB CD` instead.

Of its settings those are obeyed that decide whether and how often a code is sent, and what its end is
(`firmware/node/gm65.py` says where each of them is written down).
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
"""Reads all the time with a second between, obeys set-up codes, sends to its serial pins, the same code too,
reads the usual kinds of codes, and ends with CR."""


class Gm65:
    r"""A module that passes on every code it is shown.

        >>> module = Gm65()
        >>> module.pass_code("1QSF")
        b'1QSF\r'

    Args:
        line_end: what the module puts after a scan: CR as delivered, LF or CR LF when set so.
        settings: what is saved in it besides, by register.
    """

    def __init__(self, line_end: bytes = b"\r", settings: Mapping[int, int] = AS_DELIVERED) -> None:
        self._saved = dict(settings)
        self._suffix = b""
        if line_end in _LINE_ENDS:
            self._saved[_AROUND] = self._saved.get(_AROUND, 0) & ~0x60 | _LINE_ENDS.index(line_end) << 5
        else:  # it has no such line end; the manual's way is a suffix
            self._saved[_AROUND], self._suffix = 0x02, line_end
        self.switch_on()

    def switch_on(self) -> None:
        """It has been without supply: it has forgotten what was not saved and what it was at."""
        self._settings = dict(self._saved)
        self._heard = bytearray()
        self._last: tuple[str, float] | None = None

    @property
    def settings(self) -> Mapping[int, int]:
        """What it is set to, by register; 0 in those not named."""
        return MappingProxyType(self._settings)

    @property
    def saved(self) -> Mapping[int, int]:
        """What it will be set to when it is switched on."""
        return MappingProxyType(self._saved)

    def pass_code(self, text: str) -> bytes:
        """The bytes on the line when the Data Matrix that says `text` is held before the window."""
        if self._setting(_MODE) & 3 not in _BY_ITSELF or self._setting(_OUTPUT) & 3:
            return b""
        if not self._setting(_KINDS) & 0x06 or not self._setting(_DATA_MATRIX) & 0x01:
            return b""
        around = self._setting(_AROUND)
        suffix = self._suffix if around & 0x02 else b""
        line_end = _LINE_ENDS[around >> 5 & 3] if around & 0x01 else b""
        return text.encode("ascii") + suffix + line_end

    def see(self, text: str, at: float) -> bytes:
        """The bytes on the line while the code lies before the window, at one moment of many.

        Args:
            text: what the code says.
            at: the time in seconds.
        """
        if self._last is not None:
            said, when = self._last
            if at - when < self._setting(_PAUSE) / 10 or (said == text and not self._again(at - when)):
                return b""
        self._last = (text, at)
        return self.pass_code(text)

    def _again(self, passed: float) -> bool:
        same = self._setting(_SAME)
        return not same & 0x80 or (same != 0x80 and passed >= (same & 0x7F) / 10)

    def receive(self, data: bytes) -> bytes:
        """The replies to bytes on its other line, in whatever pieces they come."""
        self._heard += data
        replies = b""
        while (begin := self._heard.find(_COMMAND)) >= 0 and len(self._heard) > begin + 3:
            end = begin + _HEAD + self._heard[begin + 3] + _CRC
            if len(self._heard) < end:
                break
            replies += self.command(bytes(self._heard[begin:end]))
            del self._heard[:end]
        return replies

    def command(self, packet: bytes) -> bytes:
        """The reply to one command packet: reading, writing or saving settings.

        A packet that is damaged or not known stays without an answer.
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
