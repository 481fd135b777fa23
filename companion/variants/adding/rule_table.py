"""Describes the rules of an adding game in plain words, all but the cards: bust, stock, chips, players."""

from collections.abc import Iterator
from typing import Final, assert_never

from msgspec import UNSET

from companion.rules.adding.in_force import adding_rules_in_force
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.variant import AddingVariant, FromPlayers
from companion.rules.options import AddingOptions, ChipsLook, options
from companion.text.busts import bust_sentence
from companion.text.cards import rank_face
from companion.text.language import gettext as _
from companion.text.language import ngettext
from companion.text.lengths import Rows
from companion.text.numbers import Count, cards, chips, figure
from companion.text.rule_keys import answer, rule_title
from companion.text.variants import players_span, translated

_IN_WORDS: Final = frozenset(
    [
        *("target", "hand_size", "chips", "decks", "jokers", "bust", "over", "stock_out", "up_card", "sets"),
        *("debt_passes", "two_player_reverse", "floor", "honor", "winner_takes_all", "exact"),
    ]
)
"""The rule keys that have a sentence of their own here; any other has a row with its title and value."""


def rule_rows(variant: AddingVariant) -> Rows:
    """Return the rules of the game: ``("Who busts", "pays a chip; a new hand is dealt")``."""
    rules = adding_rules_in_force(variant, {}, variant.players[0])
    return (*_goal(rules), *_deal(variant, rules), *_special(rules))


def table_rows(rules: AddingRules) -> Rows:
    """Return the rules in force at one table with its house rules, without the number of players."""
    return (*_goal(rules), *_of_pack(rules), *_start(rules), *_special(rules))


def intro(rules: AddingRules) -> str:
    """Return what each player gets and what a bust is, in two sentences."""
    dealt = (
        _("Each player gets {cards} and {chips}.").format(
            cards=cards(rules.hand_size), chips=chips_words(rules.chips, rules.chips_look)
        )
        if rules.chips
        else _("Each player gets {cards}.").format(cards=cards(rules.hand_size))
    )
    bust = (
        _("Whoever goes over {target} busts and {ends}.")
        if rules.over == "bust"
        else _("Whoever cannot play without going over {target} busts and {ends}.")
    )
    return f"{dealt} {bust.format(target=rules.target, ends=bust_sentence(rules.bust, rules.bust_chips))}"


def _goal(rules: AddingRules) -> Iterator[tuple[str, str]]:
    over = answer("over", rules.over).sentence
    yield rule_title("target").label, _("{target}; {over}").format(target=rules.target, over=over)
    yield rule_title("bust").label, bust_sentence(rules.bust, rules.bust_chips)
    if rules.forfeit and _can_be_lost(rules):
        yield rule_title("forfeit").label, translated(rules.forfeit)
    if rules.bust.startswith("chip"):
        yield _("Without chips"), answer("honor", rules.honor).sentence
    if rules.winner_takes_all:
        yield _("The pot"), answer("winner_takes_all", rules.winner_takes_all).sentence
    if rules.floor is not None:
        yield rule_title("floor").short, figure(rules.floor)


def _can_be_lost(rules: AddingRules) -> bool:
    return rules.bust == "lose" or "everyone loses" in rules.shows.values()


def _deal(variant: AddingVariant, rules: AddingRules) -> Iterator[tuple[str, str]]:
    yield rule_title("players").short, players_span(variant.players)
    yield from _of_pack(rules)
    for count, change in sorted(variant.from_players.items()):
        yield _("From {n} players").format(n=count), ", ".join(_changes(variant, change))
    yield from _start(rules)


def _of_pack(rules: AddingRules) -> Iterator[tuple[str, str]]:
    yield _("Pack"), _pack(rules.pack.decks, rules.pack.jokers)
    yield _("Dealt"), _each(cards(rules.hand_size))
    chips = _each(chips_words(rules.chips, rules.chips_look)) if rules.chips else None
    yield _("Chips"), chips or answer("chips", None).short


def _start(rules: AddingRules) -> Iterator[tuple[str, str]]:
    if start := answer("up_card", rules.up_card).sentence:
        yield _("Start"), start
    yield _("Stock"), answer("stock_out", rules.stock_out).sentence


def _special(rules: AddingRules) -> Iterator[tuple[str, str]]:
    if rules.sets:
        yield rule_title("sets").short, answer("sets", rules.sets).sentence
    if rules.obliges:
        goes_back = _(
            "after each play but the last the total goes back to what it was when the owing began; {passes}"
        )
        owing = _("each play counts; {passes}") if rules.each_counts else goes_back
        yield _("Owing"), owing.format(passes=answer("debt_passes", rules.debt_passes).sentence)
    if rules.two_player_reverse == "again":
        yield _("Two left"), answer("two_player_reverse", "again").sentence
    for total, what in sorted(rules.exact.items()):
        brings = _("a play that makes it: {what}").format(what=answer("exact", what).label)
        yield _("Exactly {total}").format(total=total), brings
    for rank, turns in rules.first_turns_without.items():
        first = ngettext(
            "in a player's first turn of a hand", "in a player's first {n} turns of a hand", turns
        )
        yield _("No {rank}").format(rank=rank_face(rank)), first.format(n=Count(turns))
    for rank, shown in rules.shows.items():
        yield _("Three {rank}").format(rank=rank_face(rank)), answer("shows", shown).sentence
    for name, option in options(AddingOptions).items():
        value = getattr(rules, name)
        if name not in _IN_WORDS and value != option.default:
            said = answer(name, value)
            yield rule_title(name).short, said.sentence or said.short


def _changes(variant: AddingVariant, change: FromPlayers) -> Iterator[str]:
    if change.decks is not UNSET:
        yield _pack(change.decks, variant.jokers)
    if change.hand_size is not UNSET:
        yield _each(cards(change.hand_size))
    if change.chips is not UNSET and variant.chips is not None:
        yield _each(chips_words(change.chips, variant.chips_look))


def _each(what: str) -> str:
    return _("{what} each").format(what=what)


def _pack(decks: int, jokers: int) -> str:
    of_cards = ngettext("a deck of 52", "{n} decks of 52", decks).format(n=Count(decks))
    if not jokers:
        return of_cards
    with_jokers = ngettext("{n} joker", "{n} jokers", jokers).format(n=Count(jokers))
    both = _("{decks} and {jokers}") if decks == 1 else _("{decks} and {jokers} in each")
    return both.format(decks=of_cards, jokers=with_jokers)


def chips_words(count: int, look: ChipsLook) -> str:
    """Return a number of chips as people call them: ``5 chips``, ``4 corners of a banknote``.

    >>> chips_words(1, "pennies")
    '1 penny'
    """
    match look:
        case "dots":
            return chips(count)
        case "corners":
            corners = ngettext("{n:d} corner of a banknote", "{n:d} corners of a banknote", count)
            return corners.format(n=count)
        case "pennies":
            return ngettext("{n:d} penny", "{n:d} pennies", count).format(n=count)
        case _:
            assert_never(look)
