"""The conversation of `companion setup`: lists the changes, asks for consent, says what to do next."""

import pwd
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.config import Config
from companion.errors import SetupError
from companion.maintenance.doctor.machine import Machine
from companion.maintenance.setup.apply import write
from companion.maintenance.setup.plan import Plan, plan_of
from companion.maintenance.setup.reboot import awaited


def of_whoever_asks(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with the person's home folder instead of root's under sudo."""
    try:
        return {**environ, "HOME": pwd.getpwnam(environ["SUDO_USER"]).pw_dir}
    except KeyError:  # not under sudo, or the user is unknown
        return dict(environ)


def set_up(
    machine: Machine,
    config: Config,
    file: Path | None,
    say: Callable[[str], None],
    ask: Callable[[str], str] | None,
    *,
    name: str | None = None,
    agreed: bool = False,
    only_say: bool = False,
) -> int:
    """Configure a Pi for the box that `file` describes, after listing the changes.

    Return the exit status: 0 if nothing is left to do or nothing was to be written, 1 if the person refused.
    `ask` is None if nobody can answer; `agreed` writes everything without a question, `only_say` nothing. A
    `name` becomes the host name.

    Raises:
        SetupError: nothing can be done; the message says why.
        OSError: a file cannot be read or written. Files already written stay, and the next run continues.
    """
    plan = plan_of(machine, config, name)
    say(f"{machine.model}, for a box as {file or 'the defaults say'}")
    for line in (line for change in plan.changes for line in change.described):
        say(line)
    for remark in plan.remarks:
        say(f"note: {remark}")
    if not plan.changes:
        say("nothing is to be changed")
    elif only_say:
        say("nothing was changed")
    else:
        if not _may(machine, ask, agreed=agreed):
            say("nothing was changed")
            return 1
        for change in plan.changes:
            write(machine, change)
        say("written; the first time, what was there is kept beside it as *.before-companion")
    if not only_say:
        _go_on(machine, plan, config, say)
    return 0


def _may(machine: Machine, ask: Callable[[str], str] | None, *, agreed: bool) -> bool:
    if machine.user.name != "root":
        raise SetupError(f"only root may write these files: sudo {machine.program} setup")
    if agreed:
        return True
    if ask is None:
        raise SetupError("nobody is here to say yes: --yes writes it, --dry-run only tells")
    try:
        return ask("Write this? y/n: ").strip().lower() in {"y", "yes"}
    except EOFError:  # Ctrl-D
        return False


def _taken_out(machine: Machine, plan: Plan) -> str:
    """Return what the owner must do before a restart takes effect; "" for nothing."""
    if not plan.in_the_way:
        return ""
    lines = " and ".join(map(str, plan.in_the_way))
    return (
        f"take line{'s' * (len(plan.in_the_way) > 1)} {lines} out of {machine.boot_file('config.txt')}, then "
    )


def _go_on(machine: Machine, plan: Plan, config: Config, say: Callable[[str], None]) -> None:
    reasons = list(awaited(machine, plan))
    if reasons or plan.changes or plan.in_the_way:
        why = f" ({'; '.join(reasons)})" if reasons else ""
        first = _taken_out(machine, plan)
        say(f"next: {first}sudo reboot{why}, and then {machine.program} doctor, which looks at every part")
    else:
        say(f"next: {machine.program} doctor, which looks at every part")
    if config.phone.enabled and machine.at("/usr/sbin/avahi-daemon").exists():
        say(f"the page on the phone will be http://{plan.host}.local:{config.phone.port}/")
