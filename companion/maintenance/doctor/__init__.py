"""Examines each configured part and reports its state and what to do.

It changes nothing and asks no questions. The box's own self-test (companion/dialogs/self_test.py)
tries the rest, which needs eyes, ears or fingers.
"""

import pwd
from collections.abc import Mapping
from pathlib import Path

from companion.config import config_file, data_folder, load_config, own_folder, pins_of
from companion.config.places import FOR_ALL, Environment
from companion.errors import ConfigError
from companion.maintenance.doctor import pi, readers, storage
from companion.maintenance.doctor.context import (
    ExaminationContext,
    Finding,
    Machine,
    in_use,
    is_played,
    right,
    wrong,
)
from companion.maintenance.update import DATA
from companion.message import phrase
from companion.simulation.box import SimulatedBox


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
) -> list[Finding]:
    """Return the findings of the examination.

    Without `data`, the journal is in the service's folder if the configuration is the machine's,
    else in the user's.
    """
    try:
        for_all = machine.at(str(FOR_ALL))
        file = config_file(configuration, environ, for_all)
        config = load_config(file)
        wired = pins_of(config)
        service = machine.at(str(DATA))
        if data is None and file == for_all and not simulate and service.is_dir():
            data = service
        folder = data_folder(data, environ)
    except ConfigError as error:
        fix = phrase("correct that first")
        return [wrong("Configuration", line, fix) for line in str(error).splitlines()]
    if folder == service and machine.user != "root" and not machine.may(service):
        # Without access, it is also unknown whether a running companion uses the parts.
        says = phrase(
            "{user} may not look at the games in {folder}",
            user=machine.user,
            folder=machine.said(service),
        )
        return [wrong("Data", says, "sudo companion doctor")]
    bench = SimulatedBox(config, machine.clock, "doctor") if simulate else None
    context = ExaminationContext(
        config if bench is None else bench.config,
        wired,
        folder,
        machine,
        file=file,
        bench=bench,
        played=is_played(folder),
        voice=own_folder(config.voice.folder, "voice", file, environ),
    )
    return examine(context)


def examine(context: ExaminationContext) -> list[Finding]:
    """Return all findings about a box that need no person's help.

    The parts of a box that is running are not touched.
    """
    rooms = [
        pi.machine,
        pi.voltage,
        pi.clock,
        pi.wifi,
        storage.folder,
        storage.space,
        storage.journal,
        storage.second_copy,
        pi.own_voice,
    ]
    parts = [pi.displays, pi.light_driver, pi.pins, readers.readers, pi.speaker]
    defaults = phrase("the defaults, as there is no file")
    found = [right("Configuration", defaults if context.file is None else str(context.file))]
    if context.played and context.bench is None:
        found.append(in_use())
    else:
        rooms += parts
    return found + [finding for look in rooms for finding in look(context)]
