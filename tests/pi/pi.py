"""A Pi 3B emulated by QEMU, with the card of the image in it, and the pins of its header.

QEMU's GPIOs are outputs only: they accept no level and no edge. For inputs, the kernel module
gpio-sim replaces the chip, and a test pulls its pins.
"""

import base64
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from pathlib import Path

from tests.deploy.card import IMAGE, Card
from tests.deploy.machine import PACE, ran
from tests.deploy.roots import HOUSE
from tests.deploy.steps import step

HERE = Path(__file__).parent
KEPT = HOUSE / "build" / "pi"

BOARD = "bcm2837-rpi-3-b.dtb"
REVISION = "a02082"
"""The revision of a Pi 3B of 1 GB, version 1.2, made by Sony.

The firmware writes it where gpiozero reads it.
"""

SIZE = 8 * 1024**3
"""Bytes of the card; QEMU accepts only powers of two."""

PATIENT = "systemd.default_device_timeout_sec=900 systemd.default_timeout_start_sec=900"
"""An option for the kernel: an emulated machine that shares its cores is slow to find its card."""

CORES = 2
"""The number of the Pi's four cores in use; the others would cost time."""

ADDED = f"nr_cpus={CORES} systemd.debug_shell=ttyS1 usbcore.autosuspend=-1"
"""Options for the kernel: a shell on the second serial port, which no box uses, and no sleep for
what is in the USB port. QEMU wakes the port by an interrupt that Linux's driver never ends.
"""

MINI_UART = "/soc/serial@7e215040"

ANSWER = re.compile(rb"<(\d+) (\d+) ([A-Za-z0-9+/=]*)>")
"""The answer of the shell: the command's number, its exit status, and its output in Base64."""

GPIO = "xp /14wx 0x3f200000"
"""A command of QEMU's monitor: read GPFSEL0 to GPLEV0 (BCM2835 ARM Peripherals, chapter 6)."""

LEVELS = 13
"""The place of GPLEV0 among them."""

SAMPLES = 60
"""Samples of a pin that may be dimmed; a light that is on for 15 in 100 is hardly ever missed."""

DISPLAY = "tmp105,bus=i2c-bus.1,address=0x3c"
"""QEMU's thermometer in place of a display on I2C: it acknowledges every byte."""

LIGHTS = "at24c-eeprom,bus=i2c-bus.1,address=0x40,rom-size=256"
"""QEMU's memory chip in place of a PCA9685: it keeps what is written to its registers."""

SCANNER = "usb-kbd,port=1"
"""A scanner that types, in the USB port."""

TYPED_AT_ONCE = 16
"""Presses and releases that it holds until the Pi fetches them."""

PIN_SET = re.compile(r" gpio_value: (\d+) set ([01])")
"""A trace line of Linux for a pin: include/trace/events/gpio.h."""

TAKE_OVER = """\
set -e
systemctl stop companion
modprobe configfs
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
insmod /boot/firmware/header.ko
cd /sys/kernel/config/gpio-sim
mkdir header header/bank
echo 54 >header/bank/num_lines
echo 1 >header/live
chip=$(cat header/bank/chip_name)
udevadm settle
mount --bind /dev/$chip /dev/gpiochip0
mkfifo /run/never
echo /sys/devices/platform/$(cat header/dev_name)/$chip
"""
"""A script that replaces the chip by gpio-sim and prints where its pins are."""

TRACE = """\
set -e
cd /sys/kernel/tracing
echo 0 >tracing_on
[ -e events/eprobes/spi_bytes ] || echo '{spi}' >dynamic_events
echo 1 >events/eprobes/spi_bytes/enable
echo '{filter}' >events/gpio/gpio_value/filter
echo 1 >events/gpio/gpio_value/enable
systemctl stop traced || true
echo >trace
systemd-run --quiet --collect --unit=traced --property=StandardOutput=truncate:/run/traced \\
  cat $PWD/trace_pipe
echo 1 >tracing_on
"""
"""A script that traces the levels set on some pins, and the bytes sent to the SPI controller."""

SPI_BYTES = (
    "e:spi_bytes spi/spi_transfer_start size=$len first=+0(+0($xfer)):x64[64] "
    "then=+512(+0($xfer)):x64[64]"
)
"""The traced fields of a transfer: its length, and the data at `tx_buf`.

Source: struct spi_transfer of Linux.
"""


class Pi(Card):
    """The Pi, the card in it, and its header."""

    _attached: Collection[str] = ()

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._i2c = folder / "i2c.log"
        self._prepared = folder / "prepared.img"
        self._tools = self._tools_for(self._config()["kernel"].removeprefix("vmlinuz-"))
        self._pins: str | None = None
        self._shell: socket.socket | None = None
        self._asked = 0

    # The card.

    def _write_image(self) -> None:
        ran("cp", "--sparse=always", str(IMAGE.with_suffix("")), str(self.file))
        os.truncate(self.file, SIZE)
        # The games wait a minute for their partition, which may be too short here.
        system = f"{self.file}?offset={self.partition(2)[0]}"
        fstab = self._folder / "fstab"
        fstab.write_text(
            ran("debugfs", "-R", "cat /etc/fstab", system).replace("timeout=60s", "timeout=900s")
        )
        ran("debugfs", "-w", "-R", "rm /etc/fstab", system)
        ran("debugfs", "-w", "-R", f"write {fstab} /etc/fstab", system)

    def prepare(self, packages: Collection[Path]) -> None:
        """Start the Pi for the first time, install `packages`, and store the card for `restore`.

        A stored card made from the same parts is reused.
        """
        overlays = list((HOUSE / "deploy" / "image" / "overlays").glob("*.dts"))
        made_of = [IMAGE.with_suffix(""), *packages, *overlays]
        if self._prepared.exists() and max(map(_changed, made_of)) < _changed(self._prepared):
            return
        self.put(self._tools / "gpio-sim" / "header.ko", "header.ko")
        self.put(rpi_lgpio(), "rpi_lgpio.whl")
        for overlay in overlays:
            compiled = self._folder / f"{overlay.stem}.dtbo"
            ran("dtc", "-@", "-q", "-I", "dts", "-O", "dtb", "-o", str(compiled), str(overlay))
            self.put(compiled, f"overlays/{compiled.name}")
        for package in packages:
            self.put(package, package.name)
        self.start("the first start")
        for package in packages:
            self._install(package)
        self.stop()
        ran("cp", "--sparse=always", str(self.file), str(self._prepared))

    def restore(self) -> None:
        """Insert the card that `prepare` stored."""
        ran("cp", "--sparse=always", str(self._prepared), str(self.file))

    # The plugs.

    def attach(self, devices: Collection[str]) -> None:
        """Switch the Pi on with these devices of QEMU from now on."""
        self._attached = devices
        self.scanner = "/dev/input/event" if SCANNER in devices else Card.scanner

    def send(self, code: str) -> None:
        if SCANNER not in self._attached:
            super().send(code)
            return
        # All at once, because the box takes a line as ended after a short pause.
        events = [
            {"type": "key", "data": {"down": down, "key": {"type": "qcode", "data": key}}}
            for key, down in _typed(code)
        ]
        assert len(events) <= TYPED_AT_ONCE, code
        self._order("input-send-event", {"events": events})
        self.ssh("sleep 0.5")  # the Pi fetches them, one every few milliseconds

    # The header from outside, until gpio-sim takes it over.

    def i2c(self, at: int = 0) -> bytes:
        """Return QEMU's trace of the I2C bus since the start, from byte `at`."""
        with self._i2c.open("rb") as file:
            file.seek(at)
            return file.read()

    def functions(self) -> dict[int, int]:
        """Return the mode of each GPIO: 0 an input, 1 an output, 4 the first of its other uses."""
        registers = self._registers()
        return {pin: registers[pin // 10] >> pin % 10 * 3 & 7 for pin in range(28)}

    def lit(self, *pins: int) -> None:
        """Wait until each of the pins has been high, however briefly; fail after some time."""
        deadline, missing = time.monotonic() + 30, set(pins)
        while missing:
            assert time.monotonic() < deadline, f"never high: GPIO {missing}"
            missing -= {pin for pin in missing if self._registers()[LEVELS] >> pin & 1}

    def levels(self, pins: Collection[int]) -> dict[int, set[int]]:
        """Return the levels that each output shows in `SAMPLES` samples."""
        if self._pins is not None:
            return self._simulated_levels(pins)
        looks = [self._registers()[LEVELS] for _ in range(SAMPLES)]
        return {pin: {look >> pin & 1 for look in looks} for pin in pins}

    # The header under gpio-sim.

    def take_over(self) -> None:
        """Hand the header to gpio-sim until the plug is pulled; this stops the box."""
        self._pins = self.ssh("sudo sh", TAKE_OVER)

    def pull(self, *pins: int) -> None:
        """Close contacts to ground one after the other, then open them in this order."""
        lines = [
            f"echo pull-{way} >{self._pins}/sim_gpio{pin}/pull"
            for way in ("down", "up")
            for pin in pins
        ]
        # A press lasts some time, which starting a program must not prolong.
        self.ssh("bash", "\nread -rt 0.1 <>/run/never\n".join(lines))

    def trace_pins(self, pins: Collection[int]) -> None:
        """Restart the box, and write the kernel's trace of these pins and of SPI to `trace`."""
        chosen = " || ".join(f"gpio == {self.base + pin}" for pin in pins) or "0"  # no filter
        self.ssh("sudo sh", TRACE.replace("{filter}", chosen).replace("{spi}", SPI_BYTES))
        self.ssh("systemctl restart companion")

    def traced(self, at: int = 0) -> bytes:
        """Return the kernel's trace of them, from byte `at`."""
        return self._ssh(f"tail --bytes=+{at + 1} /run/traced").stdout.encode("ascii")

    def noted(self, pin: int) -> list[int]:
        """Return the levels that a program has given to a pin since `trace_pins`."""
        seen, wanted = PIN_SET.findall(self.traced().decode("ascii", "replace")), self.base + pin
        return [int(level) for number, level in seen if int(number) == wanted]

    @property
    def base(self) -> int:
        """Return the number that the kernel gives GPIO 0 of the chip that the box uses."""
        chip = "gpiochip0" if self._pins is None else self._pins.rpartition("/")[2]
        said = self.ssh(
            f"sudo grep '^{chip}:' /sys/kernel/debug/gpio"
        )  # gpiochip0: GPIOs 512-565, parent: ...
        return int(said.split()[2].partition("-")[0])

    def pull_plug(self) -> None:
        super().pull_plug()
        self._pins = None

    # The shell on the second serial port works without a network; QEMU's network loses frames.

    def _lets_in(self) -> bool:
        if self._shell is None:
            self._shell = socket.create_connection(("127.0.0.1", self._ports["ssh"]))
        self._shell.sendall(b"stty -echo; exec sh\n")
        try:
            self._obeyed("true", "", 10)
        except TimeoutError:
            return False
        # Polling repeatedly would slow the start down.
        return bool(self.said("systemctl is-system-running --wait"))

    def _ssh(self, command: str, given: str = "") -> subprocess.CompletedProcess[str]:
        return self._obeyed(command, given, PACE)

    def _obeyed(self, command: str, given: str, seconds: float) -> subprocess.CompletedProcess[str]:
        assert self._shell is not None
        self._asked += 1
        line = (
            f'echo {_packed(given)} | base64 -d | sh -c "$(echo {_packed(command)} | base64 -d)" '
        )
        line += f'>/run/said 2>&1; echo "<{self._asked} $? $(base64 --wrap=0 /run/said)>"\n'
        self._shell.sendall(line.encode("ascii"))
        self._shell.settimeout(seconds)
        heard = b""
        while True:
            heard += self._shell.recv(65536)
            for number, status, said in ANSWER.findall(heard):
                if int(number) == self._asked:
                    text = base64.b64decode(said).decode("utf-8", "replace")
                    return subprocess.CompletedProcess(command, int(status), text, "")

    def _hang_up(self) -> None:
        super()._hang_up()
        if self._shell is not None:
            self._shell.close()
            self._shell = None

    # QEMU

    def _install(self, package: Path) -> None:
        """Install a package unless the image has it already."""
        name, version = (
            ran("dpkg-deb", "--field", str(package), field) for field in ("Package", "Version")
        )
        if (
            self.said(f"dpkg-query --show --showformat='${{Version}}' {name.strip()}")
            != version.strip()
        ):
            with step(f"{package.name} is installed"):
                self.ssh(f"sudo companion writable dpkg --install /boot/firmware/{package.name}")

    def _hardware(self) -> list[str]:
        config = self._config()
        kernel, initrd = self._copied(config["kernel"]), self._copied(config["initramfs"])
        line = [*self._qemu(), "-machine", "raspi3b", "-accel", "tcg,thread=multi"]
        line += ["-kernel", str(kernel), "-initrd", str(initrd), "-dtb", str(self._described())]
        line += ["-append", f"{self.read('cmdline.txt').strip()} {PATIENT} {ADDED}"]
        line += ["-global", f"bcm2837.enabled-cpus={CORES}"]
        return [*line, "-drive", f"file={self.file},format=raw,if=sd"]

    def _devices(self) -> list[str]:
        line = [word for device in self._attached for word in ("-device", device)]
        line += ["-serial", f"tcp:127.0.0.1:{self._ports['ssh']},server=on,wait=off"]
        return [*line, "-trace", "i2c_*", "-D", str(self._i2c)]

    def _described(self) -> Path:
        """Return the kernel's description of the board, with the additions of the firmware."""
        whole = self._folder / "whole.dtb"
        names = [f"overlays/{name}.dtbo" for name in self._overlays()]
        overlays = [str(self._copied(name)) for name in names]
        ran("fdtoverlay", "-i", str(self._copied(BOARD)), "-o", str(whole), *overlays)
        ran("fdtput", "-p", "-t", "x", str(whole), "/system", "linux,revision", REVISION)
        # QEMU's SPI is not connected to its DMA, and the kernel would wait for it.
        ran("fdtput", "-d", str(whole), "/soc/spi@7e204000", "dmas", "dma-names")
        # The shell of the tests is on the mini UART, without its pins.
        ran("fdtput", "-d", str(whole), MINI_UART, "pinctrl-names", "pinctrl-0")
        ran("fdtput", "-t", "s", str(whole), MINI_UART, "status", "okay")
        return whole

    def _overlays(self) -> Iterator[str]:
        """Yield the overlays that config.txt names for this board."""
        section = "all"
        for line in self.read("config.txt").splitlines():
            if line.startswith("["):
                section = line.strip("[] ")
            elif line.startswith("dtoverlay=") and section in {"all", "pi3"}:
                yield line.partition("=")[2].strip()

    def _tools_for(self, kernel: str) -> Path:
        tools = KEPT / f"tools-{kernel}"
        if not tools.exists():
            with step(f"QEMU and gpio-sim are made for {kernel}, once; this takes minutes"):
                ran(str(HERE / "tools.sh"), kernel, str(tools))
        return tools

    def _qemu(self) -> list[str]:
        """Return the command of the QEMU in a separate trixie, which runs without a chroot."""
        libraries = self._tools / "usr/lib/x86_64-linux-gnu"
        line = ["env", f"QEMU_MODULE_DIR={libraries / 'qemu'}"]
        line += [str(self._tools / "lib64/ld-linux-x86-64.so.2"), "--library-path", str(libraries)]
        return [
            *line,
            str(self._tools / "usr/bin/qemu-system-aarch64"),
            "-L",
            str(self._tools / "usr/share/qemu"),
        ]

    def _registers(self) -> list[int]:
        said = self._order("human-monitor-command", {"command-line": GPIO})
        return [
            int(word, 16) for line in said.splitlines() for word in line.partition(":")[2].split()
        ]

    def _simulated_levels(self, pins: Collection[int]) -> dict[int, set[int]]:
        files = " ".join(f"{self._pins}/sim_gpio{pin}/value" for pin in pins)
        said = self.ssh(f"for look in $(seq {SAMPLES}); do cat {files} | tr '\\n' ' '; echo; done")
        looks = [[int(level) for level in line.split()] for line in said.splitlines()]
        return {pin: {look[place] for look in looks} for place, pin in enumerate(pins)}


def _changed(file: Path) -> float:
    return file.stat().st_mtime


def _typed(code: str) -> Iterator[tuple[str, bool]]:
    """Yield the keys of a line and whether each goes down, with Shift held for capitals."""
    shifted = False
    for sign in code:
        if sign.isupper() != shifted:
            shifted = not shifted
            yield "shift", shifted
        yield sign.lower(), True
        yield sign.lower(), False
    if shifted:
        yield "shift", False
    yield "ret", True
    yield "ret", False


def _packed(text: str) -> str:
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


def rpi_lgpio() -> Path:
    """Return the wheel of rpi-lgpio, which Debian lacks: RPi.GPIO for kernels without it."""
    line = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    ran(*line, "--dest", str(KEPT), "--requirement", str(HERE / "rpi-lgpio.txt"))
    (wheel,) = KEPT.glob("rpi_lgpio-*.whl")
    return wheel
