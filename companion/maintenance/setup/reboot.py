"""Determines which settings in the files are not active yet."""

from collections.abc import Iterator
from contextlib import suppress

from companion.config.board import FAST
from companion.devices.serial_reader import HEADER_PORT
from companion.maintenance.doctor.machine import Machine
from companion.maintenance.doctor.serial_port import kernel_name
from companion.maintenance.setup.plan import Plan


def awaited(machine: Machine, plan: Plan) -> Iterator[str]:
    """Yield the reasons why the Pi must be restarted; none if it has all that the box needs."""
    needs = plan.needs
    if needs.i2c:
        yield from _i2c(machine)
    if needs.spi and not machine.at(needs.spi).exists():
        yield f"there is no {needs.spi} yet"
    if needs.header_reader:
        yield from _header(machine, plan)
    running = machine.text("/proc/sys/kernel/hostname")
    if running and running != plan.host:
        yield f"this machine is still called {running}"


def _i2c(machine: Machine) -> Iterator[str]:
    if not machine.at("/dev/i2c-1").exists():
        yield "there is no /dev/i2c-1 yet"
    with suppress(OSError):
        told = machine.at("/sys/bus/i2c/devices/i2c-1/of_node/clock-frequency").read_bytes()
        if 0 < int.from_bytes(told, "big") < FAST:
            yield "the I2C bus is still slow"


def _header(machine: Machine, plan: Plan) -> Iterator[str]:
    port = machine.at(plan.pi.header)
    kernel = kernel_name(machine, port)
    consoles = {console.split(",")[0] for console in machine.consoles()}
    if not port.exists():
        yield f"there is no {plan.pi.header} yet"
    elif consoles & {kernel, *({HEADER_PORT} & plan.ports)}:
        yield f"a console still talks on {plan.pi.header}"
    elif plan.pi.bluetooth_has_uart and kernel != "ttyAMA0":
        yield "Bluetooth still has the reader's UART"
