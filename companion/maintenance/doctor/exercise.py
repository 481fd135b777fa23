"""The second half of the self-test, which asks for a card at each reader and for each button."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from companion.box.scans import noise_sentence
from companion.config import AnyReaderSettings
from companion.config.board import Pins
from companion.errors import LabelError, PrefixError
from companion.inputs import KEYS, Edge, Input, Key, KeyName, Noise, PartLost, PartName, Scan
from companion.labels.codec import CardLabel, read_label
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.display import header_pin
from companion.maintenance.doctor.findings import (
    SEE_DOCTOR,
    Finding,
    doubtful,
    part_name,
    right,
    wrong,
)
from companion.maintenance.doctor.pins import wires
from companion.maintenance.doctor.prompts import ANSWER_TIMEOUT, Prompts
from companion.maintenance.doctor.readers import SPEEDS
from companion.message import phrase
from companion.words.cards import face_of

_AGAIN: Final = phrase("start companion doctor --self-test again")
_LINE_END: Final = phrase(
    "its manual has the code for that, also called suffix, terminator or Enter; then {again}",
    again=_AGAIN,
)


def card_passed(
    asking: Prompts, context: ExaminationContext, part: PartName, wanted: AnyReaderSettings
) -> Finding:
    """Ask for a card and report the scan; do not wait for a failed reader."""

    def from_this_one(heard: Input) -> Scan | PartLost | None:
        match heard:
            case Scan(reader=name) | PartLost(part=name) if name == part:
                return heard
        return None

    lost = part in asking.lost and asking.why_not(part)
    request = phrase("{part}: pass a card over it.", part=part_name(part))
    heard = None if lost else asking.wait_for(request, from_this_one)
    if isinstance(heard, Scan):
        return _read(context, part, heard)
    reason = lost or asking.why_not(part)
    if reason:
        return wrong(part, reason, SEE_DOCTOR)
    if asking.skipped:
        again = phrase("{again} and pass one", again=_AGAIN)
        return doubtful(part, phrase("no card was passed"), again)
    noise = [heard for heard in asking.others if isinstance(heard, Noise) and heard.reader == part]
    if noise:
        speed = next(speed for speed in SPEEDS if speed != wanted.baud)
        says = phrase("no card, only noise: {noise}", noise=noise_sentence(noise[-1]))
        return wrong(part, says, context.write(part, "baud", speed))
    elsewhere = [heard.reader for heard in asking.others if isinstance(heard, Scan)]
    if elsewhere:
        says = (
            phrase("the card came from the second reader")
            if elsewhere[-1] == "Second reader"
            else phrase("the card came from the reader")
        )
        advice = phrase("exchange the ports of the two readers in the configuration")
        return wrong(part, says, advice)
    says = phrase("no card came in {n} s", n=round(ANSWER_TIMEOUT))
    advice = phrase("see whether its lamp is lit, and what companion doctor says of it")
    return wrong(part, says, advice)


def buttons_pressed(asking: Prompts, pins: Pins) -> list[Finding]:
    """Ask for each key by name."""
    part, came = "Buttons", list[KeyName]()
    found: list[Finding] = []
    contacts = wires(pins)
    reason = asking.why_not(part)
    if reason:
        return [wrong(part, reason, SEE_DOCTOR)]
    for key in KEYS:
        request = (
            phrase("Press {key}.", key=key)
            if key in contacts
            else phrase("Turn the encoder to the left.")
            if key == "LEFT"
            else phrase("Turn the encoder to the right.")
        )
        if asking.wait_for(request, _press_of(key)) is not None:
            came.append(key)
        elif asking.skipped:
            found.append(doubtful(part, phrase("{key} was not tried", key=key), _AGAIN))
        else:
            # The previous key may have bounced again.
            others = [
                other for other in map(_pressed, asking.others) if other not in (None, *came[-1:])
            ]
            found.append(_missed(key, others[-1] if others else None, contacts.get(key)))
    if came:
        says = phrase("{keys}: each came when it was asked for", keys=", ".join(came))
        found.append(right(part, says))
    return found


def _missed(key: KeyName, instead: KeyName | None, pin: int | None) -> Finding:
    if pin is None:
        advice = phrase(
            "compare the encoder's wires with docs/reference/wiring.md: "
            "A and B exchanged turn it round"
        )
    else:
        advice = phrase(
            "check the wires of {key}: one to {pin}, one to ground", key=key, pin=header_pin(pin)
        )
    says = (
        phrase("{key} did not come", key=key)
        if instead is None
        else phrase("{instead} came in place of {key}", instead=instead, key=key)
    )
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
        advice = phrase("its manual has the code for that; then {again}", again=_AGAIN)
        return doubtful(part, str(error), advice)
    except LabelError as error:
        if not scan.ended:
            return wrong(part, noise_sentence(Noise("no line end")), _LINE_END)
        again = phrase("{again} with a card that has a label of this box", again=_AGAIN)
        with suppress(LabelError):
            read_label(scan.text, plain=True)
            again = phrase(
                "{again}; if your own labels say {text}, {do}",
                again=again,
                text=scan.text,
                do=context.write(part, "plain", value=True),
            )
        return doubtful(part, str(error), again)
    if isinstance(label, CardLabel):
        card = f"{label.rank}{label.suit or ''}"
        what = phrase("a joker") if label.rank == "JK" else face_of(card)
    else:
        what = phrase("the command card {name}", name=label.name)
    if not scan.ended:
        noise = noise_sentence(Noise("no line end"))
        says = phrase("read {what}, but {noise}", what=what, noise=noise)
        return doubtful(part, says, _LINE_END)
    return right(part, phrase("read {what}", what=what))
