"""Runs the doctor: examines everything, then tries each part with a person.

It builds the parts in the same way as the box, so the results apply to the box.
"""

import os
import pwd
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec

from companion.app.parts import Parts
from companion.box.acknowledgements import Acknowledgements
from companion.config import Config, config_file, data_folder, load_config, pins_of, voice_folder
from companion.config.places import FOR_ALL, Environment
from companion.devices.serial_reader import SerialReader
from companion.errors import ConfigError
from companion.inputs import PartName, Receipt
from companion.languages import language_codes
from companion.maintenance.doctor import examine
from companion.maintenance.doctor.context import ExaminationContext, Machine, is_played
from companion.maintenance.doctor.display import displays_shown
from companion.maintenance.doctor.exercise import buttons_pressed, card_passed
from companion.maintenance.doctor.findings import Finding, all_well, doubtful, wrong
from companion.maintenance.doctor.outputs import lights_shown, sounds_played, tones_played
from companion.maintenance.doctor.probe import Node
from companion.maintenance.doctor.prompts import Conversation, Prompts, Terminal, parts_on_pins
from companion.maintenance.doctor.readers import absent, node_at
from companion.maintenance.doctor.storage import journal as journal_found
from companion.maintenance.doctor.storage import nearest
from companion.maintenance.owner import as_owner
from companion.maintenance.update import DATA
from companion.message import phrase
from companion.simulation.box import SimulatedBox
from companion.table.files import JOURNAL, held
from companion.table.journal import Journal

replace = msgspec.structs.replace


def self_test(context: ExaminationContext, conversation: Conversation) -> list[Finding]:
    """Try every configured part with the help of a person at the box.

    A reader node keeps its scans until they are in the journal. Here the journal stores their
    numbers without cards. A node that still keeps cards of a game is skipped, because they would be
    lost.

    Raises:
        JournalError: a companion is running, or the journal cannot be written.
        BoardError: the wiring is impossible.
    """
    asking = Prompts(conversation, context.machine.clock, parts_on_pins(context.config))
    with ExitStack() as closing:
        if context.data.is_dir():
            closing.callback(os.close, held(context.data))
        met = {reader[0]: node_at(context, *reader) for reader in context.config.readers()}
        nodes = {part: node for part, node in met.items() if node is not None}
        journal = _journal(context, nodes, closing)
        left_alone = _left_alone(nodes, journal)
        config = _without(context.config, left_alone)
        parts = Parts(replace(context.runtime(), config=config), conversation.report, closing)
        displays = parts.displays()
        outputs = parts.outputs(displays)
        sources = parts.sources({} if journal is None else journal.taken)
        if journal is not None:
            receipts = Acknowledgements(lambda: journal)
            receipts.readers = [source for source in sources if isinstance(source, SerialReader)]
            asking.settle = lambda receipt: _settle(receipts, receipt)
        return [
            *displays_shown(asking, displays, [part for part, _ in context.fitted.displays()]),
            *([lights_shown(asking, outputs.lights)] if config.lights.enabled else ()),
            *([sounds_played(asking, outputs.sounder)] if config.sounder.enabled else ()),
            *([] if outputs.voice is None else tones_played(asking, context, outputs.voice)),
            *left_alone.values(),
            *(
                absent(context, *reader) or card_passed(asking, context, *reader)
                for reader in config.readers()
            ),
            *(buttons_pressed(asking, context.pins) if config.buttons.enabled else ()),
        ]


def _journal(
    context: ExaminationContext, nodes: Mapping[PartName, Node], closing: ExitStack
) -> Journal | None:
    """Return the journal for scan numbers; None without a node or if the journal cannot be read."""
    if not nodes or not all_well(journal_found(context)):
        return None
    with as_owner(
        nearest(context.data)
    ):  # under sudo, because the box could not write files made by root
        if not context.data.is_dir():
            closing.callback(os.close, held(context.data))
        journal = Journal(context.data / JOURNAL)
    closing.callback(journal.close)
    return journal


def _left_alone(nodes: Mapping[PartName, Node], journal: Journal | None) -> dict[PartName, Finding]:
    """Return the findings for nodes whose scans the test must not consume."""
    found = {}
    for part, node in nodes.items():
        waiting = 0 if journal is None else node.waiting(journal.taken)
        if journal is None:
            says = phrase("not tried, as its cards go to the journal, which cannot be read")
            advice = phrase("see what companion doctor says of the journal")
            found[part] = doubtful(part, says, advice)
        elif waiting:
            says = phrase(
                "not tried, as the node keeps {n} of a game that the box has not taken yet",
                n=waiting,
            )
            advice = phrase("start companion run, which takes them, and then this again")
            found[part] = doubtful(part, says, advice)
    return found


def _without(config: Config, left_alone: Mapping[PartName, Finding]) -> Config:
    if "Reader" in left_alone:
        config = replace(config, reader=replace(config.reader, port="none"))
    if "Second reader" in left_alone:
        config = replace(config, second_reader=replace(config.second_reader, port="none"))
    return config


def _settle(receipts: Acknowledgements, receipt: Receipt) -> None:
    receipts.begin(receipt)
    receipts.end(settled=True, accepted=True)


def for_invoking_user(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment; under sudo, with the person's home folder instead of root's."""
    try:
        return {**environ, "HOME": pwd.getpwnam(environ["SUDO_USER"]).pw_dir}
    except KeyError:  # not under sudo, or an unknown user
        return dict(environ)


def run(
    configuration: Path | None,
    data: Path | None,
    environ: Environment,
    machine: Machine,
    *,
    simulate: bool = False,
    terminal: Terminal | None = None,
) -> Iterator[list[Finding]]:
    """Yield the findings of the examination and then, with a `terminal`, of the self-test.

    Without `data`, the journal is in the service's folder if the configuration is the machine's,
    else in the user's. The self-test closes the terminal at its end.

    Raises:
        JournalError: the self-test was requested while a companion is running.
    """
    try:
        for_all = machine.at(str(FOR_ALL))
        file = config_file(configuration, environ, for_all)
        config = load_config(file, language_codes())
        pins = pins_of(config)
        service = machine.at(str(DATA))
        if data is None and file == for_all and not simulate and service.is_dir():
            data = service
        folder = data_folder(data, environ)
    except ConfigError as error:
        fix = phrase("correct that first")
        yield [wrong("Configuration", line, fix) for line in str(error).splitlines()]
        return
    if folder == service and machine.user.name != "root" and not machine.may(service):
        # Without access, it is also unknown whether a running companion uses the parts.
        says = phrase(
            "{user} may not look at the games in {folder}",
            user=machine.user.name,
            folder=machine.said(service),
        )
        yield [wrong("Data", says, f"sudo {machine.program} doctor")]
        return
    bench = SimulatedBox(config, machine.clock, "doctor") if simulate else None
    context = ExaminationContext(
        config,
        pins,
        folder,
        machine,
        file=file,
        bench=bench,
        played=is_played(folder),
        voice=voice_folder(config, file, environ),
    )
    yield examine(context)
    if terminal is not None:
        with closing(terminal):
            yield self_test(context, terminal)
