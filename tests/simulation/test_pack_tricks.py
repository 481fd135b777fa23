"""The pack in trick games: its cards are dealt, played, taken, undone and shuffled again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core.cards import Card
from companion.core.commands import Deal, New, Play, Score, Undo
from companion.errors import Illegal
from companion.games.tricks.variant import TrickRules
from companion.simulation.pack import Hands, SimulatedPack, cards_passed
from companion.table.table import Table
from tests.drivers.game import NAMES, GameDriver
from tests.simulation.trick_table import TrickTable, face
from tests.table.tables import started_again, table_in

GAMES = [
    *(("arizona-spaghetti", players) for players in range(3, 9)),
    *(("slobberhannes", players) for players in range(3, 7)),
    *(("polignac", players) for players in range(4, 7)),
]
ALL = pytest.mark.parametrize(("variant", "players"), GAMES)


def held(hands: Hands, seat: int) -> list[Card]:
    return [card for card in hands.seats[seat] if card is not None]


def all_held(hands: Hands) -> list[Card]:
    return [card for seat in range(len(hands.seats)) for card in held(hands, seat)]


@ALL
def test_played_card_leaves_only_the_hand_of_its_player(variant: str, players: int) -> None:
    table = TrickTable(variant, players)
    cards = 0
    while table.state.phase != "game-over":
        for before, seat, card in table.play_round():
            after = table.hands
            assert card in held(before, seat)
            for other in range(players):
                gone = [card] if other == seat else []
                assert [one for one in held(before, other) if one not in gone] == held(after, other)
            cards += 1
        if table.state.phase == "round-over":
            table.obey(Deal())
    assert cards >= len(table.deck)


@ALL
def test_hands_trick_and_taken_tricks_make_up_the_deck(variant: str, players: int) -> None:
    table = TrickTable(variant, players, "another seed")
    deck = set(table.deck)
    assert len(deck) == table.rules.pack.size
    for _ in range(3):
        taken: list[Card] = []
        assert set(all_held(table.hands)) == deck
        for before, _, card in table.play_round():
            after = table.hands
            lying = [*before.pile, card]
            if not after.pile:
                taken += lying
            else:
                assert list(after.pile) == lying
            places = [*all_held(after), *after.pile, *taken]
            assert len(places) == len(deck)
            assert set(places) == deck
            assert [len(held(after, seat)) for seat in range(players)] == [
                player.cards for player in table.state.players
            ]
        if table.state.phase == "game-over":
            return
        table.obey(Deal())


def test_deck_of_32_begins_with_the_seven() -> None:
    table = TrickTable("slobberhannes", 4)
    assert {card.rank for card in table.deck} == {"7", "8", "9", "10", "J", "Q", "K", "A"}
    three = TrickTable("slobberhannes", 3).deck
    assert len(three) == 30
    assert {face(card) for card in three if card.rank == "7"} == {"7H", "7D"}


def test_hand_is_sorted_by_suit_with_the_ace_next_to_the_king() -> None:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    for players in (3, 8):
        for seat in range(players):
            hand = held(TrickTable("arizona-spaghetti", players).hands, seat)
            places = [("SHDC".index(card.suit or ""), ranks.index(card.rank)) for card in hand]
            assert places == sorted(places)


def test_played_card_leaves_a_gap_until_the_trick_ends() -> None:
    table = TrickTable("arizona-spaghetti", 3)
    dealt = table.hands
    at = dealt.seats[0].index(table.play_fitting())
    assert table.hands.seats[0] == [*dealt.seats[0][:at], None, *dealt.seats[0][at + 1 :]]
    table.play_fitting()
    table.play_fitting()
    assert table.hands.seats[0] == dealt.seats[0][:at] + dealt.seats[0][at + 1 :]
    table.obey(Undo())
    assert table.hands.seats[0][at] is None


@pytest.mark.parametrize(("variant", "players"), [("arizona-spaghetti", 4), ("slobberhannes", 5)])
def test_undo_restores_hands_across_tricks_and_rounds(variant: str, players: int) -> None:
    table = TrickTable(variant, players)
    known = [table.hands]
    for _ in range(600):
        if table.luck.random() < 0.02 and len(known) > 1:
            count = min(table.luck.choice([1, 2, players, 3 * players, 60]), len(known) - 1)
            table.obey(Undo(count))
            del known[-count:]
            assert table.hands == known[-1]
            continue
        if table.state.phase == "game-over":
            break
        if table.state.phase == "round-over":
            table.obey(Deal())
        else:
            table.play_fitting()
        known.append(table.hands)
    assert table.state.round > 2


def test_following_card_by_card_equals_following_at_once() -> None:
    table = TrickTable("polignac", 6)
    for _ in range(2):
        for before, _, _ in table.play_round():
            at_once = SimulatedPack().follow(table.seed, table.rules.pack, table.game.moments)
            assert at_once == table.hands != before
        table.obey(Deal())


def test_entered_points_keep_the_hands_until_the_next_deal() -> None:
    table = TrickTable("arizona-spaghetti", 4)
    dealt = table.hands
    table.obey(Score(points={"Ann": 130}))
    assert table.hands == dealt
    table.obey(Deal())
    assert table.hands != dealt
    assert set(all_held(table.hands)) == set(all_held(dealt))


def rounds_that_end_early() -> Iterator[TrickTable]:
    """Yield rounds 2 to 4 of games in which the players do not wait for the last card."""
    for seed in range(12):
        table = TrickTable("arizona-spaghetti", 5, f"seed {seed}")
        table.obey(Score(points={"Ann": 100}))
        for _ in range(3):
            table.obey(Deal())
            for _ in table.play_round():
                pass
            if sum(player.cards for player in table.state.players):
                yield table


def test_held_cards_stay_after_an_early_end_until_the_next_deal() -> None:
    seen = set()
    for table in rounds_that_end_early():
        seen.add(table.state.round)
        hands = table.hands
        assert hands.pile == []
        assert [len(held(hands, seat)) for seat in range(5)] == [
            player.cards for player in table.state.players
        ]
        rest = set(all_held(hands))
        table.obey(Deal())
        assert rest < set(all_held(table.hands)) == set(table.deck)
        table.obey(Undo())
        assert table.hands == hands
    assert seen == {2, 3, 4}


def test_accepted_revoke_leaves_its_hand() -> None:
    table = TrickTable("arizona-spaghetti", 4)
    void = next(
        seat for seat in (1, 2, 3) if len({card.suit for card in held(table.hands, seat)}) > 1
    )
    lead = next(
        card for card in table.hand if card.suit in {one.suit for one in held(table.hands, void)}
    )
    table.obey(Play(card=face(lead)))
    for seat in (1, 2, 3):
        hand = held(table.hands, seat)
        wanted = [card for card in hand if (card.suit == lead.suit) != (seat == void)] or hand
        table.obey(Play(card=face(wanted[0])))
    revoke = next(card for card in held(table.hands, void) if card.suit == lead.suit)
    while table.state.turn != void:
        table.play_fitting()
    with pytest.raises(Illegal, match="revoke"):
        table.obey(Play(card=face(revoke)))
    before = table.hands
    table.obey(Play(card=face(revoke), accept_revoke=True))
    assert [card for card in held(before, void) if card != revoke] == held(table.hands, void)


def test_card_of_another_hand_is_swapped_down_to_the_last_one() -> None:
    """Any card of the deck may be scanned; the size of the player's hand stays correct."""
    table = TrickTable("slobberhannes", 6)
    swaps = 0
    while table.state.phase == "play":
        turn = table.state.turn
        assert turn is not None
        hands = table.hands
        other = (turn + 1) % 6
        card = (held(hands, other) or held(hands, turn))[-1]
        mine = held(hands, turn)
        table.obey(Play(card=face(card), accept_revoke=True))
        after = table.hands
        assert [len(held(after, seat)) for seat in range(6)] == [
            player.cards for player in table.state.players
        ]
        if card not in mine and after.pile:
            swaps += 1
            assert after.pile[-1] == card
            assert len(set(held(after, other)) & set(mine)) == 1
    assert swaps > 15


def followed(table: Table) -> Hands:
    """Return the hands at a table, as a box that has just started works them out."""
    assert isinstance(table.rules, TrickRules)
    return SimulatedPack().follow(f"a seed {table.game}", table.rules.pack, table.moments)


def test_restarted_box_restores_the_same_hands(tmp_path: Path) -> None:
    playing = TrickTable("arizona-spaghetti", 7, "a seed 1")
    table = table_in(tmp_path)
    table.obey(New(variant="arizona-spaghetti", players=NAMES[:7]))
    for _ in range(2):
        for _, _, card in playing.play_round():
            table.obey(Play(card=face(card), only_suit=True))
        playing.obey(Deal())
        table.obey(Deal())
    for _ in range(10):
        table.obey(Play(card=face(playing.play_fitting()), only_suit=True))
    table.take_back(2)
    playing.obey(Undo(2))
    assert len(playing.hands.pile) == 1
    assert followed(table) == playing.hands
    again = started_again(tmp_path, tmp_path / "elsewhere")
    assert followed(again) == playing.hands
    again.close()
    table.close()


def test_each_card_of_an_accepted_revoke_is_played_once() -> None:
    game = GameDriver(stickers=True)
    game.new("arizona-spaghetti", 3)
    game.play("5C 2D 6C 8C 9D")
    game.let_stand("10C")
    game.let_stand("JC")
    assert [cards_passed(moment) for moment in game.game.moments][-3:] == [
        (Card("9", "D"),),
        (Card("10", "C"),),
        (Card("J", "C"),),
    ]


def test_pack_follows_two_alternating_games_independently() -> None:
    pack = SimulatedPack()
    games = [GameDriver(stickers=True), GameDriver(stickers=True)]
    games[0].new("ninety-nine", 3)
    games[0].play("8H 7C")
    games[1].new("arizona-spaghetti", 3)
    games[1].play("5C")
    for game in (*games, *games):
        followed = pack.follow("a seed", game.pack, game.game.moments)
        assert followed == SimulatedPack().follow("a seed", game.pack, game.game.moments)
