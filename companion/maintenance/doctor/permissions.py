"""Checks whether the user may use a device, and names the command that permits it."""

import stat
from pathlib import Path

from companion.maintenance.doctor.findings import Finding, wrong
from companion.maintenance.doctor.machine import Machine

_SHARED = stat.S_IRGRP | stat.S_IWGRP


def check_permission(machine: Machine, part: str, path: Path, usual: str) -> Finding | None:
    """Return what prevents the user from using the existing device at `path`; None if nothing does.

    `usual` is the group to which Raspberry Pi OS assigns such devices.
    """
    if machine.may(path):
        return None
    name, user, group = machine.said(path), machine.user.name, machine.group_of(path)
    status = path.stat()
    if group == "root" or status.st_mode & _SHARED != _SHARED:
        share = f"sudo chgrp {usual} {name} && sudo chmod g+rw {name}"
        return wrong(
            part, f"only root may use {name}", f"{share}, which lasts until the next start"
        )
    if status.st_gid in machine.user.groups:
        return wrong(part, f"{name} may not be opened here", f"see what ls -l {name} and dmesg say")
    if machine.is_member(group):
        return wrong(
            part,
            f"{name} belongs to the group {group}, which {user} has joined after this login",
            "log out and in again, or restart the Pi",
        )
    sudo = "sudo companion writable" if machine.is_image else "sudo"
    return wrong(
        part,
        f"{name} belongs to the group {group}, and {user} is not in it",
        f"{sudo} usermod -aG {group} {user}, then log out and in again",
    )
