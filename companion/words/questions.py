"""Wording of the rules' questions, the answers and their effects, for displays and pages."""

from typing import NamedTuple, assert_never

from companion.core.cards import bare_card
from companion.core.commands import New, Step
from companion.core.family import Family, Rules
from companion.core.questions import (
    CommandPreview,
    Disputed,
    Missing,
    Question,
    WhichContract,
    WhichPlayer,
    WhichSuit,
    WhichTrump,
    WhichValue,
    WhichWay,
    asks_for_more,
    named_cards,
)
from companion.core.refusals import FEW, FirstTrick, RestrictedLead, Revoke
from companion.message import Message, Name, Words, in_context, joined, phrase
from companion.words.cards import (
    cards_lacked,
    face,
    rank_face,
    rank_plural,
    rank_word,
    several,
    suit_sign,
    suit_word,
    within,
)
from companion.words.numbers import Count, Wording, arrow, either, figure, number, signed
from companion.words.refusals import may_not_be_led, refusal_sentence


class QuestionWords(NamedTuple):
    """A question in words.

    `heading` fits at the top of the display. `first` is read out to a player who scans a card
    instead of answering. `title` and `text` are for the page. About a disputed card, `why` is the
    reason for the display, and `stands` the answer that accepts the card.
    """

    heading: Words
    first: Message
    title: Words
    text: Words
    why: Words = ""
    stands: Wording = Wording()


def question_words(question: Question, family: Family, rules: Rules) -> QuestionWords:
    """Return a question in words, under the `rules` that ask it."""
    match question:
        case WhichSuit():
            return _which_suit(question, family, rules)
        case WhichValue():
            return _which_value(question)
        case WhichWay():
            return _which_way(question)
        case WhichContract(player=player):
            return QuestionWords(
                phrase("Which round?"),
                phrase("Answer first: which round?"),
                phrase("{player} chooses the round", player=player),
                phrase("which round?"),
            )
        case WhichTrump():
            heading = phrase("Which trump?")
            return QuestionWords(heading, phrase("Answer first: which trump?"), heading, "")
        case WhichPlayer(command):
            headings = {
                "plays next": phrase("Who plays next?"),
                "is knocked out": phrase("Knock out whom?"),
                "is meant": phrase("Name whom?"),
            }
            heading = headings[question.role]
            first = phrase("Answer first: {players}?", players=either(question.answers))
            if question.leads:
                heading = phrase("Who leads {card}?", card=face(bare_card(named_cards(command)[0])))
                return QuestionWords(heading, first, heading, "")
            return QuestionWords(
                heading, first, _of(question.player, _cards_in_words(command)), heading
            )
        case Disputed():
            return _dispute(question)


def which_suit(rank: str) -> Words:
    """Return the heading that asks for the suit of a card."""
    return phrase("{rank} of which suit?", rank=rank_face(rank))


def which_rank(rank: str) -> Words:
    """Return the title that asks for the suit of a card."""
    return phrase("Which {rank}?", rank=rank_word(rank))


def answer_words(question: Missing, answer: str | int) -> Wording:
    """Return an answer, as the display and a page label it.

    >>> from companion.core.commands import Play
    >>> answer_words(WhichValue(Play(card="10H"), "Ann", (-10, 10), -10), -10)
    Wording(short='-10', label='take ten off', sentence='')
    """
    match question:
        case WhichValue():
            return _value(question, int(answer))
        case WhichWay(answers=ways, labels=labels, ways=does):
            place = ways.index(int(answer))
            return Wording(labels[place], does[place])
        case WhichPlayer():
            return Wording(str(answer), str(answer))
        case WhichContract(answers=numbers, labels=labels):
            label = labels[numbers.index(int(answer))]
            return Wording(label, label)
        case WhichTrump() if answer == "none":
            none = phrase("no trump")
            return Wording(none, none)
        case WhichSuit() | WhichTrump():
            return Wording(suit_sign(str(answer)), suit_word(str(answer)))


def preview_words(preview: CommandPreview) -> Wording:
    """Return the effect of a command.

    `short` is the label of a key (``→ 95``, ``over 98``, ``1/11?``). `label` is the total, "" if
    there is none or it is not known yet. `sentence` is the reason why the rules would refuse the
    command, or "".

    >>> from companion.core.refusals import OverTarget
    >>> preview_words(CommandPreview(95)).short
    '→ 95'
    >>> preview_words(CommandPreview.refused(OverTarget(103, 98, was=95)))
    Wording(short='over 98', label='103', sentence='95 + 8 = 103 is over 98')
    """
    total: Words = "" if preview.total is None else figure(preview.total)
    if preview.refusal is None:
        makes = (
            in_context("key", "play")
            if preview.total is None
            else joined(" ", (arrow(), figure(preview.total)))
        )
        return Wording(makes, total)
    short = preview.refusal.brief
    if preview.is_bust:
        return Wording(short, in_context("result", "a bust"))
    if asks_for_more(preview.refusal):
        return Wording(short)
    return Wording(short, total, refusal_sentence(preview.refusal))


def _which_suit(question: WhichSuit, family: Family, rules: Rules) -> QuestionWords:
    return QuestionWords(
        which_suit(question.rank),
        phrase("Answer first: which {rank}?", rank=rank_face(question.rank)),
        which_rank(question.rank),
        family.suits_differ(rules, question.rank),
    )


def _which_value(question: WhichValue) -> QuestionWords:
    cards = [bare_card(card) for card in named_cards(question.command)]
    is_set, card, rank = len(cards) > 1, face(cards[0]), rank_face(cards[0].rank)
    if question.is_dial:
        values: Words = phrase("{low} to {high}", low=question.low, high=question.high)
    else:
        values = either(
            [signed(value) if question.low < 0 else figure(value) for value in question.answers]
        )
    heading: Words
    text: Words
    match question.counts:
        case "add":
            heading = phrase("Each {rank} counts as?") if is_set else phrase("{card} counts as?")
            text = _value_text(question.answers, is_set=is_set)
        case "set":
            heading = phrase("{card} sets the total")
            text = phrase("sets which total?")
        case "multiply":
            heading = phrase("{card}: times what?")
            text = phrase("multiplies the total by what?")
        case "divide":
            heading = phrase("{card}: by what?")
            text = phrase("divides the total by what?")
        case _:
            assert_never(question.counts)
    return QuestionWords(
        heading.filled(card=card, rank=rank),
        phrase("Answer first: {card} {values}?", card=card, values=values),
        _of(question.player, _cards_in_words(question.command)),
        text,
    )


def _which_way(question: WhichWay) -> QuestionWords:
    cards = [bare_card(card) for card in named_cards(question.command)]
    card = face(cards[0]) if len(cards) == 1 else rank_plural(cards[0].rank)
    return QuestionWords(
        phrase("What does it do?"),
        phrase("Answer first: what does {card} do?", card=card)
        if len(cards) == 1
        else phrase("Answer first: what do the {cards} do?", cards=card),
        _of(question.player, _cards_in_words(question.command)),
        phrase("does what?"),
    )


def _value_text(values: tuple[int, ...], *, is_set: bool) -> Words:
    if len(values) == 2 and sum(values) == 0:
        return phrase("up or down each?") if is_set else phrase("up or down?")
    if len(values) > FEW:
        return phrase("counts what each?") if is_set else phrase("counts what?")
    numbers = either([number(value) if value > 0 else figure(value) for value in values])
    return (phrase("{numbers} each?") if is_set else phrase("{numbers}?")).filled(numbers=numbers)


def _value(question: WhichValue, value: int) -> Wording:
    short = signed(value) if question.low < 0 else figure(value)
    match question.counts:
        case "set":
            return Wording(short, phrase("set {total}", total=value))
        case "multiply":
            times = phrase("times {factor}", factor=figure(value))
            return Wording(joined("", ("x", figure(value))), times)
        case "divide":
            divided = phrase("divided by {n}", n=figure(value))
            return Wording(joined("", (":", figure(value))), divided)
    if value < 0:
        label = phrase("take {n} off")
    else:
        label = phrase("add {n}") if value else phrase("add nothing")
    return Wording(short, label.filled(n=Count(abs(value))))


def _dispute(question: Disputed) -> QuestionWords:
    card, refusal = bare_card(question.command.all_cards[0]), question.refusal
    why: Words = refusal_sentence(refusal)
    text: Words
    match refusal:
        case FirstTrick():
            heading, text = phrase("Not yet"), why
            stands = Wording(phrase("no other"), phrase("There is no other card"))
        case Revoke(trick, led, player, above):
            suit, heading = cards_lacked(led, above), phrase("Revoke")
            text = phrase("No {suit} in trick {trick}, so none now", suit=suit, trick=trick)
            why = phrase(
                "{name}: no {suit} since trick {trick}", name=Name(player), suit=suit, trick=trick
            )
            label = phrase("Accept it")
            if question.penalty:
                label = phrase("Accept it, for {points}", points=figure(question.penalty))
            stands = Wording(in_context("key", "accept"), label)
        case RestrictedLead(led, opens):
            sign = suit_sign(led)
            heading, text = (
                phrase("Not {suit}", suit=sign),
                may_not_be_led(led, opens=opens).sentence,
            )
            stands = Wording(
                phrase("only {suit}", suit=sign), phrase("Only {suit} left", suit=sign)
            )
        case _:
            assert_never(refusal)
    first = phrase("Answer first: take {card} back?", card=face(card))
    return QuestionWords(heading, first, _of(question.player, within(card)), text, why, stands)


def _of(player: str, cards: Words) -> Words:
    return phrase("{player}'s {cards}", player=player, cards=cards)


def _cards_in_words(command: New | Step) -> Words:
    cards = named_cards(command)
    return several(len(cards), bare_card(cards[0]).rank)
