"""Corrections from phones: the possible reasons for a disagreement between table and box, the most
likely first, and the last plays for a correction by hand.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import SequenceMatcher
from typing import Annotated, Any, Literal, cast

from msgspec import UNSET, Meta, UnsetType, field
from msgspec.structs import replace
from starlette.routing import Route

from companion.box.state import Snapshot
from companion.core.cards import Card, bare_card
from companion.core.commands import POT, Bust, Play, Repair, Step, as_json, read_command
from companion.core.disagreement import (
    Explanation,
    Observed,
    expand_equivalent_cards,
    for_anybody,
    seat_decides,
)
from companion.core.events import Dealt, RoundDealt
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.core.history import counting
from companion.core.refusals import UnknownPlayer
from companion.core.seats import State
from companion.dialogs.by_hand import judged, scene_at
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.games import family_of
from companion.message import Aloud, Words, phrase
from companion.phone.orders import AnswerOption, Order, QuestionView, order_of, question_view
from companion.phone.request import PAIRED, Body, Sender, WorkPlaces, on_worker, posted
from companion.phone.view import what_happened_meanwhile
from companion.words import disagreement as words
from companion.words.events import event_row
from companion.words.form import with_signs
from companion.words.refusals import sentence
from companion.words.turns import whose_move

MAX_EXPLANATIONS = 5
"""Maximum number of explanations on a page; the first three are by far the most likely."""


PlayChange = tuple[int | None, int | None]
"""A play before the correction, after it, or both, each as its index in its list."""


def changes(old: Sequence[Step], new: Sequence[Step]) -> Iterator[PlayChange]:
    """Yield every play of both lists in order; removed plays come before their replacements.

    >>> old, new = [Play(card="8"), Play(card="9")], [Play(card="8"), Play(card="7")]
    >>> list(changes(old, new))
    [(0, 0), (1, None), (None, 1)]
    """
    matcher = SequenceMatcher(None, [*map(_key, old)], [*map(_key, new)], autojunk=False)
    for kind, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if kind == "equal":
            yield from zip(range(old_from, old_to), range(new_from, new_to), strict=True)
        else:
            yield from ((place, None) for place in range(old_from, old_to))
            yield from ((None, place) for place in range(new_from, new_to))


def _key(step: Step) -> str:
    """Return a key that is equal for equal plays, whether or not the player was given."""
    return as_json(for_anybody(step))


def cards_of(step: Step) -> tuple[str, ...]:
    """Return the cards that a play names."""
    match step:
        case Play():
            return step.all_cards
        case Bust(hand=tuple() as hand):
            return hand
    return ()


class Outcome(Frozen):
    """The state of a table: its `total`, whose turn it is, and the turn in words."""

    total: int | None
    turn: str | None
    says: Words


class CardTile(Frozen):
    """A play near a change: its card, or its text, and whether it was inserted or removed."""

    card: str
    words: Words = ""
    mark: Literal["", "in", "out"] = ""


class CardAnswer(Frozen):
    """One `card` that the `player` may have played, and the order that inserts it.

    If another card is open as well, there is no order, and `which` holds the answers for that one.
    """

    card: str
    player: str
    order: Order | None = None
    which: "tuple[CardAnswer, ...]" = ()


class ExplanationView(Frozen):
    """A possible reason for the disagreement, its result, and the `order` that corrects the game.

    The order is None if the box is right and only the called total was wrong. `which` are the cards
    with the same effect, if they are of several ranks: the players have to say which one it was.
    `chips` are those of all players, and of the "pot", whose number would change.
    """

    sentence: Words
    said: Words
    after: Outcome
    cards: tuple[CardTile, ...] = ()
    order: Order | None = None
    which: tuple[CardAnswer, ...] = ()
    chips: dict[str, int] = {}


def explained(
    scene: Scene,
    total: int | UnsetType,
    turn: str | UnsetType,
    chips: dict[str, int],
    trick: int | UnsetType,
) -> dict[str, object]:
    """Return the box's state, whether the players agree, and the possible reasons if not.

    Raises:
        Illegal: ``no-game``; ``unknown-player`` if the person in `turn` or `chips` does not play.
    """
    _rules, state = scene.game()
    people = [name for name in chips if name != POT]
    for name in (*people, *([turn] if isinstance(turn, str) else [])):
        if state.seat_of(name) is None:
            raise Illegal(UnknownPlayer(name))
    seen = Observed(
        total if isinstance(total, int) else None,
        state.seat_of(turn) if isinstance(turn, str) else None,
        chips,
        trick if isinstance(trick, int) else None,
    )
    found, agrees = scene.explain(seen), seen.fits(state)
    return {
        "before": outcome(state),
        "agrees": agrees,
        "decides": seen.turn is None and (agrees or seat_decides(found, MAX_EXPLANATIONS)),
        "explanations": tuple(
            _view(scene, explanation, scene.outcome_of(explanation, seen))
            for explanation in found[:MAX_EXPLANATIONS]
        ),
    }


def outcome(state: State) -> Outcome:
    """Return the state of a table.

    No player has the turn when a round or a hand is over.
    """
    turn = state.name_of(state.turn) if state.phase == "play" else None
    return Outcome(state.total, turn, whose_move(state))


def _view(scene: Scene, explanation: Explanation, state: State) -> ExplanationView:
    """Return an explanation that leads to this `state`, as it may be shown."""
    rules, now = scene.game()
    counted, repair = counting(scene.moments), explanation.repair
    explanation = replace(explanation, state=state)
    text = words.explained(scene.family(rules), rules, counted, explanation).sentence
    after = outcome(state)
    if state.deal_number != now.deal_number:  # The total of another hand is meaningless here.
        after = Outcome(None, None, words.outcome_text(now, state))
    view = ExplanationView(with_signs(text), Aloud(text), after, chips=_other_chips(now, state))
    if repair is None:
        return view
    tiles = tuple(_tiles(counted, explanation, repair))
    return replace(
        view, cards=tiles, order=order_of(repair), which=tuple(_which(scene, explanation))
    )


def _other_chips(now: State, state: State) -> dict[str, int]:
    """Return the new chips of all holders whose number changes, by name; the pot is the last."""
    before, after = _chips(now), _chips(state)
    return {name: chips for name, chips in after.items() if before.get(name) != chips}


def _chips(state: State) -> dict[str, int]:
    """Return the chips of all players and, unless a player has that name, of the pot."""
    held = {player.name: player.chips or 0 for player in state.players}
    return held if POT in held else held | {POT: state.pot}


def _tiles(
    counted: Sequence[HistoryEntry], explanation: Explanation, repair: Repair
) -> Iterator[CardTile]:
    """Yield the changed plays, and the one before and the one after each of them.

    A card whose rank is still unknown is a question mark.
    """
    unknown = [
        edit.now for edit in explanation.edits if len({card.rank for card in edit.alike}) > 1
    ]
    entered = [moment.command for moment in counted]
    back = min(repair.back + 1, len(entered) - 1)  # Includes the play before the first change.
    old = cast("Sequence[Step]", entered[len(entered) - back :])
    new = (*old[: back - repair.back], *repair.steps)
    rows = list(changes(old, new))
    near = {place + by for place, row in enumerate(rows) if None in row for by in (-1, 0, 1)}
    for place, (before, after) in enumerate(rows):
        if place not in near:
            continue
        step = new[after] if after is not None else old[cast("int", before)]
        mark: Literal["", "in", "out"] = "out" if after is None else "in" if before is None else ""
        if isinstance(step, Bust):
            yield CardTile("", phrase("bust"), mark)
        elif mark == "in" and step in unknown:
            yield CardTile("", "?", mark)
        elif cards := cards_of(step):
            yield CardTile(str(bare_card(cards[0])), mark=mark)


def _which(scene: Scene, explanation: Explanation) -> Iterator[CardAnswer]:
    """Yield an answer for each rank of the first open card, in a trick game for each card.

    There is none if no card is open.
    """
    for number, edit in enumerate(explanation.edits):
        cards: dict[str, Card] = {}
        for card in edit.alike:
            cards.setdefault(card.rank if explanation.state.total is not None else str(card), card)
        if isinstance(edit.now, Play) and len(cards) > 1:
            for card in cards.values():
                yield from _with(scene, explanation, number, card)
            return


def _with(scene: Scene, explanation: Explanation, number: int, card: Card) -> Iterator[CardAnswer]:
    """Yield the answer with that card, unless the rules do not allow it."""
    try:
        rules, _state = scene.game()
        known = expand_equivalent_cards(
            scene.family(rules), rules, scene.recorded, explanation, number, card
        )
    except Illegal:
        return
    player, more = explanation.edits[number].player, tuple(_which(scene, known))
    order = order_of(known.repair) if known.repair is not None and not more else None
    yield CardAnswer(str(card), player, order, more)


LAST = 8
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


MAX_REQUESTS = 8
"""Maximum number of waiting requests: one thread answers them, each in up to 0.1 seconds."""


class _Seen(Body):
    """A request about the table as the page shows it: after the journal's command `seen`."""

    seen: int


class Disagreement(_Seen):
    """The players' knowledge of the table, without anything they are unsure of."""

    total: int | UnsetType = UNSET
    turn: str | UnsetType = UNSET
    chips: dict[str, Annotated[int, Meta(ge=0)]] = field(default_factory=dict)
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
