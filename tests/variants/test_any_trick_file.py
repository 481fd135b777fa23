"""Random files of trick games: each is refused at one of its keys, or can be played."""

from typing import Any

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.core.cards import RANKS, SUITS
from companion.errors import VariantError
from companion.games.tricks.variant import (
    RoundEntry,
    TrickFile,
    TrickVariant,
    finish_trick_variant,
    merge_trick_file,
    trick_rules_in_force,
)

SCRAPS = st.recursive(
    st.booleans()
    | st.integers(-12, 12)
    | st.sampled_from(
        [9999, 10000, 1.5, "", "H", "7C", "last card", "tricks", "own", "x" * 20, "x" * 21]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["trick", "cards", "ends", "others", "H", "3"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
ROUNDS = st.lists(
    st.dictionaries(st.sampled_from(RoundEntry.__struct_fields__), SCRAPS, max_size=3), max_size=2
)


def is_of_the_right_types(raw: dict[str, Any]) -> bool:
    try:
        msgspec.convert(raw, TrickFile)
    except msgspec.ValidationError:
        return False
    return raw.get("until") is not True  # msgspec has no type for false alone


def read_or_refused(raw: dict[str, Any]) -> TrickVariant | VariantError:
    try:
        return finish_trick_variant("ours", merge_trick_file(raw, {}))
    except VariantError as problem:
        return problem


@given(
    st.dictionaries(st.sampled_from(TrickFile.__struct_fields__), SCRAPS, max_size=2),
    st.none() | SCRAPS | ROUNDS,
)
def test_wrong_type_is_found_exactly_if_the_file_is_refused(
    raw: dict[str, Any], rounds: object
) -> None:
    if rounds is not None:
        raw = raw | {"rounds": rounds}
    assume(not is_of_the_right_types(raw) or "players" not in raw)  # numbers are checked later
    try:
        merge_trick_file(raw, {})
        refused = None
    except VariantError as problem:
        refused = problem
    assert (refused is None) == is_of_the_right_types(raw)
    if refused is not None:
        assert refused.key.split(".")[0] in raw
        assert "\n" not in str(refused)
        assert "`" not in str(refused)  # backquotes are msgspec's style


POINTS = st.sampled_from([0, 0, 1, 2, -1, -2])


@st.composite
def almost_games(draw: st.DrawFn) -> dict[str, Any]:
    """Return a file in which every type is right; many of its values fit together, but not all."""
    ranks = draw(st.lists(st.sampled_from(RANKS), min_size=1, max_size=6, unique=True))
    single = st.builds(
        lambda rank, suit: rank + suit, st.sampled_from(ranks), st.sampled_from(SUITS)
    )
    keys = st.sampled_from([*SUITS, *ranks, *RANKS[:2]]) | st.lists(
        single, min_size=1, max_size=2
    ).map(" ".join)
    entry = st.fixed_dictionaries(
        {
            "trick": POINTS,
            "cards": st.dictionaries(keys, st.sampled_from([1, 2, 3, -1]), max_size=2),
        },
        optional={
            "restricted": st.sampled_from(SUITS),
            "first_trick": POINTS,
            "last_trick": POINTS,
            "last_tricks": st.sampled_from([1, 1, 1, 2]),
            "tricks": st.dictionaries(st.sampled_from(["1", "2", "9"]), POINTS, max_size=1),
            "sweep": POINTS | st.fixed_dictionaries({"others": POINTS}),
            "restricted_opens": st.sampled_from([True, True, False]),
            "trump": st.sampled_from(SUITS),
            "ends": st.sampled_from(["all cards", "last card"]),
            "hand_size": st.sampled_from([0, 1, 2, 9]),
        },
    )
    fewest, most = draw(st.sampled_from([(2, 2), (4, 4), (3, 3), (3, 4), (4, 5)]))
    raw: dict[str, Any] = {
        "title": "Ours",
        "short": "O",
        "players": [fewest, most],
        "ranks": " ".join(ranks),
        "rounds": draw(st.lists(entry, min_size=1, max_size=2)),
        "wins": draw(st.sampled_from(["lowest", "highest"])),
        "until": draw(st.sampled_from([False, 10])),
        "must_trump": draw(st.sampled_from([False, False, True])),
        "pass_cards": draw(st.sampled_from([0, 1, 1, 3])),
        "passing": draw(st.sampled_from([["left"], ["left"], ["none", "across"]])),
    }
    for count in range(fewest, most + 1):
        out = draw(st.sampled_from([4 * len(ranks) % count, 4 * len(ranks) % count, 1, 2]))
        cards = draw(st.lists(single, min_size=out, max_size=out))
        raw.setdefault("removed", {})[str(count)] = " ".join(cards)
    return raw


@given(almost_games())
def test_accepted_file_can_be_dealt_and_has_costs(raw: dict[str, Any]) -> None:
    variant = read_or_refused(raw)
    if isinstance(variant, VariantError):
        assert variant.key.split(".")[0] in {*raw, "removed"}
        assert "\n" not in str(variant)
        return
    fewest, most = variant.players
    for players in range(fewest, most + 1):
        rules = trick_rules_in_force(variant, {}, players)
        cards = rules.pack.cards()
        assert len(cards) == rules.pack.size
        for costs in rules.costs:
            assert costs.step >= 1
            assert costs.total % costs.step == 0
            assert costs.costly != 0
            assert len(costs.by_trick) == (costs.hand_size or rules.pack.size / players)
            assert 0 < costs.cards_each * players <= rules.pack.size
            assert costs.trump or not rules.must_trump or len(rules.rounds) > 1
            assert sum(costs.by_trick) + sum(costs.by_card.values()) == costs.total
            low, high = costs.span
            assert low <= 0 <= high
            assert set(costs.by_card) <= set(cards)
            assert costs.ends == "all cards" or (costs.by_card and not costs.trick)
        assert bool(rules.pass_cards) == (rules.passing_before(1) is not None)
