"""Which pairs of a state and a fault have been met, and which never."""

from collections import Counter
from typing import Final

from tests.soak.faults import BESIDE, FAULTS

NOTHING: Final = "nothing"


def table(met: Counter[tuple[str, str]]) -> str:
    """A row for each state that was met: how many steps, with how many faults, and which of them never."""
    faults = sorted({*FAULTS, *BESIDE})
    places = sorted({place for place, _ in met})
    rows = []
    for place in places:
        with_fault = [fault for fault in faults if met[place, fault]]
        never = [fault for fault in faults if not met[place, fault]]
        steps = sum(count for (where, _), count in met.items() if where == place)
        missing = f"; never: {', '.join(never)}" if never else ""
        rows.append(f"{place:32} {steps:7} steps, {len(with_fault)} of {len(faults)} faults{missing}")
    pairs = sum(1 for pair, count in met.items() if count and pair[1] != NOTHING)
    rows.append(f"{pairs} of {len(places) * len(faults)} pairs of a state and a fault were met")
    return "\n".join(rows)
