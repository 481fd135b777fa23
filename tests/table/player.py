"""A program that plays at a table and says what it is about to do and what was accepted.

`python -m tests.table.player FOLDER SEED VARIANT` prints ``will COMMAND`` before and ``did COMMAND`` after
each accepted command, until it is killed. An empty VARIANT means any.
"""

import sys
from pathlib import Path

from companion.rules.commands import Claim
from companion.table.recorded import as_json
from tests.table.evenings import Evening, do
from tests.table.tables import table_in

LONG = 100_000


def main(folder: Path, seed: int, variant: str) -> None:
    """Plays an evening on in a journal that may hold others already."""
    table, evening = table_in(folder), Evening(seed, variant)
    for deed in evening.commands(LONG):
        if not isinstance(deed, Claim) and evening.refused is None:
            tell("will", as_json(deed))
            if do(table, deed) is None:
                tell("did", as_json(deed))


def tell(*words: str) -> None:
    sys.stdout.write(" ".join(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
