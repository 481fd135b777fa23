"""Every refusal that the rules know is a plain sentence that the display shows whole."""

import pytest

from companion.drawing.notices import pages_of
from companion.errors import Illegal
from companion.rules.sentences import SENTENCES, sentence
from companion.screens.model import NoticeScreen
from tests.drawing.whole import drawn_whole

EXAMPLES: dict[str, tuple[dict[str, object], str]] = {
    "bad-json": ({"why": "it is empty"}, "This line is no JSON object: it is empty; write one like"),
    "unknown-command": ({"cmd": "fly"}, "There is no command 'fly'"),
    "bad-field": ({"field": "up_card", "why": "turns-up"}, "These rules turn a card up: say which"),
    "unknown-variant": ({"variant": "bridge"}, "There is no variant 'bridge' here"),
    "bad-house-rule": ({"rule": "bust", "why": "no-chips"}, "A bust costs a chip, but nobody has chips"),
    "bad-players": ({"why": "empty"}, "Everybody needs a name"),
    "too-many-players": ({"needed": 80, "cards": 52}, "That needs 80 cards, and the deck has 52"),
    "no-game": ({}, "No game is on"),
    "not-in-this-game": ({"cmd": "show"}, "There is no show in this game"),
    "game-over": ({}, "The game is over"),
    "hand-over": ({"deals": "Maximilian"}, "The hand is over. Maximilian deals"),
    "round-over": ({"deals": "Maximilian"}, "The round is over. Maximilian deals"),
    "shield-pending": ({"named": "Cy"}, "First: has Cy a shield?"),
    "not-now": ({"cmd": "forgot", "player": "Bo"}, "Bo has nothing to give back now"),
    "unknown-player": ({"player": "Zoë"}, "Nobody here is called Zoë"),
    "player-out": ({"player": "Bo"}, "Bo is out already"),
    "not-your-turn": ({"turn": "Ann", "player": "Bo"}, "It is Ann's turn, not Bo's"),
    "bad-card": ({"card": "17"}, '"17" is no card'),
    "not-in-deck": ({"card": "JK", "decks": 1}, "Joker is not in this deck"),
    "turn-another": ({"card": "KH"}, "K♥ is no plain card: turn another"),
    "suit-needed": ({"card": "Q"}, "Which Q? The suit counts here"),
    "sets-not-allowed": ({}, "One card at a time in this game"),
    "mixed-ranks": ({"ranks": ("8", "9")}, "8 and 9 are no set"),
    "one-at-a-time": ({"player": "Bo", "owed": 4}, "Bo owes 4: one card at a time"),
    "already-played": ({"card": "10H"}, "10♥ lies on the pile already"),
    "not-enough-cards": ({"player": "Bo", "cards": 1, "played": 2}, "Bo holds 1 card, not 2"),
    "too-soon": ({"card": "K♥", "player": "Bo", "turn": 2}, "K♥ is too soon in Bo's turn 2"),
    "restricted-lead": ({"suit": "S"}, "♠ may not be led before it is broken"),
    "revoke": ({"player": "Maximilian", "trick": 12, "suit": "D"}, "Maximilian had no ♦ in trick 12"),
    "target-needed": ({"options": ["Ann", "Bo", "Cy"]}, "Who: Ann, Bo or Cy?"),
    "bad-target": ({"target": "Di", "options": ["Ann", "Bo"]}, "Di cannot be named, only Ann or Bo"),
    "bad-value": ({"value": 5, "options": [1, 11]}, "5 cannot be chosen, only 1 or 11"),
    "choice-needed": ({"options": [1, 11]}, "1 or 11?"),
    "over-target": ({"was": 95, "total": 103, "target": 98}, "95 + 8 = 103 is over 98"),
    "wrong-hand-size": ({"player": "Bo", "cards": 3, "shown": 2}, "Bo holds 3 cards, 2 were shown"),
    "can-play": ({"player": "Bo", "faces": ("4♣", "9♥")}, "Bo can play 4♣ or 9♥"),
    "no-such-show": ({"ranks": ("K", "6")}, "Show three kings or three sixes"),
    "not-a-shield": ({"card": "8H"}, "8♥ is no shield"),
    "nothing-to-undo": ({"possible": 0, "count": 1}, "Nothing left to take back"),
    "nothing-to-claim": ({}, "Nobody has called a total"),
    "bad-sum": ({"missing": 20, "due": 130}, "20 points missing: together it must be 130"),
}


def test_every_refusal_has_its_example() -> None:
    assert set(EXAMPLES) == set(SENTENCES)


@pytest.mark.parametrize("code", EXAMPLES)
def test_a_refusal_is_said_and_can_be_shown(code: str) -> None:
    facts, said = EXAMPLES[code]
    words = sentence(Illegal(code, facts))
    assert words.startswith(said)
    for page in pages_of(NoticeScreen("Not played", words, mark="cross")):
        for width in (128, 256):
            drawn_whole(page, width)


@pytest.mark.parametrize(
    ("options", "said"),
    [([0, 1, 2, 3, 4, 5], "only 0 to 5"), ([1, 2, 3, 8, 20], "only 1, 2, 3, 8 or 20")],
)
def test_only_numbers_without_a_gap_are_told_by_their_ends(options: list[int], said: str) -> None:
    assert sentence(Illegal("bad-value", {"value": 7, "options": options})) == f"7 cannot be chosen, {said}"
