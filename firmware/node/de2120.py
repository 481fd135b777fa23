"""The driver of DYScan's DE2120, as on SparkFun's breakout and Soldered's.

    >>> module = De2120(UART(0, 115200, tx=Pin(0), rx=Pin(1), timeout=0))
    >>> module.step(now)
    b'1QSF'

First scan the label `POR232` from its manual once: before that it is a USB keyboard and silent on
its pins. Afterwards it uses 115200 8N1 and ends a code with CR. A command is `^_^`, a word, `.`;
the answer is one byte, 06 or 15 (SparkFun's library for it, which also sets it to 9600 baud: undo
that with `232BAD9`).
"""

from micropython import const

from node.lines import Lines
from node.ticks import since

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from node.ports import Uart

_SETTINGS = ("SCMCNT", "CNTALW3", "BEPSUC0")
"""Read continuously; send the same code again after a second; do not beep, because the node does.
All are from SparkFun's library, which has no command to read a setting back.
"""

_YES = const(0x06)
_NO = const(0x15)
_ANSWER = const(1000)
"""Milliseconds to wait for an answer; SparkFun's library waits up to 800."""
_TRIES = const(3)
_AGAIN = const(5000)
"""Milliseconds until the driver configures a silent module again."""


class De2120(Lines):
    """A module that is configured at the start, then read.

    The module stores its settings itself. After the last answer the driver sends nothing, so it
    does not notice if the module is unplugged later.

    Args:
        uart: the module's serial line, by default 115200 8N1, opened so that reading does not wait.
    """

    name = "de2120"

    def __init__(self, uart: Uart) -> None:
        super().__init__(uart)
        self._setting = 0
        self._asked = False
        self._asked_at = 0
        self._pause = 0
        self._unanswered = 0

    def step(self, now: int) -> bytes | None:
        """Return the next code, or None; also send the module its next setting when due."""
        code = super().step(now)
        if self._setting == len(_SETTINGS):
            return code
        if self._asked and since(now, self._asked_at) > _ANSWER:
            self._no_answer()
        elif not self._asked and since(now, self._asked_at) >= self._pause:
            self._uart.write(f"^_^{_SETTINGS[self._setting]}.".encode())
            self._asked, self._asked_at = True, now
        return code

    def _take(self, byte: int) -> bytes | None:
        if byte not in (_YES, _NO):
            return super()._take(byte)
        if self._asked:  # continue even if the module lacks the setting
            self._asked = False
            self._setting += 1
            self._pause = self._unanswered = 0
            self.answers = True
        return None

    def _no_answer(self) -> None:
        self._asked = False
        self._unanswered += 1
        if self._unanswered >= _TRIES:
            self.answers = False
            self._setting, self._pause = 0, _AGAIN
