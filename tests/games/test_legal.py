"""The reply to `legal` lists exactly the plays that the rules accept, each with its total."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from companion.core.cards import parse_card
from companion.core.commands import Accept, Bust, Deal, New, Play
from companion.core.events import WentOver
from companion.core.legal import LegalPlay, LegalPlays
from companion.core.refusals import BadValue, TargetNeeded
from companion.core.seats import State
from companion.errors import Illegal
from companion.games.adding.state import AddingState
from companion.games.history import GameHistory
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from companion.variants import load_variants
from tests.depth import FULL
from tests.games.test_legal_plays import HOUSES, NAMES, PACK, games, left

SHELF = load_variants().variants
COMMANDS = 400 if FULL else 40
LOOKED_AT = 4
"""The plays are compared with all possible ones after this number of commands."""

NO_VALUE = 123_456


def after(game: GameHistory, play: Play) -> State | None:
    """Return the state after a play with any value; None if it is refused or goes over."""
    try:
        entry = game.decide(play)
    except Illegal:
        return None
    if isinstance(entry.events[0], WentOver):
        return None
    state = entry.state
    return replace(state, call=None) if isinstance(state, AddingState) else state


def answers(game: GameHistory, card: str) -> Iterator[Play]:
    """Yield the play of a card alone, and with each value and player that the rules ask for."""
    for play in (Play(card=card), *(Play(card=card, target=name) for name in named(game, card))):
        yield play
        try:
            game.decide(replace(play, value=NO_VALUE))
        except Illegal as illegal:
            if isinstance(illegal.refusal, BadValue):
                yield from (replace(play, value=value) for value in illegal.refusal.options)


def named(game: GameHistory, card: str) -> tuple[str, ...]:
    try:
        game.decide(Play(card=card))
    except Illegal as illegal:
        if isinstance(illegal.refusal, TargetNeeded):
            return NAMES
    return ()


def sent(card: str, listed: LegalPlay | LegalPlays) -> Play:
    """Return the play that a program sends for a listed one."""
    return Play(
        card=card,
        value=UNSET if listed.value is None else listed.value,
        target=UNSET if listed.target is None else listed.target,
        only_suit=isinstance(listed, LegalPlay) and listed.only_suit is True,
    )


def can_bust(game: GameHistory, bust: Bust) -> bool:
    try:
        game.decide(bust)
    except Illegal:
        return False
    return True


def compare(game: GameHistory, chance: random.Random) -> None:
    """Require that listed plays are accepted with their totals, and that no other play is."""
    listed = game.legal()
    assert listed.bust == can_bust(game, Bust())
    ways = set()
    for group in listed.plays:
        assert isinstance(group, LegalPlays)
        for card in group.cards:
            state = after(game, sent(card, group))
            assert state is not None
            assert state.total == group.total
            ways.add((card, group.target, state))
    tried = {
        (card, play.target if play.target is not UNSET else None, state)
        for card in PACK
        for play in answers(game, card)
        if (state := after(game, play)) is not None
    }
    assert ways == tried
    of_a_hand(game, chance)


def of_a_hand(game: GameHistory, chance: random.Random) -> None:
    unspent = [card for card in PACK if card != "JK" and refused_as(game, card) not in SPENT]
    hand = tuple(chance.sample(unspent, min(len(unspent), chance.randint(1, 6))))
    told = game.legal(hand)
    assert told.bust == can_bust(game, Bust(hand=hand))
    by_card: dict[str, set[State]] = {}
    for entry in told.plays:
        assert isinstance(entry, LegalPlay)
        state = after(game, sent(entry.card, entry))
        assert state is not None
        assert state.total == entry.total
        by_card.setdefault(entry.card, set()).add(state)
    expected = {
        card: {
            state for play in answers(game, card) if (state := after(game, said(game, hand, play)))
        }
        for card in followed(game, hand)
    }
    assert by_card == {card: states for card, states in expected.items() if states}


SPENT = {"already-played", "not-in-deck"}


def refused_as(game: GameHistory, card: str) -> str | None:
    try:
        game.decide(Play(card=card))
    except Illegal as illegal:
        return illegal.code
    return None


def followed(game: GameHistory, hand: tuple[str, ...]) -> list[str]:
    """Return the cards of the hand that follow suit, or all."""
    rules, state = game.rules, game.state
    if isinstance(rules, TrickRules) and isinstance(state, TrickState) and rules.follow:
        return [card for card in hand if parse_card(card).suit == state.led] or [*hand]
    return [*hand]


def said(game: GameHistory, hand: tuple[str, ...], play: Play) -> Play:
    """Return the play, declared as the only suit if the leader holds only the restricted one."""
    rules, state = game.rules, game.state
    if not isinstance(rules, TrickRules) or not isinstance(state, TrickState):
        return play
    only = {rules.round(state.round).restricted} == {parse_card(card).suit for card in hand}
    return replace(play, only_suit=only)


@pytest.mark.parametrize(("variant", "house"), games())
def test_every_legal_play_is_listed_and_only_those(variant: str, house: str) -> None:
    chance = random.Random(f"{variant} {house}")  # noqa: S311  # a game, no secret
    game = GameHistory(SHELF)
    up = "8H" if variant.startswith("ninety-nine-ishihara") else UNSET
    game.obey(New(variant=variant, players=NAMES, house=HOUSES[house], up_card=up))
    for count in range(COMMANDS):
        state = game.state
        assert state is not None
        match state.phase:
            case "play":
                if not count % LOOKED_AT:
                    compare(game, chance)
                legal = [
                    sent(card, group) for group in game.legal().plays for card in cards_of(group)
                ]
                if legal:
                    game.obey(chance.choice(legal))
                elif isinstance(state, AddingState):
                    game.obey(Bust())
                else:  # the player has shown a void in each remaining suit
                    game.obey(Play(card=left(game), only_suit=True, accept_revoke=True))
            case "shield":
                assert refused_legal(game) == "shield-pending"
                game.obey(Accept())
            case "game-over":
                assert refused_legal(game) == "game-over"
                break
            case phase:
                assert refused_legal(game) == phase
                game.obey(Deal(up_card=up))


def cards_of(group: LegalPlay | LegalPlays) -> tuple[str, ...]:
    return group.cards if isinstance(group, LegalPlays) else (group.card,)


def refused_legal(game: GameHistory, *hand: str) -> str:
    with pytest.raises(Illegal) as refused:
        game.legal(hand)
    return refused.value.code


def begun(variant: str, *commands: Play, **house: Any) -> GameHistory:
    game = GameHistory(SHELF)
    game.obey(New(variant=variant, players=NAMES, house=house))
    for command in commands:
        game.obey(command)
    return game


@pytest.mark.parametrize(
    ("variant", "hand", "code"),
    [
        ("ninety-nine", ("8H", "1H"), "bad-card"),
        ("ninety-nine", ("8H", "JK"), "not-in-deck"),
        ("one-hundred", ("A",), "suit-needed"),
        ("ninety-nine", ("KD", "2H"), "already-played"),
        ("ninety-nine", ("8H", "8H"), "already-played"),
        ("arizona-spaghetti", ("8",), "suit-needed"),
        ("arizona-spaghetti", ("KD",), "already-played"),
        ("arizona-spaghetti", ("8H", "8H"), "already-played"),
        ("arizona-spaghetti", ("JK",), "not-in-deck"),
        ("points", ("8H",), "not-in-this-game"),
    ],
)
def test_hand_is_checked_like_a_shown_one(variant: str, hand: tuple[str, ...], code: str) -> None:
    game = begun(variant, *([] if variant == "points" else [Play(card="KD")]))
    assert refused_legal(game, *hand) == code


def test_no_plays_are_listed_before_a_game() -> None:
    assert refused_legal(GameHistory(SHELF)) == "no-game"


def test_a_card_from_either_deck_is_listed_once() -> None:
    plays = begun("ninety-nine", decks=2).legal(("8h", "8♥", "KD/2")).plays
    assert [cards_of(play) for play in plays] == [("8H",), ("KD/2",)]


def test_only_legal_value_of_several_is_listed() -> None:
    plays = begun("ninety-nine", Play(card="KD")).legal(("10S", "9S", "8S")).plays
    assert [(cards_of(play), play.value, play.total) for play in plays] == [
        (("10S",), -10, 89),
        (("9S",), None, 99),
    ]


def test_leader_without_another_suit_must_declare_it() -> None:
    rules = SHELF["arizona-spaghetti"]
    game = begun("arizona-spaghetti")
    while isinstance(state := game.state, TrickState) and state.round == 1:
        match state.phase:
            case "play":
                play = game.legal().plays[0]
                game.obey(sent(cards_of(play)[0], play))
            case _:
                game.obey(Deal())
    assert rules.family == "tricks"
    assert game.legal(("2H", "8S")).plays == (LegalPlay("8S", None, None, None),)
    assert game.legal(("2H", "8H")).plays == (
        LegalPlay("2H", None, None, None, only_suit=True),
        LegalPlay("8H", None, None, None, only_suit=True),
    )


@pytest.mark.parametrize(
    ("restricted", "not_first", "hand", "legal"),
    [
        ("H", "H QS", ("QS", "2H", "3H"), {"QS"}),
        ("D", "A C", ("AH", "AC", "AD", "JD"), {"AH", "AC"}),
        ("H", "QS", ("2H", "3H"), {"2H", "3H"}),
        ("H", "2H", ("2H", "3H"), {"3H"}),
    ],
)
def test_first_lead_keeps_the_restricted_suit_and_the_cards_barred_from_the_first_trick(
    tmp_path: Path, restricted: str, not_first: str, hand: tuple[str, ...], legal: set[str]
) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'extends = "arizona-spaghetti"\ntitle = "Ours"\n'
        f'first_trick_without = "{not_first}"\n'
        f'rounds = [{{ restricted = "{restricted}", trick = 1 }}]\n',
        "utf-8",
    )
    game = GameHistory(load_variants(extra=[file]).variants)
    game.obey(New(variant="ours", players=("Ann", "Bo", "Cy", "Di")))
    told = game.legal(hand).plays
    assert {play.card for play in told if isinstance(play, LegalPlay)} == legal
    assert all(after(game, sent(cards_of(play)[0], play)) for play in told)


def test_cards_of_a_void_suit_are_not_legal() -> None:
    game = begun("arizona-spaghetti", *(Play(card=card) for card in ("2C", "3D", "4C", "5C")))
    for card in ("AC", "KC"):
        game.obey(Play(card=card))
    assert [cards_of(play) for play in game.legal(("8C", "9D")).plays] == []


def test_list_of_values_is_truncated() -> None:
    game = begun("one-hundred", target=10**12)
    assert len(game.legal().plays) <= 10_000
    assert len(game.legal(("AS",)).plays) == 10_000
