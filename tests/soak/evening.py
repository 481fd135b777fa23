"""One evening from one seed, with people, faults and a box, and its replay from its steps."""

import random
import traceback
from collections.abc import Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from companion.languages import CATALOGUES, language_codes
from tests.soak.people import People
from tests.soak.setting import Setting
from tests.soak.steps import Step
from tests.soak.truth import Failure
from tests.soak.world import World

EVENING = 3 * 3600.0
"""Duration of a whole evening in seconds."""


class Evening(NamedTuple):
    """The result of an evening: its length, its steps, and the broken promise."""

    seed: int
    setting: Setting
    steps: Sequence[Step]
    seconds: float
    failure: Failure | None


def setting_of(seed: int) -> Setting:
    """Return the setting of an evening's box."""
    chance = random.Random(f"{seed} setting")  # noqa: S311  # games, not secrets
    languages = language_codes(CATALOGUES)
    return Setting(
        language=chance.choice(languages),
        phones=tuple(chance.choice(languages) for _ in range(2)),
    )


def play(
    seed: int,
    folder: Path,
    seconds: float = EVENING,
    until: float = inf,
) -> Evening:
    """Play an evening of `seconds` simulated seconds, or its part up to the monotonic moment
    `until`.
    """
    setting, steps = setting_of(seed), list[Step]()
    with World(folder, setting, seed) as world:
        people, begun = People(world, seed), world.clock.now
        failure = None
        while failure is None and world.clock.now < begun + seconds and monotonic() < until:
            steps.append(people.next_step())
            failure = _failure_of(world, steps[-1])
        passed = world.clock.now - begun
    return Evening(seed, setting, steps, passed, failure)


def replay(seed: int, setting: Setting, steps: Sequence[Step], folder: Path) -> Failure | None:
    """Replay the steps on a new box, and return the promise that is broken at the end, or None."""
    with World(folder, setting, seed) as world:
        for step in steps:
            failure = _failure_of(world, step)
            if failure is not None:
                return failure
    return None


def _failure_of(world: World, step: Step) -> Failure | None:
    try:
        world.do(step)
    except Failure as failure:
        return failure
    except Exception as error:  # noqa: BLE001  # no exception may escape from the box
        where = "".join(traceback.format_exception(error)[-4:])
        return Failure("nothing crashes", f"{type(error).__name__}: {error}\n{where}")
    return None
