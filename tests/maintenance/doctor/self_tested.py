"""Self-tests of a box on a bench, or of a scanner node on a line, with a person taking part."""

from pathlib import Path
from typing import Any

from companion.config import pins_of, read_config
from companion.inputs import Scan
from companion.maintenance.doctor.context import ExaminationContext, Machine
from companion.maintenance.doctor.exercise import card_passed
from companion.maintenance.doctor.findings import Finding
from companion.maintenance.doctor.prompts import Prompts, Terminal
from companion.maintenance.doctor.run import self_test
from companion.simulation.box import SimulatedBox
from tests.devices.parts import SetClock
from tests.maintenance.doctor.fake_pi import only
from tests.maintenance.doctor.node_on_a_line import NodeOnALine
from tests.maintenance.doctor.person import Person


class Box:
    """A box on a bench and its configuration."""

    def __init__(self, data: Path, text: str = "") -> None:
        self.config = read_config(text)
        self.clock = SetClock()
        self.bench = SimulatedBox(self.config, self.clock, "")
        machine = Machine(clock=self.clock)
        self.context = ExaminationContext(
            self.config, pins_of(self.config), data, machine, bench=self.bench
        )

    def tried(self, **person: Any) -> tuple[Person, dict[str, list[Finding]]]:
        """Run the self-test with a person; return the person and the findings by part."""
        somebody = Person(self.bench, self.clock, **person)
        found: dict[str, list[Finding]] = {}
        for finding in self_test(self.context, somebody):
            found.setdefault(finding.part, []).append(finding)
        return somebody, found

    def scanned(self, text: str, number: int = 0, *, ended: bool = True) -> Finding:
        """Return the finding on scanner `number` if the first scanner reads the card instead."""
        somebody = Person(self.bench, self.clock, card=None)
        somebody.report(Scan(text, 0.0, "Reader", ended=ended))
        return card_passed(
            Prompts(somebody, self.clock, ()), self.context, *list(self.config.readers())[number]
        )


def node_tried(port: Path, data: Path, node: NodeOnALine) -> Finding:
    """Return the finding on the only scanner, a node, when a person scans the queen of spades."""
    config = read_config(only(f'[reader]\nport = "{port}"\n'))
    context = ExaminationContext(config, pins_of(config), data, Machine())
    terminal = Terminal(lambda text: node.reads("1QSF") if "pass a card" in text else None, None)
    (finding,) = self_test(context, terminal)
    terminal.close()
    return finding
