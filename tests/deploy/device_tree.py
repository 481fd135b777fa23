"""A device tree as the kernel reads it, and the pins that its devices take.

The format is defined in chapter 5 of the Devicetree Specification 0.4.
"""

import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_BEGIN, _END, _PROPERTY, _LAST = 1, 2, 3, 9
_OWN_STATES = ("default", "sleep")
"""The states in which a pin controller takes pins for itself (pinctrl_claim_hogs in the kernel)."""

_NO_DEVICES = ("/aliases", "/chosen", "/__symbols__")


class Claim(NamedTuple):
    """A device that takes a pin.

    `function` is the number in `brcm,function`. It is None if the device uses the pin as a GPIO or
    gives the function by name.
    """

    node: str
    function: int | None


class DeviceTree:
    """A compiled device tree.

    Attributes:
        nodes: the properties of each node by path; the path of the root is "".
    """

    def __init__(self, compiled: bytes) -> None:
        self.nodes = dict(_nodes(compiled))
        self._nodes_by_phandle = {
            properties["phandle"]: path
            for path, properties in self.nodes.items()
            if "phandle" in properties
        }

    def text(self, path: str, name: str) -> str:
        """Return the first string of a property."""
        return self.texts(path, name)[0]

    def texts(self, path: str, name: str) -> list[str]:
        """Return the strings of a property."""
        return self.nodes[path][name].decode("ascii").removesuffix("\0").split("\0")

    def numbers(self, path: str, name: str) -> tuple[int, ...]:
        """Return the 32-bit numbers of a property."""
        return _numbers(self.nodes[path][name])

    def symbol(self, label: str) -> str:
        """Return the path of the node that has this label."""
        return self.text("/__symbols__", label)

    def is_enabled(self, path: str) -> bool:
        """Return whether the kernel makes a device for the node: it and its parents are enabled."""
        while path:
            if self.nodes[path].get("status", b"okay\0") not in {b"okay\0", b"ok\0"}:
                return False
            path = path.rpartition("/")[0]
        return True

    def devices(self) -> Iterator[str]:
        """Yield the path of each enabled node."""
        for path in self.nodes:
            if not path.startswith(_NO_DEVICES) and self.is_enabled(path):
                yield path

    def claims(self) -> Iterator[tuple[int, Claim]]:
        """Yield each GPIO of the chip that a device takes, with the device's claim.

        The device takes it through the pin controller or as a GPIO.
        """
        chip = self.symbol("gpio")
        for path in self.devices():
            for name, value in self.nodes[path].items():
                kind, _, state = name.rpartition("-")
                if kind == "pinctrl" and state.isdecimal():
                    if (
                        path == chip
                        and self.texts(path, "pinctrl-names")[int(state)] not in _OWN_STATES
                    ):
                        continue
                    for phandle in _cells(value):
                        yield from self._muxed(path, self._nodes_by_phandle[phandle])
                elif name == "gpios" and "gpio-hog" in self.nodes[path]:
                    if path.rpartition("/")[0] == chip:
                        yield _numbers(value)[0], Claim(path, None)
                elif state in {"gpios", "gpio"}:
                    yield from ((pin, Claim(path, None)) for pin in self._moved(chip, value))

    def _muxed(self, path: str, group: str) -> Iterator[tuple[int, Claim]]:
        if "brcm,pins" in self.nodes[group]:
            pins, functions = self.numbers(group, "brcm,pins"), self.numbers(group, "brcm,function")
            if len(functions) == 1:
                functions *= len(pins)
            for pin, function in zip(pins, functions, strict=True):
                yield pin, Claim(path, function)
        for part, properties in self.nodes.items():
            # The kernel's other notation for a group: pins = "gpio40"; function = "pwm1".
            if (part == group or part.startswith(f"{group}/")) and "pins" in properties:
                for name in self.texts(part, "pins"):
                    yield int(name.removeprefix("gpio")), Claim(path, None)

    def _moved(self, chip: str, value: bytes) -> Iterator[int]:
        """Yield the chip's pins from a list of GPIOs; each GPIO follows the phandle of its
        controller.
        """
        cells = iter(_cells(value))
        for phandle in cells:
            controller = self._nodes_by_phandle[phandle]
            rest = [next(cells) for _ in range(*self.numbers(controller, "#gpio-cells"))]
            if controller == chip:
                yield _numbers(rest[0])[0]


def _nodes(compiled: bytes) -> Iterator[tuple[str, Mapping[str, bytes]]]:
    at, names = struct.unpack_from(">8x2I", compiled)
    path: list[str] = []
    open_nodes: list[dict[str, bytes]] = []
    while True:
        (token,) = struct.unpack_from(">I", compiled, at)
        at += 4
        if token == _BEGIN:
            name = _text(compiled, at)
            at += len(name) + 1
            path.append(name)
            open_nodes.append({})
            yield "/".join(path), open_nodes[-1]
        elif token == _END:
            path.pop()
            open_nodes.pop()
        elif token == _PROPERTY:
            length, name_at = struct.unpack_from(">2I", compiled, at)
            at += 8
            open_nodes[-1][_text(compiled, names + name_at)] = compiled[at : at + length]
            at += length
        elif token == _LAST:
            return
        at = (at + 3) & ~3


def _text(compiled: bytes, at: int) -> str:
    return compiled[at : compiled.index(b"\0", at)].decode("ascii")


def _cells(value: bytes) -> list[bytes]:
    return [value[at : at + 4] for at in range(0, len(value), 4)]


def _numbers(value: bytes) -> tuple[int, ...]:
    return struct.unpack(f">{len(value) // 4}I", value)
