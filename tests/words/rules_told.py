"""The rules of every variant and every house rule, in the words of the terminal, the display and
the page.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from companion.core.cards import Pack
from companion.core.commands import New
from companion.core.family import Rules
from companion.core.options import Exact, options
from companion.dialogs.house_rules import rows_of
from companion.games import family_of
from companion.games.adding.description import in_force, intro, rule_tables
from companion.games.adding.rules import AddingRules
from companion.games.adding.variant import AddingOptions, AddingVariant
from companion.games.history import GameHistory
from companion.games.points.variant import Bids, PointsRound, PointsVariant
from companion.games.points.words import points_rows
from companion.games.tricks.description import round_rows, trick_rows
from companion.games.tricks.variant import TrickRules, TrickVariant, trick_rules_in_force
from companion.games.tricks.words import what_costs
from companion.phone.editor.catalogue import house_rows
from companion.variants import load_variants
from companion.variants.show import list_text, show_text
from companion.words.rule_keys import rule_title
from companion.words.variants import pack_changes, taken_out
from tests.words.once import Once

replace = msgspec.structs.replace

SHELF = load_variants()
SHOWN = Path(__file__).parents[1] / "variants" / "shown"
BASE = "ninety-nine"
KEYS = options(AddingOptions)

HOUSES: tuple[dict[str, Any], ...] = (
    {"target": 50, "hand_size": 1, "decks": 2, "jokers": 1},
    {"jokers": 2, "debt_passes": "unmet"},
    {"jokers": 4, "decks": 2, "debt_passes": "full", "last_card": "JK"},
    *({"bust": bust, "chips": 3} for bust in KEYS["bust"].choices),
    {"chips": 1},
    {"chips": 12, "hand_size": 10},
    {"bust": "chip, new hand", "chips": 3, "honor": True, "winner_takes_all": True},
    {"bust": "out"},
    {"over": "bust", "floor": -20},
    {"over": "bust", "bust": "out"},
    *({"stock_out": value} for value in KEYS["stock_out"].choices),
    *({"up_card": value} for value in KEYS["up_card"].choices),
    *({"two_player_reverse": value} for value in KEYS["two_player_reverse"].choices),
    {"sets": True, "last_card": "8H"},
    {"decks": 3, "jokers": 8, "deal": "all"},
    {"leads": "loser", "ends": "first out"},
    {"leads": "winner"},
    {"exact": {str(number): what for number, what in enumerate(get_args(Exact), 33)}},
    {"exact": {"69": "chip"}, "chips": 5},
    {"cards": {"A": {"add": [1, 11]}}},
)
"""House rules of `BASE` that together produce every wording of every rule."""

ELSEWHERE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ninety-nine-kolb", {"chips": 1}),
    ("ninety-nine-stack", {"chips": 1}),
    ("arizona-ninety-eight", {"decks": 2, "jokers": 1}),
    ("polignac", {"revoke_penalty": 20}),
    ("ninety-nine-wilson", {"chips": 2}),
)


def of_the_page(row: dict[str, Any]) -> Iterator[str]:
    yield f"page {row['name']}: {row['label']}"
    if row.get("about"):
        yield f"page {row['name']}, about: {row['about']}"
    for option in row.get("options", ()):
        if row["name"] != "last_card" or option["value"] in {"KS", "JK"}:
            yield f"page {row['name']} {option['value']}: {option['label']}"


def said_of(rules: Rules, printed: Rules, house: dict[str, Any]) -> Iterator[str]:
    if isinstance(rules, PointsVariant):
        yield from (f"table {key}: {words}" for key, words in points_rows(rules))
        return
    shown = rows_of(family_of(rules), rules, house)
    yield from (f"display {rule}: {rule_title(rule).short} {stands}" for rule, stands in shown)
    for row in house_rows(printed, rules, house):
        yield from of_the_page(row)
    if isinstance(rules, AddingRules):
        yield f"intro: {intro(rules)}"
        yield from (f"table {key}: {words}" for key, words in in_force(rules).others)
    elif isinstance(rules, TrickRules):
        yield from (
            f"table {key}: {words}" for key, words in (*round_rows(rules), *trick_rows(rules))
        )
        yield from (f"costs: {what_costs(entry)}" for entry in rules.costs)


def variants() -> Iterator[str]:
    """Yield the terminal's description of every bundled variant."""
    yield "# companion variants"
    yield from list_text(SHELF).splitlines()
    for name, variant in SHELF.variants.items():
        yield f"# companion variants show {name}"
        yield from (line for line in show_text(variant).splitlines() if line)


def rules() -> Iterator[str]:
    """Yield the title and the wording of every rule."""
    once = Once()
    for variant in SHELF.variants.values():
        yield f"# {variant.name}"
        printed = family_of(variant).rules_of(variant, {}, variant.players[0])
        yield from once.each(said_of(printed, printed, {}))
    for name, house in (*((BASE, house) for house in HOUSES), *ELSEWHERE):
        variant = SHELF.variants[name]
        printed = family_of(variant).rules_of(variant, {}, 4)
        yield f"# {name} with {house}"
        yield from once.each(
            said_of(family_of(variant).rules_of(variant, house, 4), printed, house)
        )
    yield "# rounds of the house"
    houses: tuple[Rules, ...] = (*tricks_of_the_house(), *points_of_the_house())
    for rules in houses:
        yield from once.each(said_of(rules, rules, {}))
    yield "# card games of the tests"
    for variant in load_variants(SHOWN).variants.values():
        if isinstance(variant, AddingVariant) and variant.name not in SHELF.variants:
            printed = family_of(variant).rules_of(variant, {}, variant.players[0])
            yield from once.each(said_of(printed, printed, {}))
            for row in (*rule_tables(variant)[0], *rule_tables(variant)[1]):
                yield from once(f"table {row[0]}: {row[1]}")
    yield "# a bust, as the page of a game has it"
    for bust in KEYS["bust"].choices:
        game = GameHistory(SHELF.variants)
        game.obey(New(variant=BASE, players=("Ann", "Bo"), house={"bust": bust, "chips": 3}))
        assert isinstance(game.rules, AddingRules)
        yield f"{bust}: {family_of(game.rules).page_game(game.rules, game.state)['bust']}"
    yield "# the pack"
    yield from packs()


def trick_rules(name: str, players: int) -> TrickRules:
    rules = family_of(SHELF.variants[name]).rules_of(SHELF.variants[name], {}, players)
    assert isinstance(rules, TrickRules)
    return rules


def points_of_the_house() -> Iterator[PointsVariant]:
    """Yield points games with features that no round of the bundled game has."""
    rules = family_of(SHELF.variants["points"]).rules_of(SHELF.variants["points"], {}, 4)
    assert isinstance(rules, PointsVariant)
    some = (
        PointsRound(),
        PointsRound(says="spades", times=2),
        PointsRound(sums=(0,)),
        PointsRound(sums=()),
    )
    for target, last_round in ((None, None), (500, None), (None, 1), (None, 4), (100, 20)):
        yield replace(rules, target=target, last_round=last_round)
        yield replace(
            rules, target=target, last_round=last_round, wins="lowest", sums=(26, 78), rounds=some
        )
    yield replace(rules, bids=Bids(made=20, each=10, missed=-10))
    yield replace(rules, bids=Bids(made=5))
    yield replace(rules, bids=Bids(missed=1), wins="lowest")
    yield replace(rules, bids=Bids(each=10, over=1, missed_each=-10))
    yield replace(rules, bids=Bids(made=5, over=0, missed=-2))
    yield replace(rules, bids=Bids(each=10, over=1, bags=(10, -100), nil=50, tricks=13, hook=True))
    yield replace(rules, bids=Bids(each=10, tricks="round"))
    yield replace(rules, bids=Bids(each=10, tricks=(2, 1)))
    yield replace(rules, target=50, overshoot="stays", last_rounds={3: 20, 4: 1})
    yield replace(rules, target=50, overshoot=25, exact={10: 0})
    yield replace(rules, teams=2)
    yield replace(rules, teams=3)
    for losers in ("pay", "nothing"):
        yield replace(rules, entry="winners", losers=losers)
        yield replace(rules, entry="winners", losers=losers, solo=3)
    for last_round in (None, 4):
        yield replace(rules, wins="lowest", out_at=100, last_round=last_round, tie="one more round")


def tricks_of_the_house() -> Iterator[TrickRules]:
    """Yield trick games with features that no round of a bundled game has."""
    rules = trick_rules("polignac", 4)
    plain = replace(rules.costs[0], cards={}, by_card={}, says="", sweep=0)
    some = (
        replace(plain, cards={"JS": 1, "QS": 2, "KS": 3}, ends="last card"),
        replace(plain, cards={"JS QS": 5}, ends="last card"),
        replace(plain, cards={"JS QS KS AS": 10}),
        replace(plain, trick=1, first_trick=2, last_trick=3, sweep=4, restricted="S"),
        replace(plain, trick=1, last_trick=12),
        replace(plain, cards={"J": 1, "JS": 2}, sweep=1),
    )
    for follow in (True, False):
        for until in (None, 10):
            yield replace(rules, rounds=some, costs=some, follow=follow, until=until)
        yield replace(rules, rounds=some[:1], costs=some[:1], follow=follow, until=None)
    for variant in load_variants(SHOWN).variants.values():
        if isinstance(variant, TrickVariant) and variant.name not in SHELF.variants:
            for penalty in (0, 7, -7):
                house = {"revoke_penalty": penalty}
                yield trick_rules_in_force(variant, house, variant.players[0])


def packs() -> Iterator[str]:
    some = (
        Pack(),
        Pack(decks=2),
        Pack(jokers=2),
        Pack(jokers=4),
        Pack(decks=2, jokers=2),
        *(
            trick_rules(name, count).pack
            for name, count in (
                ("slobberhannes", 4),
                ("slobberhannes", 3),
                ("arizona-spaghetti", 5),
            )
        ),
    )
    once = Once()
    for pack in some:
        yield from once(f"taken out: {taken_out(pack)}")
        for had in (None, *some):
            headline, words = pack_changes(had, pack)
            yield from once(f"changes: {headline} | {words}")
