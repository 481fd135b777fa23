from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.drivers.game import RefereeDriver
from tests.games.naive.house import deck_size, rules_in_force
from tests.games.naive.tables import RANKS, SUITS, VARIANTS

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]

Fields = dict[str, Any]
State = dict[str, Any]

CARDS = [rank + suit for rank in RANKS for suit in SUITS] + ["JK", "JK", "JK", *RANKS]
cards = st.sampled_from(CARDS)
names = st.sampled_from(NAMES)

plays = st.fixed_dictionaries(
    {"cmd": st.just("play"), "card": cards},
    optional={"value": st.sampled_from([1, 10, -10, 11, 50]), "target": names},
)
pairs = st.builds(
    lambda rank, suits: {"cmd": "play", "cards": [rank + suit for suit in suits]},
    st.sampled_from(RANKS),
    st.permutations(SUITS).map(lambda suits: suits[:2]),
)
others = st.one_of(
    st.just({"cmd": "bust"}),
    st.fixed_dictionaries({"cmd": st.just("forgot"), "player": names}),
    st.fixed_dictionaries({"cmd": st.just("leave"), "player": names}),
    st.fixed_dictionaries(
        {"cmd": st.just("show"), "player": names, "cards": st.just(["KC", "KD", "KH"])}
    ),
    st.sampled_from([{"cmd": "shield", "card": "AH"}, {"cmd": "accept"}, {"cmd": "deal"}]),
    st.fixed_dictionaries({"cmd": st.just("deal"), "up_card": cards}),
)
moves = st.one_of(plays, plays, plays, pairs, others)

house_rules = st.fixed_dictionaries(
    {},
    optional={
        "chips": st.integers(1, 3),
        "jokers": st.integers(0, 4),
        "decks": st.integers(1, 2),
        "sets": st.booleans(),
        "honor": st.booleans(),
        "winner_takes_all": st.booleans(),
        "over": st.sampled_from(["refuse", "bust"]),
        "stock_out": st.sampled_from(["play on", "reshuffle"]),
        "bust": st.sampled_from(["out", "chip, new hand", "chip, play on", "chip, new pile"]),
        "debt_passes": st.sampled_from(["unmet", "full"]),
        "exact": st.sampled_from([{"69": "chip"}, {"99": "reset"}, {"-10": "chip", "10": "chip"}]),
        "two_player_reverse": st.just("again"),
    },
)


class Evening(RefereeDriver):
    """A running game, started with valid commands; `rules` are those in force, by the documents."""

    def __init__(self, variant: str, players: int, house: Fields) -> None:
        super().__init__()
        house = {"chips": 2, "up_card": "none", **house}
        self.rules = rules_in_force(variant, house, players)
        self.state: State = self.says(
            cmd="new", variant=variant, players=NAMES[:players], house=house
        )


evenings = st.builds(Evening, st.sampled_from(sorted(VARIANTS)), st.integers(3, 6), house_rules)


@given(evenings, st.lists(moves, min_size=20, max_size=60))
def test_cards_and_chips_are_never_created_or_lost(evening: Evening, sent: list[Fields]) -> None:
    chips = evening.rules["chips"] * len(evening.state["players"])
    for command in sent:
        state = evening.send(command)["state"]
        held = sum(player["cards"] for player in state["players"])
        assert state["stock"] + held + len(state["pile"]) + state["aside"] == deck_size(
            evening.rules
        )
        assert state["pot"] + sum(player["chips"] for player in state["players"]) == chips
        assert min(state["stock"], state["aside"], state["pot"]) >= 0
        assert all(player["cards"] >= 0 and player["chips"] >= 0 for player in state["players"])
        assert all(player["in"] or player["cards"] == 0 for player in state["players"])


@given(evenings, st.lists(moves, min_size=20, max_size=60))
def test_undo_restores_every_state_exactly(evening: Evening, sent: list[Fields]) -> None:
    states = [evening.state]
    for command in sent:
        reply = evening.send(command)
        if reply["ok"]:
            states.append(reply["state"])
    halfway = len(states) // 2
    for earlier in reversed(states[halfway:-1]):
        assert evening.send({"cmd": "undo"})["state"] == earlier
    if halfway > 1:
        assert evening.send({"cmd": "undo", "count": halfway})["state"] == states[0]
    assert evening.send({"cmd": "undo", "count": 500})["error"]["code"] == "nothing-to-undo"


@given(evenings, st.lists(moves, min_size=20, max_size=60))
def test_undone_commands_have_the_same_result_again(evening: Evening, sent: list[Fields]) -> None:
    for command in sent:
        first = evening.send(command)
        if first["ok"]:
            evening.send({"cmd": "undo"})
            assert evening.send(command) == first


@given(evenings, st.lists(moves, min_size=20, max_size=60))
def test_refused_command_changes_nothing(evening: Evening, sent: list[Fields]) -> None:
    state, moments = evening.state, list(evening.referee.game.moments)
    for command in sent:
        reply = evening.send(command)
        if reply["ok"]:
            state, moments = reply["state"], list(evening.referee.game.moments)
        else:
            assert reply["state"] == state
            assert evening.referee.game.moments == moments


@given(evenings, st.lists(moves, min_size=20, max_size=60))
def test_player_still_in_is_to_act_unless_the_phase_excludes_it(
    evening: Evening, sent: list[Fields]
) -> None:
    for command in sent:
        state = evening.send(command)["state"]
        names_in = [player["name"] for player in state["players"] if player["in"]]
        assert (state["turn"] is not None) == (state["phase"] == "play")
        assert (state["owed"] > 0) == (state["phase"] == "play")
        assert (state["named"] is not None) == (state["phase"] == "shield")
        assert bool(state["winner"] or state["losers"]) == (state["phase"] == "game-over")
        assert state["turn"] is None or state["turn"] in names_in
        assert state["total"] <= evening.rules["target"]


@given(evenings, st.lists(moves, min_size=20, max_size=60))
def test_pile_has_no_more_copies_of_a_card_than_the_decks(
    evening: Evening, sent: list[Fields]
) -> None:
    decks = evening.rules["decks"]
    for command in sent:
        pile = evening.send(command)["state"]["pile"]
        for card in set(pile):
            alike = evening.rules["jokers"] if card == "JK" else 4 if card in RANKS else 1
            assert pile.count(card) <= alike * decks
