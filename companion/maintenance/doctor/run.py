"""Runs `companion doctor`: one list of findings after the other."""

import pwd
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from companion.config import config_file, data_folder, load_config, pins_of
from companion.config.places import FOR_ALL, Environment
from companion.errors import ConfigError
from companion.languages import language_codes
from companion.maintenance.doctor import examine
from companion.maintenance.doctor.context import ExaminationContext, is_played
from companion.maintenance.doctor.findings import Finding, wrong
from companion.maintenance.doctor.machine import Machine
from companion.maintenance.doctor.self_test import self_test
from companion.maintenance.doctor.terminal import Terminal
from companion.maintenance.update.update import DATA
from companion.simulation.box import SimulatedBox


def for_invoking_user(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with the person's home folder instead of root's under sudo."""
    try:
        return {**environ, "HOME": pwd.getpwnam(environ["SUDO_USER"]).pw_dir}
    except KeyError:  # not under sudo, or the user is unknown
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
    """Yield the findings of the examination and then, if there is a `terminal`, of the self-test.

    Without `data` the journal is in the service's folder if the configuration is the machine's,
    else in the user's own. The self-test closes the terminal at its end.

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
        yield [wrong("Configuration", line, "mend that first") for line in str(error).splitlines()]
        return
    if folder == service and machine.user.name != "root" and not machine.may(service):
        # Without access it cannot know either whether a running companion uses the parts.
        says = f"{machine.user.name} may not look at the games in {machine.said(service)}"
        yield [wrong("Data", says, f"sudo {machine.program} doctor")]
        return
    bench = SimulatedBox(config, machine.clock, "doctor") if simulate else None
    context = ExaminationContext(
        config, pins, folder, machine, file=file, bench=bench, played=is_played(folder)
    )
    yield examine(context)
    if terminal is not None:
        with closing(terminal):
            yield self_test(context, terminal)
