"""Which pairs of a state and a fault have been met, and which never."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tests.soak.faults import BESIDE, FAULTS
from tests.soak.steps import AtOnce, Fault, Order, PowerCut, Press, Step, Upgrade

if TYPE_CHECKING:
    from tests.soak.world import World

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


def place_of(world: "World") -> str:
    """What is on the display, in a word: the dialog that asks, else the phase of the game."""
    dialog, state = world.parts.box._dialog, world.parts.table.state
    if dialog is not None:
        return type(dialog).__name__
    if state is None:
        return "no game"
    return f"{type(state).__name__.removesuffix('State').lower()} {state.phase}"


def met_in(world: "World", step: Step) -> Sequence[tuple[str, str]]:
    """The pairs of a state and a fault that meet in a step."""
    names = set(world.faults)
    match step:
        case PowerCut(rots=rots, loses=loses):
            names.add("the journal is lost" if loses else "the journal rots" if rots else "a power cut")
        case Upgrade():
            names.add("an upgrade")
        case Fault(name):
            names.add(name)
        case AtOnce():
            names.add("several at once")
        case Order(late=late) if late:
            names.add("an old page")
        case Press(bounces=bounces) if bounces:
            names.add("a bouncing key")
    place = place_of(world)
    return [(place, name) for name in names or {NOTHING}]
