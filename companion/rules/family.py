"""The families of games, adding, trick and points games, and the dispatch to their engines."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion.errors import Illegal
from companion.rules.adding import step as adding
from companion.rules.adding.dealing import kept_chips as adding_kept_chips
from companion.rules.adding.dealing import miscounted_cards
from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.public_state import PublicAddingState, public_adding_state
from companion.rules.adding.questions import adding_question
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.adding.variant import AddingVariant
from companion.rules.cards import JOKER, Card, Pack
from companion.rules.checks import check_names
from companion.rules.commands import Claim, Deal, Judged, New, Play, Repair, Set, Step
from companion.rules.events import Event, WentOver
from companion.rules.miscount import Miscount
from companion.rules.options import AddingOptions, Option, PointsOptions, TrickOptions, options
from companion.rules.points import step as points
from companion.rules.points.public_state import PublicPointsState, public_points_state
from companion.rules.points.rules import PointsRules, points_rules_in_force
from companion.rules.points.state import PointsState
from companion.rules.points.variant import PointsVariant
from companion.rules.questions import CommandPreview, Question
from companion.rules.refusals import BadPlayers, ChoiceNeeded, OverTarget, Refusal, TargetNeeded
from companion.rules.tricks import step as tricks
from companion.rules.tricks.public_state import PublicTrickState, public_trick_state
from companion.rules.tricks.questions import trick_question
from companion.rules.tricks.rules import TrickRules, trick_rules_in_force
from companion.rules.tricks.scoring import miscounted_points
from companion.rules.tricks.state import TrickState
from companion.rules.tricks.variant import TrickVariant

Variant = AddingVariant | TrickVariant | PointsVariant
Rules = AddingRules | TrickRules | PointsRules
State = AddingState | TrickState | PointsState
PublicState = PublicAddingState | PublicTrickState | PublicPointsState
Result = tuple[State, tuple[Event, ...]]
"""The result of an accepted command: the next state, and its events."""


class HistoryEntry(msgspec.Struct, frozen=True, gc=False):
    """One state of a game, and the events and the `command` that led to it.

    After a repair `mended` are the entries that it put in the place of others.
    """

    state: State
    events: tuple[Event, ...]
    command: New | Step | Repair | None = None
    mended: tuple["HistoryEntry", ...] = ()


def rules_in_force(
    variant: Variant, house: Mapping[str, object], players: int, *, stickers: bool = False
) -> Rules:
    """Return the rules of `variant` for so many `players`, with `house` rules that override it.

    >>> from companion.variants import load_variants
    >>> rules_in_force(load_variants().variants["ninety-nine"], {"target": 50}, 4).target
    50

    Raises:
        Illegal: ``bad-house-rule`` with the `rule`; ``bad-players`` if the pack cannot be dealt to
            so many.
    """
    if not house:
        return _as_printed(variant, players, stickers)
    return _in_force(variant, house, players, stickers)


@lru_cache(maxsize=64)
def _as_printed(variant: Variant, players: int, stickers: bool) -> Rules:  # noqa: FBT001  # cached by place
    return _in_force(variant, {}, players, stickers)


def _in_force(variant: Variant, house: Mapping[str, object], players: int, stickers: bool) -> Rules:  # noqa: FBT001  # as above
    match variant:
        case AddingVariant():
            return adding_rules_in_force(variant, house, players, stickers=stickers)
        case TrickVariant():
            return trick_rules_in_force(variant, house, players, stickers=stickers)
        case PointsVariant():
            return points_rules_in_force(variant, house)
        case _:
            assert_never(variant)


def options_of(game: Rules | Variant) -> Mapping[str, Option]:
    """Return the rule keys of the family that rules or a variant belong to,
    in the order of every list.
    """
    match game:
        case AddingRules() | AddingVariant():
            return options(AddingOptions)
        case TrickRules() | TrickVariant():
            return options(TrickOptions)
        case PointsRules() | PointsVariant():
            return options(PointsOptions)
        case _:
            assert_never(game)


def check_players(variant: Variant, names: tuple[str, ...]) -> None:
    """Raise ``bad-players`` for names that are empty or repeated,
    or too few or many for the variant.
    """
    fewest, most = variant.players
    if len(names) < fewest or (most is not None and len(names) > most):
        count = len(names)
        raise Illegal(
            BadPlayers("count", count=count, title=variant.title, fewest=fewest, most=most)
        )
    check_names(names)


def start(rules: Rules, command: New) -> Result:
    """Return the first hand or round of a new game, whose players have been checked.

    Raises:
        Illegal: the dealer or the up-card is wrong.
    """
    match rules:
        case AddingRules():
            return adding.start(rules, command)
        case TrickRules():
            return tricks.start(rules, command)
        case PointsRules():
            return points.start(command)
        case _:
            assert_never(rules)


def step(rules: Rules, state: State, command: Step) -> Result:
    """Apply one command to a game in progress.

    Raises:
        Illegal: the first error code of docs/protocol.md that applies.
    """
    match state:
        case AddingState() if isinstance(rules, AddingRules):
            return adding.step(rules, state, command)
        case TrickState() if isinstance(rules, TrickRules):
            return tricks.step(rules, state, command)
        case PointsState() if isinstance(rules, PointsRules):
            return points.step(rules, state, command)
        case AddingState() | TrickState() | PointsState():
            raise _strangers(rules, state)
        case never:
            assert_never(never)


def judge(state: State, command: Claim) -> Judged:
    """Return whether what a player called is right.

    Raises:
        Illegal: this game has no such calls, or nothing to judge.
    """
    match state:
        case AddingState():
            return adding.judge(state, command)
        case TrickState():
            return tricks.judge(state, command)
        case PointsState():
            return points.judge(state, command)
        case _:
            assert_never(state)


def question_for(
    rules: Rules, state: State | None, command: New | Step, refusal: Refusal
) -> Question | None:
    """Return the question that a refusal of `command` asks for; None if the refusal is final.

    The refusal is one that `companion.rules.questions.asks`.
    """
    player = asked_of(state, command)
    match rules:
        case AddingRules():
            total = (
                state.total if isinstance(state, AddingState) and isinstance(command, Play) else 0
            )
            return adding_question(rules, total, command, refusal, player)
        case TrickRules():
            led = state.led if isinstance(state, TrickState) else None
            return trick_question(rules, led, command, refusal, player)
        case PointsRules():
            return None
        case _:
            assert_never(rules)


def asked_of(state: State | None, command: New | Step) -> str:
    """Return the name of the player who is asked about `command`:
    the dealer, or the player to act.
    """
    if isinstance(command, New):
        return command.dealer if isinstance(command.dealer, str) else command.players[-1]
    if state is None:
        return ""
    return state.deals_next if isinstance(command, Deal) else state.name_of(state.turn) or ""


def preview(rules: Rules, before: State | None, result: Result) -> CommandPreview:
    """Return what an accepted command has made of the state `before`."""
    after, events = result
    match rules, after:
        case AddingRules(target=target), AddingState(total=total):
            for event in events:
                if isinstance(event, WentOver):
                    total_before = before.total if isinstance(before, AddingState) else 0
                    return CommandPreview(
                        event.total, OverTarget(event.total, target, total_before), is_bust=True
                    )
            return CommandPreview(total)
        case (TrickRules(), TrickState()) | (PointsRules(), PointsState()):
            return CommandPreview()
        case _, AddingState() | TrickState() | PointsState():
            raise _strangers(rules, after)
        case never:
            assert_never(never)


def pack_of(rules: Rules) -> Pack | None:
    """Return the cards that are played with; None in a points game,
    in which nobody enters cards.
    """
    return None if isinstance(rules, PointsRules) else rules.pack


def legal_plays(
    rules: Rules, state: State, *, only_suit: bool = False, accept_revoke: bool = False
) -> Iterator[Play]:
    """Yield every play of one card by the player to act, with each value and player it can name.

    The rules do not know who holds which card, so these are the plays of a player who holds every
    card not yet played. A card that goes over is no legal play, even if that is a bust instead of a
    refusal; nor is a card that only a declaration of the players lets stand, unless it is made. In
    a points game no cards are entered.
    """
    for play in single_cards(rules):
        yield from completed(
            rules, state, replace(play, only_suit=only_suit, accept_revoke=accept_revoke)
        )


def single_cards(rules: Rules) -> Iterator[Play]:
    """Yield a play of each card of a deck, legal or not; none in a points game."""
    pack = pack_of(rules)
    if pack is not None:
        faces = (*pack.cards(), *([Card(JOKER)] if pack.jokers else []))
        yield from (Play(card=str(card)) for card in faces)


def completed(rules: Rules, state: State, play: Play) -> Iterator[Play]:
    """Yield the play if it is legal, or else the play with each answer to what it leaves open."""
    try:
        _, (first, *_) = step(rules, state, play)
    except Illegal as illegal:
        match illegal.refusal:
            case ChoiceNeeded(values):
                for value in values:
                    yield from completed(rules, state, replace(play, value=value))
            case TargetNeeded(names):
                for name in names:
                    yield from completed(rules, state, replace(play, target=name))
        return
    if not isinstance(first, WentOver):
        yield play


def public_state(rules: Rules, state: State) -> PublicState:
    """Return the state in the form of docs/protocol.md."""
    match rules, state:
        case AddingRules(variant=variant), AddingState():
            return public_adding_state(variant, state)
        case TrickRules(), TrickState():
            return public_trick_state(rules, state)
        case PointsRules(), PointsState():
            return public_points_state(rules, state)
        case _, AddingState() | TrickState() | PointsState():
            raise _strangers(rules, state)
        case never:
            assert_never(never)


def miscount(rules: Rules, state: State) -> Miscount | None:
    """Return what does not add up in a state, or None (docs/rules.md sections 1.3, 1.4 and 6)."""
    match rules, state:
        case AddingRules(), AddingState():
            return miscounted_cards(rules, state)
        case TrickRules(), TrickState():
            return miscounted_points(rules, state)
        case PointsRules(), PointsState():
            return None  # the points are all that is counted: nothing else could contradict them
        case _, AddingState() | TrickState() | PointsState():
            return Miscount("rules")
        case never:
            assert_never(never)


def kept_chips(before: State, rules: Rules, players: tuple[str, ...]) -> Set | None:
    """Return the command that lets `players` of a new game keep their chips;
    None if they cannot.
    """
    if isinstance(before, AddingState) and isinstance(rules, AddingRules):
        return adding_kept_chips(before, rules, players)
    return None


def _strangers(rules: Rules, state: State) -> TypeError:
    return TypeError(
        f"the rules of {rules.title} and {type(state).__name__} are of different families"
    )
