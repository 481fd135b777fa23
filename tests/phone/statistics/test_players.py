"""Tests of each player's record of the evening and of all evenings, and of who is ahead."""

import re
from pathlib import Path

import pytest

from companion.core.commands import Claim, Deal, Join, Leave, Play, Repair, as_json
from companion.message import render
from companion.phone.statistics.headline import Headline
from companion.phone.statistics.people import known_people
from companion.phone.statistics.players import Record
from companion.phone.statistics.routes import EveningPage, evening_page
from companion.phone.statistics.standings import SeasonStanding, all_evenings, standings
from companion.table.evenings import PAUSE
from companion.table.lines import Entry
from companion.table.recorded import Resume
from tests.drivers.game import SUM
from tests.phone.statistics.evening_table import EveningTable
from tests.worded import worded


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


def page(at: EveningTable) -> EveningPage:
    return evening_page(at.read())


def record(at: EveningTable, name: str) -> Record:
    (found,) = (record for record in page(at).players if record.name == name)
    return found


def ever(at: EveningTable, name: str) -> SeasonStanding | None:
    """Return a player's wins in all seasons, or None without a finished game."""
    at.all_games.look()
    return next((one for one in standings(at.all_games, "%") if one.name == name), None)


def won_of(at: EveningTable, name: str) -> tuple[int, int]:
    found = ever(at, name)
    assert found is not None
    return found.won, found.games


def in_order(sentence: str, *parts: str) -> bool:
    """Return whether `parts` appear in a sentence in this order."""
    return bool(re.search(r"\b.*\b".join(map(re.escape, parts)), sentence))


# Records.


def test_plays_busts_and_hands_are_counted(at: EveningTable) -> None:
    at.begin()
    at.play("8H", "4", "8D")
    at.busts("Cy", "Di")
    cy = record(at, "Cy")
    assert (cy.hands, cy.plays, cy.busts, cy.chips, cy.points) == (2, 1, 1, 4, None)
    assert (record(at, "Bo").reversals, record(at, "Ann").plays) == (1, 2)


def test_card_over_the_limit_is_a_bust_and_not_a_play(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", variant="one-hundred-strict")
    at.play("10C", "9C")
    bo = record(at, "Bo")
    assert (bo.plays, bo.busts, bo.chips) == (0, 1, 2)


def test_hands_are_counted_when_a_player_is_dealt_one(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", chips=1)
    at.busts("Bo", "Cy")
    assert {each.name: each.hands for each in page(at).players} == {"Ann": 2, "Bo": 1, "Cy": 2}


def test_wrong_calls_are_counted_among_all_that_were_checked(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H")
    at.call(9)
    at.call(8)
    at.play("9H")
    at.call(8)
    ann, bo = record(at, "Ann"), record(at, "Bo")
    assert [(each.miscounts, each.calls, each.plays) for each in (ann, bo)] == [
        (1, 2, 1),
        (0, 1, 1),
    ]


def test_undone_commands_are_not_counted(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("8H", "9H", "2D")
    at.busts("Bo")
    at.table.take_back(3)
    assert [(each.plays, each.busts, each.chips) for each in page(at).players] == [
        (1, 0, 5),
        (0, 0, 5),
    ]


def test_tricks_points_and_revokes_are_counted(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti", revoke_penalty=10)
    at.score({"Ann": SUM[1]}, {"Ann": SUM[2]}, {"Ann": SUM[3]})
    at.obey(Deal())
    at.play("5C", "6C", "6D", "7C", "9C", "KS", "10C")
    at.obey(Play(card="8C", accept_revoke=True))
    bo = record(at, "Bo")
    assert (bo.revokes, bo.plays, bo.points, bo.chips, bo.hands) == (1, 2, 10, None, 4)
    assert sum(each.tricks for each in page(at).players) == 2


def test_called_points_are_in_the_record(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti")
    at.score({"Ann": 130})
    at.table.judge(Claim(player="Bo", points=10))
    assert (record(at, "Bo").miscounts, record(at, "Bo").calls) == (1, 1)


def test_turn_is_timed_from_the_previous_play_and_not_from_the_deal(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.clock.now += 500
    for card in ("2H", "3H", "2D", "3D", "2C", "3C", "2S"):
        at.play(card)
        at.clock.now += 10 if at.turn == "Ann" else 0
    assert (record(at, "Ann").seconds, record(at, "Bo").seconds) == (70.0, 60.0)


def test_right_call_is_timed_from_its_play(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    called = (("2H", 2, 2), ("2D", 9, 4), ("2C", 3, 6), ("2S", 9, 8), ("3H", 7, 11), ("3D", 50, 99))
    for card, seconds, total in called:
        at.play(card)
        at.clock.now += seconds
        at.table.judge(Claim(total=total))
    assert (record(at, "Ann").call_seconds, record(at, "Bo").call_seconds) == (63.0, None)


def test_first_turn_after_a_deal_is_not_timed(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("2H", "3H", "2D", "3D", "2C", "3C")
    assert [(each.plays, each.seconds) for each in page(at).players] == [(3, None), (3, 60.0)]


def test_turn_time_needs_three_turns(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.play("2H", "3H", "2D", "3D")
    assert [each.seconds for each in page(at).players] == [None, None]


def test_absent_players_come_last(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.begin("Ann", "Cy", chips=1)
    at.busts("Ann")
    ann, cy, bo = page(at).players
    assert [(each.name, each.here) for each in (ann, cy, bo)] == [
        ("Ann", True),
        ("Cy", True),
        ("Bo", False),
    ]
    assert (ann.games, ann.wins, cy.games, cy.wins, bo.games, bo.wins) == (2, 1, 1, 1, 1, 0)


# All evenings.


def test_games_won_are_counted_over_all_evenings(at: EveningTable) -> None:
    for loser in ("Bo", "Ann", "Bo"):
        at.begin("Ann", "Bo", chips=1)
        at.busts(loser)
        at.clock.now += PAUSE + 1
    at.begin("Ann", "Di", chips=1)
    at.busts("Di")
    assert won_of(at, "Ann") == (3, 4)
    assert won_of(at, "Di") == (0, 1)
    assert all_evenings(at.all_games).count == 4


def test_seat_without_a_name_has_no_lifetime_record(at: EveningTable) -> None:
    at.begin("Ann", "Seat 2", chips=1)
    at.busts("Ann")
    assert won_of(at, "Ann") == (0, 1)
    assert ever(at, "Seat 2") is None


def test_seat_that_turned_out_to_be_a_person_counts_for_them(at: EveningTable) -> None:
    at.begin("Bo", "Seat 2", chips=1)
    at.busts("Bo")
    at.begin("Ann", "Bo", chips=1)
    at.table.merge({"seat2.1": at.table.people.id_of("Ann")})
    assert won_of(at, "Ann") == (1, 1)


def test_pause_within_a_game_begins_another_evening(at: EveningTable) -> None:
    for pause in (0, PAUSE + 1):
        at.begin("Ann", "Bo", chips=2)
        at.busts("Bo")
        at.clock.now += pause
        at.busts("Bo")
    at.read()
    assert all_evenings(at.all_games).count == 2


def test_undone_win_is_not_counted(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    at.begin("Ann", "Bo")
    at.table.reopen()
    at.table.take_back()
    assert ever(at, "Ann") is None
    at.busts("Bo")
    assert ever(at, "Ann") is not None


def test_player_counts_under_the_last_name_in_each_game(at: EveningTable) -> None:
    at.begin("Seat 1", "Bo", chips=1)
    at.table.rename("Seat 1", "Ann")
    at.busts("Bo")
    assert won_of(at, "Ann") == (1, 1)


def test_joining_player_counts_unless_joining_is_undone(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.obey(Join(player="Eva"), Join(player="Flo"))
    at.table.take_back()
    at.busts("Bo", "Eva")
    assert won_of(at, "Eva") == (0, 1)
    at.begin("Ann", "Flo")
    assert ever(at, "Flo") is None


def test_player_whose_joining_a_correction_drops_does_not_count(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.obey(Join(player="Eva"), Join(player="Flo"), Play(card="8H"))
    at.obey(Repair(back=2, steps=(Play(card="8H"),)))
    at.obey(Repair(back=2, steps=(Play(card="8H"),)))
    at.table.take_back()
    at.busts("Bo", "Eva")
    assert ever(at, "Eva") is not None
    at.begin("Ann", "Flo")
    assert ever(at, "Flo") is None


def test_player_whose_joining_a_fixed_rule_drops_does_not_count(at: EveningTable) -> None:
    at.begin("Ann", "Bo")
    at.obey(Join(player="Eva"), Play(card="8H"), Join(player="Flo"))
    at.table.journal.append(Entry(1, at.clock.now, as_json(Resume(after=2)), b""))
    assert list(known_people(at.all_games, at.clock).known) == ["Ann", "Bo", "Eva"]


# Ahead.


def ahead(at: EveningTable) -> list[str]:
    """Return the players whom the headline names as ahead, lowest or winners."""
    return [
        name for name in ("Ann", "Bo", "Cy", "Di") if worded(name) in worded(page(at).ahead.title)
    ]


def count(at: EveningTable) -> str:
    """Return the leaders' chips, games or points, in digits or words."""
    return render(page(at).ahead.by).partition(" ")[2].partition(" ")[0]


def test_empty_evening_has_nothing_but_a_headline(at: EveningTable) -> None:
    empty = page(at)
    assert empty == EveningPage(None, Headline(empty.ahead.title), (), None, None, (), (), ())
    assert empty.ahead.title


def test_player_with_most_chips_is_ahead(at: EveningTable) -> None:
    at.begin()
    assert ahead(at) == []
    assert "20" in worded(page(at).ahead.text)
    at.busts("Bo")
    assert (ahead(at), count(at)) == (["Ann", "Cy", "Di"], "")
    at.busts("Cy", "Di")
    assert (ahead(at), count(at)) == (["Ann"], "5")
    assert "17" in worded(page(at).ahead.text)


def test_player_who_is_out_is_not_ahead(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy")
    at.busts("Bo", "Cy")
    at.table.obey(Leave(player="Ann"))
    assert (ahead(at), count(at)) == (["Bo", "Cy"], "")


def test_headline_after_one_game_names_the_winner(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    at.busts("Bo")
    assert (ahead(at), count(at)) == (["Ann"], "")


def test_leader_over_several_games_has_won_most_chips(at: EveningTable) -> None:
    for loser in ("Bo", "Ann", "Bo"):
        at.begin("Ann", "Bo", chips=2)
        at.busts(loser, loser)
    assert (ahead(at), count(at)) == (["Ann"], "2")
    assert in_order(render(page(at).ahead.text), "Ann", "Bo")


def test_leader_without_chips_has_won_most_games(at: EveningTable) -> None:
    at.begin("Ann", "Bo", variant="ninety-nine-boyer")
    assert ahead(at) == []
    assert "2" in worded(page(at).ahead.title)
    at.begin("Ann", "Bo", variant="ninety-nine-boyer")
    at.busts("Bo")
    at.begin("Ann", "Bo", variant="ninety-nine-boyer")
    assert (ahead(at), count(at)) == (["Ann"], "one")


def test_lowest_player_is_ahead_in_a_trick_game(at: EveningTable) -> None:
    at.begin(variant="arizona-spaghetti")
    assert (ahead(at), render(page(at).ahead.text)[-2:]) == ([], "6.")
    at.score({"Ann": 50, "Bo": 60, "Cy": 10, "Di": 10})
    assert (ahead(at), count(at)) == (["Cy", "Di"], "")
    at.score(*({"Ann": due} for due in (130, 100, 100, 100, 560)))
    assert (ahead(at), count(at), page(at).ahead.text) == (["Cy", "Di"], "", "")


def test_games_of_the_evening_are_listed(at: EveningTable) -> None:
    at.begin("Ann", "Bo", chips=1)
    began = at.table.kept[0].at
    at.busts("Bo")
    at.begin(variant="arizona-spaghetti")
    at.score({"Ann": 130})
    first, second = page(at).games
    assert worded((first.title, first.start, first.end, first.hands, first.stands)) == worded(
        (
            "Game 1, Ninety-nine",
            began,
            at.clock.now - 180,
            1,
            "over",
        )
    )
    assert (second.stands, second.steps, second.hands) == ("on", "rounds", 1)
