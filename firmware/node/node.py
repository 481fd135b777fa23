"""The loop of the node, which passes codes and keys to the box and verdicts to light and beeper.

>>> node = Node(Gm65(uart), link, Keys({}), Signals(led, beeper))
>>> while True:
...     node.step(ticks_ms())
"""

from micropython import const

from node import signals
from node.once import Once

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from node.keys import Keys
    from node.link import Link
    from node.ports import BarcodeModule
    from node.signals import Signals


class Node:
    """The node: connects module, link, keys and signals.

    Args:
        module: the driver of the barcode module.
        link: the link to the box.
        keys: the keys, or none.
        signals: light and beeper, or neither.
    """

    def __init__(self, module: BarcodeModule, link: Link, keys: Keys, signals: Signals) -> None:
        self._module, self._link, self._keys, self._signals = module, link, keys, signals
        self._once = Once()

    def step(self, now: int) -> None:
        """Do everything that is due and return; call it again every few milliseconds.

        Args:
            now: ticks.
        """
        code = self._module.step(now)
        while code is not None:
            if self._once.is_new(code, now) and not self._link.tell_scan(
                code, now, ended=self._module.ended
            ):
                self._signals.play(signals.NO_ROOM, now)
            code = self._module.step(now)
        change = self._keys.change(now)
        while change is not None:
            name, down = change
            if not self._link.tell_key(name, now, down=down):
                self._signals.play(signals.NO_ROOM, now)
            change = self._keys.change(now)
        verdict = self._link.step(now, "ok" if self._module.answers else "silent")
        if verdict is not None:
            self._signals.play(signals.ACCEPTED if verdict else signals.REFUSED, now)
        self._signals.show(self._state(now), now)
        self._signals.step(now)

    def _state(self, now: int) -> signals.Pattern:
        if not self._module.answers:
            return signals.SILENT
        return signals.STUCK if self._link.is_stuck(now) else signals.WELL
