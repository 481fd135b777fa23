"""Points of trick games add up: whole games with real deals, counted a second time from the cards.

Each game shuffles its own pack. Players follow suit when they must. Some revoke and are allowed to,
enter only the points of a round, or undo cards, even across the end of a round. With `DEPTH=full`
10,000 games are played for each number of players.
"""

from collections import Counter

import pytest

from companion.games import family_of
from tests.depth import FULL
from tests.games.trick_hands import Evening, Habits
from tests.games.trick_laws import LAWS, POLIGNAC, SLOBBERHANNES, SPAGHETTI, Law

HABITS = [
    Habits(),
    Habits(undo=0.01),
    Habits(careless=0.05),
    Habits(quick=0.3, careless=0.01),
    Habits(quick=0.5, careless=0.2, undo=0.02),
]


class Seen(Counter[str]):
    """Counts of what occurred in the games, so that a test can check that it covered something."""

    def look(self, evening: Evening) -> None:
        for now in evening.rounds:
            self["rounds"] += 1
            self["entered"] += now.points is not None
            self["tricks"] += len(now.tricks)
            self["revokes"] += sum(revoke for _, _, _, revoke in now.laid)
            self["only suits"] += sum(only_suit for _, _, only_suit, _ in now.laid)
            self["early ends"] += now.points is None and any(now.hands)
            self["broken"] += now.broken
            self["sweeps"] += sum(now.paid()) > evening.law.due(now.number, len(now.dealt[0]))
        self["shared wins"] += len(evening.state.winners) > 1


def check_round(evening: Evening) -> None:
    """Require that everything the engine reports at the end of a round agrees with the cards."""
    now, state = evening.round, evening.state
    assert state.turn is None
    rounds = [each.paid() for each in evening.rounds]
    for seat, player in enumerate(state.players):
        penalty = evening.penalty * now.revokes(seat)
        penalties = evening.penalty * sum(each.revokes(seat) for each in evening.rounds)
        assert player.round_points == rounds[-1][seat] + penalty
        assert player.points == sum(paid[seat] for paid in rounds) + penalties
        assert player.tricks == sum(taker == seat for taker, _ in now.tricks)
        assert player.cards == len(now.hands[seat])
    in_tricks = [card for _, cards in now.tricks for card in cards]
    held = [card for hand in now.hands for card in hand]
    assert sorted(in_tricks + held) == sorted(evening.law.deck(len(evening.names)))
    assert state.revokes == sum(
        each.revokes(seat) for each in evening.rounds for seat in range(len(rounds[0]))
    )


def check_end(evening: Evening) -> None:
    """Require that the game ended when it had to, and that the fewest points won."""
    points = [player.points for player in evening.state.players]
    lowest = tuple(seat for seat, each in enumerate(points) if each == min(points))
    assert evening.state.winners == lowest


def play_whole_game(evening: Evening) -> None:
    going = True
    while going:
        going = evening.step()
        now, state = evening.round, evening.state
        assert family_of(evening.driver.rules).miscount(evening.driver.rules, state) is None
        if now.is_over:
            check_round(evening)
            points = [player.points for player in state.players]
            over = evening.law.is_over(now.number, points)
            assert state.phase == ("game-over" if over else "round-over")
        else:
            assert (state.phase, state.round, state.turn) == ("play", now.number, now.turn)
            assert (state.broken, state.winners) == (now.broken, ())
    check_end(evening)


def play_games(law: Law, players: int, games: int) -> Seen:
    seen = Seen()
    for seed in range(games):
        evening = Evening(law, players, seed, HABITS[seed % len(HABITS)])
        try:
            play_whole_game(evening)
        except BaseException as fault:
            fault.add_note(f"{law.name} for {players}, seed {seed}, round {evening.round.number}")
            raise
        seen.look(evening)
    return seen


@pytest.mark.parametrize("players", SPAGHETTI.cards)
def test_points_of_arizona_spaghetti_add_up(players: int) -> None:
    games = 10_000 if FULL else 100
    seen = play_games(SPAGHETTI, players, games)
    assert seen["rounds"] == 6 * games
    for what in ("entered", "revokes", "only suits", "early ends", "broken"):
        assert seen[what] > games / 20, what
    assert seen["shared wins"] > 0
    assert seen["sweeps"] == 0


@pytest.mark.parametrize("players", SLOBBERHANNES.cards)
def test_points_of_slobberhannes_add_up_including_the_sweep(players: int) -> None:
    seen = play_games(SLOBBERHANNES, players, 1000 if FULL else 25)
    assert seen["sweeps"] > 5
    assert seen["revokes"] > 5
    assert seen["only suits"] == seen["early ends"] == 0


@pytest.mark.parametrize("players", POLIGNAC.cards)
def test_points_of_polignac_add_up(players: int) -> None:
    seen = play_games(POLIGNAC, players, 1000 if FULL else 25)
    assert seen["entered"] > 5
    assert seen["revokes"] > 5
    assert seen["only suits"] == seen["sweeps"] == 0


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_pack_divides_evenly_among_the_players(law: Law) -> None:
    for players, cards in law.cards.items():
        assert len(law.deck(players)) == players * cards
        assert sum(law.things(1, cards)) == law.due(1, cards)
