"""Stores the outcome of an update or a rollback in memory for the box, which systemd restarts.

One version writes it and another may read it. It imports nothing that a broken version could lack.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.table.files import write_whole

RESULT = Path("/run/companion-update/result.json")

LOCK = Path("/run/companion-update.lock")
"""The lock held while the system is changed, because the change that ends first would make the
system read-only for the other as well.
"""

BACK, NOT_BACK = "went back", "cannot go back"
"""The outcomes of a rollback; those of an update are in `companion.inputs.UpdateOutcome`."""

SECURING = "securing"
"""The outcome of an update while Debian's security updates are installed."""


class UpdateResult(NamedTuple):
    """The `outcome`, the `version` installed afterwards, and the version that it replaced, or
    "".
    """

    outcome: str
    version: str = ""
    before: str = ""


def save(result: UpdateResult, file: Path = RESULT) -> None:
    """Write the result to a world-readable file; if that fails, the box does not report it."""
    with suppress(OSError):
        file.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        write_whole(file, json.dumps(result._asdict()).encode())


def load(file: Path = RESULT) -> UpdateResult | None:
    """Return the last result saved since the machine started, or None."""
    try:
        result = json.loads(file.read_text("utf-8"))
        return UpdateResult(*(str(result[field]) for field in UpdateResult._fields))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def is_changing(lock: Path = LOCK) -> bool:
    """Return whether the system is being changed, so that the power must stay on."""
    import fcntl  # noqa: PLC0415  # Windows has neither the module nor the lock

    try:
        with lock.open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # the system was not changed since the machine started
        return False
    return False
