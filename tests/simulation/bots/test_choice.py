"""The choices of bots: legal, based on what they see, and better at higher levels."""

from collections import Counter
from dataclasses import replace
from random import Random

import msgspec
import pytest

from companion.core.commands import Bust, Play
from companion.core.family import PlayerView
from companion.simulation.bots import Level, choose, seat_to_act, view_of
from companion.simulation.pack import Hands
from tests.depth import FULL
from tests.simulation.bots.table import BotTable, losers_of, playable
from tests.simulation.bots.tournament import CARD_GAMES, mixed
from tests.variants.shown_games import shown
from tests.variants.test_shown_tricks import SHELF

GAMES = 100 if FULL else 3
"""Games of each variant, each at a table of another allowed size."""
TOURNAMENT, MARGIN = (60, 1.15) if FULL else (15, 1.5)
"""Games of each of three variants between two levels, and the margin of losses.

The worse level must lose at least that much more often.
"""


@pytest.mark.parametrize("variant", CARD_GAMES)
def test_bots_play_every_game_without_an_illegal_command(variant: str) -> None:
    for number in range(GAMES):
        mixed(variant, number).played()


def test_bot_that_holds_the_two_of_clubs_leads_it() -> None:
    table = BotTable("two-of-clubs-leads", ["fair"] * 4, "a seed", variants=SHELF.variants).played()
    assert table.phase == "game-over"
    leads = [
        (moment.command.card, moment.command.player)
        for moment in table.game.moments
        if isinstance(moment.command, Play) and isinstance(moment.command.player, str)
    ]
    assert len(leads) == table.state.deal_number
    assert {card for card, _ in leads} == {"2C/1"}
    assert {name for _, name in leads} <= set(table.names)


def test_bots_play_a_deck_that_is_not_dealt_out_evenly() -> None:
    table = BotTable("hearts-with-a-kitty", ["fair"] * 3, "a seed", variants=SHELF.variants)
    assert table.played().phase == "game-over"


def test_bots_choose_rounds_and_trumps() -> None:
    table = BotTable(
        "king-with-trumps", ["fair"] * 4, "a seed", variants=SHELF.variants, contract=3
    )
    assert table.played().phase == "game-over"


@pytest.mark.parametrize(
    "house",
    [
        {"up_card": "apply", "last_card": "KS"},
        {"sets": False, "over": "bust"},
        {"stock_out": "reshuffle", "jokers": 4},
        {"two_player_reverse": "again", "debt_passes": "full"},
    ],
)
def test_bots_play_by_house_rules(house: dict[str, object]) -> None:
    for number in range(GAMES):
        mixed("arizona-ninety-eight", number, **house).played()


@pytest.mark.parametrize(
    "variant", ["ninety-nine", "arizona-ninety-eight", "one-hundred", "slobberhannes"]
)
@pytest.mark.parametrize("level", ["easy", "fair", "sharp"])
def test_choice_does_not_depend_on_the_hands_of_others(variant: str, level: Level) -> None:
    table = BotTable(variant, [level] * 4, "a seed")
    for step in range(60):
        seat = seat_to_act(table.state, table.hands)
        if seat is None:
            break
        rules = table.game.rules
        assert rules is not None
        views = [view_of(rules, table.state, hands, seat) for hands in elsewhere(table.hands, seat)]
        assert len(set(map(repr, views))) == 1
        choices = [choose(view, level, Random(step)) for view in views]  # noqa: S311
        assert choices.count(choices[0]) == len(choices)
        table.step()


def elsewhere(hands: Hands, seat: int) -> list[Hands]:
    """Return the given hands and others that differ only in cards that this seat cannot see."""
    tables = [hands]
    for number in range(3):
        counts = [len(hand) if other != seat else 0 for other, hand in enumerate(hands.seats)]
        hidden = [card for other, hand in enumerate(hands.seats) if other != seat for card in hand]
        cards = [*hidden, *hands.stock]
        Random(number).shuffle(cards)  # noqa: S311
        seats = [
            hands.seats[other] if other == seat else [cards.pop() for _ in range(count)]
            for other, count in enumerate(counts)
        ]
        stock = [card for card in cards if card is not None]
        tables.append(replace(hands, seats=seats, stock=stock))
    return tables


def test_view_holds_one_hand_and_the_public_state() -> None:
    table = BotTable("ninety-nine", ["sharp"] * 4, "a seed")
    assert {field.name for field in msgspec.structs.fields(PlayerView)} == {
        "rules",
        "state",
        "seat",
        "hand",
    }
    view = table.view(1)
    written = repr((view.state, view.seat, view.hand))  # the rules contain every card of the pack
    for seat in (0, 2, 3):
        assert not any(f"'{card}'" in written for card in table.view(seat).hand)


def test_bust_shows_the_hand_only_when_no_card_of_it_can_be_played() -> None:
    busts = 0
    for number in range(20):
        table = BotTable("ninety-nine-boyer", ["easy"] * 3, str(number))
        while (seat := seat_to_act(table.state, table.hands)) is not None:
            view = table.view(seat)
            table.step()
            is_bust = isinstance(command := table.game.moments[-1].command, Bust)
            assert is_bust == (not any(playable(view, card) for card in view.hand))
            if is_bust:
                assert isinstance(command, Bust)
                assert command.hand == view.hand
                busts += 1
    assert busts > 20


def test_bots_follow_suit() -> None:
    for number in range(5):
        table = BotTable("arizona-spaghetti", ["easy", "sharp", "fair"], str(number))
        while (seat := seat_to_act(table.state, table.hands)) is not None:
            view, led = table.view(seat), getattr(table.state, "led", None)
            table.step()
            match table.game.moments[-1].command:
                case Play(card=str(card), accept_revoke=revokes):
                    assert not revokes
                    has = any(held.split("/")[0].endswith(str(led)) for held in view.hand)
                    assert not has or card.split("/")[0].endswith(str(led))


@pytest.mark.parametrize(
    ("trick", "hand", "card"),
    [
        ("9C AC", "2S 3H KD", "2S"),  # a trump takes the point of the trick
        ("9C JH", "2S 3H KD", "3H"),  # but not a trick that costs more than it brings
        ("9C JH", "2S 3H JD", "JD"),
        ("4C 5S", "KS 2H 3D", "KS"),
        ("4C KS", "QS 2S 9D", "9D"),
    ],
)
def test_sharp_bot_knows_trumps(trick: str, hand: str, card: str) -> None:
    game = shown("knaves")
    for text in trick.split():
        game.play(text)
    view = PlayerView(game.rules, game.state, 2, tuple(hand.split()))
    assert choose(view, "sharp", Random(1)) == Play(card=card)  # noqa: S311


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("sharp", "fair", marks=pytest.mark.full),
        pytest.param("fair", "easy", marks=pytest.mark.full),
        ("sharp", "easy"),
    ],
)
def test_better_bots_lose_less_often(better: Level, worse: Level) -> None:
    """The games are seeded, so the result is reproducible; the margin excludes chance."""
    lost: Counter[Level] = Counter()
    for number in range(TOURNAMENT):
        levels = [better, worse] * 2 if number % 2 else [worse, better] * 2
        for variant in ("ninety-nine-boyer", "ninety-eight-umass", "polignac"):
            table = BotTable(variant, levels, str(number)).played()
            for seat in losers_of(table.state):
                lost[levels[seat]] += 1
    assert lost[worse] > MARGIN * lost[better], lost
