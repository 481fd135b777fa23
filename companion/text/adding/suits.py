"""Words what a rank does where its suits differ, for a key and in a sentence."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from companion.message import Fitting, Words, in_context, joined, phrase
from companion.rules.adding.effects import Add, AddOneOf, Effect
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER, SUIT_ORDER, Card
from companion.rules.family import Rules
from companion.text.adding.effects import call_words, change_words, effect_signs, turn_words
from companion.text.cards import face, rank_plural, suit_sign
from companion.text.numbers import figure, number, together
from companion.text.variants import translated

ON_A_KEY: Final = 16
"""Maximum characters below the rank on a key."""

SENTENCE: Final = 80
"""Maximum characters of the sentence about the suits of a rank."""


class Alike(msgspec.Struct, frozen=True):
    """Suits of a `rank` with the same effect, and that effect in a game to `target`."""

    rank: str
    suits: tuple[str, ...]
    effect: Effect
    target: int

    @property
    def called(self) -> Words:
        """The suits as a key says them: ``red``, ``black``, or their signs."""
        match set(self.suits):
            case suits if suits == {"H", "D"}:
                return in_context("card key", "red")
            case suits if suits == {"S", "C"}:
                return in_context("card key", "black")
        return joined("", map(suit_sign, self.suits))

    @property
    def cards(self) -> Words:
        """The cards as a sentence names them: ``red fives``, ``Q♠``, ``fives of ♠♥♦``."""
        match set(self.suits):
            case suits if suits == {"H", "D"}:
                return phrase("red {ranks}", ranks=rank_plural(self.rank))
            case suits if suits == {"S", "C"}:
                return phrase("black {ranks}", ranks=rank_plural(self.rank))
        if len(self.suits) == 1:
            return face(Card(self.rank, self.suits[0]))
        return phrase("{ranks} of {suits}", ranks=rank_plural(self.rank), suits=self.called)


def alike(rules: AddingRules, rank: str) -> tuple[Alike, ...]:
    """Return the suits of `rank` grouped by effect:
    largest group first, then those that add pips.
    """
    if rank == JOKER:
        return (Alike(rank, (), rules.effects[JOKER, None], rules.target),)
    groups: list[Alike] = []
    for suit in SUIT_ORDER:
        effect = rules.effects[rank, suit]
        for place, group in enumerate(groups):
            if group.effect.does_the_same_as(effect):
                groups[place] = msgspec.structs.replace(group, suits=(*group.suits, suit))
                break
        else:
            groups.append(Alike(rank, (suit,), effect, rules.target))
    return tuple(
        sorted(groups, key=lambda group: (-len(group.suits), not group.effect.is_plain(rank)))
    )


def key_words(rules: AddingRules, rank: str) -> Words:
    """Return the effects of `rank`: ``0, reverse``, ``+10 or −10``, ``2,
    ♠ doubles``, ``1, black any``.
    """
    groups = alike(rules, rank)
    return Fitting(_from_long_to_short(*groups), ON_A_KEY)


def suit_signs(rules: Rules | None, rank: str, suit: str) -> Words:
    """Return what the card of a suit does, in the fewest characters; "" where that is not known."""
    effect = rules.effects.get((rank, suit)) if isinstance(rules, AddingRules) else None
    return "" if effect is None else effect_signs(effect)


def what_sets_apart(rules: Rules, rank: str) -> Words:
    """Return which cards of `rank` differ ("In One Hundred: red fives take five off.");
    "" for none.
    """
    if not isinstance(rules, AddingRules):
        return ""
    _most, *odd = alike(rules, rank)
    if not odd:
        return ""
    return Fitting(_of_those(odd, rules), SENTENCE)


def _of_those(odd: Sequence[Alike], rules: AddingRules) -> Iterator[Words]:
    differ = together(
        [phrase("{cards} {does}", cards=group.cards, does=_in_a_sentence(group)) for group in odd]
    )
    yield phrase("In {title}: {differ}.", title=translated(rules.title), differ=differ)
    yield phrase("Here: {differ}.", differ=differ)
    yield phrase("The suit counts here.")


def _in_a_sentence(group: Alike) -> Words:
    effect, cards = group.effect, len(group.suits)
    turns = [wording.sentence for wording in turn_words(effect, cards)]
    if turns and effect.change == Add(0):
        return together(turns)
    return together(
        [change_words(effect.change, group.target, cards=cards, say=number).sentence, *turns]
    )


def _from_long_to_short(most: Alike, *odd: Alike) -> Iterator[Words]:
    """Yield the whole text, then shorter ones with less about the exceptions."""
    for briefly in (False, True):
        does = _on_a_key(most, briefly=briefly)
        for turn in (True, False):
            yield joined(", ", [does, *_of_odd(most, odd, turn=turn, briefly=briefly)])
    yield joined(" ", (_on_a_key(most, turn=False, briefly=True), "…"))
    yield in_context("card key", "see the rules")


def _of_odd(most: Alike, odd: Sequence[Alike], *, turn: bool, briefly: bool) -> list[Words]:
    """Return the effect of each of the other groups; groups with the same words share one text."""
    called: dict[Words, Words] = {}
    for group in odd:
        does = _on_a_key(group, turn=turn, briefly=briefly)
        if turn and group.effect.change == most.effect.change:
            does = joined(", ", _acts(group.effect)) or does
        called[does] = joined("", (called.get(does, ""), group.called))
    return [
        in_context("card key", "{suits} {does}", suits=who, does=does)
        for does, who in called.items()
    ]


def _on_a_key(group: Alike, *, turn: bool = True, briefly: bool = False) -> Words:
    change = group.effect.change
    match change:
        case AddOneOf(numbers) if briefly and len(numbers) <= 3:
            does = joined("/", map(figure, numbers))
        case _:
            does = change_words(change, group.target).label
    return joined(", ", [does, *(_acts(group.effect) if turn else ())])


def _acts(effect: Effect) -> list[Words]:
    acts = [wording.label for wording in turn_words(effect)]
    if not acts and effect.change == Add(0) and effect.call:
        return [call_words(effect).label]
    return acts
