"""`make disagree`: how often the search finds the mistake, and how long it takes."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from multiprocessing import Pool
from typing import NamedTuple

from msgspec.structs import replace

from companion import games
from companion.box.state import search
from companion.core.disagreement import Explanation, Observed, expand_equivalent_cards
from companion.core.family import Rules
from companion.core.search import explain
from companion.core.seats import State
from companion.dialogs.context import Scene
from companion.dialogs.disagreement import (
    CardsInTrickDialog,
    ExplainDialog,
    NotRightDialog,
    WhoNextDialog,
    not_right,
)
from companion.dialogs.toolkit import cycle
from companion.errors import Illegal
from companion.games import family_of
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState
from companion.games.tricks.state import TrickState
from companion.inputs import Key
from tests.disagree.evening import FAMILIES, Disagreement, RefusedError, disagreement
from tests.disagree.trick_evening import trick_disagreement
from tests.disagree.trick_truth import trick_fingerprint
from tests.disagree.truth import fingerprint as adding_fingerprint
from tests.table.tables import VARIANTS

SEED = "evening"
"""The seeds that are reported; the weights were tuned on those that begin with "training"."""


PLAYED_ON = 4
"""The number of plays after the accepted explanation in which new differences are counted."""

TRICK_FAMILIES = {"tricks": False, "tricks, counted": True}
"""Trick games; in the second row the players also report the number of cards in the trick."""

ALL = (*FAMILIES, *TRICK_FAMILIES)


class Outcome(NamedTuple):
    family: str
    kind: str
    players: int
    variant: str
    seed: str
    place: int | None
    in_order: bool
    listed: int
    share: float
    """The search's probability for its first explanation, as a share of all explanations found."""
    milliseconds: float
    differences: int
    asked: bool
    """Whether the dialog asked for the player who acts next."""
    same_seat: bool
    next_seat: bool
    turned: tuple[int, int]
    """The key presses to the right seat, from the seat that the box shows and from the next one."""


def accepted(case: Disagreement, explanation: Explanation) -> Explanation | None:
    """Return the explanation as the table accepts it, with the right card picked; None if it is
    false.
    """
    rules = case.box.rules
    want = fingerprint(rules, case.true_state)
    ways = [explanation]
    for number, edit in enumerate(explanation.edits):
        for card in edit.alike[1:]:
            try:
                ways.append(
                    expand_equivalent_cards(
                        family_of(rules), rules, case.box.history.moments, explanation, number, card
                    )
                )
            except Illegal:
                continue
    lying = faces(case.true_state)
    return next(
        (
            way
            for way in ways
            if fingerprint(rules, way.state) == want and not faces(way.state) - lying
        ),
        None,
    )


def faces(state: State) -> Counter[tuple[str, str]]:
    """Count the cards on the pile whose suit is known."""
    pile = state.pile if isinstance(state, AddingState) else ()
    return Counter((card.rank, card.suit) for card in pile if card.suit is not None)


def fingerprint(rules: Rules, state: State, *, in_order: bool = False) -> Hashable:
    """Return everything in a state that players know or that decides the game."""
    if isinstance(rules, AddingRules):
        assert isinstance(state, AddingState)
        return adding_fingerprint(rules, state, in_order=in_order)
    assert isinstance(state, TrickState)
    return (trick_fingerprint(state), state.played if in_order else ())


def differences_later(case: Disagreement) -> int:
    """Continue table and box from the accepted explanation, and count where they differ again."""
    truth, rules = case.truth, case.box.rules
    first = next(
        number for number, moment in enumerate(truth.moments) if moment.state is case.true_state
    )
    for number in range(first, first + PLAYED_ON + 1):
        true = truth.moments[number].state
        if fingerprint(rules, case.box.state) != fingerprint(rules, true):
            return 1
        if len(truth.done) == number and truth.next() is None:
            return 0
        try:
            case.enter(truth.done[number])
        except RefusedError:
            return 1
    return 0


def measure(family: str, seed: str, speed: float = 1.0) -> Outcome:
    """Let the box search for a mistake in the `family`, at `speed` times this processor's speed."""
    if family in FAMILIES:
        case = disagreement(family, seed)
    else:
        case = trick_disagreement(seed, counts=TRICK_FAMILIES[family])
    rules = case.box.rules
    begun = time.process_time()
    find = partial(
        search,
        explain,
        rules,
        case.box.history.moments,
        lambda: time.process_time() / speed,
    )
    ended = walked(case, find)
    milliseconds = (time.process_time() - begun) * 1000 / speed
    shown = seats(case)
    found = find(ended.seen)
    place, differences, in_order = None, 0, False
    for number, explanation in enumerate(found):
        way = accepted(case, explanation)
        if way is None:
            continue
        place = number
        if way.repair is not None:
            case.box.obey(way.repair)
        true = fingerprint(rules, case.true_state, in_order=True)
        in_order = fingerprint(rules, case.box.state, in_order=True) == true
        differences = differences_later(case)
        break
    weights = sum(one.likelihood for one in found)
    return Outcome(
        family,
        case.kind,
        case.players,
        case.variant,
        seed,
        place,
        in_order,
        len(found),
        found[0].likelihood / weights if weights else 0.0,
        milliseconds,
        differences,
        ended.seen.turn is not None,
        *shown,
    )


def walked(
    case: Disagreement, find: Callable[[Observed], tuple[Explanation, ...]]
) -> ExplainDialog:
    """Return the dialog's explanations for a user who keeps presets and answers empty questions."""
    box, seen = case.box, case.seen
    scene = Scene(
        VARIANTS,
        families=games.FAMILIES,
        rules=box.rules,
        state=box.state,
        moments=box.history.moments,
        explain=find,
    )
    (row,) = not_right(scene)
    dialog = row.move
    if isinstance(dialog, NotRightDialog):  # a wrong call is open
        assert seen.total is not None
        dialog = NotRightDialog(seen.total)
    while not isinstance(dialog, ExplainDialog):
        match dialog:
            case CardsInTrickDialog(value=None) if seen.trick is not None:
                dialog = replace(dialog, value=seen.trick)
            case WhoNextDialog(seat=None) if seen.turn is not None:
                dialog = replace(dialog, seat=seen.turn)
        assert isinstance(dialog, NotRightDialog | CardsInTrickDialog | WhoNextDialog)
        dialog = dialog.key(scene, Key("OK"))
    return dialog


def seats(case: Disagreement) -> tuple[bool, bool, tuple[int, int]]:
    box = case.box.state
    true, shown, count = case.seen.turn, box.lit, len(box.players)
    if shown is None or true is None:
        return False, False, (0, 0)
    following = cycle(box, shown, forward=box.clockwise is not False)

    def keys(start: int) -> int:
        away = (true - start) % count
        return min(away, count - away)

    return true == shown, true == following, (keys(shown), keys(following))


def work(job: tuple[str, str, float]) -> Outcome:
    return measure(*job)


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:5.1f} %" if whole else "    -  "


def row(name: str, outcomes: list[Outcome]) -> str:
    whole = len(outcomes)
    times = sorted(one.milliseconds for one in outcomes)
    first = sum(one.place == 0 for one in outcomes)
    three = sum(one.place is not None and one.place < 3 for one in outcomes)
    found = sum(one.place is not None for one in outcomes)
    expected = sum(one.share for one in outcomes) / whole
    return (
        f"{name:28} {whole:6} {percent(first, whole)} {percent(three, whole)} "
        f"{percent(found, whole)} "
        f"{100 * expected:5.1f} % {times[whole // 2]:6.1f} "
        f"{times[min(whole - 1, whole * 99 // 100)]:6.1f} "
        f"{sum(one.differences for one in outcomes):4} "
        f"{percent(sum(one.in_order for one in outcomes), found)} "
        f"{percent(sum(one.asked for one in outcomes), whole)}"
    )


HEAD = (
    f"{'':28} {'faults':>6} {'first':>7} {'three':>7} {'found':>7} {'expect':>7} {'p50 ms':>6} "
    f"{'p99 ms':>6} "
    f"{'diff':>4} {'order':>7} {'asked':>7}"
)


def report(outcomes: list[Outcome]) -> Iterator[str]:
    yield HEAD
    for family in ALL:
        of_family = [one for one in outcomes if one.family == family]
        if not of_family:
            continue
        yield row(family, of_family)
        for players in sorted({one.players for one in of_family}):
            yield row(f"  {players} players", [one for one in of_family if one.players == players])
        for kind in sorted({one.kind for one in of_family}):
            yield row(f"  {kind}", [one for one in of_family if one.kind == kind])
    yield ""
    wrong = [one for one in outcomes if one.kind != "slip" and one.family in FAMILIES]
    same, following = sum(one.same_seat for one in wrong), sum(one.next_seat for one in wrong)
    shown, one_on = percent(same, len(wrong)), percent(following, len(wrong))
    yield f"who acts next: as the box shows {shown}, one on {one_on}"
    from_box, from_next = (
        sum(one.turned[side] for one in wrong) / max(len(wrong), 1) for side in (0, 1)
    )
    yield (
        f"keys to the seat: from the one that the box shows {from_box:.2f}, from one on "
        f"{from_next:.2f}"
    )


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--faults", type=int, default=10_000, help="of each family")
    options.add_argument("--seed", default=SEED)
    options.add_argument("--family", choices=ALL, action="append")
    options.add_argument("--processes", type=int, default=2)
    options.add_argument(
        "--speed", type=float, default=1.0, help="of this processor: 0.1 is a Pi Zero"
    )
    options.add_argument("--missed", action="store_true", help="list the seeds that were not found")
    asked = options.parse_args()
    jobs = [
        (family, f"{asked.seed}:{family}:{number}", asked.speed)
        for family in asked.family or ALL
        for number in range(asked.faults)
    ]
    outcomes = []
    with Pool(asked.processes) as pool:
        for outcome in pool.imap_unordered(work, jobs, chunksize=20):
            outcomes.append(outcome)
            if len(outcomes) % 500 == 0:
                sys.stderr.write(f"\r{len(outcomes)} of {len(jobs)}")
                sys.stderr.flush()
    sys.stderr.write("\n")
    for line in report(outcomes):
        sys.stdout.write(line + "\n")
    if asked.missed:
        for one in sorted(outcomes):
            if one.place is None or one.differences:
                sys.stdout.write(f"{one.kind:14} {one.variant:24} {one.players} {one.seed}\n")


if __name__ == "__main__":
    main()
