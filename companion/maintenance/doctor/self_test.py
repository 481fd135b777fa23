"""The self-test: lights each light, sounds, shows a picture, and asks for a card and each button.

It builds the parts in the same way as the box, so what works here works there.
"""

import os
from collections.abc import Mapping
from contextlib import ExitStack

import msgspec

from companion.app.parts import Parts
from companion.box.acknowledgements import Acknowledgements
from companion.config import Config
from companion.devices.serial_reader import SerialReader
from companion.inputs import PartName, Receipt
from companion.maintenance.doctor.context import ExaminationContext
from companion.maintenance.doctor.display_test import displays_shown, lights_shown, sounds_played
from companion.maintenance.doctor.exercise import buttons_pressed, card_passed
from companion.maintenance.doctor.findings import Finding, all_well, doubtful
from companion.maintenance.doctor.probe import Node
from companion.maintenance.doctor.prompts import Prompts
from companion.maintenance.doctor.readers import absent, node_at
from companion.maintenance.doctor.storage import journal as journal_found
from companion.maintenance.doctor.storage import nearest
from companion.maintenance.doctor.terminal import Conversation
from companion.maintenance.update.owner import as_owner
from companion.table.files import JOURNAL, held
from companion.table.journal import Journal

replace = msgspec.structs.replace


def self_test(context: ExaminationContext, conversation: Conversation) -> list[Finding]:
    """Try every configured part together with the person in front of the box.

    A reader node keeps its scans until the journal holds them. Here the journal stores them as
    numbers without a card. The test skips a node that still keeps cards of a game, because they
    would be lost.

    Raises:
        JournalError: a companion is running, or the journal cannot be written.
        BoardError: the wiring is impossible.
    """
    asking = Prompts(conversation, context.machine.clock)
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
    """Return the journal for scan numbers; None without a node,
    or if the journal cannot be read.
    """
    if not nodes or not all_well(journal_found(context)):
        return None
    with as_owner(
        nearest(context.data)
    ):  # under sudo, the box could not write files that root made
        if not context.data.is_dir():
            closing.callback(os.close, held(context.data))
        journal = Journal(context.data / JOURNAL)
    closing.callback(journal.close)
    return journal


def _left_alone(nodes: Mapping[PartName, Node], journal: Journal | None) -> dict[PartName, Finding]:
    """Return findings for the nodes whose scans the test must not take."""
    found = {}
    for part, node in nodes.items():
        waiting = 0 if journal is None else node.waiting(journal.taken)
        if journal is None:
            says = "not tried, as its cards go to the journal, which cannot be read"
            found[part] = doubtful(part, says, "see what companion doctor says of the journal")
        elif waiting:
            says = (
                f"not tried, as the node keeps {waiting} of a game that the box has not taken yet"
            )
            found[part] = doubtful(
                part, says, "start companion run, which takes them, and then this again"
            )
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
