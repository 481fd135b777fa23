"""The doctor's findings for a GM65 with one setting that differs from those of a box."""

import pytest

from companion.maintenance.doctor.probe import SET_UP, settings

ON_COMMAND = "reads only when its trigger or a command tells it to"
ELSEWHERE = "sends its codes to another plug or nowhere"
NO_LINE_END = "does not end a code with CR"
WELL = "settings suit the cards"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({0x0000: 0xD4}, ON_COMMAND),
        ({0x0000: 0xD5}, ON_COMMAND),
        ({0x0000: 0x97}, WELL),
        ({0x0013: 0x80}, "never reads the same card twice in a row"),
        ({0x000D: 0x01}, ELSEWHERE),
        ({0x000D: 0x02}, ELSEWHERE),
        ({0x0060: 0x00}, NO_LINE_END),
        ({0x0060: 0x41}, NO_LINE_END),
        ({0x0060: 0x21}, WELL),
        ({0x002C: 0x01}, "reads no kind of code"),
        ({0x0054: 0x00}, "seems to read no Data Matrix, which the labels carry"),
        ({0x0003: 0x01}, "any set-up code which is held before it changes"),
    ],
)
def test_doctor_reports_a_wrong_setting(change: dict[int, int], says: str) -> None:
    (finding,) = settings("Reader", {**SET_UP, **change}, "/dev/serial0", 9600, usb=False)
    assert finding.says.endswith(says)


def test_doctor_reports_a_module_on_usb() -> None:
    (finding,) = settings("Reader", {**SET_UP, 0x000D: 0x00}, "/dev/serial0", 9600, usb=True)
    assert finding.says.endswith(ELSEWHERE)
