"""Renders what may have happened where the table and the box disagree, the likeliest first."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, cast

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.phone.questions import Order, order_of
from companion.phone.repairs.changes import cards_of, changes
from companion.rules.alike import with_card
from companion.rules.cards import Card, bare_card
from companion.rules.commands import POT, Bust, Play, Repair, Step
from companion.rules.disagreement import Explanation, Observed
from companion.rules.family import HistoryEntry, State
from companion.rules.game import counting
from companion.rules.refusals import UnknownPlayer
from companion.text import disagreement as words
from companion.text.form import Text, aloud, drawn
from companion.text.language import gettext as _
from companion.text.named import plain
from companion.text.whose_move import whose_move

MOST: Final = 5
"""Maximum number of explanations on a page, of which the first three are the likeliest by far."""


class Outcome(msgspec.Struct, frozen=True):
    """How a table stands: its `total`, who acts next, and whose move it is in words."""

    total: int | None
    turn: str | None
    says: str


class Tile(msgspec.Struct, frozen=True):
    """A play of those around a change: its card, or in words what it was; put in, taken out, or as it was."""

    card: str
    words: str = ""
    mark: Literal["", "in", "out"] = ""


class CardAnswer(msgspec.Struct, frozen=True):
    """One card that may have been put in, and the order that puts it in."""

    card: str
    order: Order


class MayHaveHappened(msgspec.Struct, frozen=True):
    """What may have happened, what it comes to, and the `order` that puts it right.

    The order is None where the box is right and only the called total was not. `which` are the cards that
    would do the same, where they are of several ranks: the players have to say which one it was. `chips` are
    those of everybody, and of the "pot", who would hold other ones than now.
    """

    sentence: Text
    said: str
    after: Outcome
    cards: tuple[Tile, ...] = ()
    order: Order | None = None
    which: tuple[CardAnswer, ...] = ()
    chips: dict[str, int] = {}


def explained(
    scene: Scene, total: int | UnsetType, turn: str | UnsetType, chips: dict[str, int]
) -> dict[str, object]:
    """Return how the box stands, and what may lead from there to what the players say.

    Raises:
        Illegal: ``no-game``; ``unknown-player`` for a `turn` or `chips` of somebody who does not play.
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
    )
    found = scene.explain(seen)[:MOST]
    return {
        "before": outcome(state),
        "explanations": tuple(
            _view(scene, one) for explanation in found for one in _one_open(scene, explanation)
        ),
    }


def outcome(state: State) -> Outcome:
    """Return how a table stands.

    In a round or a hand that is over nobody is to act.
    """
    turn = state.name_of(state.turn) if state.phase == "play" else None
    return Outcome(state.total, turn, plain(whose_move(state)))


def _view(scene: Scene, explanation: Explanation) -> MayHaveHappened:
    rules, now = scene.game()
    counted = counting(scene.moments)
    repair, then = explanation.repair, explanation.state

    def said() -> str:
        return words.explained(rules, counted, explanation).sentence

    after = outcome(then)
    if then.deal_number != now.deal_number:  # then the total of another hand says nothing
        after = Outcome(None, None, plain(words.comes_to(now, then)))
    view = MayHaveHappened(drawn(said), aloud(said), after, chips=_other_chips(now, then))
    if repair is None:
        return view
    tiles, which = tuple(_tiles(counted, repair)), tuple(_which(explanation, repair))
    return replace(view, cards=tiles, order=order_of(repair), which=which)


def _other_chips(now: State, then: State) -> dict[str, int]:
    """Return what everybody would hold who holds something else now, by name; the pot is the last."""
    before, after = _chips(now), _chips(then)
    return {name: chips for name, chips in after.items() if before.get(name) != chips}


def _chips(state: State) -> dict[str, int]:
    """Return the chips of everybody and, unless a player is called so, of the pot."""
    held = {player.name: player.chips or 0 for player in state.players}
    return held if POT in held else held | {POT: state.pot}


def _one_open(scene: Scene, explanation: Explanation) -> Iterator[Explanation]:
    """Yield the explanation; where cards of two edits are open, once for each card of the first.

    A page asks for one card alone, and no card is booked as a guess.
    """
    several = [at for at, edit in enumerate(explanation.edits) if len({card.rank for card in edit.alike}) > 1]
    if len(several) < 2:  # two are too many
        yield explanation
        return
    at, edit = several[0], explanation.edits[several[0]]
    for card in {card.rank: card for card in edit.alike}.values():
        try:
            way = with_card(scene.game()[0], scene.moments, explanation, at, card)
        except Illegal:
            continue
        known = replace(way.edits[at], alike=(card,))
        yield from _one_open(scene, replace(way, edits=(*way.edits[:at], known, *way.edits[at + 1 :])))


def _tiles(counted: Sequence[HistoryEntry], repair: Repair) -> Iterator[Tile]:
    """Yield the changed plays, and the one before and the one after each of them."""
    entered = [moment.command for moment in counted]
    back = min(repair.back + 1, len(entered) - 1)  # with the play before the first that is changed
    old = cast("Sequence[Step]", entered[len(entered) - back :])
    new = (*old[: back - repair.back], *repair.steps)
    rows = list(changes(old, new))
    near = {place + by for place, row in enumerate(rows) if row.is_change for by in (-1, 0, 1)}
    for place, row in enumerate(rows):
        if place not in near:
            continue
        step = new[row.new] if row.new is not None else old[cast("int", row.old)]
        mark: Literal["", "in", "out"] = "out" if row.new is None else "in" if row.old is None else ""
        if isinstance(step, Bust):
            yield Tile("", _("bust"), mark)
        elif cards := cards_of(step):
            yield Tile(str(bare_card(cards[0])), mark=mark)


def _which(explanation: Explanation, repair: Repair) -> Iterator[CardAnswer]:
    """Yield an answer for each rank of the cards that would do the same, in a trick game for each card.

    There is none where there is only one.
    """
    for edit in explanation.edits:
        cards: dict[str, Card] = {}
        for card in edit.alike:
            cards.setdefault(card.rank if explanation.state.total is not None else str(card), card)
        if isinstance(edit.now, Play) and len(cards) > 1 and edit.now in repair.steps:
            for card in cards.values():
                yield CardAnswer(str(card), order_of(_with_card(repair, edit.now, card)))
            return


def _with_card(repair: Repair, play: Play, card: Card) -> Repair:
    """Return the repair with another card in the play that it puts in."""
    at = repair.steps.index(play)
    other = replace(play, card=str(card), cards=UNSET)
    return replace(repair, steps=(*repair.steps[:at], other, *repair.steps[at + 1 :]))
