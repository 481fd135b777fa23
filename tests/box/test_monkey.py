"""Tests with random keys and cards: nothing breaks, nothing is lost, nothing counts twice."""

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from companion.core.cards import Card
from companion.core.commands import Deal, New, Score
from companion.drawing import draw
from companion.games import family_of
from companion.games.adding.variant import AddingVariant
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules, TrickVariant
from companion.inputs import Key, Noise, PartBack, PartLost, Scan
from companion.labels.codec import read_label
from companion.screens.model import ListScreen
from companion.table.recorded import game_with
from companion.table.replay import counting_entries, replay, replay_entries
from tests.depth import FULL
from tests.drivers.box import VARIANTS, BoxDriver, sticker
from tests.worded import worded

KEYS = (
    *[Key("OK")] * 7,
    *[Key("RIGHT")] * 6,
    *[Key("LEFT")] * 3,
    *[Key("MORE")] * 3,
    *[Key("BUST")] * 2,
    *[Key("UNDO")] * 2,
    Key("RIGHT", repeat=3),
    Key("LEFT", repeat=1),
    Key("MORE", held=True),
)
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FACES = tuple(rank + suit for rank in RANKS for suit in "CDHS")
TYPED = (*RANKS, "JK", "JK/2", "QS", "AH/2", "10H", "8D/1")
ODD = ("0OKH", "5012345678900", "1QSQ", "", "0MORE", "x" * 300, "é\x00", "9ZZZ")
HOUSE: tuple[dict[str, Any], ...] = (
    {},
    {"up_card": "apply"},
    {"up_card": "plain"},
    {"sets": True, "jokers": 2, "decks": 2},
    {"bust": "chip, new hand", "chips": 2, "honor": True},
    {"bust": "chip, new pile", "chips": 3, "winner_takes_all": True},
    {"bust": "chip, play on", "chips": 1, "over": "bust"},
    {
        "target": 20,
        "floor": 0,
        "exact": {"11": "chip", "12": "reset", "13": "drink", "14": "point"},
    },
    {"stock_out": "play on", "two_player_reverse": "again", "hand_size": 5},
    {"jokers": 4, "sets": True, "debt_passes": "full", "last_card": "KS"},
    {
        "cards": {
            "3": {"add": [1, 2, 3, 30, -40]},
            "5": {"set": {"from": -3, "to": "target"}},
            "6": {"add": 6, "again": True},
        }
    },
    {
        "cards": {
            "8": {"add": 0, "knock_out": True, "choose_next": True},
            "9H": {"add": 0, "shield": True},
        }
    },
)
NAMES = ("Ann", "Bo", "Cy", "Maximilian", "Jörg", "Łucja", "Θεός")


def something(chance: random.Random, rig: BoxDriver) -> Key | Scan | Noise | PartLost | PartBack:
    roll = chance.random()
    now = rig.clock.now
    if roll < 0.55:
        return chance.choice(KEYS)
    if roll < 0.88:
        return Scan(
            sticker(chance.choice((*FACES, "JK1", "JK2")), chance.choice((1, 1, 1, 2))), now
        )
    if roll < 0.93:
        return Scan(chance.choice(TYPED), now, plain=chance.random() < 0.9)
    if roll < 0.97:
        return Scan(chance.choice(ODD), now)
    part = chance.choice(("Reader", "Lights"))
    return chance.choice((Noise("odd bytes", 3), PartLost(part, "pulled"), PartBack(part)))


def start(chance: random.Random, house: dict[str, Any]) -> New:
    """Return a random game under these house rules, with a card turned up if they require one.

    Every third is a trick game, with the only house rule that these have. Games for points take no
    cards.
    """
    tricks = chance.random() < 1 / 3
    kind = TrickVariant if tricks else AddingVariant
    variant = chance.choice(
        sorted(name for name, plays in VARIANTS.items() if isinstance(plays, kind))
    )
    plays = VARIANTS[variant]
    fewest, most = plays.players
    names = NAMES[: chance.randint(max(fewest, 2), min(most or 5, 5))]
    if tricks:
        return New(
            variant=variant, players=names, house={"revoke_penalty": chance.choice((0, 7, 50))}
        )
    turns_up = isinstance(plays, AddingVariant) and house.get("up_card", plays.up_card) != "none"
    return New(variant=variant, players=names, house=house, up_card="2H" if turns_up else UNSET)


def near_the_end(chance: random.Random, rig: BoxDriver) -> None:
    """Move half of the trick games to their last round, so that the tests also reach their end."""
    while isinstance(rig.table.rules, TrickRules) and chance.random() < 0.9:
        state = rig.table.state
        assert isinstance(state, TrickState)
        rules = rig.table.rules
        costs = rules.round(state.round)
        points = {state.players[-1].name: costs.total + costs.sweeper_pays}
        after, _ = family_of(rules).step(rules, state, Score(points=points))
        if after.phase == "game-over":
            break
        rig.table.obey(Score(points=points))
        rig.table.obey(Deal())
    rig.box.tick()


def check(rig: BoxDriver) -> None:
    """Assert that no card or chip of the current game is missing."""
    rules, state = rig.table.rules, rig.table.state
    assert rules is None or state is None or family_of(rules).miscount(rules, state) is None


def check_what_was_kept(rig: BoxDriver) -> None:
    """Assert that replaying the journal from its first command leads to the table's game."""
    sequence = rig.table.journal.sequence
    if rig.table.state is not None and not rig.box.shutdown.is_done:
        journal = rig.table.journal
        again = replay_entries(counting_entries(journal.record(journal.game).entries))
        assert again.state is not None
        names = journal.people.names(player.name for player in again.state.players)
        assert game_with(again, names).state == rig.table.state
    rig.table.journal.close()
    assert replay(rig.path).commands == sequence


@pytest.mark.parametrize("seed", range(24 if FULL else 8))
def test_random_keys_and_cards_keep_the_table_consistent(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311  # games, not secrets
    rig = BoxDriver(tmp_path, start(chance, HOUSE[seed % len(HOUSE)]))
    near_the_end(chance, rig)
    plays = 0
    for moment in range(900 if FULL else 600):
        given = something(chance, rig)
        before, kept = (rig.table.game, rig.table.moments), rig.table.journal.sequence
        rig.box.handle(given)
        rig.wait(chance.choice((0.1, 0.1, 0.5, 3.0, 5.0)))
        changed = (rig.table.game, rig.table.moments) != before
        assert rig.table.journal.sequence - kept == changed
        read = (
            read_label(given.text, plain=given.plain)
            if changed and isinstance(given, Scan)
            else None
        )
        if isinstance(read, Card):
            assert f"{read.rank}{read.suit or ''}" in rig.kept[-1].command
            plays += 1
        check(rig)
        if moment % 15 == 0:
            draw(rig.picture, chance.choice((128, 256)))
            assert rig.says
        if rig.box.shutdown.is_done:
            break
    assert plays
    check_what_was_kept(rig)


@pytest.mark.parametrize("seed", range(8 if FULL else 2))
def test_random_keys_never_reach_a_dead_end(seed: int, tmp_path: Path) -> None:
    """After every hundred keys, UNDO and OK must lead to a picture without a question."""
    chance = random.Random(seed)  # noqa: S311  # games, not secrets
    rig = BoxDriver(tmp_path)
    for moment in range(1500 if FULL else 800):
        key = chance.choice(KEYS)
        if words_of(rig).startswith("Switch off") and key.name == "OK":
            key = Key("LEFT")
        rig.box.handle(key)
        rig.wait(0.1)
        check(rig)
        if moment % 10 == 0:
            draw(rig.picture, chance.choice((128, 256)))
        if moment % 100 == 0:
            left = 0
            while rig.told[-1].asking and rig.table.state is not None and rig.phase != "shield":
                rig.box.handle(Key("MORE" if words_of(rig).startswith("Undo") else "UNDO"))
                left += 1
                assert left < 12, rig.says
    assert not rig.box.shutdown.is_done
    assert rig.table.journal.sequence > 10
    check_what_was_kept(rig)


def words_of(rig: BoxDriver) -> str:
    shown = rig.picture
    return worded(shown.rows[shown.chosen].text) if isinstance(shown, ListScreen) else rig.says
