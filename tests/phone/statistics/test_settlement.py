"""Tests of the settlement: the fewest payments, and the distribution of the pot."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.commands import Bust, ChangeSeat, Deal, Join, Leave, New, Set, Show
from companion.games import kept_chips
from companion.phone.statistics.headline import Payment, Settled, payments, settle
from tests.phone.statistics.evening_table import EveningTable

NAMES = [
    "Ann",
    "Bo",
    "Cy",
    "Di",
    "Ed",
    "Flo",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Kit",
    "Lou",
    "Max",
    "Ned",
]


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


def settled(at: EveningTable) -> Settled:
    found = settle(at.read())
    assert found is not None
    return found


def who_pays(at: EveningTable) -> tuple[dict[str, int], tuple[Payment, ...]]:
    """Return each player's net chips and the payments."""
    found = settled(at)
    assert found.pot
    return found.nets, found.payments


def fewest(nets: list[int]) -> int:
    """Return the fewest payments by trying all: the first unsettled player pays, or is paid by,
    each player of the other side in full.
    """
    while nets and nets[0] == 0:
        nets = nets[1:]
    if not nets:
        return 0
    first, *others = nets
    return 1 + min(
        fewest([*others[:place], other + first, *others[place + 1 :]])
        for place, other in enumerate(others)
        if other * first < 0
    )


def left_over(nets: Mapping[str, int], paid: tuple[Payment, ...]) -> dict[str, int]:
    left = dict(nets)
    for payment in paid:
        left[payment.payer] += payment.chips
        left[payment.payee] -= payment.chips
    return {name: chips for name, chips in left.items() if chips}


def some_nets(most: int) -> st.SearchStrategy[dict[str, int]]:
    """Draw nets of up to `most` people that add up to zero."""
    first = st.lists(st.integers(-6, 6), min_size=1, max_size=most - 1)
    return first.map(lambda some: dict(zip(NAMES, [*some, -sum(some)], strict=False)))


@given(some_nets(7))
def test_payments_are_the_fewest_possible(nets: dict[str, int]) -> None:
    assert len(payments(nets)) == fewest(list(nets.values()))


@given(some_nets(14))
def test_payments_settle_all_nets(nets: dict[str, int]) -> None:
    paid = payments(nets)
    assert left_over(nets, paid) == {}
    assert all(payment.chips > 0 for payment in paid)
    assert all(nets[payment.payer] < 0 < nets[payment.payee] for payment in paid)
    assert len(paid) < max(1, sum(1 for chips in nets.values() if chips)) or not paid


def test_two_pairs_settle_separately() -> None:
    assert payments({"Ann": 5, "Bo": 3, "Cy": -3, "Di": -5}) == (
        Payment("Di", "Ann", 5),
        Payment("Cy", "Bo", 3),
    )


def test_group_of_three_is_found_among_six() -> None:
    """Paying the largest amounts first would have Di pay Ann, and need five payments."""
    paid = payments({"Ann": 7, "Bo": 4, "Cy": 4, "Di": -8, "Ed": -5, "Flo": -2})
    assert len(paid) == 4


@pytest.mark.parametrize("extra", [1, -1, 30])
def test_inconsistent_chips_terminate(extra: int) -> None:
    paid = payments({"Ann": 5 + extra, "Bo": 3, "Cy": -3, "Di": -5})
    assert sum(payment.chips for payment in paid) == min(8, 8 + extra)
    assert payments({"Ann": extra}) == ()


# At the table.


def test_winner_gets_the_pot_and_the_others_pay_for_it(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", chips=2)
    at.busts("Bo", "Cy", "Cy", "Ann", "Bo")
    assert who_pays(at) == (
        {"Ann": 4, "Bo": -2, "Cy": -2},
        (Payment("Bo", "Ann", 2), Payment("Cy", "Ann", 2)),
    )


def test_pot_of_a_current_game_goes_to_the_leader(at: EveningTable) -> None:
    at.begin()
    at.busts("Bo", "Bo", "Di", "Cy", "Ann", "Di", "Bo", "Bo", "Cy", "Di", "Di")
    assert who_pays(at) == (
        {"Ann": 10, "Bo": -4, "Cy": -2, "Di": -4},
        (Payment("Bo", "Ann", 4), Payment("Di", "Ann", 4), Payment("Cy", "Ann", 2)),
    )


def test_tied_leaders_share_the_pot(at: EveningTable) -> None:
    at.begin()
    at.busts("Bo", "Di")
    assert settled(at).nets == {"Ann": 1, "Bo": -1, "Cy": 1, "Di": -1}


def test_odd_chip_goes_to_the_first_after_the_dealer(at: EveningTable) -> None:
    at.begin()
    at.busts("Cy", "Di", "Cy")
    assert at.adding.players[at.adding.dealer].name == "Bo"
    assert settled(at).nets == {"Ann": 2, "Bo": 1, "Cy": -2, "Di": -1}


def test_player_showing_three_kings_wins_the_pot_without_leading(at: EveningTable) -> None:
    with_shows(at)
    at.obey(Show(player="Bo", cards=("KH", "KC", "KD")))
    assert who_pays(at) == ({"Ann": 0, "Bo": 0, "Cy": 0}, ())


def test_players_with_most_chips_share_the_pot_when_all_lose(at: EveningTable) -> None:
    with_shows(at)
    at.obey(Show(player="Bo", cards=("6H", "6C", "6D")))
    assert who_pays(at) == ({"Ann": 0, "Bo": -1, "Cy": 1}, (Payment("Bo", "Cy", 1),))


def with_shows(at: EveningTable) -> None:
    """Start a game for chips that shown cards end; Bo has paid one, and Ann deals."""
    chips = {"bust": "chip, new hand", "chips": 3, "up_card": "none"}
    at.begin("Ann", "Bo", "Cy", variant="ninety-nine-ishihara-shows", **chips)
    at.busts("Bo")
    at.obey(Deal())


def test_player_who_left_paid_all_chips_to_the_pot(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy")
    at.busts("Bo")
    at.table.obey(Leave(player="Cy"))
    assert settled(at).nets == {"Ann": 6, "Bo": -1, "Cy": -5}


def test_pot_is_not_counted_twice_when_the_winner_takes_all(at: EveningTable) -> None:
    at.begin("Ann", "Bo", variant="ninety-nine-stack")
    at.busts("Bo", "Bo", "Bo", "Bo")
    assert (at.adding.pot, settled(at).nets) == (0, {"Ann": 3, "Bo": -3})


def test_games_with_different_players_add_up_over_the_evening(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.begin("Cy", "Bo", "Di", chips=1)
    at.busts("Cy", "Di")
    found = settled(at)
    assert found.nets == {"Ann": 1, "Bo": 1, "Cy": -1, "Di": -1}
    assert len(found.payments) == 2


def test_abandoned_game_costs_nothing(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.busts("Bo")
    at.begin("Ann", "Bo")
    assert who_pays(at) == ({"Ann": 0, "Bo": 0}, ())


def test_games_without_chips_settle_nothing(at: EveningTable) -> None:
    at.begin(variant="ninety-nine-boyer")
    at.busts("Bo")
    assert settle(at.read()) is None
    assert settle(()) is None


def test_chips_of_a_latecomer_count_like_dealt_ones(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.obey(Join(player="Eva", chips=2))
    at.busts("Bo", "Eva")
    assert settled(at).nets == {"Ann": 2, "Bo": -1, "Eva": -1}


def test_chips_taken_by_a_leaving_player_stay_theirs(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy")
    at.busts("Cy")
    at.obey(Leave(player="Cy", chips="taken"))
    assert settled(at).nets == {"Ann": 1, "Bo": 0, "Cy": -1}


def test_chips_shared_by_a_leaving_player_go_to_the_others(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy")
    at.obey(
        Leave(player="Cy", chips="shared"),
        Join(player="Eva"),
        ChangeSeat(player="Eva", after="Ann"),
    )
    nets = settled(at).nets
    assert (nets["Cy"], sum(nets.values())) == (-5, 0)


def test_chips_changed_by_hand_are_won_and_lost(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy")
    at.obey(Set(chips={"Bo": 7}, against="Cy"))
    assert settled(at).nets == {"Ann": 0, "Bo": 2, "Cy": -2}


def test_chips_that_were_kept_count_once(at: EveningTable) -> None:
    first = New(variant="ninety-nine", players=("Ann", "Bo", "Cy"), house={"chips": 3})
    at.table.obey(first)
    at.table.obey(Bust())
    state, rules = at.table.state, at.table.rules
    assert state is not None
    assert rules is not None
    kept = kept_chips(state, rules, first.players)
    assert kept == Set(chips={"Ann": 2})
    at.table.obey(first)
    at.table.obey(kept)
    at.table.obey(Leave(player="Cy", chips="taken"))
    assert settled(at).nets == {"Ann": -1, "Bo": 1, "Cy": 0}
