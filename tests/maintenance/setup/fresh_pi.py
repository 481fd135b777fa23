"""A Pi whose card has just been written, in a folder; and root, who sets it up."""

from pathlib import Path

import msgspec

from companion.config import read_config
from companion.maintenance.doctor.machine import Machine, User
from companion.maintenance.setup import set_up
from companion.maintenance.setup.plan import Plan, plan_of
from companion.maintenance.setup.reboot import awaited
from tests.maintenance.doctor.fake_pi import FakePi

CONFIG_TXT = "/boot/firmware/config.txt"
CMDLINE_TXT = "/boot/firmware/cmdline.txt"
MODULES = "/etc/modules-load.d/companion.conf"

FRESH_CONFIG = """\
# For more options and information see http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
camera_auto_detect=1
dtoverlay=vc4-kms-v3d
arm_64bit=1

[cm4]
otg_mode=1

[cm5]
dtoverlay=dwc2,dr_mode=host

[all]
"""
"""What Raspberry Pi OS brings, shortened."""

FRESH_CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1 rootfstype=ext4 rootwait quiet\n"


class FreshPi(FakePi):
    """Root's machine; `said` keeps what the last run told."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.heard: list[str] = []
        self.name = "root"
        self.remove("/dev/i2c-1", "/dev/serial0", "/dev/ttyS0")
        self.remove("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency")
        self.write(CONFIG_TXT, FRESH_CONFIG)
        self.write(CMDLINE_TXT, FRESH_CMDLINE)
        self.write("/proc/cmdline", "console=ttyS0,115200 console=tty1 root=PARTUUID=1 rootwait\n")
        self.write("/etc/hostname", "raspberrypi\n")
        self.write("/etc/hosts", "127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n")
        self.write("/proc/sys/kernel/hostname", "raspberrypi\n")
        self.write("/usr/sbin/avahi-daemon")

    @property
    def machine(self) -> Machine:
        return msgspec.structs.replace(super().machine, user=User(self.name, frozenset()))

    def is_a(self, model: str) -> None:
        self.write("/proc/device-tree/model", f"{model}\0")

    def plan(self, text: str = "", name: str | None = None) -> Plan:
        return plan_of(self.machine, read_config(text), name)

    def set_up(self, text: str = "", answer: str | None = "y", **how: object) -> int:
        """`companion setup` with a configuration and somebody's answer, None for nobody."""
        self.heard = []

        def ask(_question: str) -> str:
            assert answer is not None
            return answer

        asked = None if answer is None else ask
        return set_up(self.machine, read_config(text), None, self.heard.append, asked, **how)  # type: ignore[arg-type]

    def has(self, path: str) -> str:
        return (self.root / path.lstrip("/")).read_bytes().decode()

    def leads(self, path: str) -> str:
        """Where a link leads."""
        return str((self.root / path.lstrip("/")).readlink())

    def everything(self) -> dict[str, bytes | str]:
        """Every file with what is in it, every link with where it leads."""
        return {
            self.said(path): str(path.readlink()) if path.is_symlink() else path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }

    def later(self, text: str) -> None:
        """The box is set up, and its Pi has started since."""
        self.set_up(text)
        self.start_anew()

    def pending(self, text: str = "") -> list[str]:
        """Why the Pi must start once more before the box has all that it needs."""
        return list(awaited(self.machine, self.plan(text)))

    def start_anew(self) -> None:
        """The kernel after the next start, as far as it follows from the files."""
        config = self.has(CONFIG_TXT)
        if "\ndtparam=i2c_arm=on" in config:
            self.write("/dev/i2c-1")
            self.speed(400_000 if "i2c_arm_baudrate=400000" in config else 100_000)
        if "\nenable_uart=1" in config:
            port = "ttyAMA0" if "disable-bt" in config or "miniuart-bt" in config else "ttyS0"
            self.write(f"/dev/{port}")
            self.link("/dev/serial0", port)
        self.write("/proc/cmdline", self.has(CMDLINE_TXT))
        self.write("/proc/sys/kernel/hostname", self.has("/etc/hostname"))
