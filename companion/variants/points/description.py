"""Describes a points game in plain words: who wins, when it ends, what a round must add up to."""

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from companion.message import Words, in_context, joined, phrase, plural
from companion.rules.points.rules import PointsRules
from companion.rules.points.variant import PointsRound, PointsVariant
from companion.text.lengths import Rows
from companion.text.numbers import Count
from companion.text.points.rounds import about_round, points_add_up
from companion.text.rule_keys import answer, rule_title
from companion.text.turns import round_number
from companion.text.variants import players_span
from companion.variants.interface import FamilyDescription, InForce


def points_rows(game: PointsVariant | PointsRules) -> Rows:
    """Return the rules of a game: ``("Wins", "the most points;
    ...")``, and the rounds that differ.
    """
    return tuple(_rules(game))


def _rules(game: PointsVariant | PointsRules) -> Iterator[tuple[Words, Words]]:
    yield rule_title("wins").short, answer("wins", game.wins).sentence
    yield in_context("rule", "Game"), _ends(game.target, game.last_round)
    if adds_up := points_add_up(game.sums):
        yield phrase("Each round"), adds_up
    for place, entry in enumerate(game.rounds, start=1):
        if words := joined("; ", _round(entry)):
            yield round_number(place), words
    if game.rounds and game.last_round != len(game.rounds):
        yield phrase("After that"), phrase("round 1 again, and so on")


def _ends(target: int | None, last_round: int | None) -> Words:
    if target is not None:
        until = phrase("rounds until somebody has {points} points or more when one is over")
        if last_round is not None:
            until = phrase(
                "rounds until somebody has {points} points or more, but no more than {rounds} "
                "of them"
            )
        return until.filled(points=target, rounds=last_round)
    if last_round is not None:
        return plural("one round", "{n} rounds", last_round, n=Count(last_round))
    return phrase("rounds until the players end it")


def _round(entry: PointsRound) -> Iterator[Words]:
    yield from about_round(entry)
    if entry.sums is not UNSET:
        yield points_add_up(entry.sums) or phrase("its points add up to anything")


def _tables(variant: PointsVariant) -> tuple[Rows, ...]:
    players = (rule_title("players").short, players_span(variant.players))
    return ((players, *points_rows(variant)),)


def _in_force(rules: PointsRules) -> InForce:
    return InForce(points_rows(rules))


POINTS: Final = FamilyDescription(_tables, _in_force)
