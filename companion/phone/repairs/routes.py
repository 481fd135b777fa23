"""Routes for corrections: explanations, and the last plays for a correction by hand."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Final, cast

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace
from starlette.routing import Route

from companion.box.state import Snapshot
from companion.core.cards import bare_card
from companion.core.commands import Play, Repair, Step, read_command
from companion.core.events import Dealt, RoundDealt
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.core.history import counting
from companion.core.seats import State
from companion.dialogs.by_hand import judged, scene_at
from companion.dialogs.context import Scene
from companion.games import family_of
from companion.message import Words
from companion.phone.orders import AnswerOption, Order, QuestionView, order_of, question_view
from companion.phone.repairs.explained import Outcome, cards_of, changes, explained, outcome
from companion.phone.request import PAIRED, Body, Sender, WorkPlaces, on_worker, posted
from companion.phone.view import what_happened_meanwhile
from companion.words.events import event_row
from companion.words.form import with_signs
from companion.words.refusals import sentence

LAST: Final = 8
"""The number of plays that can be changed."""


class PlayRow(Frozen):
    """One of the last plays, as entered or as changed.

    `number` counts the plays of its `hand` or round, None for an inserted one; `step` is its
    command. `other` are the other values that it may have had. A play after one that the rules
    refuse has no `player` and no `total`.
    """

    number: int | None
    step: Order
    kind: str
    hand: int
    player: str | None
    cards: tuple[str, ...]
    text: Words
    total: int | None = None
    other: tuple[AnswerOption, ...] = ()


class RefusedStep(Frozen):
    """The number of the refused `row`, and the reason.

    `question` is set if only its suit or value is missing.
    """

    row: int
    sentence: Words
    question: QuestionView | None = None


class ByHand(Frozen):
    """The last `back` plays as `rows`, the table's state now and after the change (`then`).

    `order` makes the change; None while nothing is changed, or while a play is refused.
    """

    back: int
    rows: tuple[PlayRow, ...]
    now: Outcome
    then: Outcome | None
    order: Order | None = None
    refused: RefusedStep | None = None


def by_hand(scene: Scene, back: int, steps: Sequence[dict[str, Any]] | UnsetType) -> ByHand:
    """Return the last `back` plays, or the `steps` that replace them; change nothing.

    Raises:
        Illegal: ``no-game``; ``bad-field`` for a step that is not a command.
    """
    _rules, state = scene.game()
    before = counting(scene.moments)
    back = min(max(back, 0), len(before) - 1)
    old = cast("list[Step]", [moment.command for moment in before[len(before) - back :]])
    new = old if steps is UNSET else _read(back, steps)
    place = len(before) - back
    made, illegal = judged(scene, place, new)
    rows = tuple(_rows(scene, before, old, new, made))
    if illegal is not None:
        question = question_view(scene_at(scene, place, made), new[len(made)], illegal)
        refused = RefusedStep(len(made), with_signs(sentence(illegal)), question)
        return ByHand(back, rows, outcome(state), None, refused=refused)
    after = made[-1].state if made else before[-1 - back].state
    order = order_of(Repair(back, tuple(new))) if new != old else None
    return ByHand(back, rows, outcome(state), outcome(after), order)


def _read(back: int, steps: Sequence[dict[str, Any]]) -> list[Step]:
    if not steps:
        return []
    repair = read_command({"cmd": "repair", "back": back, "steps": list(steps)})
    return list(cast("Repair", repair).steps)


def _rows(
    scene: Scene,
    before: Sequence[HistoryEntry],
    old: Sequence[Step],
    new: Sequence[Step],
    made: Sequence[HistoryEntry],
) -> Iterator[PlayRow]:
    rules, _state = scene.game()
    first = len(before) - len(old)
    numbers = {after: before for before, after in changes(old, new)}
    state = before[first - 1].state
    for place, step in enumerate(new):
        entered = numbers[place]
        number = None if entered is None else _number(before, first + entered)
        if place >= len(made):
            cards = tuple(str(bare_card(card)) for card in cards_of(step))
            yield PlayRow(number, order_of(step), "play", state.deal_number, None, cards, "")
            continue
        row = event_row(family_of(rules), rules, state, made[place].state, made[place].events)
        yield PlayRow(
            number=number,
            step=order_of(step),
            kind=row.kind,
            hand=row.hand,
            player=row.player,
            cards=row.cards,
            text=row.text,
            total=row.total,
            other=_others(scene, state, step),
        )
        state = made[place].state


def _number(before: Sequence[HistoryEntry], place: int) -> int:
    """Return the number of a play in its hand; that of a deal is 0."""
    number = 0
    while not any(isinstance(event, Dealt | RoundDealt) for event in before[place - number].events):
        number += 1
    return number


def _others(scene: Scene, state: State, step: Step) -> tuple[AnswerOption, ...]:
    """Return the other alternatives and values that a play may have had, or other players it may
    have named.
    """
    if not isinstance(step, Play) or step.value is step.target is step.way is UNSET:
        return ()
    bare = replace(step, value=UNSET, target=UNSET, way=UNSET)
    at = replace(scene, state=state)
    refused = at.trial(bare)
    question = None if refused is None else question_view(at, bare, refused)
    if question is None:
        return ()
    same = order_of(step)
    return tuple(option for option in question.options if option.order not in (None, same))


MAX_REQUESTS: Final = 8
"""Maximum number of waiting requests: one thread answers them, each in up to 0.1 seconds."""


class _Seen(Body):
    """A request about the table as the page shows it: after the journal's command `seen`."""

    seen: int


class Disagreement(_Seen):
    """The players' knowledge of the table, without anything they are unsure of."""

    total: int | UnsetType = UNSET
    turn: str | UnsetType = UNSET
    chips: dict[str, Annotated[int, Meta(ge=0)]] = msgspec.field(default_factory=dict)
    trick: Annotated[int, Meta(ge=0)] | UnsetType = UNSET


class Changed(_Seen):
    """The last `back` plays as a player would change them; unchanged without `steps`."""

    back: int = LAST
    steps: Annotated[tuple[dict[str, Any], ...], Meta(max_length=400)] | UnsetType = UNSET


def repair_routes(
    snapshot: Callable[[], Snapshot],
    ruler: Sender,
    worker: ThreadPoolExecutor,
) -> list[Route]:
    """Return ``/explain`` and ``/mend``, for phones that may play.

    Args:
        snapshot: returns the newest snapshot of the box.
        ruler: raises the page's response to a phone that is not paired.
        worker: a single thread, so that orders do not wait for a search.
    """
    places = WorkPlaces(MAX_REQUESTS)

    async def answered(seen: int, answer: Callable[..., object], *what: object) -> object:
        now = snapshot()
        if seen != now.sequence:
            return {"meanwhile": what_happened_meanwhile(now)}
        async with places.place(PAIRED):
            return await on_worker(worker, answer, now.scene, *what)

    async def explain(form: Disagreement, _phone: str) -> object:
        return await answered(form.seen, explained, form.total, form.turn, form.chips, form.trick)

    async def mend(form: Changed, _phone: str) -> object:
        return await answered(form.seen, by_hand, form.back, form.steps)

    return [
        posted("/explain", ruler, Disagreement, explain),
        posted("/mend", ruler, Changed, mend),
    ]
