"""config.txt: one block at the end, and whatever the owner wrote stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import read_config
from companion.config.models import KINDS, Pi, pi_of
from companion.errors import SetupError
from companion.maintenance.setup.boot_config import BEGIN, END, Rewritten, Setting, rewritten
from companion.maintenance.setup.requirements import needs_of

PI_4 = pi_of("Raspberry Pi 4 Model B Rev 1.4")
I2C = Setting("dtparam", "i2c_arm", "on", "the display is on I2C")
UART = Setting("", "enable_uart", "1", "the reader is on the header")
NO_BLUETOOTH = Setting("dtoverlay", "disable-bt", "", "the reader has its UART", instead="miniuart-bt")
ALL = (I2C, UART, NO_BLUETOOTH)

lines = st.sampled_from(
    [
        "",
        "# mine",
        "dtparam=audio=on",
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm=off,spi=on",
        "dtparam=i2c1",
        "dtoverlay=miniuart-bt",
        "dtoverlay=vc4-kms-v3d",
        "enable_uart=0",
        "enable_uart=1",
        "[pi4]",
        "[pi0]",
        "[all]",
        "[none]",
        "[EDID=VSC-TD2220]",
        "  odd = line\t",
    ]
)
ends = st.sampled_from(["\n", "\r\n"])
texts = st.builds(
    lambda said, end, last: end.join(said) + (end if last else ""), st.lists(lines), ends, st.booleans()
)
wanted = st.lists(st.sampled_from(ALL), unique=True).map(tuple)


def without_block(text: str) -> str:
    """What is the owner's."""
    begin, end = text.find(BEGIN), text.find(END)
    return text if begin < 0 else text[:begin] + text[end + len(END) :].lstrip("\r\n")


@given(texts, wanted)
def test_second_run_changes_nothing(text: str, settings: tuple[Setting, ...]) -> None:
    once = rewritten(text, settings, PI_4).text
    again = rewritten(once, settings, PI_4)
    assert (again.text, again.added, again.gone) == (once, (), ())


@given(texts, wanted, texts, wanted)
def test_the_owners_lines_stay(
    text: str, first: tuple[Setting, ...], later: str, second: tuple[Setting, ...]
) -> None:
    once = rewritten(text, first, PI_4).text
    assert without_block(once) in {text, text + "\n", text + "\r\n"}
    grown = once + ("" if once.endswith("\n") or not once else "\n") + later
    twice = rewritten(grown, second, PI_4).text
    told = [line for line in without_block(twice).splitlines() if line.strip()]
    assert told == [line for line in without_block(grown).splitlines() if line.strip()]


@given(texts, wanted)
def test_every_setting_is_there_once_it_is_written(text: str, settings: tuple[Setting, ...]) -> None:
    there = {line.strip() for line in rewritten(text, settings, PI_4).text.splitlines()}
    same = {I2C: "dtparam=i2c1", NO_BLUETOOTH: "dtoverlay=miniuart-bt"}
    assert all({setting.line, same.get(setting)} & there for setting in settings)


def test_the_block_is_for_every_pi_and_for_no_overlay_above() -> None:
    text = "dtoverlay=w1-gpio\n[pi5]\nusb_max_current_enable=1"
    assert rewritten(text, ALL, PI_4).text == (
        f"{text}\n{BEGIN}\n[all]\nenable_uart=1\ndtoverlay=\ndtparam=i2c_arm=on\n"
        f"dtoverlay=disable-bt\ndtoverlay=\n{END}\n"
    )


def test_crlf_line_ends_are_kept() -> None:
    text = rewritten("arm_64bit=1\r\n", (I2C,), PI_4).text
    assert text.count("\r\n") == text.count("\n") == 6


def test_lines_after_the_block_stay_below_all() -> None:
    """[pi5] above must not swallow them when the block has nothing to say any more."""
    text = rewritten("[pi5]\na=1\n", (I2C,), PI_4).text + "gpu_mem=64\n"
    assert rewritten(text, (), PI_4).text == f"[pi5]\na=1\n{BEGIN}\n[all]\n{END}\ngpu_mem=64\n"


def test_unneeded_block_is_removed() -> None:
    told = rewritten(rewritten("a=1\n", ALL, PI_4).text, (), PI_4)
    assert told.text == "a=1\n"
    assert told.gone == ("enable_uart=1", "dtparam=i2c_arm=on", "dtoverlay=disable-bt")


@pytest.mark.parametrize(
    "said",
    [
        "dtparam=i2c_arm=on",
        "dtparam=i2c",
        "dtparam=audio=on,i2c1=on",
        "[pi5]\na=1\n[pi4]\ndtparam=i2c_arm=on",
        "[pi5]\n[all]\n dtparam=i2c_arm=yes # mine",
        "device_tree_param=i2c_arm=on",
    ],
)
def test_owners_settings_are_not_repeated(said: str) -> None:
    assert rewritten(f"{said}\n", (I2C,), PI_4) == Rewritten(f"{said}\n", (), (), (), ())


@pytest.mark.parametrize(
    "said",
    [
        "#dtparam=i2c_arm=on",
        "[pi5]\ndtparam=i2c_arm=on",
        "[EDID=VSC-TD2220]\ndtparam=i2c_arm=on",
        "[EDID=VSC-TD2220]\n[pi4]\ndtparam=i2c_arm=on",
        "[none]\ndtparam=i2c_arm=on",
        "[board-type=0x11]\ndtparam=i2c_arm=on",
        "dtparam=i2c_vc=on",
    ],
)
def test_setting_for_another_model_is_repeated_in_the_block(said: str) -> None:
    told = rewritten(f"{said}\n", (I2C,), PI_4)
    assert (told.added, told.remarks) == ((I2C,), ())


def test_contradicting_line_is_reported_and_kept() -> None:
    told = rewritten("a=1\ndtparam=i2c_arm=off\n", (I2C,), PI_4)
    assert told.text.startswith("a=1\ndtparam=i2c_arm=off\n")
    (remark,) = told.remarks
    for fact in (" 2 ", "dtparam=i2c_arm=off", "dtparam=i2c_arm=on"):
        assert fact in remark


def test_contradicting_line_after_the_block_must_be_removed() -> None:
    text = rewritten("a=1\n", (UART,), PI_4).text + "enable_uart=0\n"
    told = rewritten(text, (UART,), PI_4)
    line = text.splitlines().index("enable_uart=0") + 1
    assert told.in_the_way == (line,)
    (remark,) = told.remarks
    assert (f" {line} " in remark, "enable_uart=0" in remark) == (True, True)


def test_a_line_below_the_block_has_the_number_that_it_has_once_the_block_is_written() -> None:
    text = rewritten("dtparam=i2c_arm=on\n", (UART,), PI_4).text + "dtparam=i2c_arm=off\n"
    told = rewritten(text, (I2C, UART), PI_4)
    (number,) = told.in_the_way
    assert told.text.splitlines()[number - 1] == "dtparam=i2c_arm=off"
    (remark,) = told.remarks
    assert f" {number} " in remark


def test_contradicting_line_before_the_block_is_overridden() -> None:
    assert rewritten("dtparam=i2c_arm=off\n", (I2C,), PI_4).in_the_way == ()


@pytest.mark.parametrize("overlay", ["miniuart-bt", "disable-bt", "pi3-miniuart-bt", "pi3-disable-bt"])
def test_bluetooth_that_has_made_room_is_left_as_it_is(overlay: str) -> None:
    assert rewritten(f"dtoverlay={overlay}\n", (NO_BLUETOOTH,), PI_4).added == ()


@pytest.mark.parametrize(
    "text", [f"{BEGIN}\na=1\n", f"a=1\n{END}\n", f"{END}\n{BEGIN}\n", f"{BEGIN}\n{END}\n" * 2]
)
def test_damaged_marks_are_refused(text: str) -> None:
    with pytest.raises(SetupError, match="take the marks"):
        rewritten(text, (I2C,), PI_4)


ON_I2C, ON_SPI = "", '[display]\nbus = "spi"\n'
NO_DISPLAY = '[display]\ncontroller = "none"\n'
AT_HEADER, AT_USB, NO_READER = (
    f'[reader]\nport = "{port}"\n' for port in ("/dev/serial0", "usb-reader", "none")
)
BUS = {
    ON_I2C: ["dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"],
    ON_SPI: ["dtparam=spi=on", "dtoverlay=spi0-1cs,no_miso"],
    NO_DISPLAY: [],
}
SERIAL = {
    "Pi 1": ["enable_uart=1"],
    "Pi 2": ["enable_uart=1"],
    "Pi 3": ["enable_uart=1", "dtoverlay=disable-bt"],
    "Pi 3+": ["enable_uart=1", "dtoverlay=disable-bt"],
    "Compute Module 3": ["enable_uart=1"],
    "Pi 4": ["enable_uart=1", "dtoverlay=disable-bt"],
    "Pi 400": ["enable_uart=1", "dtoverlay=disable-bt"],
    "Compute Module 4": ["enable_uart=1", "dtoverlay=disable-bt"],
    "Compute Module 4S": ["enable_uart=1"],
    "Pi 5": ["dtparam=uart0=on"],
    "Pi 500": ["dtparam=uart0=on"],
    "Compute Module 5": ["dtparam=uart0=on"],
    "Pi Zero": ["enable_uart=1"],
    "Pi Zero W": ["enable_uart=1", "dtoverlay=disable-bt"],
    "Pi Zero 2 W": ["enable_uart=1", "dtoverlay=disable-bt"],
}


@pytest.mark.parametrize("reader", [AT_HEADER, AT_USB, NO_READER], ids=["header", "usb", "none"])
@pytest.mark.parametrize("display", list(BUS), ids=["i2c", "spi", "no display"])
@pytest.mark.parametrize("pi", KINDS, ids=lambda pi: pi.name)
def test_every_pi_gets_just_what_every_box_needs(pi: Pi, display: str, reader: str) -> None:
    needs = needs_of(read_config(display + reader), pi, usb_reader=False)
    right = BUS[display] + (SERIAL[pi.name] if reader == AT_HEADER else [])
    assert [setting.line for setting in needs.settings] == right
    text = rewritten("", needs.settings, pi).text
    assert sorted(set(text.splitlines()) - {BEGIN, END, "[all]", "dtoverlay="}) == sorted(right)
    assert rewritten(text, needs.settings, pi).text == text


def test_the_table_has_every_pi() -> None:
    assert {pi.name for pi in KINDS} == set(SERIAL)
