"""The examples of docs/reference/doctor.md, made by running the doctor on a Pi in a folder.

`python -m tests.maintenance.doctor.page` writes them.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from companion.maintenance.doctor import examine
from companion.maintenance.doctor.context import as_json, listed
from companion.simulation.controller import Ssd1309
from tests.maintenance.doctor.fake_pi import FakePi

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "doctor.md"
COMMAND = "$ companion doctor\n"
AS_JSON = "$ companion doctor --json\n"
WIDTH = 96


def troubled(root: Path) -> FakePi:
    """Return a Pi with typical mistakes of a newly built box."""
    pi = FakePi(root)
    pi.write("/proc/device-tree/model", "Raspberry Pi Zero 2 W Rev 1.0\0")
    pi.write("/sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n")
    pi.faults.unplug(0x3C)
    pi.line.devices[0x3D] = Ssd1309()
    pi.ground(6)
    pi.write("/proc/cmdline", "console=ttyS0,115200 console=tty1 rootwait")
    return pi


def example() -> tuple[str, str]:
    """Return the doctor's output for people, and its first finding as JSON."""
    with TemporaryDirectory() as folder:
        pi = troubled(Path(folder).resolve() / "pi")
        with mock.patch(
            "companion.maintenance.doctor.pi.choose_pin_factory", return_value=pi.factory
        ):
            found = examine(pi.context())
    wrong = next(finding for finding in found if finding.verdict == "wrong")
    return listed(found, WIDTH), as_json([wrong])


def shown(text: str, command: str) -> str:
    """Return the output shown below a command on the page."""
    return text.split(command, 1)[1].split("```", 1)[0]


def main() -> None:
    """Write the examples into the page."""
    text = PAGE.read_text("utf-8")
    for command, said in zip((COMMAND, AS_JSON), example(), strict=True):
        text = text.replace(command + shown(text, command), command + said)
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
