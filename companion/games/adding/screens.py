"""The screens of an adding game: those of its states, and notices of its events."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.cards import Card
from companion.core.events import (
    ChipsLeft,
    Eliminated,
    Event,
    Joined,
    LastCardDrawn,
    NamedBy,
    Paid,
    Reshuffled,
    TargetReached,
    WentOver,
)
from companion.core.refusals import OverTarget
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, Call, Player, last_to_come
from companion.games.adding.words import exactly, last_change
from companion.message import Form, Name, Value, Words, in_context, joined, phrase, render
from companion.screens.model import (
    Chips,
    KeyHint,
    NoticeScreen,
    Picture,
    PlayerRow,
    PlayerTableScreen,
    PlayScreen,
)
from companion.screens.table_pictures import names_of, seats_of
from companion.words.cards import face, face_of, rank_face
from companion.words.events import chips_left, plays_from
from companion.words.numbers import HiddenTotal, points
from companion.words.refusals import refusal_sentence
from companion.words.turns import deals, dealt, hand_is_over, hand_number, is_out
from companion.words.variants import translated


def faces(cards: tuple[Card, ...]) -> Words:
    """Return the face of one card; several become number and rank (``3 x 8``), jokers the word.

    >>> from companion.core.cards import parse_card
    >>> faces((parse_card("8H"), parse_card("8C")))
    '2 x 8'
    """
    if len(cards) == 1:
        return face(cards[0])
    return (
        phrase("Jokers")
        if cards[0].is_joker
        else joined(" ", (str(len(cards)), "x", rank_face(cards[0].rank)))
    )


def call_lines(rules: AddingRules, state: AddingState, call: Call) -> tuple[Words, Words]:
    """Return the two lines under the last card:
    the words of its call, or the player and the change.

    While the total is hidden, they name the key that enters the call.
    """
    if isinstance(state.total, HiddenTotal):
        return _two_lines(in_context("beside a hidden total", "call it\nwith OK"))
    change = last_change(rules, state, call)
    if call.up:
        return phrase("up card"), change
    effect = rules.effect(call.cards[-1], call.way)
    if effect is not None and effect.call:
        # A translation that fills both lines may omit the total, which is shown next to them.
        template = in_context("two lines beside the total", "{call} {total}")
        return _two_lines(template.filled(call=translated(effect.call), total=state.total))
    return phrase("by {name}", name=Name(state.players[call.seat].name)), change


class _Line(Value):
    """One of the two lines of words: they are split at their line break, or else so that the longer
    line is as short as possible.
    """

    __slots__ = ("line", "words")

    def __init__(self, words: Words, line: int) -> None:
        self.words, self.line = words, line

    def worded(self, form: Form) -> Words:
        text = render(self.words, form)
        if "\n" in text:
            return text.split("\n")[self.line]
        words = text.split()
        halves = [
            (" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words) + 1)
        ]
        return min(reversed(halves), key=lambda lines: max(map(len, lines)))[self.line]


def _two_lines(words: Words) -> tuple[Words, Words]:
    r"""Return words split into two lines.

    >>> _two_lines("is not\nsaved"), _two_lines("pass to you 97")
    (('is not', 'saved'), ('pass to', 'you 97'))
    """
    return _Line(words, 0), _Line(words, 1)


def chips_of(rules: AddingRules, player: Player) -> Chips | None:
    """Return the player's chips in the variant's look, or None in a game without chips."""
    if player.chips is None or rules.chips is None:
        return None
    return Chips(player.chips, rules.chips, rules.chips_look)


def play_picture(
    rules: AddingRules, state: AddingState, *, missing: bool, mended: bool = False
) -> PlayScreen:
    """Return the screen with the total and the player to act.

    `missing` adds a warning triangle; `mended` marks a state that a correction led to.
    """
    seat = state.turn if state.turn is not None else state.dealer
    player = state.players[seat]
    call = state.call
    if call is not None:
        card, lines = faces(call.cards), call_lines(rules, state, call)
    else:
        title = in_context("display", "New\nhand {n}", n=state.hand)
        if state.pile:
            title = in_context("display", "New\nby hand")
        elif state.aside:
            title = in_context("display", "New\npile")
        card, below = _two_lines(title)
        fresh = not state.pile and not state.aside
        lines = below, dealt(state.players[state.dealer].name) if fresh else ""
    last = last_to_come(rules, state)
    return PlayScreen(
        total=state.total,
        name=player.name,
        table=names_of(state),
        clockwise=state.clockwise,
        card=card,
        lines=lines,
        stock=state.stock,
        chips=chips_of(rules, player),
        owed=state.owed,
        debt=state.debt if state.debt > 1 else 0,
        seats=seats_of(state, state.turn),
        missing=missing,
        note="" if last is None else face(last),
        owes=phrase("play {n:d}", n=state.owed) if state.debt > 1 else "",
        owes_of=phrase("of {n:d}", n=state.debt) if state.debt > 1 else "",
        mended=phrase("corrected") if mended else "",
    )


def unsaved_over(picture: PlayScreen, card: Card) -> PlayScreen:
    """Return the screen with the `card` that could not
    be saved to disk instead of the last one (50b).
    """
    lines = _two_lines(in_context("display", "is not\nsaved"))
    return replace(picture, card=face(card), lines=lines, mended="")


def hand_over_picture(
    rules: AddingRules, state: AddingState, events: Sequence[Event]
) -> PlayerTableScreen:
    """Return the screen with the chips after a hand, the player who paid or went out by these
    `events`, and the next dealer.
    """
    paid = {event.player: event.chips for event in events if isinstance(event, Paid)}
    out = {event.player: 0 for event in events if isinstance(event, Eliminated)}
    payer = next((name for name in (*out, *paid) if name is not None), None)
    rows = tuple(
        PlayerRow(
            player.name,
            None if _beside(player) else chips_of(rules, player),
            _beside(player),
            marked=player.name == payer,
        )
        for player in state.players
    )
    title: Words = hand_is_over(state.hand)
    if payer is not None:
        pays = phrase("{name} pays {points}", name=Name(payer), points=paid.get(payer, 0))
        title = is_out(payer) if payer in out else pays
    return PlayerTableScreen(
        title=title,
        whose=hand_number(state.hand),
        rows=rows,
        keys=(KeyHint("OK", deals(state.deals_next)),),
    )


def _beside(player: Player) -> Words:
    """Return the points of a player in a match, or that the player is out."""
    if not player.still_in:
        return in_context("player", "out")
    return "" if player.points is None else points(player.points)


def announcement(
    rules: AddingRules,
    before: AddingState | None,
    after: AddingState,
    events: Sequence[Event],
) -> Picture | None:
    """Return the notice of a bust by a card, a pile to shuffle,
    chips, or a player who joins or leaves.
    """
    notice = _said(rules, before, after, events)
    if notice is None:
        return None
    headline, words = notice
    over = any(isinstance(event, WentOver) for event in events)
    return NoticeScreen(headline, words, mark="cross" if over else "", table=names_of(after))


def _said(
    rules: AddingRules, before: AddingState | None, after: AddingState, events: Sequence[Event]
) -> tuple[Words, Words] | None:
    for event in events:
        match event:
            case WentOver(player, _, total) if before is not None:
                over = OverTarget(total, rules.target, was=before.total)
                return phrase("{name} is bust", name=Name(player)), refusal_sentence(over)
            case TargetReached(_player, n) if happens := exactly(rules, before, after, event):
                return phrase("Exactly {n}", n=n), happens
            case LastCardDrawn(player, card):
                drawn = phrase("{name} draws {card}", name=Name(player), card=face_of(card))
                return drawn, phrase("The last card of the stock")
            case Eliminated(player, "no cards"):
                return is_out(player), phrase("No card left to play")
            case Eliminated(player, "knocked out") if any(
                isinstance(other, NamedBy) for other in events
            ):
                return is_out(player), phrase("The shield is already on the pile")
            case Joined(player):
                return phrase("{name} joins", name=Name(player)), plays_from(event, after)
            case ChipsLeft(player) if division := chips_left(event):
                return phrase("{name} leaves", name=Name(player)), division
            case Reshuffled():
                return phrase("Stock is out"), phrase("Shuffle the played cards except the last")
    return None
