"""The doctor's findings for a GM65 with one setting that differs from those of a box."""

import pytest

from companion.maintenance.doctor.probe import SET_UP, settings

NOTHING_AFTER = "puts nothing after a code, so that a card counts only after a pause"
OF_ITS_OWN = "adds something of its own to every code"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({0x0000: 0xD4}, "reads only while its trigger is held"),
        ({0x0000: 0xD5}, "reads only when a command tells it to"),
        (
            {0x0000: 0x97},
            "reads when something moves, the same card again after 1.0 s, and ends each with CR",
        ),
        (
            {0x002C: 0x02},
            "reads all the time, the same card again after 1.0 s, and ends each with CR",
        ),
        (
            {0x0060: 0x21},
            "reads all the time, the same card again after 1.0 s, and ends each with CR LF",
        ),
        (
            {0x0013: 0x85},
            "reads all the time, the same card again after 0.5 s, and ends each with CR",
        ),
        ({0x0013: 0x00}, "reads all the time, the same card again at once, and ends each with CR"),
        ({0x0013: 0x80}, "never reads the same card twice in a row"),
        ({0x000D: 0x01}, "sends its codes to a USB keyboard"),
        ({0x000D: 0x03}, "sends its codes to a USB serial port"),
        ({0x000D: 0x02}, "sends its codes nowhere"),
        ({0x0060: 0x00}, NOTHING_AFTER),
        ({0x0060: 0x61}, NOTHING_AFTER),
        ({0x0060: 0x41}, "puts TAB after a code, where the box waits for CR"),
        ({0x0060: 0x03}, OF_ITS_OWN),
        ({0x0060: 0x81}, OF_ITS_OWN),
        ({0x002C: 0x01}, "reads no kind of code"),
        ({0x0054: 0x00}, "seems to read no Data Matrix, which the labels carry"),
        ({0x0003: 0x01}, "any set-up code which is held before it changes"),
    ],
)
def test_doctor_reports_a_wrong_setting(change: dict[int, int], says: str) -> None:
    (finding,) = settings("Reader", {**SET_UP, **change}, "/dev/serial0", 9600, usb=False)
    assert finding.says == f"a GM65 that {says}"


def test_doctor_reports_a_module_on_usb() -> None:
    (finding,) = settings("Reader", {**SET_UP, 0x000D: 0x00}, "/dev/serial0", 9600, usb=True)
    assert finding.says == "a GM65 that sends its codes to its serial pins"
