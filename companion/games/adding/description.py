"""The rules of an adding game in plain words, except the cards, and its shortcuts."""

from collections.abc import Iterator, Mapping
from typing import Any, assert_never

from msgspec import UNSET

from companion.core.cards import Pack
from companion.core.family import InForce, Shortcut
from companion.core.options import ChipsLook, HandSize, options
from companion.games.adding.card_words import card_rows
from companion.games.adding.contradictions import has_loser
from companion.games.adding.effects import add
from companion.games.adding.rules import AddingRules, adding_rules_in_force
from companion.games.adding.variant import AddingOptions, AddingVariant, FromPlayers, Match
from companion.message import Words, joined, phrase, plural
from companion.words.cards import rank_face
from companion.words.consequences import bust_ends, bust_sentence, consequences_sentence
from companion.words.numbers import Count, Row, Rows, cards, chips, figure, points
from companion.words.rule_keys import answer, rule_title
from companion.words.variants import players_span, taken_out, translated

_IN_WORDS = frozenset(
    [
        *(
            "target",
            "hand_size",
            "chips",
            "deal",
            "decks",
            "jokers",
            "ranks",
            "cards_out",
            "bust",
            "over",
            "stock_out",
            "up_card",
            "ends",
            "match",
            "sets",
        ),
        *("passing", "multiples", "alike", "runs", "on_bust", "stuck", "reward"),
        *("debt_passes", "two_player_reverse", "floor", "honor", "winner_takes_all", "exact"),
    ]
)
"""The rule keys with a sentence of their own here;
every other key has a row with title and value.
"""


def intro(rules: AddingRules) -> Words:
    """Return two sentences: the deal for each player, and the definition of a bust."""
    dealt = (
        phrase(
            "Each player gets {cards} and {chips}.",
            cards=_dealt(rules),
            chips=chips_words(rules.chips, rules.chips_look),
        )
        if rules.chips
        else phrase("Each player gets {cards}.", cards=_dealt(rules))
    )
    match rules.over, rules.counts_down:
        case "bust", False:
            who = phrase("A player who goes over {target}")
        case _, False:
            who = phrase("A player who cannot play without going over {target}")
        case "bust", True:
            who = phrase("A player who goes below {target}")
        case _:
            who = phrase("A player who cannot play without going below {target}")
    busts = phrase("{who} busts: {ends}.") if rules.on_bust else phrase("{who} busts and {ends}.")
    who = who.filled(target=rules.target)
    return joined(" ", (dealt, busts.filled(who=who, ends=_busts(rules))))


def _goal(rules: AddingRules) -> Iterator[Row]:
    over = answer("over", rules.over).sentence
    if rules.start:
        yield phrase("Each hand begins at"), figure(rules.start)
    yield rule_title("target").label, phrase("{target}; {over}", target=rules.target, over=over)
    yield rule_title("bust").label, _busts(rules)
    if rules.match is not None:
        yield rule_title("match").short, match_sentence(rules.match)
    yield from _unusual(rules, "ends")
    forfeit = translated(rules.forfeit) or consequences_sentence(rules.forfeits)
    if forfeit and has_loser(rules):
        yield rule_title("forfeit").label, forfeit
    if rules.reward:
        yield rule_title("reward").short, consequences_sentence(rules.reward)
    if rules.bust.startswith("chip"):
        yield phrase("Without chips"), answer("honor", rules.honor).sentence
    if rules.winner_takes_all:
        yield phrase("The pot"), answer("winner_takes_all", rules.winner_takes_all).sentence
    if rules.floor is not None:
        yield rule_title("floor").short, figure(rules.floor)


def _busts(rules: AddingRules) -> Words:
    """Return everything a bust does; the sentence completes "who busts"."""
    if not rules.on_bust:
        return bust_sentence(rules.bust, rules.bust_chips, rules.start)
    return joined("; ", (consequences_sentence(rules.on_bust), bust_ends(rules.bust, rules.start)))


def match_sentence(match: Match) -> Words:
    """Return the goal of a match, and the points for a hand.

    >>> match_sentence(Match(to=10))
    'first to 10; the winner of a hand gets 1 point'
    """
    if match.points == "cards":
        each: Words = phrase("a point for each card left in hand")
    else:
        each = points(match.points)
    if match.at_once:
        whole = phrase("first to {n}, at once; the winner of a hand gets {points}")
    else:
        whole = phrase("first to {n}; the winner of a hand gets {points}")
    return whole.filled(n=match.to, points=each)


def _deal(variant: AddingVariant, rules: AddingRules) -> Iterator[Row]:
    yield rule_title("players").short, players_span(variant.players)
    yield from _of_pack(rules)
    for count, change in sorted(variant.from_players.items()):
        yield phrase("From {n} players", n=count), joined(", ", _changes(variant, change))
    yield from _start(rules)


def _of_pack(rules: AddingRules) -> Iterator[Row]:
    yield phrase("Deck"), _pack(rules.pack)
    same = rules.deal != "all" and isinstance(rules.hand_size, int)
    yield phrase("Dealt"), _each(_dealt(rules)) if same else _dealt(rules)
    chips = _each(chips_words(rules.chips, rules.chips_look)) if rules.chips else None
    yield phrase("Chips"), chips or answer("chips", None).short


def _start(rules: AddingRules) -> Iterator[Row]:
    if start := answer("up_card", rules.up_card).sentence:
        yield phrase("Start"), start
    if rules.draws != "never":
        yield phrase("Stock"), answer("stock_out", rules.stock_out).sentence


def _special(rules: AddingRules) -> Iterator[Row]:
    yield from _unusual(rules, "sets")
    if rules.obliges:
        goes_back = phrase(
            "after each owed play but the last, the total returns to its value before the "
            "first; {passes}"
        )
        owing = phrase("each play counts; {passes}") if rules.each_counts else goes_back
        yield (
            phrase("Owed plays"),
            owing.filled(passes=answer("debt_passes", rules.debt_passes).sentence),
        )
    if rules.two_player_reverse == "again":
        yield phrase("Two left"), answer("two_player_reverse", "again").sentence
    yield from _reached(rules)
    if rules.stuck:
        called = phrase(
            "for the player of the last card: {what}", what=consequences_sentence(rules.stuck)
        )
        yield rule_title("stuck").short, called
    for rank, turns in rules.first_turns_without.items():
        first = plural(
            "in a player's first turn of a hand", "in a player's first {n} turns of a hand", turns
        )
        yield phrase("No {rank}", rank=rank_face(rank)), first.filled(n=Count(turns))
    for rank, consequence in rules.shows.items():
        yield phrase("Three {rank}", rank=rank_face(rank)), answer("shows", consequence).sentence
    yield from _unusual(rules, *(key for key in options(AddingOptions) if key not in _IN_WORDS))


def _unusual(rules: AddingRules, *keys: str) -> Iterator[Row]:
    """Yield title and value of those keys that differ from their default."""
    for key in keys:
        value = getattr(rules, key)
        if value != options(AddingOptions)[key].default:
            words = answer(key, value)
            yield rule_title(key).short, words.sentence or words.short


def _reached(rules: AddingRules) -> Iterator[Row]:
    """Yield what totals do, and cards on the pile that are alike or a run."""
    for title, table, is_hit in (
        (phrase("Exactly {n}"), rules.exact, True),
        (phrase("Past {number}"), rules.passing, False),
        (phrase("Multiple of {n}"), rules.multiples, True),
        (phrase("{n} alike"), rules.alike, False),
        (phrase("Run of {n}"), rules.runs, False),
    ):
        for number, what in sorted(table.items()):
            does = answer("exact", what).label
            if is_hit:
                does = phrase("a play that hits it: {what}", what=does)
            yield title.filled(n=number, number=number), does


def _changes(variant: AddingVariant, change: FromPlayers) -> Iterator[Words]:
    if change.decks is not UNSET:
        yield _pack(variant.pack_of(change.decks))
    if change.hand_size is not UNSET:
        yield _each(hands(change.hand_size))
    if change.chips is not UNSET and variant.chips is not None:
        yield _each(chips_words(change.chips, variant.chips_look))


def _each(what: Words) -> Words:
    return phrase("{what} each", what=what)


def _dealt(rules: AddingRules) -> Words:
    """Return the cards that each player is dealt."""
    if rules.deal == "all":
        return answer("deal", rules.deal).sentence
    return hands(rules.hand_size)


def hands(size: HandSize) -> Words:
    """Return the cards of a hand, or of each hand in turn.

    >>> hands(3), hands((5, 6))
    ('3 cards', '5, 6 cards hand by hand')
    """
    if isinstance(size, int):
        return cards(size)
    if len(size) == 1:
        return cards(size[0])
    return phrase("{numbers} cards hand by hand", numbers=joined(", ", map(figure, size)))


def _pack(pack: Pack) -> Words:
    decks, jokers = pack.decks, pack.jokers
    size = len(pack.cards())
    of_cards = plural("a deck of {size}", "{n} decks of {size}", decks, n=Count(decks), size=size)
    if out := taken_out(pack):
        of_cards = phrase("{decks} without {cards}", decks=of_cards, cards=out)
    if not jokers:
        return of_cards
    with_jokers = plural("{n} joker", "{n} jokers", jokers, n=Count(jokers))
    both = phrase("{decks} and {jokers}") if decks == 1 else phrase("{decks} and {jokers} in each")
    return both.filled(decks=of_cards, jokers=with_jokers)


def chips_words(count: int, look: ChipsLook) -> Words:
    """Return a number of chips in the players' words: ``5 chips``, ``4 corners of a banknote``.

    >>> chips_words(1, "pennies")
    '1 penny'
    """
    match look:
        case "dots":
            return chips(count)
        case "corners":
            corners = plural("{n:d} corner of a banknote", "{n:d} corners of a banknote", count)
            return corners.filled(n=count)
        case "pennies":
            return plural("{n:d} penny", "{n:d} pennies", count)
        case _:
            assert_never(look)


_SIXTY_NINE = 69


def shortcuts(
    printed: AddingRules, rules: AddingRules, house: Mapping[str, Any]
) -> Iterator[Shortcut]:
    """Yield the switches described by `companion.core.family.Family`: for aces that count 1 or 11,
    if the variant's own ace is a plain one; and for a chip for a play to exactly 69, if there are
    chips and the target is not lower.
    """
    ways = printed.effects.get(("A", None))
    if ways is not None and [way.change for way in ways] == [add(1)]:
        label = phrase("Aces count 1 or 11")
        yield from _switch(label, "cards", "A", {"add": [1, 11]}, {}, house)
    exact = {str(total): what for total, what in printed.exact.items()}
    has_words = all(isinstance(what, str) for what in exact.values())
    if rules.chips is not None and rules.target >= _SIXTY_NINE and has_words:
        label = phrase("A play to exactly {total} takes a chip from the pot", total=_SIXTY_NINE)
        yield from _switch(label, "exact", str(_SIXTY_NINE), "chip", exact, house)


def _switch(
    label: Words,
    table: str,
    key: str,
    value: object,
    printed: Mapping[str, Any],
    house: Mapping[str, Any],
) -> Iterator[Shortcut]:
    """Yield the switch that lays `value` for the `key` of a table, unless the house rules have
    another value there; `printed` is the variant's own table.
    """
    now = house.get(table, printed)
    if isinstance(now, dict) and now.get(key, value) == value:
        others = {other: entry for other, entry in now.items() if other != key}
        is_on = key in now
        laid = others if is_on else others | {key: value}
        yield Shortcut(table, label, is_on, None if laid == printed else laid)


def rule_tables(variant: AddingVariant) -> tuple[Rows, Rows]:
    rules = adding_rules_in_force(variant, {}, variant.players[0])
    return card_rows(rules), (*_goal(rules), *_deal(variant, rules), *_special(rules))


def in_force(rules: AddingRules) -> InForce:
    others = (*_goal(rules), *_of_pack(rules), *_start(rules), *_special(rules))
    return InForce(card_rows(rules), others, intro(rules))
