"""The pack outside the box: cards are conserved, and hands agree with every count of the state."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any, cast

import msgspec
import pytest

from companion.core.cards import Card, Pack, parse_card
from companion.core.commands import Play
from companion.core.events import (
    Dealt,
    DrawForgotten,
    Eliminated,
    Played,
    Reshuffled,
    RoundDealt,
    TrickCardPlayed,
)
from companion.core.family import HistoryEntry
from companion.errors import CardError
from companion.games.adding.state import AddingState, Call, Player
from companion.games.history import GameHistory
from companion.games.tricks.state import TrickCard, TrickPlayer, TrickState
from companion.referee import Referee
from companion.simulation.pack import Hands, SimulatedPack, labels_of
from companion.variants import load_variants
from tests.drivers.game import GameDriver
from tests.games.streams import VARIANTS, Stream

SHELF = load_variants().variants
ANN, BO = 0, 1
NAMES = ("Ann", "Bo", "Cy")


def pack_of(game: GameHistory) -> Pack:
    assert game.rules is not None
    pack = game.rules.pack
    assert pack is not None
    return pack


def games(variant: str, seed: int, lines: int) -> Iterator[tuple[str, GameHistory]]:
    """Yield the shuffling seed and the history of generated games, after each accepted command."""
    referee, stream = Referee(SHELF), Stream(seed, variant=variant)
    reply: dict[str, Any] | None = None
    number = 0
    for _ in range(lines):
        line = stream.next(reply)
        reply = json.loads(referee.answer(line))
        command = json.loads(line)
        if not reply["ok"] or command["cmd"] in {"claim", "state", "variants"}:
            continue
        number += command["cmd"] == "new"
        yield f"game {number}", referee.game


def state_of(game: GameHistory) -> AddingState:
    assert isinstance(game.state, AddingState)
    return game.state


def held(hands: Hands, seat: int) -> list[Card]:
    return [card for card in hands.seats[seat] if card is not None]


def face_agrees(card: Card, called: Card) -> bool:
    return (
        card.rank == called.rank
        and called.suit in {None, card.suit}
        and called.deck in {None, card.deck}
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_and_pile_agree_with_every_state(variant: str) -> None:
    seen = 0
    for seed in range(4):
        pack = SimulatedPack()
        for shuffle, game in games(variant, seed, 250):
            state = state_of(game)
            hands = pack.follow(shuffle, pack_of(game), game.moments)
            assert [len(held(hands, seat)) for seat in range(len(hands.seats))] == [
                player.cards for player in state.players
            ]
            assert len(hands.pile) == len(state.pile)
            assert all(map(face_agrees, hands.pile, state.pile))
            seen += 1
    assert seen > 300


@pytest.mark.parametrize("variant", ["ninety-nine", "arizona-ninety-eight", "ninety-eight-umass"])
def test_no_card_is_in_two_places(variant: str) -> None:
    pack = SimulatedPack()
    for shuffle, game in games(variant, 7, 400):
        deck = pack_of(game)
        hands = pack.follow(shuffle, deck, game.moments)
        lying = [*hands.pile, *(card for hand in hands.seats for card in hand if card)]
        assert max(Counter(lying).values()) == 1
        assert set(lying) <= set(labels_of(deck))


@pytest.mark.slow("deals and follows games of every kind twice")
def test_following_step_by_step_equals_following_at_once() -> None:
    pack = SimulatedPack()
    for shuffle, game in games("ninety-nine", 3, 300):
        deck = pack_of(game)
        at_once = SimulatedPack().follow(shuffle, deck, list(game.moments))
        assert pack.follow(shuffle, deck, game.moments) == at_once


def test_set_and_joker_keep_their_stickers() -> None:
    game = GameDriver(stickers=True)
    game.new("arizona-ninety-eight", 3)
    game.obey(Play(cards=("8H", "8S")))
    game.play("JK/1#2")
    pile = (
        SimulatedPack().follow("s", pack_of(cast("GameHistory", game.game)), game.game.moments).pile
    )
    assert pile[-3:] == [
        Card("8", "H", 1),
        Card("8", "S", 1),
        Card("JK", None, 1, 2),
    ]


def state(
    turn: int,
    pile: tuple[str, ...] = (),
    hand: int = 1,
    held: tuple[int, int] = (3, 3),
    **counts: int,
) -> AddingState:
    """Return a state of two players of ninety-nine with one deck; `pile` may name stickers."""
    cards = tuple(Pack(stickers=True).read(text) for text in pile)
    players = (Player("Ann", cards=held[0]), Player("Bo", cards=held[1]))
    stock = counts.get("stock", 52 - sum(held) - len(pile))
    aside = counts.get("aside", 0)
    return AddingState(
        phase="play",
        hand=hand,
        dealer=1,
        players=players,
        turn=turn,
        pile=cards,
        stock=stock,
        aside=aside,
    )


def dealt(state: AddingState) -> HistoryEntry:
    return HistoryEntry(state, (Dealt(state.hand, "Bo", 3),))


def plays(state: AddingState, *cards: str) -> HistoryEntry:
    """Return a history entry in which Ann played one or several cards to reach `state`."""
    call = Call(0, tuple(Pack(stickers=True).read(card) for card in cards), None, 0)
    return HistoryEntry(msgspec.structs.replace(state, call=call), (Played("Ann", cards, 0),))


def face(card: Card | None) -> str:
    assert card is not None
    return card.rank + (card.suit or "")


def test_drawn_card_takes_the_place_of_the_played_card() -> None:
    pack, first = SimulatedPack(), dealt(state(ANN))
    before = pack.follow("s", Pack(), [first])
    middle = face(before.seats[0][1])
    after = pack.follow("s", Pack(), [first, plays(state(BO, (middle,)), middle)])
    assert after.pile == [before.seats[0][1]]
    assert after.seats[0][0] == before.seats[0][0]
    assert after.seats[0][2] == before.seats[0][2]
    assert after.seats[0][1] not in before.seats[0]
    assert after.seats[1] == before.seats[1]


def test_gap_stays_until_a_card_is_drawn() -> None:
    pack, first = SimulatedPack(), dealt(state(ANN))
    before = pack.follow("s", Pack(), [first])
    middle = face(before.seats[0][1])
    owing = state(ANN, (middle,), held=(2, 3), stock=46)
    after = pack.follow("s", Pack(), [first, plays(owing, middle)])
    assert after.seats[0] == [before.seats[0][0], None, before.seats[0][2]]


def test_wrongly_drawn_card_goes_back() -> None:
    pack, first = SimulatedPack(), dealt(state(ANN))
    before = pack.follow("s", Pack(), [first])
    middle = face(before.seats[0][1])
    moments = [first, plays(state(BO, (middle,)), middle)]
    forgotten = state(BO, (middle,), held=(2, 3), stock=46)
    after = pack.follow("s", Pack(), [*moments, HistoryEntry(forgotten, (DrawForgotten("Ann"),))])
    assert after.seats[0] == [before.seats[0][0], None, before.seats[0][2]]


def test_hand_of_a_player_who_is_out_returns_with_a_reshuffle() -> None:
    pack, first = SimulatedPack(), dealt(state(ANN, held=(20, 20)))
    before = pack.follow("s", Pack(), [first])
    out = HistoryEntry(state(BO, held=(0, 20), stock=12, aside=20), (Eliminated("Ann", "left"),))
    gone = pack.follow("s", Pack(), [first, out])
    assert gone.seats == [[], before.seats[1]]
    back = HistoryEntry(state(BO, held=(32, 20)), (Reshuffled(20),))
    again = pack.follow("s", Pack(), [first, out, back])
    assert set(before.seats[0]) <= set(again.seats[0])


def test_undo_restores_exactly_the_earlier_hands() -> None:
    pack, first = SimulatedPack(), dealt(state(ANN))
    before = pack.follow("s", Pack(), [first])
    played = face(before.seats[0][0])
    pack.follow("s", Pack(), [first, plays(state(BO, (played,)), played)])
    assert pack.follow("s", Pack(), [first]) == before


def test_card_not_held_by_the_player_is_swapped_with_a_held_one() -> None:
    pack, first = SimulatedPack(), dealt(state(ANN))
    before = pack.follow("s", Pack(), [first])
    bos = face(before.seats[1][0])
    after = pack.follow("s", Pack(), [first, plays(state(BO, (bos,)), bos)])
    assert after.pile == [before.seats[1][0]]
    assert after.seats[1][0] in before.seats[0]
    assert after.seats[1][1:] == before.seats[1][1:]
    assert len([card for card in after.seats[0] if card in before.seats[0]]) == 2


def test_rank_alone_plays_a_held_card() -> None:
    pack, first = SimulatedPack(), dealt(state(ANN))
    before = pack.follow("s", Pack(), [first])
    card = before.seats[0][2]
    assert card is not None
    after = pack.follow("s", Pack(), [first, plays(state(BO, (card.rank,)), card.rank)])
    assert after.pile[0] in before.seats[0]


def test_new_hand_is_reshuffled() -> None:
    pack, first = SimulatedPack(), dealt(state(ANN))
    before = pack.follow("s", Pack(), [first])
    after = pack.follow("s", Pack(), [first, dealt(state(BO, hand=2))])
    assert after.seats != before.seats
    assert after.pile == []


def test_each_seed_deals_differently() -> None:
    hands = [
        SimulatedPack().follow(f"seed {at}", Pack(), [dealt(state(ANN))]).seats for at in range(20)
    ]
    assert all(one != other for one, other in combinations(hands, 2))


def test_jokers_differ_by_their_stickers() -> None:
    deck, jokers = Pack(jokers=2), [Card("JK", None, 1, number) for number in (1, 2)]
    first = dealt(state(ANN, held=(20, 20), stock=14))
    played = plays(state(BO, ("JK/1#2",), held=(20, 20), stock=13), "JK/1#2")
    both = 0
    for at in range(60):
        pack = SimulatedPack()
        if set(jokers) <= set(pack.follow(str(at), deck, [first]).seats[0]):
            both += 1
            after = pack.follow(str(at), deck, [first, played])
            assert after.pile == [jokers[1]]
            assert jokers[0] in after.seats[0]
    assert both > 0


def spaghetti(turn: int, cards: tuple[int, ...], *trick: str) -> HistoryEntry:
    """Return three players of Arizona Spaghetti, just after the last card of the trick."""
    players = tuple(
        TrickPlayer(name, cards=count) for name, count in zip(NAMES, cards, strict=True)
    )
    lying = tuple(TrickCard(seat, parse_card(card)) for seat, card in enumerate(trick))
    state = TrickState(
        phase="play",
        round=1,
        dealer=2,
        players=players,
        turn=turn,
        trick=lying if len(lying) < 3 else (),
    )
    said = (
        TrickCardPlayed(NAMES[len(trick) - 1], trick[-1], led=len(trick) == 1)
        if trick
        else RoundDealt(1, "Cy", 17)
    )
    return HistoryEntry(state, (said,))


def test_trick_leaves_the_hands_and_is_removed_completely() -> None:
    pack, deck = SimulatedPack(), Pack(removed=(parse_card("2C"),))
    moments = [spaghetti(0, (17, 17, 17))]
    dealt = pack.follow("s", deck, moments)
    assert Card("2", "C", 1) not in {card for hand in dealt.seats for card in hand}
    first, second, third = (face(hand[4]) for hand in dealt.seats)
    moments.append(spaghetti(1, (16, 17, 17), first))
    moments.append(spaghetti(2, (16, 16, 17), first, second))
    assert [face(card) for card in pack.follow("s", deck, moments).pile] == [first, second]
    moments.append(spaghetti(0, (16, 16, 16), first, second, third))
    taken = pack.follow("s", deck, moments)
    assert taken.pile == []
    assert taken.seats == [hand[:4] + hand[5:] for hand in dealt.seats]


def test_large_hand_is_dealt_sorted() -> None:
    deck = Pack(removed=(parse_card("2C"),))
    hands = SimulatedPack().follow("s", deck, [spaghetti(0, (17, 17, 17))])
    order = {card: at for at, card in enumerate(labels_of(deck))}
    for hand in hands.seats:
        places = [order[card] for card in hand if card is not None]
        assert places == sorted(places)


@pytest.mark.parametrize(
    "wrong",
    [
        state(ANN, stock=45),
        state(ANN, ("JK",), stock=45),
        state(ANN, held=(30, 30), stock=0),
    ],
)
def test_impossible_first_deal_raises(wrong: AddingState) -> None:
    with pytest.raises(CardError):
        SimulatedPack().follow("s", Pack(), [dealt(wrong)])


@pytest.mark.parametrize(
    "wrong",
    [
        plays(state(BO, ("9H", "8H")), "9H"),
        plays(state(BO, ("9H",), aside=3, stock=42), "9H"),
        plays(state(BO, ("9H",), stock=40), "9H"),
    ],
)
def test_inconsistent_history_entry_raises(wrong: HistoryEntry) -> None:
    with pytest.raises(CardError):
        SimulatedPack().follow("s", Pack(), [dealt(state(ANN)), wrong])
