"""What `companion setup` says: the changes and remarks, why a restart is needed, and why nothing is done."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import SetupError
from tests.maintenance.setup.fresh_pi import CMDLINE_TXT, CONFIG_TXT, FreshPi
from tests.text.tables import texts

TEXTS = texts("setup.txt")

HEADER = '[reader]\nport = "/dev/serial0"\n'
NO_READER = '[reader]\nport = "none"\n'
ON_SPI = f'[display]\nbus = "spi"\n{NO_READER}'


@pytest.fixture
def pi(tmp_path: Path) -> FreshPi:
    return FreshPi(tmp_path / "pi")


def changes(pi: FreshPi, text: str, name: str | None = None) -> list[str]:
    return [line for change in pi.plan(text, name).changes for line in change.described]


def remarks(pi: FreshPi, text: str = HEADER, name: str | None = None) -> list[str]:
    return list(pi.plan(text, name).remarks)


def of_a(pi: FreshPi, model: str) -> list[str]:
    pi.is_a(model)
    return remarks(pi)


def without(pi: FreshPi, path: str) -> list[str]:
    pi.remove(path)
    return remarks(pi)


def named_by_imager(pi: FreshPi) -> list[str]:
    pi.write("/usr/bin/cloud-init")
    pi.write("/boot/firmware/user-data", "#cloud-config\nhostname: raspberrypi\n")
    return remarks(pi, name="friday-table")


def contradicted_before(pi: FreshPi) -> list[str]:
    pi.write(CONFIG_TXT, "a=1\ndtparam=i2c_arm=off\n")
    return remarks(pi)


def contradicted_after(pi: FreshPi) -> list[str]:
    pi.write(CONFIG_TXT, "")
    pi.set_up()
    pi.write(CONFIG_TXT, pi.has(CONFIG_TXT) + "dtparam=i2c_arm=off\n")
    return remarks(pi)


def no_longer_needed(pi: FreshPi) -> list[str]:
    pi.set_up(HEADER)
    return changes(pi, '[display]\ncontroller = "none"\n' + NO_READER)


def written_later(pi: FreshPi, path: str, text: str) -> list[str]:
    pi.later(HEADER)
    (pi.root / path.lstrip("/")).write_bytes(text.encode("latin-1"))
    return pi.pending(HEADER)


def bluetooth_still_there(pi: FreshPi) -> list[str]:
    pi.later(HEADER)
    pi.write("/dev/ttyS0")
    pi.link("/dev/serial0", "ttyS0")
    return pi.pending(HEADER)


def said(pi: FreshPi, text: str = HEADER, *, lines: int, **how: object) -> list[str]:
    """The last lines of a run."""
    pi.set_up(text, **how)  # type: ignore[arg-type]  # the words are those of `set_up`
    return pi.heard[-lines:]


def the_first_line(pi: FreshPi) -> list[str]:
    pi.set_up(HEADER, answer="n")
    return pi.heard[:1]


def said_later(pi: FreshPi) -> list[str]:
    pi.later(HEADER)
    return said(pi, lines=3)


def said_of_lines_in_the_way(pi: FreshPi, *wrong: str) -> list[str]:
    pi.write(CONFIG_TXT, "")
    pi.set_up()
    pi.write(CONFIG_TXT, pi.has(CONFIG_TXT) + "".join(f"{line}\n" for line in wrong))
    return said(pi, "", lines=2)


SITUATIONS: dict[str, Callable[[FreshPi], list[str]]] = {
    "the changes for a reader on the header": lambda pi: changes(pi, HEADER),
    "the changes for a display on SPI": lambda pi: changes(pi, ON_SPI),
    "the changes for a name": lambda pi: changes(pi, NO_READER, "friday-table")[-2:],
    "the changes for a box that needs less": no_longer_needed,
    "no plug anywhere": lambda pi: remarks(pi, ""),
    "a Pi 5 without the port": lambda pi: of_a(pi, "Raspberry Pi 5 Model B Rev 1.0"),
    "a Pi that nobody knows": lambda pi: of_a(pi, "Raspberry Pi 9 Model Q Rev 1.0"),
    "no avahi": lambda pi: without(pi, "/usr/sbin/avahi-daemon"),
    "no command line of the kernel": lambda pi: without(pi, CMDLINE_TXT),
    "another I2C bus": lambda pi: remarks(pi, "[display]\ni2c_port = 3\n" + NO_READER),
    "another SPI bus": lambda pi: remarks(pi, '[display]\nbus = "spi"\nspi_port = 1\n' + NO_READER),
    "a name that does not stay": named_by_imager,
    "a line before that says something else": contradicted_before,
    "a line after that says something else": contradicted_after,
    "no bus and no UART yet": lambda pi: pi.pending(HEADER),
    "no SPI yet": lambda pi: pi.pending(ON_SPI),
    "a console still there": lambda pi: written_later(pi, "/proc/cmdline", "console=ttyAMA0,115200"),
    "a name still there": lambda pi: written_later(pi, "/proc/sys/kernel/hostname", "other"),
    "a bus still slow": lambda pi: written_later(
        pi, "/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", "\0\1\x06\xa0"
    ),
    "Bluetooth still there": bluetooth_still_there,
    "the first line": the_first_line,
    "written": lambda pi: said(pi, lines=3),
    "refused": lambda pi: said(pi, answer="n", lines=1),
    "a dry run": lambda pi: said(pi, only_say=True, lines=1),
    "all there": said_later,
    "a line in the way": lambda pi: said_of_lines_in_the_way(pi, "dtparam=i2c_arm=off")[:1],
    "two lines in the way": lambda pi: said_of_lines_in_the_way(pi, "dtparam=i2c_arm=off", "dtparam=i2c=off")[
        :1
    ],
}


def on_a_pc(pi: FreshPi) -> None:
    pi.remove("/proc/device-tree/model")


def without_boot_partition(pi: FreshPi) -> None:
    pi.remove(CONFIG_TXT)


def on_an_overlay(pi: FreshPi) -> None:
    pi.write("/proc/mounts", "overlayroot / overlay rw 0 0\n")


def without_root(pi: FreshPi) -> None:
    pi.name = "pi"


def as_it_is(_pi: FreshPi) -> None:
    pass


REFUSALS: dict[str, tuple[Callable[[FreshPi], None], dict[str, object]]] = {
    "a PC": (on_a_pc, {}),
    "no boot partition": (without_boot_partition, {}),
    "an overlay": (on_an_overlay, {}),
    "not root": (without_root, {}),
    "nobody to ask": (as_it_is, {"answer": None}),
    "no name": (as_it_is, {"name": "my box"}),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_setup_says(pi: FreshPi, name: str) -> None:
    assert "\n".join(SITUATIONS[name](pi)) == TEXTS[name]


@pytest.mark.parametrize("name", REFUSALS)
def test_why_setup_does_nothing(pi: FreshPi, name: str) -> None:
    done, how = REFUSALS[name]
    done(pi)
    with pytest.raises(SetupError) as refused:
        pi.set_up(HEADER, **how)  # type: ignore[arg-type]  # the words are those of `set_up`
    assert str(refused.value) == TEXTS[name]


def test_every_text_has_a_situation() -> None:
    assert set(TEXTS) == {*SITUATIONS, *REFUSALS}
