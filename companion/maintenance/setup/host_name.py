"""The box's host name: one label, which mDNS resolves with the suffix .local."""

import re
from typing import Final

from companion.errors import SetupError

_LABEL: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
"""RFC 1123, section 2.1; 63 characters by RFC 1035, section 2.3.4."""

_OWN_ADDRESS: Final = "127.0.1.1"
"""The address to which Debian assigns the machine's own name (Debian Reference, 5.1.1)."""


def checked(name: str) -> str:
    """Return `name`, if it is a valid host name.

    Raises:
        SetupError: it is not.
    """
    if not _LABEL.fullmatch(name) or name.isdecimal() or name.lower() == "localhost":
        raise SetupError(
            f"{name!r} is no name for a box: up to 63 letters, digits and hyphens, a hyphen neither first "
            "nor last, as in friday-table"
        )
    return name


def renamed(hosts: str, old: str, new: str) -> str:
    """Return the text of /etc/hosts with `new` instead of `old` at the machine's own address."""
    lines = hosts.splitlines(keepends=True)
    for place, line in enumerate(lines):
        words, mark, comment = line.partition("#")
        address, *names = words.split() or [""]
        if address != _OWN_ADDRESS:
            continue
        if new in names and (old == new or old not in names):
            return hosts
        others = [name for name in names if name != new and name.split(".")[0] != old]
        said = f"{address}\t{' '.join([new, *others])}"
        lines[place] = f"{said} {mark}{comment}" if mark else said + line[len(line.rstrip("\r\n")) :]
        return "".join(lines)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    return "".join([*lines, f"{_OWN_ADDRESS}\t{new}\n"])
