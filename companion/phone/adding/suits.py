"""Groups the suits of a rank by effect, and describes how the groups differ."""

from collections.abc import Sequence
from typing import Final, assert_never

import msgspec

from companion.phone.words import counted, several
from companion.rules.adding.effects import Add, AddOneOf, Change, Effect, Multiply, SetTo, SetWithin
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER, SUIT_SIGNS
from companion.text.cards import rank_word
from companion.text.numbers import figure, number

SUIT_ORDER: Final = ("S", "H", "C", "D")
"""The order of the four suits on a page: two above, two below."""

LONGEST: Final = 60
"""Maximum characters of a sentence on a page."""


class Alike(msgspec.Struct, frozen=True):
    """Suits of a rank with the same effect, and that effect in a game to `target`."""

    suits: tuple[str, ...]
    effect: Effect
    target: int

    @property
    def called(self) -> str:
        """The suits as people say them: ``red``, ``black``, or their signs."""
        match set(self.suits):
            case suits if suits == {"H", "D"}:
                return "red"
            case suits if suits == {"S", "C"}:
                return "black"
        return "".join(SUIT_SIGNS[suit] for suit in self.suits)


def alike(rules: AddingRules, rank: str) -> tuple[Alike, ...]:
    """Return the suits of `rank` grouped by effect: largest group first, then those that add pips."""
    if rank == JOKER:
        return (Alike((), rules.effects[JOKER, None], rules.target),)
    groups: list[Alike] = []
    for suit in SUIT_ORDER:
        effect = rules.effects[rank, suit]
        for place, group in enumerate(groups):
            if group.effect.does_the_same_as(effect):
                groups[place] = msgspec.structs.replace(group, suits=(*group.suits, suit))
                break
        else:
            groups.append(Alike((suit,), effect, rules.target))
    return tuple(sorted(groups, key=lambda group: (-len(group.suits), not group.effect.is_plain(rank))))


def what_sets_apart(rules: AddingRules, rank: str) -> str:
    """Return which cards of `rank` differ ("In One Hundred red fives take five off."); "" for none."""
    _, *odd = alike(rules, rank)
    said = " and ".join(_does(rank, group) for group in odd)
    if not said:
        return ""
    sentence = f"{said[0].upper()}{said[1:]}."
    with_title = f"In {rules.title} {said}."
    if "," not in rules.title and len(with_title) <= LONGEST:
        return with_title
    return sentence if len(sentence) <= LONGEST else "The suit counts here."


def _does(rank: str, group: Alike) -> str:
    if group.called in {"red", "black"}:
        return f"{group.called} {several(4, rank).split()[1]} {effect_verb(group, many=True)}"
    if len(group.suits) == 1:
        return f"{rank}{group.called} {effect_verb(group)}"
    return f"{rank_word(rank)}s of {group.called} {effect_verb(group, many=True)}"


def effect_verb(group: Alike, *, many: bool = False) -> str:
    """Return the effect as a verb: ``takes five off``, ``is the shield``; with `many` ``take five off``."""
    effect, s = group.effect, "" if many else "s"
    turn: list[str] = []
    if effect.reverse:
        turn.append(f"reverse{s}")
    if effect.skip:
        turn.append(f"skip{s} {number(effect.skip)}")
    if effect.again:
        turn.append(f"play{s} again")
    if effect.choose_next:
        turn.append(f"name{s} who plays next")
    if effect.oblige:
        turn.append(f"leave{s} {counted(effect.oblige, 'play')} owed")
    if effect.knock_out:
        turn.append(f"knock{s} out")
    if effect.shield:
        turn.append("are the shield" if many else "is the shield")
    if turn and effect.change == Add(0):
        return " and ".join(turn)
    return " and ".join([_changes(effect.change, group.target, s), *turn])


def sets_any(change: SetWithin, target: int) -> bool:
    """Return whether the player may choose any total from 0 to the target."""
    return change.low == 0 and change.high >= target


def _changes(change: Change, target: int, s: str) -> str:
    match change:
        case Add(0):
            return f"add{s} nothing"
        case Add(n) if n < 0:
            return f"take{s} {number(-n)} off"
        case Add(n):
            return f"add{s} {number(n)}"
        case AddOneOf(numbers):
            return f"add{s} {either(numbers)}"
        case SetTo(n):
            return f"set{s} {figure(n)}"
        case SetWithin() if sets_any(change, target):
            return f"set{s} any total"
        case SetWithin(low, high):
            return f"set{s} any total from {figure(low)} to {figure(high)}"
        case Multiply(2):
            return f"double{s} the total"
        case Multiply(factor):
            return f"make{s} it {figure(factor)} times as much"
        case _:
            assert_never(change)


def either(numbers: Sequence[int]) -> str:
    """Return numbers to choose from: ``+10 or −10``, ``1 or 11``; ``5 to 8`` if there are no gaps."""
    if len(numbers) > 3 and set(numbers) == set(range(min(numbers), max(numbers) + 1)):
        return f"{figure(min(numbers))} to {figure(max(numbers))}"
    signed = min(numbers) < 0
    *others, last = [f"+{n}" if signed and n > 0 else figure(n) for n in numbers]
    return f"{', '.join(others)} or {last}" if others else last
