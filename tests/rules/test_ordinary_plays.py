"""A play that does nothing unusual is judged in one step: as all the rules judge it, one after the other."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.errors import Illegal
from companion.rules import family
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.adding.variant import AddingVariant
from companion.rules.cards import bits_of
from companion.rules.commands import Bust, Deal, New, Play, Step
from companion.rules.family import Result, Rules, State
from companion.variants import load_variants

VARIANTS = [
    variant.name for variant in load_variants().variants.values() if isinstance(variant, AddingVariant)
]
NAMES = ("Ann", "Bo", "Cy", "Di")
PLAYS = 150
CARDS = {"5": {"add": -20}, "7": {"add": "pip", "skip": 2}}
HOUSE: list[dict[str, object]] = [{}, {"floor": 0, "cards": CARDS}]


def judged(rules: Rules, state: State, command: Step) -> Result | str:
    try:
        return family.step(rules, state, command)
    except Illegal as refused:
        return str(refused)


def commands(rules: AddingRules, luck: Random) -> list[Step]:
    """What somebody may try now: cards as the box spells them and as people do, with and without a value."""
    card = luck.choice(rules.pack.cards())
    rank = replace(card, suit=None)
    value, player = luck.choice((-10, 0, 1, 10, 11)), luck.choice(NAMES)
    return [
        *(Play(card=text, player=player) for text in (str(card), str(card).lower(), f"{card}/1")),
        Play(card=str(card), value=value),
        Play(card=str(card)),
        Play(card=str(rank)),
        Play(card=str(card), target=player),
        Deal(),
        Bust(),
    ]


@pytest.mark.parametrize("house", HOUSE, ids=("printed", "house"))
@pytest.mark.parametrize("name", VARIANTS)
def test_an_ordinary_play_has_the_result_of_all_rules(name: str, house: dict[str, object]) -> None:
    luck = Random(name)  # noqa: S311  # no secret
    variant, ordinary = load_variants().variants[name], 0
    rules = family.rules_in_force(variant, house, len(NAMES))
    assert isinstance(rules, AddingRules)
    start = New(variant=name, players=NAMES, house=house)
    if rules.up_card != "none":
        start = replace(start, up_card="3D")
    state, _ = family.start(rules, start)
    slow = replace(rules, ordinary={})
    for _ in range(PLAYS):
        for command in commands(rules, luck):
            now = judged(rules, state, command)
            assert now == judged(slow, state, command)
            if not isinstance(now, str):
                state = now[0]
                assert isinstance(state, AddingState)
                assert state.lying == bits_of(state.pile)
                ordinary += isinstance(command, Play) and command.card in rules.ordinary
    assert ordinary or not rules.ordinary
