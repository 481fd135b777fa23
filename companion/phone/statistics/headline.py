"""The leader of the evening, in a heading and the line below it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.core.frozen import Frozen
from companion.core.seats import counted
from companion.games import family_of
from companion.message import Message, Words, in_context, joined, phrase, plural
from companion.phone.statistics.replay import PlayedGame, leaders
from companion.phone.statistics.settlement import Settled
from companion.words.numbers import Count, sentences, together
from companion.words.turns import outcome, round_number


class Headline(Frozen):
    """The leader of the evening: a `title`, `by` how much a single one is ahead, and the standings
    in `text`.
    """

    title: Words
    by: Words = ""
    text: Words = ""


def ahead(games: Sequence[PlayedGame], settled: Settled | None) -> Headline:
    """Return the leader in the only game of the evening, or else in chips, or else in games won.

    For a past evening, it is the player who won most.
    """
    if not games:
        return Headline(phrase("No games yet"))
    newest = games[-1]
    if len(games) == 1:
        return replace(_in_game(newest), text=_line_of_game(newest))
    text = joined(" ", (_games_won(games), _line_of_game(newest)))
    won: Mapping[str, int] = {} if settled is None else settled.nets
    of_chips = any(won.values())
    if not of_chips:
        won = Counter(name for game in games for name in game.winners)
    names, most = leaders(won)
    if not names:
        return Headline(phrase("No winner yet"), text=text)
    by = plural("with {n} game won", "with {n} games won", most, n=Count(most))
    if of_chips:
        by = plural("with {n:d} chip won", "with {n:d} chips won", most)
    title = _are_ahead(names)
    if not newest.resumed:
        title = plural("{names} won most", "{names} won most", len(names), names=together(names))
    return Headline(title, by if len(names) == 1 else "", text)


def _in_game(game: PlayedGame) -> Headline:
    state = game.state
    if game.stands == "over":
        return Headline(outcome(state))
    held = counted(state.players[seat] for seat in state.seats_in)
    if not (game.for_chips or game.for_points):
        return Headline(plural("{n:d} is still in", "{n:d} are still in", len(held)))
    lowest_wins = game.rules.wins == "lowest"
    best = (min if lowest_wins else max)(held.values())
    names = tuple(name for name, count in held.items() if count == best)
    # A player out of a game for chips is behind; one who has left a points game no longer counts.
    if len(names) == len(state.players if game.for_chips else held):
        return Headline(phrase("No leader yet"))
    title = _are_ahead(names)
    if lowest_wins:
        title = plural("{names} is lowest", "{names} are lowest", len(names), names=together(names))
    by = plural("with {n:d} point", "with {n:d} points", best)
    if game.for_chips:
        by = plural("with {n:d} chip", "with {n:d} chips", best)
    return Headline(title, by if len(names) == 1 else "")


def _line_of_game(game: PlayedGame) -> Words:
    state = game.state
    if game.result is not None:
        return game.result.pot
    if game.for_chips:
        held = sum(counted(state.players).values())
        line = phrase("Chips: {n} still held, {pot} in the pot.")
        return line.filled(n=Count(held), pot=Count(state.pot))
    if not game.has_rounds or game.stands != "on":
        return ""
    return sentences([round_number(game.hands, family_of(game.rules).last_round(game.rules))])


def _games_won(games: Sequence[PlayedGame]) -> Words:
    """Return all wins and losses of the evening.

    For example: Of four games Ann won two, Bo one, Cy lost one.
    """
    won = Counter(name for game in games for name in game.winners).most_common()
    lost = Counter(name for game in games for name in game.losers).most_common()
    if not won and not lost:
        return phrase("Games played: {n}.", n=Count(len(games)))
    later = in_context("games won, later in a list", "{player} {n}")
    results = [
        (later if place else first).filled(player=player, n=Count(count))
        for first, counts in (
            (in_context("games won, first of a list", "{player} won {n}"), won),
            (in_context("games lost, first of a list", "{player} lost {n}"), lost),
        )
        for place, (player, count) in enumerate(counts)
    ]
    line = plural("Of {n} game {wins}.", "Of {n} games {wins}.", len(games))
    return line.filled(n=Count(len(games)), wins=joined(", ", results))


def _are_ahead(names: Sequence[str]) -> Message:
    return plural("{names} is ahead", "{names} are ahead", len(names), names=together(names))
