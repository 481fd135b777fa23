"""Leaves the outcome of an update or of going back in memory for the box,
which systemd starts anew.

A version writes it and another may read it. It imports nothing that a broken version could lack.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from companion.table.files import write_whole

RESULT: Final = Path("/run/companion-update/result.json")

LOCK: Final = Path("/run/companion-update.lock")
"""Held while the system is changed: whoever seals it first would seal it for the other as well."""

BACK, NOT_BACK = "went back", "cannot go back"
"""The outcomes of going back; those of an update are in `companion.inputs.UpdateOutcome`."""


class UpdateResult(NamedTuple):
    """The `outcome`, the `version` that is installed then,
    and another that it took the place of, or "".
    """

    outcome: str
    version: str = ""
    before: str = ""


def save(result: UpdateResult, file: Path = RESULT) -> None:
    """Write it down for everybody to read; where that fails the box says nothing of it."""
    with suppress(OSError):
        file.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        write_whole(file, json.dumps(result._asdict()).encode())


def load(file: Path = RESULT) -> UpdateResult | None:
    """Return what was written last since the machine has started;
    None if there is nothing to read.
    """
    try:
        result = json.loads(file.read_text("utf-8"))
        return UpdateResult(*(str(result[field]) for field in UpdateResult._fields))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_changing(lock: Path = LOCK) -> bool:
    """Return whether somebody changes the system now, so that the plug has to stay in."""
    import fcntl  # noqa: PLC0415  # Windows has none, and no such lock

    try:
        with lock.open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # nobody has ever changed it since the machine has started
        return False
    return False
