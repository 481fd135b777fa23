"""The shortcut for ordinary plays gives the same result as all rules applied in order."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.core.cards import bits_of
from companion.core.commands import Accept, Bust, Deal, Forget, New, Play, Shield, Step
from companion.core.family import Result, Rules
from companion.core.seats import State
from companion.errors import Illegal
from companion.games import family_of
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState
from companion.games.adding.variant import AddingVariant
from companion.variants import load_variants

VARIANTS = [
    variant.name
    for variant in load_variants().variants.values()
    if isinstance(variant, AddingVariant)
]
NAMES = ("Ann", "Bo", "Cy", "Di")
TRIES = 1000
CARDS = {"5": {"add": -20}, "7": {"add": "pip", "skip": 2}}
HOUSE: list[dict[str, object]] = [
    {},
    {"floor": 0, "cards": CARDS, "target": 9999},
    {"hand_size": 1, "stock_out": "play on", "target": 300},
]


def judged(rules: Rules, state: State, command: Step) -> Result | str:
    try:
        return family_of(rules).step(rules, state, command)
    except Illegal as refused:
        return str(refused)


def command(rules: AddingRules, luck: Random, *, is_named: bool) -> Step:
    """Return a random play: a card as the box, a label or people spell it, with optional fields."""
    card, player = luck.choice(rules.pack.cards()), luck.choice(NAMES)
    rank, value = replace(card, suit=None), luck.choice((-10, 0, 1, 10, 11))
    if is_named:
        return Shield(card="AH") if luck.random() < 0.5 else Accept()
    if luck.random() < 0.1:
        return Bust() if luck.random() < 0.5 else Forget(player=player)
    plain = Play(card=str(card))
    tries: tuple[Step, ...] = (
        *(plain, plain, plain),
        *(Play(card=text, player=player) for text in (str(card), str(card).lower(), f"{card}/1")),
        Play(card=str(card), value=value),
        Play(card=str(card), target=player),
        Play(card=str(rank)),
        Deal(),
    )
    return luck.choice(tries)


@pytest.mark.parametrize("house", HOUSE, ids=("printed", "long", "short hands"))
@pytest.mark.parametrize("name", VARIANTS)
def test_ordinary_play_has_the_result_of_all_rules(name: str, house: dict[str, object]) -> None:
    luck = Random(name)  # noqa: S311  # a game, no secret
    variant, ordinary = load_variants().variants[name], 0
    rules = family_of(variant).rules_of(variant, house, len(NAMES))
    assert isinstance(rules, AddingRules)
    start = New(variant=name, players=NAMES, house=house)
    if rules.up_card != "none":
        start = replace(start, up_card="3D")
    first, _ = family_of(rules).start(rules, start)
    slow, state = replace(rules, ordinary={}), first
    for _ in range(TRIES):
        tried = command(rules, luck, is_named=state.phase == "shield")
        now = judged(rules, state, tried)
        assert now == judged(slow, state, tried)
        if not isinstance(now, str):
            state = now[0]
            assert isinstance(state, AddingState)
            assert state.lying == bits_of(state.pile)
            ordinary += isinstance(tried, Play) and tried.card in rules.ordinary
            if state.phase == "game-over":
                state = first
    assert ordinary or not rules.ordinary


def test_pile_of_a_new_game_is_empty() -> None:
    variant = load_variants().variants["ninety-nine"]
    rules = family_of(variant).rules_of(variant, {}, 2)
    state, _ = family_of(rules).start(rules, New(variant="ninety-nine", players=NAMES[:2]))
    assert isinstance(state, AddingState)
    assert (state.pile, state.lying) == ((), 0)


def test_cards_known_only_by_rank_use_up_that_rank() -> None:
    variant = load_variants().variants["ninety-nine"]
    rules = family_of(variant).rules_of(variant, {"chips": 9}, 2)
    state, _ = family_of(rules).start(rules, New(variant="ninety-nine", players=NAMES[:2]))
    for _ in range(4):
        state, _ = family_of(rules).step(rules, state, Play(card="8"))
    with pytest.raises(Illegal, match="already-played"):
        family_of(rules).step(rules, state, Play(card="8H"))
