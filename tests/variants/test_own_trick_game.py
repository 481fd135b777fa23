"""A new game of avoiding points in tricks needs only a file, and no code."""

from pathlib import Path
from random import Random

import pytest

from companion.variants import load_variants
from tests.drivers.game import NAMES, RefereeDriver

HEARTS = """\
family = "tricks"
title = "Hearts"
short = "H"
players = [3, 6]
ranks = "2 3 4 5 6 7 8 9 10 J Q K A"
until = 100

[removed]
3 = "2C"
5 = "2C 2D"
6 = "2C 3C 2D 3D"

[[rounds]]
restricted = "H"
cards = { H = 1, QS = 13 }
"""
HIGH = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
OUT = {3: {"2C"}, 4: set(), 5: {"2C", "2D"}, 6: {"2C", "3C", "2D", "3D"}}


class Evening(RefereeDriver):
    """Players of a custom game with real cards, who also keep the points on paper."""

    def __init__(self, file: Path, players: int, seed: int) -> None:
        super().__init__(load_variants(extra=[file]).variants)
        self.names = NAMES[:players]
        self.random = Random(seed)  # noqa: S311  # a shuffled pack, no secret
        self.paper = dict.fromkeys(self.names, 0)
        self.only_hearts = 0
        self.state = self.says(cmd="new", variant=file.stem, players=self.names)

    def deal(self) -> dict[str, list[str]]:
        cards = [rank + suit for rank in HIGH for suit in "CDHS"]
        cards = [card for card in cards if card not in OUT[len(self.names)]]
        self.random.shuffle(cards)
        hands = {name: cards[seat :: len(self.names)] for seat, name in enumerate(self.names)}
        assert {player["name"]: player["cards"] for player in self.state["players"]} == {
            name: len(hand) for name, hand in hands.items()
        }
        return hands

    def chooses(self, hand: list[str], led: str | None, *, broken: bool) -> tuple[str, bool]:
        """Return a legal card, and whether it is led because only hearts are left."""
        same = [card for card in hand if card[-1] == led]
        if led is not None:
            return self.random.choice(same or hand), False
        others = [card for card in hand if card[-1] != "H"]
        return self.random.choice(hand if broken else others or hand), not broken and not others

    def plays_a_round(self) -> None:
        hands = self.deal()
        seat = self.names.index(self.state["turn"])
        broken = False
        while any(hands.values()):
            trick: list[tuple[str, str]] = []
            for place in range(len(self.names)):
                name = self.names[(seat + place) % len(self.names)]
                led = trick[0][1][-1] if trick else None
                card, only_hearts = self.chooses(hands[name], led, broken=broken)
                hands[name].remove(card)
                play = {"cmd": "play", "player": name, "card": card}
                self.state = self.says(**play, only_suit=True) if only_hearts else self.says(**play)
                self.only_hearts += only_hearts
                broken = broken or (card[-1] == "H" and led not in {None, "H"})
                trick.append((name, card))
            led = trick[0][1][-1]
            taker, _ = max(
                (laid for laid in trick if laid[1][-1] == led),
                key=lambda laid: HIGH.index(laid[1][:-1]),
            )
            self.paper[taker] += sum((card[-1] == "H") + 13 * (card == "QS") for _, card in trick)
            seat = self.names.index(taker)
            assert {
                player["name"]: player["points"] for player in self.state["players"]
            } == self.paper
            assert self.state["broken"] == broken
            assert self.state["turn"] in {taker, None}


@pytest.fixture
def hearts(tmp_path: Path) -> Path:
    file = tmp_path / "hearts.toml"
    file.write_text(HEARTS)
    return file


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_hearts_from_a_file_is_played_to_a_hundred(hearts: Path, players: int) -> None:
    table = Evening(hearts, players, seed=players)
    rounds = 0
    while table.state["phase"] != "game-over":
        if table.state["phase"] == "round-over":
            assert max(table.paper.values()) < 100
            table.state = table.says(cmd="deal")
        rounds += 1
        assert table.state["round"] == rounds
        table.plays_a_round()
        assert sum(table.paper.values()) == 26 * rounds
    assert max(table.paper.values()) >= 100
    fewest = min(table.paper.values())
    assert table.state["winners"] == [
        name for name, points in table.paper.items() if points == fewest
    ]


def test_these_games_include_a_leader_with_only_hearts(hearts: Path) -> None:
    tables = [Evening(hearts, 6, seed) for seed in range(40)]
    for table in tables:
        table.plays_a_round()
    assert sum(table.only_hearts for table in tables) > 0


def test_hearts_from_a_file_follows_the_rules_of_the_file(hearts: Path) -> None:
    table = Evening(hearts, 4, seed=1)
    assert table.refused(cmd="play", card="2H")["code"] == "restricted-lead"
    short = Evening(hearts, 3, seed=1)
    assert short.refused(cmd="play", card="2C")["code"] == "not-in-deck"
    assert table.refused(cmd="score", points={"Ann": 25})["missing"] == 1
    assert table.says(cmd="score", points={"Ann": 13, "Bo": 13})["phase"] == "round-over"
    listed = table.send({"cmd": "variants"})["variants"]
    assert {"name": "hearts", "title": "Hearts", "players": [3, 6], "provenance": "own"} in listed


def test_game_with_one_difference_needs_only_that_key(tmp_path: Path) -> None:
    (tmp_path / "hearts.toml").write_text(HEARTS)
    short = tmp_path / "short-hearts.toml"
    short.write_text('extends = "hearts"\ntitle = "Short hearts"\nuntil = 26\n')
    referee = RefereeDriver(load_variants(tmp_path).variants)
    referee.says(cmd="new", variant="short-hearts", players=("Ann", "Bo", "Cy"))
    state = referee.says(cmd="score", points={"Ann": 26})
    assert (state["phase"], state["winners"]) == ("game-over", ["Bo", "Cy"])
