"""config.txt, which a Pi's firmware reads: adds one block at its end and keeps the rest unchanged.

The rules for sections are from the Raspberry Pi documentation, "Conditional filters"; that `dtoverlay=` alone
ends the parameters of the overlay before it is from "Device Trees, overlays, and parameters".
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from companion.config.models import Pi
from companion.errors import SetupError

BEGIN: Final = "# companion setup begins. It replaces these lines as a whole: others go above or below."
END: Final = "# companion setup ends."

_FRAME: Final = (BEGIN, "[all]", "dtoverlay=", END)

_ALIASES: Final = {
    "i2c": "i2c_arm",
    "i2c1": "i2c_arm",
    "i2c_baudrate": "i2c_arm_baudrate",
    "i2c1_baudrate": "i2c_arm_baudrate",
}
"""Other names of the header's bus (overlays/README of the firmware)."""

_ON: Final = {"", "on", "true", "yes", "y", "okay", "1"}
_OFF: Final = {"off", "false", "no", "n", "disabled", "0"}
_MODELS: Final = ("pi", "cm")
_BOARD: Final = "board-type"

_Applies = Literal["yes", "perhaps", "no"]


class Setting(msgspec.Struct, frozen=True):
    """One line, and why the box needs it.

    The `kind` is "" for a setting of the firmware itself. An overlay has its parameters in its name, and no
    value. `instead` is another name that the owner may have used to the same effect.
    """

    kind: Literal["", "dtparam", "dtoverlay"]
    name: str
    value: str
    why: str
    instead: str = ""

    @property
    def line(self) -> str:
        """Return the line in the file."""
        return "=".join(word for word in (self.kind, self.name, self.value) if word)


class Rewritten(NamedTuple):
    """The whole new text, the settings that are new in it, and the lines that are gone from the block.

    `remarks` say where the owner's lines differ from the block; `in_the_way` are the numbers of those that
    follow the block and override it.
    """

    text: str
    added: tuple[Setting, ...]
    gone: tuple[str, ...]
    remarks: tuple[str, ...]
    in_the_way: tuple[int, ...]


class _Line(NamedTuple):
    """A setting in the owner's lines."""

    number: int
    kind: str
    name: str
    value: str
    applies: _Applies


def rewritten(text: str, settings: Sequence[Setting], pi: Pi) -> Rewritten:
    """Return `text` with the settings that the box needs on the kind of Pi `pi`.

    Settings that the owner's own lines already contain are not repeated; every other line of theirs stays.

    Raises:
        SetupError: the marks of the block are damaged, so its lines cannot be told from the owner's.
    """
    lines = text.splitlines(keepends=True)
    begin, end = _block(lines)
    before, ours, after = lines[:begin], lines[begin:end], lines[end:]
    # Neither part begins inside a section: one begins the file, the other follows our [all].
    earlier, later = list(_read(before, pi, 1)), list(_read(after, pi, end + 1))
    missing = [setting for setting in settings if not _is_said(setting, [*earlier, *later])]
    newline = "\r\n" if "\r\n" in text else "\n"
    block = _written(missing, newline, followed=bool("".join(after).strip()))
    longer = len(block) - len(ours)
    later = [line._replace(number=line.number + longer) for line in later]
    against = list(_against(missing, later))
    if block and before and not before[-1].endswith(("\n", "\r")):
        before = [*before[:-1], before[-1] + newline]
    there = [line.strip() for line in ours]
    kept = {line.strip() for line in block}
    return Rewritten(
        "".join((*before, *block, *after)),
        tuple(setting for setting in missing if setting.line not in there),
        tuple(line for line in there if line not in kept and line not in _FRAME),
        (
            *_differences(_against(missing, earlier), "and the later line counts"),
            *_differences(against, "but the later line counts: take that one out"),
        ),
        tuple(sorted({line.number for _, line in against})),
    )


def _block(lines: Sequence[str]) -> tuple[int, int]:
    """Return the first line of the block and the first after it; both at the end if there is none."""
    begins = [number for number, line in enumerate(lines) if line.strip() == BEGIN]
    ends = [number for number, line in enumerate(lines) if line.strip() == END]
    if not begins and not ends:
        return len(lines), len(lines)
    if len(begins) != 1 or len(ends) != 1 or ends[0] < begins[0]:
        raise SetupError(
            "config.txt: the lines of companion setup no longer stand between their two marks: "
            "take the marks and what is left between them out"
        )
    return begins[0], ends[0] + 1


def _written(settings: Sequence[Setting], newline: str, *, followed: bool) -> list[str]:
    """Return the block, which ends in [all] for the lines that follow it."""
    if not settings:
        return [line + newline for line in (BEGIN, "[all]", END)] if followed else []
    parameters = [setting.line for setting in settings if setting.kind == "dtparam"]
    overlays = [setting.line for setting in settings if setting.kind == "dtoverlay"]
    others = [setting.line for setting in settings if not setting.kind]
    base = ["dtoverlay="]  # ends the overlay above, so that what follows applies to the Pi itself
    lines = (BEGIN, "[all]", *others, *(base if parameters else ()), *parameters, *overlays)
    return [line + newline for line in (*lines, *(base if overlays else ()), END)]


def _read(lines: Sequence[str], pi: Pi, first: int) -> Iterator[_Line]:
    """Yield the owner's settings with their line numbers, counted from `first`."""
    filters: dict[str, _Applies] = {}
    for number, raw in enumerate(lines, first):
        line = raw.partition("#")[0].strip()
        if line.startswith("[") and line.endswith("]"):
            filters = _filtered(filters, line[1:-1].strip().lower(), pi)
            continue
        kind, _, rest = line.partition("=")
        verdicts = set(filters.values())
        applies: _Applies = "no" if "no" in verdicts else "perhaps" if "perhaps" in verdicts else "yes"
        if kind in {"dtparam", "device_tree_param"}:
            for parameter in rest.split(","):
                name, _, value = parameter.partition("=")
                name = name.strip().lower()
                yield _Line(number, "dtparam", _ALIASES.get(name, name), _value(value), applies)
        elif kind in {"dtoverlay", "device_tree_overlay"} and rest:
            yield _Line(number, "dtoverlay", _overlay(rest), "", applies)
        elif line:
            yield _Line(number, "", kind.strip(), rest.strip(), applies)


def _filtered(filters: dict[str, _Applies], section: str, pi: Pi) -> dict[str, _Applies]:
    """Return the filters below a section: models replace each other, other kinds add up, [all] clears."""
    if section == "all":
        return {}
    if section == "none":
        return {**filters, "none": "no"}
    if section.startswith(_MODELS):
        return {**filters, "model": "yes" if section in pi.filters else "no"}
    kind = section.partition("=")[0]
    return {**filters, "model" if kind == _BOARD else kind: "perhaps"}


def _value(text: str) -> str:
    said = text.strip().lower()
    return "on" if said in _ON else "off" if said in _OFF else said


def _overlay(text: str) -> str:
    """Return an overlay with its parameters, in place of the older form with "pi3-" or with ":" for ","."""
    return text.strip().replace(":", ",", 1).removeprefix("pi3-")


def _is_said(setting: Setting, own: Sequence[_Line]) -> bool:
    """Return whether the owner's lines contain the setting, without one against it, on this Pi."""
    names = {setting.name, setting.instead or setting.name}
    words = [
        line for line in own if line.kind == setting.kind and line.name in names and line.applies != "no"
    ]
    return any(line.applies == "yes" for line in words) and all(line.value == setting.value for line in words)


def _against(settings: Sequence[Setting], own: Sequence[_Line]) -> Iterator[tuple[Setting, _Line]]:
    """Yield the settings that the owner's lines contradict on this Pi, with those lines."""
    for setting in settings:
        for line in own:
            same = (line.kind, line.name) == (setting.kind, setting.name)
            if same and line.applies != "no" and line.value != setting.value:
                yield setting, line


def _differences(against: Iterable[tuple[Setting, _Line]], so: str) -> Iterator[str]:
    for setting, line in against:
        said = "=".join(word for word in (line.kind, line.name, line.value) if word)
        yield f"line {line.number} says {said}, the box needs {setting.line}, {so}"
