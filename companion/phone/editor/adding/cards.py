"""The card table of a draft as the page shows it: in words, with what each card makes of three totals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from companion.errors import VariantError
from companion.message import Words
from companion.phone.editor.adding.draft import Draft
from companion.phone.editor.adding.reachability import CardResult, result
from companion.rules.adding.effects import Add, Effect, pip_value
from companion.rules.adding.file import read_cards
from companion.rules.adding.in_force import effect_of
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER, RANKS, parse_card
from companion.text.adding.card_table import effect_sentence
from companion.text.adding.effects import call_words

SHORT_OF: Final = (54, 10, 4)
"""How far below the target the totals lie for which results are shown: one in mid-hand, two near its end."""


class CardLine(msgspec.Struct, frozen=True):
    """A rank or a single card in the card table: its effect in words, its result for each of `totals_of`.

    `does` is "" if its entry cannot be read. `said` is its call; `yours` says that it differs from the base,
    `wrong` that it has a problem.
    """

    card: str
    does: Words
    said: Words
    yours: bool
    wrong: bool
    makes: list[CardResult]


def totals_of(rules: AddingRules) -> list[int]:
    """Return the totals for which results are shown; fewer where the target is low."""
    return [rules.target - short for short in SHORT_OF if rules.target > short]


def card_lines(
    draft: Draft, rules: AddingRules | None, yours: Sequence[str], wrong: Sequence[str]
) -> list[CardLine]:
    """Return the lines of a draft's cards, from the ace to the joker, each rank before its single cards.

    Args:
        draft: the whole draft.
        rules: the rules that it makes once its problems are settled; None if these cannot be.
        yours: the cards that differ from the base.
        wrong: the cards that have a problem.
    """
    return [
        _line(card, draft, rules, is_yours=card in yours, is_wrong=card in wrong)
        for card in _in_order(draft.cards)
        if card != JOKER or draft.rules.get("jokers") or card in wrong
    ]


def _in_order(cards: Mapping[str, Any]) -> Iterator[str]:
    for rank in (*RANKS, JOKER):
        yield from (card for card in (rank, *(rank + suit for suit in "CDHS")) if card in cards)


def _line(card: str, draft: Draft, rules: AddingRules | None, *, is_yours: bool, is_wrong: bool) -> CardLine:
    limit = limit_of(draft)
    effect = effect_at(card, draft.cards[card], limit)
    if effect is None:
        return CardLine(card, "", "", is_yours, is_wrong, [])
    rank = parse_card(card).rank
    silent = msgspec.structs.replace(effect, call="")
    # Of these the page makes one row. An ace counts 1, which its pips do not say.
    add_pips = rank in RANKS[1:10] and silent == Effect(Add(pip_value(rank)))
    does = effect_sentence(silent, limit, add_pips=add_pips)
    makes = [] if rules is None else [result(rules, effect, total) for total in totals_of(rules)]
    return CardLine(card, does, call_words(effect).sentence if effect.call else "", is_yours, is_wrong, makes)


def limit_of(draft: Draft) -> int:
    """Return the target of a draft; 0 if it is no number, which is a problem."""
    target = draft.rules.get("target")
    return target if type(target) is int else 0


def effect_at(card: str, entry: Mapping[str, Any], target: int) -> Effect | None:
    """Return what the entry of a card says; None if it cannot be read."""
    try:
        plain = {key: list(value) if isinstance(value, tuple) else value for key, value in entry.items()}
        return effect_of(parse_card(card).rank, read_cards({card: plain})[card], target)
    except VariantError:
        return None
