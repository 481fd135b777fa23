"""The driver of barcode modules of the GM65 family: GM65, GM861, Waveshare's 14810.

    >>> module = Gm65(UART(0, 9600, tx=Pin(0), rx=Pin(1), timeout=0))
    >>> module.step(now)
    b'1QSF'

A command is `7E 00`, type, number of data bytes, address (two bytes), data, checksum; a reply is
`02 00 00`, number of data bytes, data, checksum. The checksum is CRC-16/XMODEM from the type to the
last data byte. Replies have no line end, so the next code follows on the same line (GM65 manual,
"Serial commands"; Tasmota's GM861 driver lists the same packets).
"""

from micropython import const

from node.frames import crc16
from node.lines import Lines
from node.ticks import since

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from node.ports import Uart

_SETTINGS = (
    (0x0000, 0xFF, 0x96),
    (0x0003, 0x02, 0x02),
    (0x0005, 0xFF, 0x02),
    (0x000D, 0x03, 0x00),
    (0x0013, 0xFF, 0x8A),
    (0x002C, 0x06, 0x04),
    (0x0054, 0x01, 0x01),
    (0x0060, 0xFF, 0x01),
)
"""Register, mask of the relevant bits, and their value. Each register except 0x0054 is used by a
published driver.

0x0000, the mode of reading: a light at each code (80), aiming light (10) and lamp (04) while it
reads, and continuously (02; 00 is by its trigger, 01 on command, 03 on motion). It does not beep
(40), because the node does. Sources: Specter-DIY (qr.py) and a maker's settings program for GM
modules; the default of Tasmota's GM861 was D6.

0x0003, the effect of scanned setup codes: 02 ignores them, 01 also sends their text. Sources: SB
Components' examples for its barcode reader (Setting_code); DFRobot's driver for the GM65 writes 03
and 01.

0x0005, the pause between two readings, in tenths of a second. Specter-DIY uses 0.1 s; the default
of Tasmota's GM861 was 1 s, too slow for a player who plays several cards.

0x000D, the output of codes: 00 the serial pins, 01 a USB keyboard, 03 a USB serial port. Sources:
Specter-DIY and Tasmota, whose GM861 was a keyboard by default, silent on its pins.

0x0013, the delay before it sends the same code again: 80 plus tenths of a second; 80 alone means
never. The samples for GM modules count tenths, up to 12.7 s. A comment in Specter-DIY calls 85 five
seconds, which is half a second in all other sources.

0x002C, the kinds of codes that it reads: 00 none, 02 all, 04 the usual ones. Source: SB Components'
examples (Switch_of_all_barcodes); the default of Tasmota's GM861 was 05.

0x0054, Data Matrix: 01 reads it, the default of Tasmota's GM861. SB Components' examples have it at
0x0058; there 0x0054 is the maximum length of a kind of code, for which bit 01 is harmless.

0x0060, the frame of a code: 01 a line end and its kind (00 CR, 20 CR LF, 40 TAB, 60 none), 02 and
08 suffix and prefix, 80 a frame with its length (Tasmota). A table for the GM812 has the line end
at 0x000E instead, which is the beeper in all others.
"""

_READ = const(0x07)
_WRITE = const(0x08)
_SAVE = const(0x09)
_NOTHING = const(0)

_ANSWER = const(500)
"""Milliseconds to wait for an answer; according to a GM60 driver, 200 are sometimes
insufficient.
"""
_TRIES = const(3)
_AGAIN = const(1000)
"""Milliseconds until the driver asks a silent module again."""
_CHECK = const(10000)
"""Milliseconds until the driver reads the settings again, because the module may have been
replaced.
"""

_REPLY = const(0x02)
_HEAD = const(4)
_CRC = const(2)
_MOST = const(8)
"""Maximum data bytes of a reply that the driver accepts; the answers to its commands have
only one.
"""


class Gm65(Lines):
    """A module that is configured, checked from time to time, and read.

    The driver writes each wrong setting, reads it back, and finally saves all of them in the
    module. If a setting does not keep the value (another maker's module may lack it), the driver
    does not write it again until the module has been switched off. It reads codes even while the
    module does not answer.

    Args:
        uart: the module's serial line, by default 9600 8N1, opened so that reading does not wait.
    """

    name = "gm65"

    def __init__(self, uart: Uart) -> None:
        super().__init__(uart)
        self._command = bytearray(9)
        self._reply = bytearray(_HEAD + _MOST + _CRC)
        self._got = 0  # bytes of an incomplete reply
        self._asked = _NOTHING
        self._asked_at = 0
        self._pause = 0
        self._unanswered = 0
        self._setting = 0
        self._wanted = -1  # the value to write next, -1 to read the setting
        self._tries = 0
        self._to_save = False
        self._left_alone = 0  # one bit per setting

    def step(self, now: int) -> bytes | None:
        """Return the next code, or None; also send the module its next command when due."""
        code = super().step(now)
        if code is None and self._asked == _NOTHING:
            if since(now, self._asked_at) >= self._pause and not self._length:
                self._ask(now)
        elif code is None and since(now, self._asked_at) > _ANSWER:
            self._no_answer()
        return code

    def _take(self, byte: int) -> bytes | None:
        if not self._got and byte != _REPLY:
            return super()._take(byte)
        reply = self._reply
        reply[self._got] = byte
        self._got += 1
        if (self._got == 2 and byte) or (self._got == _HEAD and not 0 < byte <= _MOST):
            self._no_reply()
        elif self._got > _HEAD and self._got == _HEAD + reply[3] + _CRC:
            end = self._got - _CRC
            if crc16(memoryview(reply)[2:end], end - 2) == reply[end] << 8 | reply[end + 1]:
                self._got = 0
                self._answer(reply[_HEAD] if reply[2] == 0 else -1)
            else:
                self._no_reply()
        return None

    def _no_reply(self) -> None:
        """Drop bytes that began like a reply but are not one; they may contain the start of a
        code.
        """
        self._got = 0
        self._spoiled = True

    def _quiet(self) -> bytes | None:
        self._got = 0
        return super()._quiet()

    def _ask(self, now: int) -> None:
        if self._setting == len(_SETTINGS):
            self._send(_SAVE, 0, 0)
        elif self._wanted >= 0:
            self._send(_WRITE, _SETTINGS[self._setting][0], self._wanted)
        else:
            self._send(_READ, _SETTINGS[self._setting][0], 1)
        self._asked_at = now

    def _send(self, kind: int, register: int, data: int) -> None:
        command = self._command
        command[0:7] = bytes((0x7E, 0, kind, 1, register >> 8, register & 0xFF, data))
        crc = crc16(memoryview(command)[2:7], 5)
        command[7], command[8] = crc >> 8, crc & 0xFF
        self._uart.write(command)
        self._asked = kind

    def _answer(self, data: int) -> None:
        """Process the module's answer to the last command; `data` is -1 if it refused."""
        asked, self._asked = self._asked, _NOTHING
        self._unanswered = self._pause = 0
        self.answers = True
        if asked == _READ:
            self._compare(data)
        elif asked == _WRITE:
            self._wanted = -1
            self._to_save = True
        elif asked == _SAVE:
            self._to_save = False
            self._all_done()

    def _compare(self, data: int) -> None:
        _, bits, value = _SETTINGS[self._setting]
        bit = 1 << self._setting
        if (
            data >= 0
            and data & bits != value
            and self._tries < _TRIES
            and not self._left_alone & bit
        ):
            self._tries += 1
            self._wanted = data & ~bits | value
            return
        if data & bits != value:
            self._left_alone |= bit
        self._tries = 0
        self._setting += 1
        if self._setting == len(_SETTINGS) and not self._to_save:
            self._all_done()

    def _all_done(self) -> None:
        self._setting = 0
        self._pause = _CHECK

    def _no_answer(self) -> None:
        asked, self._asked = self._asked, _NOTHING
        self._wanted = -1
        self._pause = 0
        self._unanswered += 1
        if self._unanswered < _TRIES:
            return
        self._unanswered = 0
        if (
            asked == _SAVE
        ):  # endless saving would wear out the memory; the next check reads the settings
            self._to_save = False
            self._all_done()
        else:
            self.answers = False
            self._setting = self._tries = self._left_alone = 0
            self._pause = _AGAIN
