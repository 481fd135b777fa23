"""The second half of the self-test, which asks for a card at each reader and for each button."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from companion.box.noise import noise_sentence
from companion.config.board import HEADER, Pins
from companion.errors import LabelError, PrefixError
from companion.inputs import KEYS, Edge, Input, Key, KeyName, Noise, PartLost, PartName, Scan
from companion.labels.codec import CardLabel, read_label
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.findings import Finding, doubtful, right, wrong
from companion.maintenance.doctor.pins import wires
from companion.maintenance.doctor.prompts import ANSWER_TIMEOUT, Prompts
from companion.maintenance.doctor.readers import SPEEDS, Settings

_AGAIN: Final = "start companion doctor --self-test again"
_LINE_END: Final = (
    f"its manual has the code for that, also called suffix, terminator or Enter; then {_AGAIN}"
)
_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", None: ""}


def card_passed(
    asking: Prompts, context: ExaminationContext, part: PartName, wanted: Settings
) -> Finding:
    """Ask for a card and report the scan; do not wait for a failed reader."""

    def from_this_one(heard: Input) -> Scan | PartLost | None:
        match heard:
            case Scan(reader=name) | PartLost(part=name) if name == part:
                return heard
        return None

    lost = part in asking.lost and asking.why_not(part)
    heard = None if lost else asking.wait_for(f"{part}: pass a card over it.", from_this_one)
    if isinstance(heard, Scan):
        return _read(context, part, heard)
    reason = lost or asking.why_not(part)
    if reason:
        return wrong(part, reason, "see what companion doctor says of it")
    if asking.skipped:
        return doubtful(part, "no card was passed", f"{_AGAIN} and pass one")
    noise = [heard for heard in asking.others if isinstance(heard, Noise) and heard.reader == part]
    if noise:
        speed = next(speed for speed in SPEEDS if speed != wanted.baud)
        says = f"no card, only noise: {noise_sentence(noise[-1])}"
        return wrong(part, says, context.write(part, "baud", speed))
    elsewhere = [heard.reader for heard in asking.others if isinstance(heard, Scan)]
    if elsewhere:
        says = f"the card came from the {elsewhere[-1].lower()}"
        return wrong(part, says, "exchange the ports of the two readers in the configuration")
    says = f"no card came in {ANSWER_TIMEOUT:.0f} s"
    return wrong(part, says, "see whether its lamp is lit, and what companion doctor says of it")


def buttons_pressed(asking: Prompts, pins: Pins) -> list[Finding]:
    """Ask for each key by name."""
    part, came = "Buttons", list[KeyName]()
    found: list[Finding] = []
    contacts = wires(pins)
    reason = asking.why_not(part)
    if reason:
        return [wrong(part, reason, "see what companion doctor says of it")]
    for key in KEYS:
        request = f"Press {key}." if key in contacts else f"Turn the encoder to the {key.lower()}."
        if asking.wait_for(request, _press_of(key)) is not None:
            came.append(key)
        elif asking.skipped:
            found.append(doubtful(part, f"{key} was not tried", _AGAIN))
        else:
            # The previous key may have bounced again.
            others = [
                other for other in map(_pressed, asking.others) if other not in (None, *came[-1:])
            ]
            found.append(_missed(key, others[-1] if others else None, contacts.get(key)))
    if came:
        found.append(right(part, f"{', '.join(came)}: each came when it was asked for"))
    return found


def _missed(key: KeyName, instead: KeyName | None, pin: int | None) -> Finding:
    if pin is None:
        advice = (
            "compare the encoder's wires with docs/reference/wiring.md: "
            "A and B exchanged turn it round"
        )
    else:
        advice = (
            f"check the wires of {key}: one to header {HEADER[pin]} (GPIO {pin}), one to ground"
        )
    says = f"{key} did not come" if instead is None else f"{instead} came in place of {key}"
    return wrong("Buttons", says, advice)


def _press_of(key: KeyName) -> Callable[[Input], KeyName | None]:
    return lambda heard: key if _pressed(heard) == key else None


def _pressed(heard: Input) -> KeyName | None:
    match heard:
        case Edge(key=key, down=True) | Key(name=key):
            return key
    return None


def _read(context: ExaminationContext, part: PartName, scan: Scan) -> Finding:
    try:
        label = read_label(scan.text, plain=scan.plain and scan.ended)
    except PrefixError as error:
        return doubtful(part, str(error), f"its manual has the code for that; then {_AGAIN}")
    except LabelError as error:
        if not scan.ended:
            return wrong(part, str(noise_sentence(Noise("no line end"))), _LINE_END)
        again = f"{_AGAIN} with a card that has a label of this box"
        with suppress(LabelError):
            read_label(scan.text, plain=True)
            again += (
                f"; if your own labels say {scan.text}, {context.write(part, 'plain', value=True)}"
            )
        return doubtful(part, str(error), again)
    if isinstance(label, CardLabel):
        what = "a joker" if label.rank == "JK" else label.rank + _SIGNS[label.suit]
    else:
        what = f"the command card {label.name}"
    if not scan.ended:
        return doubtful(part, f"read {what}, but {noise_sentence(Noise('no line end'))}", _LINE_END)
    return right(part, f"read {what}")
