"""Questions of the page about an order that cannot be judged yet: suit, value, player, a dispute.

Each answer is a complete order, with the total that it would make.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from companion.dialogs.context import Scene
from companion.dialogs.hints import FEW, whose
from companion.dialogs.questions import cards_of, with_target, with_value
from companion.errors import Illegal
from companion.phone.named_cards import bare_card, cards_in, order_of, with_suit
from companion.rules.adding.effects import Effect, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.cards import SUIT_SIGNS, Card
from companion.rules.commands import New, Play, Step
from companion.rules.refusals import (
    ChoiceNeeded,
    OverTarget,
    RestrictedLead,
    Revoke,
    SuitNeeded,
    TargetNeeded,
)
from companion.rules.tricks.state import TrickState
from companion.text.cards import rank_word, several, suit_word, within
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.leads import may_not_be_led
from companion.text.named import plain
from companion.text.numbers import Count, either, figure, number, with_minus
from companion.text.refusals import sentence
from companion.text.suits import SUIT_ORDER, what_sets_apart

replace = msgspec.structs.replace
Order = dict[str, Any]


class AnswerOption(msgspec.Struct, frozen=True):
    """One answer: the `order` that it makes, None to leave everything as it is.

    `makes` is the resulting total, "" if it is not known yet; `refused` says why the rules would refuse it.
    `suit` is drawn.
    """

    label: str
    makes: str = ""
    suit: str | None = None
    order: Order | None = None
    refused: str = ""


class NumberInput(msgspec.Struct, frozen=True):
    """A number from `low` to `high` for the `field` of the `order`."""

    low: int
    high: int
    start: int
    order: Order
    field: str = "value"


class Question(msgspec.Struct, frozen=True):
    """The question, its cards, and the possible answers."""

    title: str
    text: str
    cards: tuple[str, ...] = ()
    options: tuple[AnswerOption, ...] = ()
    dial: NumberInput | None = None


ASKED: Final = frozenset({"suit-needed", "choice-needed", "target-needed"})
"""Refusals that only ask for more."""


def question_for(scene: Scene, command: New | Step, illegal: Illegal) -> Question | None:
    """Return the question that a refusal of `command` asks for; None if the refusal is final."""
    match illegal.refusal:
        case SuitNeeded(card):
            return _which_suit(scene, command, card)
        case ChoiceNeeded(values):
            return _which_value(scene, command, values)
        case TargetNeeded(names):
            return _which_player(scene, command, names)
        case Revoke() | RestrictedLead() as disputed if isinstance(command, Play):
            return _dispute(scene, command, disputed)
    return None


def _which_suit(scene: Scene, command: New | Step, rank: str) -> Question:
    rules = scene.rules_of(command)
    text = what_sets_apart(rules, rank) if isinstance(rules, AddingRules) else ""
    led = scene.state.led if isinstance(scene.state, TrickState) else None
    suits = sorted(SUIT_ORDER, key=lambda suit: suit != led)
    options = [
        _answer(scene, with_suit(command, rank, suit), suit_word(suit), suit=suit)
        for suit in suits
        if Card(rank, suit) in rules.pack
    ]
    said_before = any(bare_card(card).rank == rank and bare_card(card).suit for card in cards_in(command))
    which = _("Which other {rank}?") if said_before else _("Which {rank}?")
    return Question(which.format(rank=rank_word(rank)), text, options=tuple(options))


def _which_value(scene: Scene, command: New | Step, values: Sequence[int]) -> Question:
    effect, title = _effect(scene, command), _title(scene, command)
    sets = effect is not None and isinstance(effect.change, SetWithin)
    cards = _cards(command)
    is_set = len(cards) > 1
    lowest, highest = min(values), max(values)
    if len(values) > FEW and highest - lowest == len(values) - 1:
        total = scene.state.total if isinstance(scene.state, AddingState) and isinstance(command, Play) else 0
        dial = NumberInput(
            low=lowest,
            high=highest,
            start=min(max(total, lowest), highest),
            order=order_of(command),
            field="value" if isinstance(command, Play) else "up_value",
        )
        text = _("sets which total?") if sets else _counts_what(is_set=is_set)
        return Question(title, text, cards, dial=dial)
    options = tuple(
        _answer(scene, with_value(command, value), _value_label(value, sets=sets, is_set=is_set))
        for value in sorted(values)
    )
    text = _("sets which total?") if sets else _value_text(values, is_set=is_set)
    return Question(title, text, cards, options)


def _value_label(value: int, *, sets: bool, is_set: bool) -> str:
    if sets:
        return _("set {total}").format(total=figure(value))
    if value < 0:
        label = _("take {n} off each") if is_set else _("take {n} off")
    elif value:
        label = _("add {n} each") if is_set else _("add {n}")
    else:
        label = _("add nothing each") if is_set else _("add nothing")
    return label.format(n=Count(abs(value)))


def _value_text(values: Sequence[int], *, is_set: bool) -> str:
    if len(values) == 2 and sum(values) == 0:
        return _("up or down each?") if is_set else _("up or down?")
    if len(values) > FEW:
        return _counts_what(is_set=is_set)
    numbers = either([number(value) if value > 0 else figure(value) for value in values])
    return (_("{numbers} each?") if is_set else _("{numbers}?")).format(numbers=numbers)


def _counts_what(*, is_set: bool) -> str:
    return _("counts what each?") if is_set else _("counts what?")


def _which_player(scene: Scene, command: New | Step, names: Sequence[str]) -> Question:
    effect = _effect(scene, command)
    text = _("Knock out whom?") if effect is not None and effect.knock_out else _("Who plays next?")
    options = tuple(_answer(scene, with_target(command, name), name) for name in names)
    return Question(_title(scene, command), text, _cards(command), options)


def _dispute(scene: Scene, command: Play, refusal: Revoke | RestrictedLead) -> Question:
    """Return the question about a disputed card: take it back, or send the order that lets it stand."""
    penalty, suit = scene.tricks()[0].revoke_penalty, SUIT_SIGNS[refusal.suit]
    if isinstance(refusal, Revoke):
        text = _("No {suit} in trick {trick}, so none now").format(suit=suit, trick=refusal.trick)
        label = _("Let it stand, for {points}").format(points=penalty) if penalty else _("Let it stand")
        standing = replace(command, accept_revoke=True)
    else:
        text = may_not_be_led(refusal.suit).sentence
        label, standing = _("Only {suit} left").format(suit=suit), replace(command, only_suit=True)
    title = _of(scene, command, within(bare_card(command.all_cards[0])))
    options = (AnswerOption(_("Take it back")), _answer(scene, standing, label))
    return Question(title, text, _cards(command), options)


def _answer(scene: Scene, command: New | Step, label: str, *, suit: str | None = None) -> AnswerOption:
    comes = preview_command(scene, command)
    return AnswerOption(label, comes.makes, suit, order_of(command), comes.refused)


def _cards(command: New | Step) -> tuple[str, ...]:
    return tuple(str(bare_card(card)) for card in cards_of(command))


def _title(scene: Scene, command: New | Step) -> str:
    cards = [bare_card(card) for card in cards_of(command)]
    return _of(scene, command, several(len(cards), cards[0].rank))


def _of(scene: Scene, command: New | Step, cards: str) -> str:
    return _("{player}'s {cards}").format(player=plain(whose(scene, command)), cards=cards)


def _effect(scene: Scene, command: New | Step) -> Effect | None:
    rules = scene.rules_of(command)
    if not isinstance(rules, AddingRules):
        return None
    return rules.effect(rules.pack.named(bare_card(cards_of(command)[0])))


class CommandPreview(msgspec.Struct, frozen=True):
    """The total that an order would make, "" for none or not yet known; why it would be refused, or ""."""

    makes: str = ""
    refused: str = ""


def preview_command(scene: Scene, command: New | Step) -> CommandPreview:
    """Return the result that `command` would have now; change nothing."""
    try:
        state = scene.preview(command)
    except Illegal as illegal:
        if isinstance(illegal.refusal, OverTarget):
            if scene.trial(command) is None:
                return CommandPreview(pgettext("result", "a bust"))
            return CommandPreview(figure(illegal.refusal.total), with_minus(sentence(illegal)))
        return CommandPreview() if illegal.code in ASKED else CommandPreview(refused=str(sentence(illegal)))
    return CommandPreview(figure(state.total) if isinstance(state, AddingState) else "")
