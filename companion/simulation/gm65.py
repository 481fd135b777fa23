"""A model of the GM65 barcode module, from its serial side.

It sends what the module sends: a scan with its line end, and the unterminated replies to commands.
Source: GM65 manual, serial commands. A command is `7E 00`, type, number of data bytes, address (two bytes),
data, checksum; a reply is `02 00 00`, number of data bytes, data, checksum. The checksum is CRC-16
(polynomial 1021, start 0) from the type to the last data byte; a command may carry `AB CD` instead.
"""

from binascii import crc_hqx

_COMMAND, _REPLY = b"\x7e\x00", b"\x02\x00"
_READ, _WRITE, _SAVE = 0x07, 0x08, 0x09
_UNCHECKED = b"\xab\xcd"
_HEAD, _CRC = 6, 2


class Gm65:
    r"""A module that passes on every code it is shown.

        >>> module = Gm65()
        >>> module.pass_code("1QSF")
        b'1QSF\r'

    Args:
        line_end: what the module puts after a scan: CR as delivered, LF or CR LF when set so.
    """

    def __init__(self, line_end: bytes = b"\r") -> None:
        self._line_end = line_end
        self._settings: dict[int, int] = {}

    def pass_code(self, text: str) -> bytes:
        """The bytes on the line when the code that says `text` is held before the window."""
        return text.encode("ascii") + self._line_end

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
            return _reply(bytes(self._settings.get(address + offset, 0) for offset in range(data[0])))
        if kind == _WRITE and count == len(data):
            self._settings.update(enumerate(data, start=address))
            return _reply(b"\x00")
        if kind == _SAVE:
            return _reply(b"\x00")
        return b""


def _reply(data: bytes) -> bytes:
    body = bytes((0, len(data))) + data
    return _REPLY + body + _checksum(body)


def _checksum(body: bytes) -> bytes:
    return crc_hqx(body, 0).to_bytes(2, "big")
