"""The pack outside the box: cards are conserved, and hands agree with every count of the state."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from companion.errors import CardError
from companion.labels.codec import CardLabel
from companion.referee import Referee
from companion.simulation.pack import Deck, Hands, SimulatedPack, TableState
from companion.variants import load_variants
from tests.rules.streams import VARIANTS, Stream

SHELF = load_variants().variants


def deck_of(state: dict[str, Any]) -> Deck:
    """The deck that a state's counts add up to (docs/rules.md section 1.4)."""
    size = state["stock"] + len(state["pile"]) + state["aside"]
    size += sum(player["cards"] for player in state["players"])
    decks = 2 if size > 56 else 1
    return Deck(decks, (size - 52 * decks) // decks)


def games(variant: str, seed: int, lines: int) -> Iterator[tuple[int, list[TableState]]]:
    """The moments of generated games after each accepted command, and the game's number."""
    referee, stream = Referee(SHELF), Stream(seed, variant=variant)
    moments: list[TableState] = []
    reply: dict[str, Any] | None = None
    number = 0
    for _ in range(lines):
        line = stream.next(reply)
        reply = json.loads(referee.answer(line))
        command = json.loads(line)
        if not reply["ok"] or command["cmd"] in {"claim", "state", "variants"}:
            continue
        if command["cmd"] == "undo":
            del moments[-command.get("count", 1) :]
        else:
            if command["cmd"] == "new":
                moments, number = [], number + 1
            cards = [event["cards"] for event in reply["events"] if event["event"] == "played"]
            cards += [[event["card"]] for event in reply["events"] if event["event"] == "shielded"]
            moments.append(TableState(reply["state"], tuple(cards[0]) if cards else ()))
        yield number, moments


def held(hands: Hands, seat: int) -> list[CardLabel]:
    return [card for card in hands.seats[seat] if card is not None]


def face_agrees(card: CardLabel, text: str) -> bool:
    face, _, deck = text.partition("/")
    return face in {card.rank, card.rank + (card.suit or "")} and deck in {"", str(card.deck)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_hands_and_pile_agree_with_every_state(variant: str) -> None:
    seen = 0
    for seed in range(4):
        pack = SimulatedPack()
        for number, moments in games(variant, seed, 250):
            state = moments[-1].state
            hands = pack.follow(f"game {number}", deck_of(moments[0].state), moments)
            assert [len(held(hands, seat)) for seat in range(len(hands.seats))] == [
                player["cards"] for player in state["players"]
            ]
            assert len(hands.pile) == len(state["pile"])
            assert all(map(face_agrees, hands.pile, state["pile"]))
            seen += 1
    assert seen > 300


@pytest.mark.parametrize("variant", ["ninety-nine", "arizona-ninety-eight", "ninety-eight-umass"])
def test_no_card_is_in_two_places(variant: str) -> None:
    pack = SimulatedPack()
    for number, moments in games(variant, 7, 400):
        deck = deck_of(moments[0].state)
        hands = pack.follow(str(number), deck, moments)
        lying = [*hands.pile, *(card for hand in hands.seats for card in hand if card)]
        assert max(Counter(lying).values()) == 1
        assert set(lying) <= set(deck.cards())


def test_following_step_by_step_is_following_at_once() -> None:
    pack = SimulatedPack()
    for number, moments in games("ninety-nine", 3, 300):
        deck = deck_of(moments[0].state)
        at_once = SimulatedPack().follow(str(number), deck, list(moments))
        assert pack.follow(str(number), deck, moments) == at_once


def state(turn: str, pile: tuple[str, ...] = (), hand: int = 1, held: int = 3, **more: Any) -> dict[str, Any]:
    """Two players of ninety-nine, the counts of one deck."""
    players = [{"name": name, "cards": held} for name in ("Ann", "Bo")]
    counts = {"stock": 52 - 2 * held - len(pile), "aside": 0, "phase": "play", "named": None}
    return {"hand": hand, "turn": turn, "pile": list(pile), "players": players} | counts | more


def face(card: CardLabel | None) -> str:
    assert card is not None
    return card.rank + (card.suit or "")


def test_a_played_card_leaves_its_hand_and_the_next_takes_its_place() -> None:
    pack, first = SimulatedPack(), TableState(state("Ann"))
    before = pack.follow("s", Deck(), [first])
    middle = face(before.seats[0][1])
    after = pack.follow("s", Deck(), [first, TableState(state("Bo", (middle,)), (middle,))])
    assert after.pile == (before.seats[0][1],)
    assert after.seats[0][0] == before.seats[0][0]
    assert after.seats[0][2] == before.seats[0][2]
    assert after.seats[0][1] not in before.seats[0]
    assert after.seats[1] == before.seats[1]


def test_a_gap_stays_until_something_is_drawn() -> None:
    pack, first = SimulatedPack(), TableState(state("Ann"))
    before = pack.follow("s", Deck(), [first])
    middle = face(before.seats[0][1])
    owing = state("Ann", (middle,), owed=1, stock=46)
    owing["players"][0]["cards"] = 2
    after = pack.follow("s", Deck(), [first, TableState(owing, (middle,))])
    assert after.seats[0] == (before.seats[0][0], None, before.seats[0][2])


def test_a_card_that_should_not_have_been_drawn_goes_back() -> None:
    pack, first = SimulatedPack(), TableState(state("Ann"))
    before = pack.follow("s", Deck(), [first])
    middle = face(before.seats[0][1])
    moments = [first, TableState(state("Bo", (middle,)), (middle,))]
    forgotten = state("Bo", (middle,), stock=46)
    forgotten["players"][0]["cards"] = 2
    after = pack.follow("s", Deck(), [*moments, TableState(forgotten)])
    assert after.seats[0] == (before.seats[0][0], None, before.seats[0][2])


def test_the_hand_of_a_player_who_is_out_goes_aside_and_comes_back_with_a_reshuffle() -> None:
    pack, first = SimulatedPack(), TableState(state("Ann", held=20, stock=12))
    before = pack.follow("s", Deck(), [first])
    out = state("Bo", held=20, stock=12, aside=20)
    out["players"][0]["cards"] = 0
    gone = pack.follow("s", Deck(), [first, TableState(out)])
    assert gone.seats == ((), before.seats[1])
    back = state("Bo", held=20, stock=0, aside=0)
    back["players"][0]["cards"] = 32
    again = pack.follow("s", Deck(), [first, TableState(out), TableState(back)])
    assert set(before.seats[0]) <= set(again.seats[0])


def test_taken_back_means_exactly_the_earlier_hands() -> None:
    pack, first = SimulatedPack(), TableState(state("Ann"))
    before = pack.follow("s", Deck(), [first])
    played = face(before.seats[0][0])
    pack.follow("s", Deck(), [first, TableState(state("Bo", (played,)), (played,))])
    assert pack.follow("s", Deck(), [first]) == before


def test_a_card_that_nobody_in_turn_held_changes_places_with_one_of_theirs() -> None:
    pack, first = SimulatedPack(), TableState(state("Ann"))
    before = pack.follow("s", Deck(), [first])
    bos = face(before.seats[1][0])
    after = pack.follow("s", Deck(), [first, TableState(state("Bo", (bos,)), (bos,))])
    assert after.pile == (before.seats[1][0],)
    assert after.seats[1][0] in before.seats[0]
    assert after.seats[1][1:] == before.seats[1][1:]
    assert len([card for card in after.seats[0] if card in before.seats[0]]) == 2


def test_a_rank_alone_is_one_the_player_holds() -> None:
    pack, first = SimulatedPack(), TableState(state("Ann"))
    before = pack.follow("s", Deck(), [first])
    card = before.seats[0][2]
    assert card is not None
    after = pack.follow("s", Deck(), [first, TableState(state("Bo", (card.rank,)), (card.rank,))])
    assert after.pile[0] in before.seats[0]


def test_a_new_hand_is_shuffled_afresh() -> None:
    pack, first = SimulatedPack(), TableState(state("Ann"))
    before = pack.follow("s", Deck(), [first])
    after = pack.follow("s", Deck(), [first, TableState(state("Bo", hand=2))])
    assert after.seats != before.seats
    assert after.pile == ()


def test_each_seed_deals_differently() -> None:
    hands = [
        SimulatedPack().follow(f"seed {at}", Deck(), [TableState(state("Ann"))]).seats for at in range(20)
    ]
    assert all(one != other for one, other in combinations(hands, 2))


def test_jokers_are_told_apart_by_their_stickers() -> None:
    deck, jokers = Deck(jokers=2), [CardLabel("JK", None, 1, number) for number in (1, 2)]
    first = TableState(state("Ann", held=20, stock=14))
    played = TableState(state("Bo", ("JK/1#2",), held=20, stock=13), ("JK/1#2",))
    both = 0
    for at in range(60):
        pack = SimulatedPack()
        if set(jokers) <= set(pack.follow(str(at), deck, [first]).seats[0]):
            both += 1
            after = pack.follow(str(at), deck, [first, played])
            assert after.pile == (jokers[1],)
            assert jokers[0] in after.seats[0]
    assert both > 0


def spaghetti(turn: str, cards: tuple[int, ...], trick: tuple[str, ...] = ()) -> dict[str, Any]:
    """Three players of Arizona Spaghetti."""
    names = ("Ann", "Bo", "Cy")
    players = [{"name": name, "cards": count} for name, count in zip(names, cards, strict=True)]
    lying = [{"player": name, "card": card} for name, card in zip(names, trick, strict=False)]
    return {"round": 1, "phase": "play", "turn": turn, "trick": lying, "players": players}


def test_a_trick_leaves_the_hands_and_is_taken_away_whole() -> None:
    pack, deck = SimulatedPack(), Deck(removed=("2C",))
    moments = [TableState(spaghetti("Ann", (17, 17, 17)))]
    dealt = pack.follow("s", deck, moments)
    assert CardLabel("2", "C", 1) not in {card for hand in dealt.seats for card in hand}
    first, second, third = (face(hand[4]) for hand in dealt.seats)
    moments.append(TableState(spaghetti("Bo", (16, 17, 17), (first,)), (first,)))
    moments.append(TableState(spaghetti("Cy", (16, 16, 17), (first, second)), (second,)))
    assert [face(card) for card in pack.follow("s", deck, moments).pile] == [first, second]
    moments.append(TableState(spaghetti("Ann", (16, 16, 16)), (third,)))
    taken = pack.follow("s", deck, moments)
    assert taken.pile == ()
    assert taken.seats == tuple(hand[:4] + hand[5:] for hand in dealt.seats)


def test_a_large_hand_is_dealt_sorted() -> None:
    deck = Deck(removed=("2C",))
    hands = SimulatedPack().follow("s", deck, [TableState(spaghetti("Ann", (17, 17, 17)))])
    order = {card: at for at, card in enumerate(deck.cards())}
    for hand in hands.seats:
        places = [order[card] for card in hand if card is not None]
        assert places == sorted(places)


@pytest.mark.parametrize(
    "wrong",
    [
        state("Ann", stock=45),
        state("Ann", ("ZZ",), stock=45),
        state("Ann", held=30, stock=0),
    ],
)
def test_a_first_deal_that_this_deck_cannot_make_is_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(CardError):
        SimulatedPack().follow("s", Deck(), [TableState(wrong)])


@pytest.mark.parametrize(
    "wrong",
    [
        TableState(state("Bo", ("9H", "8H")), ("9H",)),
        TableState(state("Bo", ("9H",), aside=3, stock=42), ("9H",)),
        TableState(state("Bo", ("9H",), stock=40), ("9H",)),
    ],
)
def test_a_moment_that_does_not_follow_is_named(wrong: TableState) -> None:
    with pytest.raises(CardError):
        SimulatedPack().follow("s", Deck(), [TableState(state("Ann")), wrong])
