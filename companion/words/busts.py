"""How a bust ends, in words, and what it, a missing shield or going home makes of a player."""

from typing import assert_never

from companion.core.commands import LeftChips
from companion.core.events import Paid
from companion.core.options import Bust
from companion.message import Words, in_context, phrase, plural
from companion.words.numbers import Count, Wording


def forfeit_of(forfeit: Words, losers: int) -> Words:
    """Return what so many players who have lost a game do: the `forfeit` of its file;
    "" if nobody has lost.

    >>> forfeit_of("takes a drink", 1), forfeit_of("takes a drink", 3)
    ('takes a drink', 'each: takes a drink')
    """
    if not forfeit or not losers:
        return ""
    return forfeit if losers == 1 else phrase("each: {forfeit}", forfeit=forfeit)


def bust_words(bust: Bust) -> Wording:
    """Return how a bust ends, without the chips that it costs; the label goes on after "who busts".

    >>> bust_words("lose").label
    'loses the game'
    """
    match bust:
        case "out":
            return Wording(in_context("a bust", "out"), phrase("is out of the game"), "")
        case "lose":
            return Wording(in_context("a bust", "loses"), phrase("loses the game"), "")
        case "chip, new hand":
            return Wording(in_context("a bust", "chip, deal"), phrase("pays; new hand"), "")
        case "chip, play on":
            return Wording(in_context("a bust", "chip, on"), phrase("pays; play continues"), "")
        case "chip, new pile":
            return Wording(in_context("a bust", "chip, pile"), phrase("pays; new pile"), "")
        case _:
            assert_never(bust)


def bust_sentence(bust: Bust, chips: int) -> Words:
    """Return all that a bust does that costs so many chips; it goes on after "who busts".

    >>> bust_sentence("chip, new hand", 2)
    'pays two chips; a new hand is dealt'
    """
    match bust:
        case "out":
            return phrase("is out; the total stays, and the last one in wins")
        case "lose":
            return phrase("has lost, and the game is over")
        case "chip, new hand":
            template = plural(
                "pays a chip; a new hand is dealt", "pays {chips} chips; a new hand is dealt", chips
            )
        case "chip, play on":
            template = plural(
                "pays a chip; total, pile and hands stay",
                "pays {chips} chips; total, pile and hands stay",
                chips,
            )
        case "chip, new pile":
            template = plural(
                "pays a chip; the pile goes, hands stay, the next player starts at 0",
                "pays {chips} chips; the pile goes, hands stay, the next player starts at 0",
                chips,
            )
        case _:
            assert_never(bust)
    return template.filled(chips=Count(chips))


def bust_costs(bust: Bust, paid: Paid | None) -> Words:
    """Return what a bust costs its player: ``pays 1``; a player who has nothing to pay is out.

    >>> bust_costs("chip, play on", Paid("Bo", 2)), bust_costs("chip, play on", None)
    ('pays 1', 'is out of the game')
    """
    if paid is not None:
        return pays(paid.chips)
    return bust_words("lose" if bust == "lose" else "out").label


def left_behind(*, chips: bool) -> Wording:
    """Return what becomes of the chips and the cards of a player who goes home.

    >>> left_behind(chips=True).label
    'chips go to the pot'
    """
    if chips:
        return Wording(
            "", phrase("chips go to the pot"), phrase("Chips go to the pot, cards are set aside")
        )
    return Wording("", bust_words("out").label, phrase("Cards are set aside"))


def chips_left(where: LeftChips) -> Words:
    """Return what becomes of the chips of a player who goes home.

    >>> chips_left("shared")
    'shared out'
    """
    match where:
        case "pot":
            return phrase("to the pot")
        case "taken":
            return phrase("taken home")
        case "shared":
            return phrase("shared out")
        case _:
            assert_never(where)


def without_shield(player: str, card: Words) -> Wording:
    """Return what a missing shield costs a `player`, and for whom the `card` is one.

    >>> without_shield("Bo", "A♥").short
    'without it: out'
    """
    shows = phrase("A player with {card} shows it and stays in; without it {player} is out")
    return Wording(phrase("without it: out"), "", shows.filled(card=card, player=player))


def points_left() -> Wording:
    """Return what becomes of the points of a player who goes home."""
    return Wording(
        "", phrase("the points stay"), phrase("The points stay on the sheet and can no longer win")
    )


def pays(chips: int) -> Words:
    """Return that a player pays so many chips."""
    return phrase("pays {n}", n=chips)
