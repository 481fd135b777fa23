"""The screens of a trick game: those of its states, and notices of its events."""

from collections.abc import Sequence

from msgspec import UNSET

from companion.core.events import Event, PassingCalled, Revoked, RoundDealt, Swept, TrickTaken
from companion.core.frozen import Frozen
from companion.core.options import Passing
from companion.games.tricks.engine import winning
from companion.games.tricks.state import Taken, TrickCard, TrickState, round_now
from companion.games.tricks.variant import TrickRules
from companion.games.tricks.words import (
    costs_aloud,
    passing_words,
    still_bound,
    takes_it,
    trump,
    what_costs,
)
from companion.message import Aloud, Name, Words, in_context, joined, phrase
from companion.screens.model import (
    KeyHint,
    NoticeScreen,
    Picture,
    PlayerRow,
    PlayerTableScreen,
    Slot,
    TrickScreen,
)
from companion.screens.table_pictures import names_of
from companion.words.cards import face, suit_sign, suit_word
from companion.words.numbers import cards as cards_words
from companion.words.numbers import figure, signed
from companion.words.turns import deals, round_is_over, round_number, whose_move
from companion.words.variants import how_far, who_wins


class CurrentTrick(Frozen):
    """The trick in progress. Until the next lead it is the last trick; before a round's first lead
    it is empty.

    `wins` is the seat whose card currently takes it; `complete` is true once it has been taken.
    `number` counts the round's tricks from 1.
    """

    cards: tuple[TrickCard, ...]
    wins: int | None
    complete: bool
    number: int


def current_trick(rules: TrickRules, state: TrickState) -> CurrentTrick:
    """Return the trick on the table."""
    laid = state.trick or (state.taken.cards if state.taken is not None else ())
    complete = bool(laid) and not state.trick
    return CurrentTrick(
        cards=laid,
        wins=winning(rules, state, laid).seat if laid else None,
        complete=complete,
        number=state.number - complete,
    )


def trick_picture(rules: TrickRules, state: TrickState, *, missing: bool) -> TrickScreen:
    """Return the screen with the trick in progress and the player to act;
    `missing` adds a warning triangle.
    """
    who, does = _whose(rules, state)
    aloud = Aloud(_must(rules, state))
    return _picture(rules, state, state.trick, who, does, aloud, missing=missing)


def _whose(rules: TrickRules, state: TrickState) -> tuple[Words, Words]:
    """Return who acts and what they do: a player, the card that is led first, or the key that
    enters the points of a round without tricks.
    """
    if state.opens is not None:
        return face(state.opens), in_context("trick", "leads")
    if state.turn is None:
        return "OK", phrase("enter points")
    return Name(state.players[state.turn].name), to_do(rules, state)


def taken_picture(rules: TrickRules, state: TrickState, trick: Taken, paid: int) -> TrickScreen:
    """Return the screen with the trick just taken,
    its taker, and the points `paid`, including a sweep.
    """
    name = state.players[trick.seat].name
    takes = takes_it(name, paid)
    who, does = Name(name), takes.short
    return _picture(rules, state, trick.cards, who, does, takes.sentence, complete=True)


def _picture(
    rules: TrickRules,
    state: TrickState,
    trick: tuple[TrickCard, ...],
    who: Words,
    does: Words,
    aloud: Words,
    *,
    missing: bool = False,
    complete: bool = False,
) -> TrickScreen:
    """Return the screen with a trick. Its title is the trump, which decides the tricks, or in a
    round without one its number.
    """
    costs, acting = round_now(rules, state), None if complete else state.turn
    cards = {laid.seat: face(laid.card) for laid in trick}
    wins = winning(rules, state, trick).seat if trick else None
    return TrickScreen(
        title=round_number(state.round) if costs.trump is None else trump(costs.trump).short,
        costs=what_costs(costs),
        slots=tuple(
            Slot(
                player.name,
                cards.get(seat, ""),
                "wins" if seat == wins else "act" if seat == acting else "",
            )
            for seat, player in enumerate(state.players)
        ),
        who=who,
        does=does,
        missing=missing,
        complete=complete,
        table=names_of(state),
        spoken=(costs_aloud(costs), aloud),
    )


def to_do(rules: TrickRules, state: TrickState) -> Words:
    """Return the instruction for the player to act: ``follow ♦``, ``lead``, or ``not ♠`` before
    that suit is broken.
    """
    if state.led is not None:
        return (
            phrase("follow {suit}", suit=suit_sign(state.led))
            if rules.follow
            else in_context("trick", "play")
        )
    bound = still_bound(rules, state)
    return in_context("trick", "lead") if bound is None else bound.short


def _must(rules: TrickRules, state: TrickState) -> Words:
    """Return the same instruction as a sentence to read out."""
    if state.led is not None and rules.follow:
        follow = phrase("{player} to follow {suit}", suit=suit_word(state.led))
        return follow.filled(player=state.name_of(state.turn))
    whose, bound = whose_move(state), None if state.opens else still_bound(rules, state)
    return whose if bound is None or state.trick else joined(", ", (whose, bound.short))


def points_picture(rules: TrickRules, state: TrickState) -> PlayerTableScreen:
    """Return the screen with all points after a round,
    the leaders, and the only player who paid, if any.
    """
    best = state.best_seats(rules.wins)
    paid = [seat for seat, player in enumerate(state.players) if player.round_points]
    alone = paid[0] if len(paid) == 1 else None
    title: Words = round_is_over(state.round).short
    if alone is not None:
        player = state.players[alone]
        title = joined(" ", (Name(player.name), signed(player.round_points)))
    return PlayerTableScreen(
        title=title,
        whose=how_far(rules.until, state.round, rules.last_round or 0),
        rows=tuple(
            PlayerRow(
                player.name, text=figure(player.points), marked=seat == alone, crowned=seat in best
            )
            for seat, player in enumerate(state.players)
        ),
        keys=(KeyHint("OK", deals(state.deals_next)), KeyHint("", who_wins(rules.wins).short)),
    )


def _passing_picture(state: TrickState, cards: int, to: Passing) -> NoticeScreen:
    words = passing_words(cards, to)
    if to == "none":
        return NoticeScreen(phrase("No passing"), words.sentence, table=names_of(state))
    headline = phrase("Pass {cards}", cards=cards_words(cards))
    return NoticeScreen(headline, words.short, table=names_of(state))


def announcement(
    rules: TrickRules,
    before: TrickState | None,
    after: TrickState,
    events: Sequence[Event],
) -> Picture | None:
    """Return the notice of the cards to pass on, of a sweep at the cost of all others, of a trick
    just taken, of a deal of fewer cards, or else of the penalty for an accepted revoke.
    """
    paid = sum(event.points for event in events if isinstance(event, TrickTaken | Swept))
    for event in reversed(events):
        match event:
            case PassingCalled(cards, to):
                return _passing_picture(after, cards, to)
            case RoundDealt(number, cards=cards) if round_now(rules, after).hand_size:
                each = phrase("{what} each", what=cards_words(cards))
                return NoticeScreen(each, round_number(number), table=names_of(after))
            case Swept(player, _, others) if others is not UNSET:
                pay = phrase("all others: {points}", points=signed(others))
                return NoticeScreen(
                    phrase("{name} has all", name=Name(player)), pay, table=names_of(after)
                )
            case TrickTaken() if after.taken is not None:
                return taken_picture(rules, after, after.taken, paid)
            case Revoked(player, penalty=penalty) if penalty:
                pays = phrase("{name} pays {points}", name=Name(player), points=figure(penalty))
                return NoticeScreen(phrase("Revoke"), pays, table=names_of(after))
    return None
