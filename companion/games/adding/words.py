"""The events of an adding game in words, with their consequences and the states after an undo."""

from collections.abc import Mapping, Sequence

from companion.core.cards import bare_card, parse_card
from companion.core.commands import Play, given
from companion.core.consequences import Does
from companion.core.events import (
    Busted,
    CardDrawn,
    CardsMatched,
    ChipsLeft,
    Dealt,
    DrawForgotten,
    Eliminated,
    Event,
    GameEnded,
    Got,
    HandEnded,
    LastCardDrawn,
    NamedBy,
    Paid,
    PileStarted,
    Played,
    PlaysOwed,
    Reshuffled,
    Reversed,
    Shielded,
    Showed,
    TargetReached,
    TotalPassed,
    TurnedUp,
    WentOver,
)
from companion.core.refusals import OverTarget
from companion.games.adding.card_words import Unspaced, made, signed, way_label
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState, Call
from companion.message import Aloud, Name, Words, joined, phrase, plural
from companion.words import turns
from companion.words.cards import card_word, face_of, several
from companion.words.consequences import befalls
from companion.words.events import EventRow, Kind, chips_left
from companion.words.form import beside_the_name, with_signs
from companion.words.numbers import Count, direction, figure, sentences
from companion.words.refusals import refusal_sentence
from companion.words.undo import undone
from companion.words.variants import translated

_GETTING: Mapping[str, Does] = {"points": "scores", "drinks": "drinks", "cards": "draws"}
"""What a player does who gets something, for each kind of `Got`."""


def adding_event_row(
    rules: AddingRules, before: AddingState | None, state: AddingState, events: Sequence[Event]
) -> EventRow:
    """Return the event row of a command whose `events`
    led from the state `before` it to `state`.
    """
    first = events[0]
    total_before = before.total if before is not None else state.total
    kind: Kind
    words: Words
    cards: tuple[str, ...] = ()
    brief: Words | None = None
    headline: Words = ""
    match first:
        case Dealt(hand, player):
            kind, words = "deal", turns.deals_hand(player, hand)
            cards = tuple(event.card for event in events if isinstance(event, TurnedUp))
        case Played(player, cards):
            kind, (words, brief) = "play", _played(rules, state, events)
        case WentOver(player, cards, total):
            kind, words = "over", refusal_sentence(OverTarget(total, rules.target, total_before))
            headline = phrase("{name} busts", name=Name(player))
        case Busted(player):
            kind = "bust"
            words = phrase("{name} busts at {total}", name=Name(player), total=total_before)
            headline = words
        case Shielded(player, card):
            kind, words = "shield", phrase("{name} shows the shield", name=Name(player))
            cards = (card,)
        case Eliminated(player, "left"):
            kind, words = "left", phrase("{name} leaves", name=Name(player))
            headline = words
        case Eliminated(player):
            kind, words = "out", phrase("{name} has no shield", name=Name(player))
            headline = turns.is_out(player)
        case DrawForgotten(player):
            kind, words = "forgot", phrase("{name} forgets to draw", name=Name(player))
        case Showed(player, cards):
            cards_shown = several(len(cards), parse_card(cards[0]).rank)
            kind = "show"
            words = phrase("{name} shows {cards}", name=Name(player), cards=cards_shown)
        case _:
            raise TypeError(f"{type(first).__name__} begins no row of an adding game")
    text = with_signs(beside_the_name(words))
    return EventRow(
        kind=kind,
        hand=state.hand,
        player=player,
        text=text,
        brief=text if brief is None else with_signs(brief),
        cards=cards,
        total=state.total,
        turns=any(isinstance(event, Reversed) for event in events),
        after=tuple(
            with_signs(after)
            for event in events
            if (after := _consequence(rules, before, state, event))
        ),
        said=Aloud(_said(rules, before, state, events, words)),
        undone=undone(events),
        headline=headline,
        paid=next(
            (event.player for event in events if isinstance(event, Paid) and event.is_to_pot), None
        ),
    )


def _played(rules: AddingRules, state: AddingState, events: Sequence[Event]) -> tuple[Words, Words]:
    """Return the call, the named player, the choice, or else the total alone;
    and a shorter form of it.
    """
    total = figure(state.total)
    for event in events:
        match event:
            case Played(total=called, call=call):
                total = figure(called)
                if call:
                    call_and_total = joined(" ", (translated(call), total))
                    return _quoted(call_and_total), _quoted(translated(call))
            case NamedBy(player, other):
                names = phrase("{name} names {other}", name=Name(player), other=other)
                return names, beside_the_name(names)
    choice = chosen(rules, state.call)
    return choice or _quoted(total), choice


def _quoted(words: Words) -> Words:
    return phrase("“{said}”", said=words)


def chosen(rules: AddingRules, call: Call | None) -> Words:
    """Return the player's choice (``took ten off``),
    or another effect (``set it``); "" for an addition.
    """
    if call is None:
        return ""
    effect = rules.effect(call.cards[-1], call.way)
    if effect is None:
        return ""
    change, is_set = effect.change, len(call.cards) > 1
    match change.operation, call.value if change.is_choice else change.by:
        case "add", int() as n if change.is_choice and min(change.offers) >= 0:
            counts = phrase("each counts {n}") if is_set else phrase("counts {n}")
            return counts.filled(n=n)
        case "add", int() as n if change.is_choice:
            did = phrase("added {n} each") if is_set else phrase("added {n}")
            if n < 0:
                did = phrase("took {n} each off") if is_set else phrase("took {n} off")
            return did.filled(n=Count(abs(n)))
        case "set", int() as n:
            return phrase("set it to {n}", n=n) if change.is_choice else phrase("set it")
        case "multiply", 2 if not is_set:
            return phrase("doubled it")
        case "divide", 2 if not is_set:
            return phrase("halved it")
    return ""


def _consequence(  # noqa: C901, PLR0912  # one case for each event
    rules: AddingRules, before: AddingState | None, state: AddingState, event: Event
) -> Words:
    """Return a consequence as a sentence without its end; "" if the row shows it in another way."""
    match event:
        case TurnedUp(card=card):
            turned_up = phrase("{card} is turned up", card=face_of(card))
            if state.call is None or state.call.value is None:
                return turned_up
            choice = chosen(rules, state.call)
            template = phrase("{card} is turned up: {choice}", card=face_of(card), choice=choice)
            return template if choice else turned_up
        case CardDrawn(player, 0, due) if due:
            return phrase("{player} draws nothing", player=player)
        case CardDrawn(player, cards, due) if cards < due:
            template = phrase("{player} draws only {n} of {due}")
            return template.filled(player=player, n=Count(cards), due=Count(due))
        case LastCardDrawn(player, card):
            template = phrase("{player} draws {card}, the last card of the stock")
            return template.filled(player=player, card=face_of(card))
        case Reshuffled(n):
            return plural("{n:d} card is shuffled again", "{n:d} cards are shuffled again", n)
        case PileStarted():
            return phrase("A new pile begins")
        case ChipsLeft():
            return chips_left(event)
        case Paid() if event.due is not None or not event.is_to_pot:
            return moved(event)
        case Paid(player, 0, chips):
            template = plural(
                "{player} pays the last chip", "{player} pays the last {chips} chips", chips
            )
            return template.filled(player=player, chips=Count(chips))
        case Paid(player, left, chips):
            template = plural(
                "{player} pays a chip: {n} left", "{player} pays {chips} chips: {n} left", chips
            )
            return template.filled(player=player, chips=Count(chips), n=Count(left))
        case TotalPassed(_player, number):
            return phrase("Past {number}", number=number)
        case CardsMatched(_player, "alike", cards):
            return phrase("{n} alike", n=cards)
        case CardsMatched(_player, _, cards):
            return phrase("Run of {n}", n=cards)
        case TargetReached(_player, number, "more"):
            return phrase("{number} exactly", number=number)
        case TargetReached(_player, number) if happens := exactly(rules, before, state, event):
            return phrase("{number} exactly: {what}", number=number, what=happens)
        case Got(player, "cards", 0):
            return phrase("{player} draws nothing", player=player)
        case Got(player, what, how_many):
            return befalls(Name(player), _GETTING[what], how_many)
        case PlaysOwed(player, plays):
            return turns.owes(player, plays)
        case NamedBy(_namer, player) if state.phase == "shield":
            return phrase("{player} may show the shield", player=player)
        case Eliminated(player, "no cards"):
            return phrase("{player} is out: no card left", player=player)
        case Eliminated(player, why) if why != "left":
            return turns.is_out(player)
        case HandEnded(player, None):
            return turns.deals(player)
        case HandEnded(player, str() as winner):
            return joined(". ", (_wins_hand(winner), turns.deals(player)))
        case GameEnded():
            return turns.outcome(state)
    return ""


def moved(paid: Paid) -> Words:
    """Return the sentence for chips that a player or the pot paid.

    >>> moved(Paid("Ann", 4, to="Bo")), moved(Paid(None, 0, 1, to="Bo", due=3))
    ('Ann pays Bo a chip', 'Bo takes a chip from the pot: three were due')
    """
    chips = paid.chips
    if not chips:
        if paid.player is None:
            return phrase("The pot is empty")
        return phrase("{name} has no chip to pay", name=Name(paid.player))
    if paid.player is None:
        payment = befalls(paid.to or "", "takes", chips)
    elif paid.to is None:
        payment = befalls(Name(paid.player), "pays", chips)
    else:
        template = plural("{name} pays {to} a chip", "{name} pays {to} {chips} chips", chips)
        payment = template.filled(name=Name(paid.player), to=paid.to, chips=Count(chips))
    if paid.due is None:
        return payment
    return phrase("{paid}: {due} were due", paid=payment, due=Count(paid.due))


def _wins_hand(player: str) -> Words:
    """Return the sentence announcing that a player wins the hand."""
    return befalls(Name(player), "wins the hand")


def exactly(
    rules: AddingRules, before: AddingState | None, after: AddingState, event: TargetReached
) -> Words:
    """Return the sentence for the effect of a total that a player reached exactly; "" if the pot
    had no chip, or if the events that follow tell.
    """
    match event.what:
        case "chip":
            won = before is not None and after.pot < before.pot
            return phrase("{name} takes a chip", name=Name(event.player)) if won else ""
        case "point":
            return befalls(Name(event.player), "scores")
        case "drink":
            return phrase("Everyone but {name} drinks", name=Name(event.player))
        case "more":
            return ""
    return phrase("The total is {start} again", start=rules.start)


def _said(
    rules: AddingRules,
    before: AddingState | None,
    state: AddingState,
    events: Sequence[Event],
    text: Words,
) -> Words:
    """Return the sentences for everything that happened, without the player to act next."""
    first = events[0]
    clauses = [text]
    match first:
        case Played(player, cards):
            clauses = [_with_cards(player, cards), _called(first, before, state)]
        case WentOver(player, cards):
            clauses = [_with_cards(player, cards), text]
    for event in events:
        match event:
            case Reversed():
                clauses.append(direction(state.clockwise))
            case HandEnded(winner=winner):
                clauses += [] if winner is None else [_wins_hand(winner)]
                clauses += [] if isinstance(first, Busted) else [turns.hand_is_over(state.hand)]
            case _other if not isinstance(event, PlaysOwed | GameEnded):
                clauses.append(_consequence(rules, before, state, event))
    return sentences(clauses)


def _with_cards(player: str, cards: Sequence[str]) -> Words:
    return joined(", ", (player, *(card_word(parse_card(card)) for card in cards)))


def _called(play: Played, before: AddingState | None, state: AddingState) -> Words:
    """Return the total of a play; for a called card that leaves it, also the player it passes
    to.
    """
    total, addressed = figure(play.total), state.name_of(state.turn)
    if not play.call or before is None or before.total != state.total or addressed is None:
        return total
    if before.clockwise == state.clockwise:
        return phrase("{total}, pass to {player}", total=total, player=addressed)
    return phrase("{total}, back on {player}", total=total, player=addressed)


def beside(state: AddingState, seat: int) -> Words:
    if state.phase == "shield" and seat == state.named:
        return phrase("shield?")
    return phrase("owes {n}", n=state.owed) if state.owed > 1 and seat == state.turn else ""


def state_again(before: AddingState, now: AddingState, events: Sequence[Event]) -> Words:
    if before.phase == "hand-over":
        return turns.what_is_over(before)
    if before.phase == "shield":
        return phrase("{player} is asked for the shield", player=before.name_of(before.named))
    out = next((event.player for event in events if isinstance(event, Eliminated)), None)
    chips = sum(event.chips for event in events if isinstance(event, Paid) and event.is_to_pot)
    turned = not chips and out is None and before.clockwise != now.clockwise
    stays = phrase("{n} stays") if before.total == now.total else phrase("{n} again")
    return joined(
        ", ",
        (
            stays.filled(n=before.total),
            turns.to_play(before.name_of(before.turn) or ""),
            plural("a chip returned", "{n} chips returned", chips, n=Count(chips)) if chips else "",
            phrase("{player} in again", player=out) if out else "",
            direction(before.clockwise) if turned else "",
        ),
    )


def last_sum(rules: AddingRules, state: AddingState) -> Words:
    """Return the sum of the last card, ``87 + 9 = 96``, or only its total;
    "" before the first card.
    """
    call, total = state.call, figure(state.total)
    if call is None:
        return ""
    change = signed(state.total - call.was)
    adds = last_change(rules, state, call) == change
    return joined(" ", (figure(call.was), change, "=", total)) if adds else total


def last_change(rules: AddingRules, state: AddingState, call: Call) -> Words:
    """Return the change of the last card, or the difference that several of them made."""
    effect = rules.effect(call.cards[-1], call.way)
    if effect is None or len(call.cards) > 1:
        return signed(state.total - call.was)
    return made(effect.change, call.value)


def made_with(rules: AddingRules, play: Play, value: object) -> Words:
    """Return the change that a card with this value made to the total, ``+10``, or else what its
    alternative does; "" if it is not known.
    """
    way = given(play.way)
    effect = rules.effect(bare_card(play.all_cards[0]), way)
    if effect is None or (way is None and not isinstance(value, int)):
        return ""
    if isinstance(value, int):
        return Unspaced(made(effect.change, value))
    return way_label(effect, rules.target)
