"""The result of a game in words, and the badges next to the names of players."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.events import Eliminated, Event, Paid
from companion.core.family import Family, HistoryEntry, Rules
from companion.core.frozen import Frozen
from companion.core.history import counting
from companion.core.seats import SeatedPlayer, State
from companion.message import Words, in_context, joined, phrase
from companion.words.consequences import bust_words, forfeit_of, pays
from companion.words.numbers import chips, points
from companion.words.turns import hand_number, next_deal
from companion.words.variants import translated


def status_badges(family: Family, state: State, events: Sequence[Event]) -> Mapping[str, Words]:
    """Return the badges next to the names of some players: ``owes 2``, ``pays 1, out``.

    `events` led to the state and include the payments at the end of a hand.
    """
    over = state.phase in {"hand-over", "round-over", "game-over"}
    paid = {
        event.player: event.chips
        for event in events
        if over and isinstance(event, Paid) and event.is_to_pot
    }
    badges = {
        player.name: joined(", ", _said(family, state, seat, paid.get(player.name, 0)))
        for seat, player in enumerate(state.players)
    }
    return {name: words for name, words in badges.items() if words}


def _said(family: Family, state: State, seat: int, paid: int) -> Iterator[Words]:
    name = state.players[seat].name
    if paid:
        yield pays(paid)
    if state.players[seat].waits:
        yield in_context("player", "waits")
    elif seat not in state.seats_in:
        yield bust_words("out").short
    if seat in state.losers:
        yield bust_words("lose").short
    if badge := family.beside(state, seat):
        yield badge
    if name in state.won_by:
        yield in_context("player", "wins")
    if next_deal(state) is not None and name == state.deals_next:
        yield phrase("deals next")


class FinalPlace(Frozen):
    """A player in the final standings: the `rank` from 1, or 0 in a game without winners.

    `about` is a remark in words. `figure` is the points or chips that count; None in a game without
    either.
    """

    name: str
    rank: int
    figure: int | None
    about: Words
    won: bool = False


class Result(Frozen):
    """The result of a game: `places`, best first, whose figures count the `unit`.

    `game` is the game and its last hand or round, `pot` the fate of the pot, and `forfeit` the
    losers' forfeit; each may be "". `evening` lists the games won this evening, most first, or the
    games lost if this game has only losers (`of_losses`). `title` says which.
    """

    game: Words
    places: tuple[FinalPlace, ...]
    unit: Words
    pot: Words
    forfeit: Words
    title: Words
    evening: tuple[tuple[str, int], ...]
    of_losses: bool = False


def result_of(
    rules: Rules, moments: Sequence[HistoryEntry], tally: Sequence[tuple[str, int]] = ()
) -> Result:
    """Return the result of a finished game from its `moments`.

    `tally` lists how many games each player has won this evening, or lost if this game has only
    losers.
    """
    state = moments[-1].state
    unit = in_context("unit", "points") if state.points_of else ""
    if state.players[0].chips is not None:
        unit = in_context("unit", "chips")
    return Result(
        game=joined(", ", (translated(rules.title), _last_part(state))),
        places=_places(rules, state, _gone(moments)),
        unit=unit,
        pot=_pot(state),
        forfeit=forfeit_of(translated(rules.forfeit), len(state.losers)),
        title=phrase("Games lost this evening")
        if state.losers
        else phrase("Games won this evening"),
        evening=tuple(sorted(tally, key=lambda entry: -entry[1])),
        of_losses=bool(state.losers),
    )


def _last_part(state: State) -> Words:
    if state.deals_a == "hand":
        return hand_number(state.deal_number)
    return phrase("after round {n}", n=state.deals_counted)


def _pot(state: State) -> Words:
    if not state.pot:
        return ""
    if len(state.won_by) == 1:
        return phrase(
            "The pot goes to {player}: {chips}.", player=state.won_by[0], chips=chips(state.pot)
        )
    return phrase("In the pot: {chips}.", chips=chips(state.pot))


def _gone(moments: Sequence[HistoryEntry]) -> dict[str, tuple[int, bool]]:
    """Return the hand or round in which each player went out, earliest first.

    The flag is whether the player left.
    """
    state = moments[-1].state
    still_in = {state.players[seat].name for seat in state.seats_in}
    went = {
        event.player: (moment.state.deal_number, event.why == "left")
        for moment in counting(moments)
        for event in moment.events
        if isinstance(event, Eliminated)
    }
    return {name: when for name, when in went.items() if name not in still_in}


def _places(
    rules: Rules, state: State, gone: dict[str, tuple[int, bool]]
) -> tuple[FinalPlace, ...]:
    order, lowest_wins = list(gone), rules.wins == "lowest"
    losers = {state.players[seat].name for seat in state.losers}

    def place(player: SeatedPlayer) -> tuple[bool, bool, bool, int, int]:
        name, figure = player.name, _figure(player) or 0
        went = order.index(name) if name in gone and player.points is None else 0
        return (
            name not in state.won_by,
            name in losers,
            name in gone,
            -went,  # A player who went out later ranks higher.
            figure if lowest_wins else -figure,
        )

    standings = sorted(map(place, state.players))
    return tuple(
        FinalPlace(
            player.name,
            standings.index(place(player)) + 1 if state.won_by else 0,
            _figure(player),
            joined(", ", _about(player, gone.get(player.name), is_lost=player.name in losers)),
            won=player.name in state.won_by,
        )
        for player in sorted(state.players, key=place)
    )


def _figure(player: SeatedPlayer) -> int | None:
    return player.points if player.chips is None else player.chips


def _about(
    player: SeatedPlayer, went: tuple[int, bool] | None, *, is_lost: bool
) -> Iterator[Words]:
    if is_lost:
        yield bust_words("lose").short
    if player.points is not None:
        yield points(player.points)
    elif player.chips and went is None:
        yield chips(player.chips)
    if went is not None:
        hand, has_left = went
        if player.points is not None:
            yield phrase("left in round {n}", n=hand)
        else:
            template = phrase("left in hand {n}") if has_left else phrase("out in hand {n}")
            yield template.filled(n=hand)
