"""The possible reasons for a disagreement between table and box, in the page's format.

The most likely comes first.
"""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, Literal, cast

from msgspec import UnsetType
from msgspec.structs import replace

from companion.core.cards import Card, bare_card
from companion.core.commands import POT, Bust, Play, Repair, Step
from companion.core.disagreement import (
    Explanation,
    Observed,
    expand_equivalent_cards,
    for_anybody,
    seat_decides,
)
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.core.history import counting
from companion.core.refusals import UnknownPlayer
from companion.core.seats import State
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.message import Aloud, Words, phrase
from companion.phone.orders import Order, order_of
from companion.table.recorded import as_json
from companion.words import disagreement as words
from companion.words.form import with_signs
from companion.words.turns import whose_move

MAX_EXPLANATIONS: Final = 5
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
