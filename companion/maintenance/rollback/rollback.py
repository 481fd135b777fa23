"""The conversation of `companion go-back`: explains the rollback, asks for consent, and does it.

The journal goes first. If the power fails before the package follows, the newer version migrates the older
journal again, and a rollback is as possible as before. In the other order the older version would find a
journal that it cannot read.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion.errors import NoWayBackError
from companion.maintenance.rollback.plan import RollbackPlan, plan_rollback
from companion.maintenance.rollback.restore import put_back
from companion.table.files import JOURNAL

UNIT: Final = "companion.service"

Run = Callable[[Sequence[str]], int]
"""Runs a system command to its end and returns its exit status."""


class Installation(NamedTuple):
    """The installed box: the version `installed`, its `data`, and the folder of kept packages.

    On a system that `is_read_only` no package can be installed (deploy/read-only.md).
    """

    installed: str
    data: Path
    kept: Path
    is_read_only: bool = False


def go_back(
    box: Installation,
    run: Run,
    say: Callable[[str], None],
    ask: Callable[[str], str] | None,
    *,
    is_root: bool,
    agreed: bool,
    undisturbed: Callable[[], None],
) -> int:
    """Install the previous version, with the journal as it was then.

    Return the exit status: 0 once that version has started, 1 if the person refused. `run` runs systemctl and
    apt-get; `ask` is None if nobody can answer; `agreed` skips the question. `undisturbed` is called before
    the first change, after which the command must not be interrupted.

    Raises:
        NoWayBackError: no rollback is possible, or it stopped half-way; the message says what has been done.
    """
    if not is_root:
        raise NoWayBackError("only root can install packages: sudo companion go-back")
    if box.is_read_only:
        raise NoWayBackError("the system is read-only: sudo companion-read-only writable companion go-back")
    way = _announced(box, say)
    if not _may(ask, agreed=agreed):
        say("nothing was changed")
        return 1
    undisturbed()
    _done(run, ("systemctl", "stop", UNIT), "the box cannot be stopped, and nothing was changed")
    try:
        # Plan again, because somebody may have played while the question was open.
        way = plan_rollback(box.data, box.kept, box.installed)
        if way.copy is not None:
            aside = put_back(box.data / JOURNAL, way.copy)
            say(f"the journal is that of {way.copy.name} again, and the newer one is kept as {aside.name}")
    except NoWayBackError:
        run(("systemctl", "start", "--no-block", UNIT))
        raise
    _install(way, run)
    _done(run, ("systemctl", "reset-failed", UNIT), f"{UNIT} is not known to systemd")
    see = f"version {way.kept.version} is installed, but does not start: see journalctl -u companion"
    _done(run, ("systemctl", "start", UNIT), see)
    say(f"version {way.kept.version} has started")
    return 0


def _announced(box: Installation, say: Callable[[str], None]) -> RollbackPlan:
    way = plan_rollback(box.data, box.kept, box.installed)
    say(f"version {way.kept.version} takes the place of version {box.installed}")
    if way.copy is None:
        say("the journal stays as it is, with every card")
    else:
        say(f"the journal becomes what it was before version {way.kept.version} went: {way.copy.name}")
    return way


def _may(ask: Callable[[str], str] | None, *, agreed: bool) -> bool:
    if agreed:
        return True
    if ask is None:
        raise NoWayBackError("nobody is here to say yes: --yes goes back without a question")
    try:
        return ask("Go back? y/n: ").strip().lower() in {"y", "yes"}
    except EOFError:  # Ctrl-D
        return False


def _install(way: RollbackPlan, run: Run) -> None:
    options = (
        *("-y", "-qq", "--allow-downgrades", "-o", "Dpkg::Options::=--force-confold"),
        *("-o", "DPkg::Lock::Timeout=120"),  # s: wait for another installation to finish
    )
    _done(
        run,
        ("apt-get", "install", *options, str(way.kept.package)),
        f"apt-get could not install version {way.kept.version}, and the box is stopped: "
        "see what it says above, and go back again",
    )


def _done(run: Run, command: Sequence[str], otherwise: str) -> None:
    if run(command) != 0:
        raise NoWayBackError(otherwise)
