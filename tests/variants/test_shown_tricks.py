"""Published trick games as files, played by their rules."""

from pathlib import Path
from typing import Self

import pytest

from companion.core.commands import Play, Score
from companion.core.events import Broken, PassingCalled, Swept, TrickTaken
from companion.core.refusals import RestrictedLead
from companion.variants import load_variants
from tests.drivers.game import TrickGame
from tests.variants.shown_games import SHOWN

SHELF = load_variants(SHOWN)
SUITS = "CDHS"


class ShownGame(TrickGame):
    """A game of a file in the folder `shown`; the first player leads the first round.

    Args:
        name: the file.
        players: how many.
    """

    def __init__(self, name: str, players: int = 4) -> None:
        super().__init__(name, players, variants=SHELF.variants)

    @property
    def sheet(self) -> list[int]:
        """The points of all players."""
        return list(self.points.values())

    def quick(self, *rounds: str) -> None:
        """Enter rounds and deal each one after the first: "26 0 0 0"."""
        for points in rounds:
            if self.phase == "round-over":
                self.deal()
            self.score(dict(zip(self.names, map(int, points.split()), strict=True)))

    def refuses(self, points: str) -> object:
        """Return the missing points of a round that is refused."""
        given = dict(zip(self.names, map(int, points.split()), strict=True))
        refused = self.refused(Score(points=given))
        assert refused.code == "bad-sum"
        return refused.facts["missing"]

    def to_round(self, number: int) -> Self:
        while self.state.round < number:
            self.score({self.names[0]: self.rules.round(self.state.round).total})
            self.deal()
        return self

    def laid(self, cards: str) -> None:
        """Play cards in turn; a revoke or a restricted lead counts as declared and accepted."""
        for card in cards.split():
            self.obey(Play(card=card, only_suit=True, accept_revoke=True))


def tricks_of_suits(ranks: str) -> list[str]:
    """Return the tricks of four players who each hold one suit, the first all clubs."""
    return [" ".join(rank + suit for suit in SUITS) for rank in ranks.split()]


def test_every_file_can_be_played() -> None:
    assert SHELF.problems == ()


def test_passing_in_hearts_goes_left_right_across_and_then_rests() -> None:
    game = ShownGame("hearts")
    to = [game.rules.passing_before(number) for number in range(1, 6)]
    assert to == ["left", "right", "across", "none", "left"]
    game.quick("20 6 0 0")
    assert PassingCalled(3, "right") in game.deal()
    game.quick("20 6 0 0", "20 6 0 0")
    assert game.deal()[-1] == PassingCalled(0, "none")


def test_three_players_never_pass_across() -> None:
    game = ShownGame("hearts", 3)
    assert [game.rules.passing_before(number) for number in range(1, 5)] == [
        "left",
        "right",
        "none",
        "left",
    ]


def test_shooting_the_moon_costs_the_others_26() -> None:
    game = ShownGame("hearts")
    events: list[object] = []
    for trick in tricks_of_suits("A K Q J 10 9 8 7 6 5 4 3 2"):
        for card in trick.split():
            events += game.obey(Play(card=card, accept_revoke=True))
    # Ann has all clubs, so she takes every trick, and with them everything that costs.
    assert Swept("Ann", -26, 26) in events
    assert game.sheet == [0, 26, 26, 26]
    assert sum(event.points for event in events if isinstance(event, TrickTaken)) == 26


def test_moon_is_entered_as_points_of_the_others() -> None:
    game = ShownGame("hearts")
    assert game.refuses("26 0 0 0") == 52
    assert game.refuses("0 26 26 25") == 1
    assert game.refuses("27 -1 0 0") == 0
    assert game.refuses("13 12 0 0") == 1
    game.quick("25 1 0 0", "26 26 0 26")
    assert game.sheet == [51, 27, 0, 26]


def test_good_jack_takes_off_ten_points_and_is_not_needed_for_the_moon() -> None:
    game = ShownGame("omnibus-hearts")
    assert game.refuses("26 -10 0 0") == 52
    assert game.refuses("26 0 0 0") == 42
    assert game.refuses("28 -12 0 0") == 0
    game.quick("13 13 -10 0", "0 16 26 26", "-10 26 26 26", "16 0 0 0")
    assert game.sheet == [19, 55, 42, 52]


def test_tricks_hearts_jacks_and_queens_of_king_cost_what_is_printed() -> None:
    game = ShownGame("king")
    assert [costs.total for costs in game.rules.costs] == [-16] * 6 + [-96]
    assert [costs.step for costs in game.rules.costs] == [2, 2, 4, 4, 8, 16, 2]
    assert game.refuses("-16 0 0 2") == -2
    assert game.refuses("-18 2 0 0") == 0
    assert game.refuses("-15 -1 0 0") == 0
    game.quick("-16 0 0 0", "-2 -4 -10 0", "-4 -4 -4 -4", "0 -16 0 0", "-8 0 -8 0", "0 0 0 -16")
    game.quick("-90 -2 -2 -2")
    assert (game.sheet, game.state.winners) == ([-120, -26, -24, -22], (3,))


def test_each_of_the_last_two_tricks_of_king_costs_eight() -> None:
    game = ShownGame("king").to_round(5)
    for trick in tricks_of_suits("A K Q J 10 9 8 7"):
        game.laid(trick)
    paid = [player.round_points for player in game.state.players]
    assert sorted(paid) == [-16, 0, 0, 0]


def test_hearts_of_king_are_never_opened() -> None:
    game = ShownGame("king").to_round(2)
    leader = game.turn
    refused = game.refused(Play(card="7H"))
    assert refused.refusal == RestrictedLead("H", opens=False)
    events = game.obey(*(Play(card=card) for card in ("7C", "8C", "9H", "10C")))
    assert not any(isinstance(event, Broken) for event in events)
    assert (game.state.broken, game.turn == leader) == (False, False)
    assert game.refused(Play(card="7H")).code == "restricted-lead"
    game.obey(Play(card="7H", only_suit=True))
    assert game.state.led == "H"


def test_second_half_of_king_for_three_brings_back_what_the_first_takes() -> None:
    game = ShownGame("king-for-three", 3)
    totals = [costs.total for costs in game.rules.costs]
    assert totals[:6] == [-72] * 6
    assert totals[6:] == [72] * 6


def test_seventh_and_last_trick_of_kierki_cost_75() -> None:
    game = ShownGame("kierki").to_round(6)
    paid = []
    for trick in tricks_of_suits("A K Q J 10 9 8 7 6 5 4 3 2"):
        for card in trick.split():
            paid += [
                event.points
                for event in game.obey(Play(card=card, accept_revoke=True))
                if isinstance(event, TrickTaken)
            ]
    assert paid == [0] * 6 + [75] + [0] * 5 + [75]
    assert game.phase == "game-over"


def test_six_rounds_of_kierki_have_the_printed_sums() -> None:
    game = ShownGame("kierki")
    assert [costs.total for costs in game.rules.costs] == [260, 260, 240, 240, 150, 150]
    game.quick("260 0 0 0", "20 40 60 140", "240 0 0 0", "30 210 0 0", "0 0 150 0")
    game.deal()
    assert game.refuses("0 0 0 0") == 150
    assert game.refuses("80 70 0 0") == 0
    game.quick("75 75 0 0")
    assert (game.sheet, game.state.winners) == ([625, 325, 210, 140], (3,))


def test_highest_trump_takes_the_trick_of_another_suit() -> None:
    game = ShownGame("barbu").to_round(6)
    seats = [game.names[(game.state.dealer + seat) % 4] for seat in range(1, 5)]
    (*_, taken) = game.obey(*(Play(card=card) for card in ("AD", "2S", "KD", "3S")))
    assert taken == TrickTaken(seats[3], "3S", 1, 5)
    (*_, taken) = game.obey(*(Play(card=card) for card in ("4H", "AC", "6H", "KC")))
    assert taken == TrickTaken(seats[1], "6H", 2, 5)
    assert game.round_points == {seats[3]: 5, seats[1]: 5}
    assert game.public()["trump"] == "S"


def test_knaves_are_won_by_the_most_points_from_twenty_on() -> None:
    game = ShownGame("knaves", 3)
    assert game.refuses("17 0 0") == -10
    assert game.refuses("18 -11 0") == 0
    game.quick("17 -10 0", "2 5 0")
    assert (game.sheet, game.phase) == ([19, -5, 0], "round-over")
    game.quick("0 17 -10")
    assert game.phase == "round-over"
    game.quick("1 6 0")
    assert (game.phase, game.state.winners) == ("game-over", (0,))


@pytest.mark.parametrize(
    ("players", "cards"),
    [(3, 17), (4, 13), (5, 10)],
)
def test_black_maria_has_43_points_whatever_the_number_of_players(players: int, cards: int) -> None:
    game = ShownGame("black-maria", players)
    assert game.rules.hand_size == cards
    assert game.rules.round(1).total == 43
    assert game.begun[-1] == PassingCalled(3, "right")


ALL = "7 8 9 10 J Q K A"


@pytest.mark.parametrize(
    ("ranks", "removed", "hands"),
    [
        ("9 10 J Q K A", {5: "9C 9D 9H 9S"}, {2: 12, 3: 8, 4: 6, 5: 4, 6: 4}),
        (ALL, {3: "7C 7S", 5: "7C 7S", 6: "7C 7S", 7: "7C 7D 7H 7S"}, {2: 16, 3: 10, 7: 4, 8: 4}),
        (f"6 {ALL}", {5: "6C", 7: "6C", 8: "6C 6D 6H 6S"}, {3: 12, 4: 9, 5: 7, 6: 6, 8: 4}),
    ],
)
def test_round_counts_with_every_deck_and_number_of_players(
    tmp_path: Path, ranks: str, removed: dict[int, str], hands: dict[int, int]
) -> None:
    lines = "\n".join(f'{players} = "{cards}"' for players, cards in removed.items())
    file = tmp_path / "ours.toml"
    file.write_text(
        f'family = "tricks"\ntitle = "Ours"\nshort = "O"\nplayers = [2, {max(hands)}]\n'
        f'ranks = "{ranks}"\n[removed]\n{lines}\n'
        "[[rounds]]\ntrick = 1\nlast_trick = 5\nlast_tricks = 2\ntricks = { 1 = -3 }\n"
    )
    shelf = load_variants(extra=[file])
    assert shelf.problems == ()
    for players, hand in hands.items():
        game = TrickGame("ours", players, variants=shelf.variants)
        assert (game.rules.hand_size, game.rules.round(1).total) == (hand, hand + 10 - 3)
        game.score(Bo=hand + 7)
        assert game.phase == "game-over"
        assert "Bo" not in game.winners
