"""The leader of the evening, the winners of each pot, and the payments that settle the evening."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.core.events import ChipsLeft, Joined
from companion.core.frozen import Frozen
from companion.core.seats import State, counted
from companion.games import family_of
from companion.message import Message, Words, in_context, joined, phrase, plural
from companion.phone.statistics.replay import PlayedGame, leaders
from companion.words.numbers import Count, chips, sentences, together
from companion.words.turns import outcome, round_number


def shares_of_pot(state: State) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the chips of each player who gets some of the pot, and those who get one more.

    The pot goes to the winner, or else in equal parts to those still in with the most chips. Chips
    left over go one each to the first of them after the dealer, by the custom for odd chips.
    """
    held = counted(state.players[seat] for seat in state.seats_in)
    ahead = state.won_by or leaders(held)[0]
    each, left = divmod(state.pot, len(ahead))
    names = [player.name for player in state.players]
    after_dealer = names[state.dealer + 1 :] + names[: state.dealer + 1]
    odd = tuple(name for name in after_dealer if name in ahead)[:left]
    return {name: each + (name in odd) for name in ahead}, odd


def pot_sentence(games: Sequence[PlayedGame]) -> Words:
    """Return sentences about the pots of all `games` for chips of an evening, counted from 1."""
    winners = [game.state.won_by[0] for game in games if game.for_chips and game.state.won_by]
    phrases: list[Words] = []
    if len(winners) == 1:
        phrases.append(phrase("The pot went to {player}, who won.", player=winners[0]))
    elif winners:
        phrases.append(phrase("Each pot went to its winner."))
    for count, game in enumerate(games, 1):
        if not game.for_chips or game.state.won_by or not game.state.pot:
            continue
        if game.stands == "given up":
            phrases.append(phrase("Game {n} was abandoned: it costs nothing.", n=count))
        else:
            phrases += _divided(count, game.state)
    return joined(" ", phrases)


def _divided(count: int, state: State) -> Iterator[Words]:
    """Yield the division of the pot of a game without a winner, which may still be on."""
    ahead, odd = shares_of_pot(state)
    line = phrase("{ahead} share the pot of game {n}, {chips}.")
    if len(ahead) == 1:
        line = phrase("The pot of game {n}, {chips}, goes to {ahead}, who is ahead.")
    yield line.filled(n=count, chips=chips(state.pot), ahead=together(tuple(ahead)))
    if odd:
        line = plural(
            "The odd chip goes to {odd}, first after the dealer.",
            "The odd chips go to {odd}, first after the dealer.",
            len(odd),
        )
        yield line.filled(odd=together(odd))


EXACT = 10
"""Maximum number of debtors and creditors for the fewest possible payments.

The search takes time proportional to 2 to the power of that number. With more people there are few
payments, but perhaps not the fewest.
"""


class Payment(Frozen):
    """A payment of chips from one player to another."""

    payer: str
    payee: str
    chips: int


class Settled(Frozen):
    """The result of the evening: `nets` are chips won (lost, below 0).

    `stands` is the number of payments in words, and whether it holds only if play stops now; `pot`
    describes the division of the pots.
    """

    nets: dict[str, int]
    payments: tuple[Payment, ...]
    stands: Words
    pot: Words


def settle(games: Sequence[PlayedGame]) -> Settled | None:
    """Return the settlement of the `games` of an evening; None if none of them was for chips.

    A game that is over or in progress counts; in one that was given up, all players keep their
    chips.
    """
    ours = [game for game in games if game.for_chips]
    if not ours:
        return None
    nets: Counter[str] = Counter()
    for game in ours:
        if game.stands != "given up":
            nets.update(net(game))
    paid = payments(nets)
    is_on = any(game.stands == "on" for game in ours)
    return Settled(nets, paid, _stands(len(paid), is_on=is_on), pot_sentence(games))


def _stands(count: int, *, is_on: bool) -> Words:
    """Return the number of payments in words."""
    if not count:
        return phrase("If you stop now, everyone is even.") if is_on else phrase("All settled.")
    line = plural("{n:d} payment", "{n:d} payments", count)
    return sentences([phrase("If you stop now: {payments}", payments=line) if is_on else line])


def net(game: PlayedGame) -> dict[str, int]:
    """Return each player's gain over their stake in a game for chips; the sum is 0.

    The stake is the chips dealt at the start or added later. Chips that a player took home still
    count.
    """
    at_start, now = (game.commands[at].moment.state for at in (0, -1))
    shares, _odd = shares_of_pot(now)
    gains = {
        player.name: (player.chips or 0) + shares.get(player.name, 0) for player in now.players
    }
    for player in at_start.players:
        gains[player.name] -= player.chips or 0
    for command in game.commands:
        for event in command.moment.events:
            match event:
                case Joined(player=name, chips=int() as chips):
                    gains[name] -= chips
                case ChipsLeft(player=name, taken=chips):
                    gains[name] += chips
    return gains


def payments(nets: Mapping[str, int]) -> tuple[Payment, ...]:
    """Return the payments that settle `nets`, largest first.

    People whose nets add up to zero settle among themselves. A group of n people needs n-1
    payments, so more such groups mean fewer payments.
    """
    open_ones = {name: chips for name, chips in nets.items() if chips}
    names = tuple(open_ones)
    groups = _groups(names, open_ones) if len(names) <= EXACT else [names]
    found: list[Payment] = []
    for group in groups:
        found += _largest_first({name: open_ones[name] for name in group})
    return tuple(sorted(found, key=lambda payment: -payment.chips))


def _groups(names: tuple[str, ...], nets: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return a partition of the people into as many groups as possible, each adding up to zero.

    A group is a bit mask of people. `most` counts how often the sum is 0 on the best way from the
    empty group to that group, one person at a time.
    """
    everybody = (1 << len(names)) - 1
    sums, most, last = [0], [0], [0]
    for group in range(1, everybody + 1):
        lowest = (group & -group).bit_length() - 1
        sums.append(sums[group & (group - 1)] + nets[names[lowest]])
        best = max(
            (seat for seat in range(len(names)) if group >> seat & 1),
            key=lambda seat: most[group ^ (1 << seat)],
        )
        most.append(most[group ^ (1 << best)] + (sums[group] == 0))
        last.append(best)
    parted: list[tuple[str, ...]] = []
    under_way: list[str] = []
    group = everybody
    while group:
        if sums[group] == 0 and under_way:
            parted.append(tuple(under_way))
            under_way = []
        under_way.append(names[last[group]])
        group ^= 1 << last[group]
    return [*parted, tuple(under_way)] if under_way else parted


def _largest_first(nets: dict[str, int]) -> list[Payment]:
    """Return payments from the largest debtor to the largest creditor, until all are settled."""
    found: list[Payment] = []
    while True:
        payer, payee = (
            min(nets, key=lambda name: nets[name]),
            max(nets, key=lambda name: nets[name]),
        )
        chips = min(-nets[payer], nets[payee])
        if chips <= 0:
            return found
        found.append(Payment(payer, payee, chips))
        nets[payer] += chips
        nets[payee] -= chips


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
