"""A points game in words: its rounds, events and rules."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET

from companion.core.events import (
    Adjusted,
    BidsEntered,
    Eliminated,
    EndCalled,
    Event,
    GameEnded,
    RoundDealt,
    RoundEnded,
    Scored,
    Tied,
)
from companion.core.family import InForce
from companion.games.points.engine import PointsState
from companion.games.points.variant import Bids, PointsRound, PointsVariant
from companion.message import Fitting, Name, Words, in_context, joined, phrase, plural
from companion.words import turns
from companion.words.events import EventRow, Kind, round_row
from companion.words.numbers import Count, Row, Rows, figure, one_of, signed
from companion.words.rule_keys import answer, rule_title
from companion.words.variants import players_span, said_by_author, who_wins


def about_round(entry: PointsRound) -> Iterator[Words]:
    """Yield the name of a round, and the value of a point unless it is 1."""
    if entry.says:
        yield said_by_author(entry.says)
    if counts := points_count(entry.times):
        yield counts


def points_count(times: int) -> Words:
    """Return the phrase for the value of a point; "" if it is 1."""
    return "" if times == 1 else phrase("each point counts {n}", n=times)


def points_add_up(sums: Sequence[int]) -> Words:
    """Return the phrase for the sums that a round may have; "" if any sum is allowed."""
    if not sums:
        return ""
    return phrase("its points add up to {sums}", sums=one_of(sums))


def points_event_row(
    rules: PointsVariant, _before: PointsState | None, state: PointsState, events: Sequence[Event]
) -> EventRow:
    """Return the event row of a command whose `events` led to `state`."""
    first = events[0]
    kind: Kind
    player: str | None = None
    words: Words
    about: tuple[Words, ...] = ()
    match first:
        case RoundDealt(number, player):
            kind, words = "deal", turns.deals_round(player, number)
            about = tuple(about_round(rules.round(number)))
        case Scored(number, points):
            kind, words = "score", _points(state, number, points)
        case BidsEntered(bids=bids):
            kind, words = "bids", phrase("Bids: {bids}", bids=turns.by_name(bids))
        case Eliminated(player):
            kind, words = "left", phrase("{name} leaves", name=Name(player))
        case EndCalled():
            kind, words = "end", phrase("The game ends here")
        case _:
            raise TypeError(f"{type(first).__name__} begins no row of a points game")
    after = (*about, *(_consequence(state, event) for event in events))
    spoken = (words, *about, *_standings(state, events))
    return round_row(kind, state, player, words, events, after=after, spoken=spoken)


def _points(state: PointsState, number: int, points: Mapping[str, int]) -> Words:
    by_side = {state.label_of(name): count for name, count in points.items()}
    return Fitting(
        (turns.by_name(by_side), phrase("Points of round {n}", n=number)), turns.MAX_SENTENCE_LENGTH
    )


def _consequence(state: PointsState, event: Event) -> Words:
    match event:
        case RoundEnded(deals=player):
            return turns.deals(player)
        case Adjusted(player, reached, points):
            return phrase("{name}: {reached} become {points}").filled(
                name=Name(state.label_of(player)), reached=figure(reached), points=figure(points)
            )
        case Eliminated(player, "points"):
            return turns.is_out(player)
        case Tied(players):
            return turns.one_more_round(players)
        case GameEnded():
            return turns.outcome(state)
    return ""


def _standings(state: PointsState, events: Sequence[Event]) -> Iterator[Words]:
    """Yield the sentences that read out all points after a round, who is out, and a tie."""
    if any(isinstance(event, Scored) for event in events):
        yield phrase(
            "Round {round} is over: {points}", round=state.round, points=turns.points_of_all(state)
        )
    for event in events:
        if isinstance(event, Adjusted | Eliminated | Tied) and (
            words := _consequence(state, event)
        ):
            yield words


def state_again(before: PointsState, _now: PointsState, _events: Sequence[Event]) -> Words:
    if before.phase == "round-over":
        return turns.what_is_over(before)
    return phrase("round {round} has no points yet", round=before.round)


def points_rows(game: PointsVariant) -> Rows:
    """Return the rules of a game as rows,
    ``("Wins", "the most points; ...")``, and the rounds that differ.
    """
    return tuple(_rules(game))


def _rules(game: PointsVariant) -> Iterator[Row]:
    wins = who_wins(game.wins)
    yield rule_title("wins").short, wins.sentence if game.tie == "share" else wins.label
    yield in_context("rule", "Game"), _ends(game)
    yield from _limits(game)
    if game.teams is not None:
        teams = phrase("{n}, in turn around the table; a team has its points together")
        yield rule_title("teams").short, teams.filled(n=game.teams)
    if game.bids is not None:
        yield in_context("rule", "Bids"), joined("; ", _bids(game.bids))
    if game.out_at is not None:
        out = phrase("a player with {points} points or more; the last one in wins")
        yield rule_title("out_at").short, out.filled(points=game.out_at)
    if game.tie != "share":
        yield rule_title("tie").short, answer("tie", game.tie).sentence
    if game.enters_winners:
        yield rule_title("entry").short, answer("entry", game.entry).sentence
        yield rule_title("losers").short, answer("losers", game.losers).sentence
        if game.solo is not None:
            solo = phrase("for a player alone against the others the amount counts {n} times")
            yield rule_title("solo").short, solo.filled(n=game.solo)
    if game.round_players is not None:
        some = phrase("{n}; with more players some sit out, and the points of each are entered")
        yield phrase("In a round"), some.filled(n=game.round_players)
    if adds_up := points_add_up(game.sums):
        yield phrase("Each round"), adds_up
    for place, entry in enumerate(game.rounds, start=1):
        if words := joined("; ", _round(entry)):
            yield turns.round_number(place), words
    if game.rounds and game.last_round != len(game.rounds):
        yield phrase("After that"), phrase("round 1 again, and so on")


def _limits(game: PointsVariant) -> Iterator[Row]:
    """Yield what becomes of points past the goal and of some numbers, and the rounds by players."""
    if game.overshoot != "counts":
        past = phrase("a round that goes past {points} does not count")
        if game.overshoot != "stays":
            past = phrase("a player past {points} goes back to {n}")
        yield phrase("Too many"), past.filled(points=game.target, n=game.overshoot)
    for reached, points in game.exact.items():
        yield phrase("Exactly {n}", n=reached), phrase("they become {n}", n=points)
    for players, rounds in game.last_rounds.items():
        yield phrase("With {n} players", n=players), _rounds(rounds)


def _bids(bids: Bids) -> Iterator[Words]:
    if bids.made or bids.each:
        made = phrase("as many tricks as bid: {made}")
        if bids.each:
            made = phrase("as many tricks as bid: {made}, and {each} for each trick")
        yield made.filled(made=signed(bids.made), each=signed(bids.each))
    if bids.over is not UNSET:
        yield phrase("{n} for each trick too many", n=signed(bids.over))
    if bids.missed:
        missed = phrase("else {n} for each trick too many or too few")
        if bids.over is not UNSET:
            missed = phrase("else {n} for each trick too few")
        yield missed.filled(n=signed(bids.missed))
    if bids.missed_each:
        yield phrase("missed: {n} for each trick bid", n=signed(bids.missed_each))
    if bids.bags is not UNSET:
        every, points = bids.bags
        yield phrase("{points} for every {n} tricks too many", points=signed(points), n=every)
    if bids.nil is not UNSET:
        nil = phrase("a bid of 0: {n} without a trick, else {other}")
        yield nil.filled(n=signed(bids.nil), other=signed(-bids.nil))
    if isinstance(bids.tricks, tuple):
        yield phrase("tricks of the rounds: {numbers}", numbers=joined(", ", map(str, bids.tricks)))
    elif bids.tricks == "round":
        yield phrase("a round has as many tricks as its number")
    elif bids.tricks is not UNSET:
        yield phrase("a round has {n} tricks", n=bids.tricks)
    if bids.hook:
        yield phrase("the bids may not add up to the tricks")


def _rounds(number: int) -> Words:
    return plural("one round", "{n} rounds", number, n=Count(number))


def _ends(game: PointsVariant) -> Words:
    until = phrase("rounds until the players end it")
    if game.out_at is not None:
        until = phrase("rounds until one player is left")
    if game.target is not None:
        until = phrase("rounds until a player has {points} points or more at the end of one")
    elif game.out_at is None and game.last_round is not None:
        return _rounds(game.last_round)
    most = phrase("at most {rounds}", rounds=game.last_round) if game.last_round else ""
    return joined(", ", (until.filled(points=game.target), most))


def _round(entry: PointsRound) -> Iterator[Words]:
    yield from about_round(entry)
    if entry.sums is not UNSET:
        yield points_add_up(entry.sums) or phrase("its points add up to anything")


def rule_tables(variant: PointsVariant) -> tuple[Rows, ...]:
    players = (rule_title("players").short, players_span(variant.players))
    return ((players, *points_rows(variant)),)


def in_force(rules: PointsVariant) -> InForce:
    return InForce(points_rows(rules))
