"""Which pairs of a state and a fault have been met, and which never."""

from collections import Counter
from typing import Final

from tests.soak.faults import BESIDE, FAULTS

NOTHING: Final = "nothing"


def table(met: Counter[tuple[str, str]]) -> str:
    """A row for each state that was met, with the faults that were met there, or the ones that never were."""
    faults = sorted({*FAULTS, *BESIDE})
    places = sorted({place for place, _ in met})
    rows = []
    for place in places:
        with_fault = [fault for fault in faults if met[place, fault]]
        never = [fault for fault in faults if not met[place, fault]]
        steps = sum(count for (where, _), count in met.items() if where == place)
        told = (
            f"never {', '.join(never)}" if len(never) < len(with_fault) else f"only {', '.join(with_fault)}"
        )
        rows.append(f"{place}: {steps} steps, {len(with_fault)} of {len(faults)} faults, {told or 'all'}")
    pairs = sum(1 for pair, count in met.items() if count and pair[1] != NOTHING)
    rows.append(f"{pairs} of {len(places) * len(faults)} pairs of a state and a fault were met")
    return "\n".join(rows)
