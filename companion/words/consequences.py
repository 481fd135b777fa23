"""What happens to people, in words: consequences as a rule and as an event, busts, and leaving."""

from companion.core.commands import LeftChips
from companion.core.consequences import Consequence, Consequences, Does, Who, With
from companion.core.events import Paid
from companion.core.options import Bust
from companion.message import Message, Words, in_context, joined, phrase, plural
from companion.words.numbers import Count, Wording


def forfeit_of(forfeit: Words, losers: int) -> Words:
    """Return the variant's `forfeit` as carried out by `losers` players; "" if there are none.

    >>> forfeit_of("takes a drink", 1), forfeit_of("takes a drink", 3)
    ('takes a drink', 'each: takes a drink')
    """
    if not forfeit or not losers:
        return ""
    return forfeit if losers == 1 else phrase("each: {forfeit}", forfeit=forfeit)


def bust_words(bust: Bust) -> Wording:
    """Return how a bust ends, without the chips it costs; the label completes "who busts".

    >>> bust_words("lose").label
    'loses the game'
    """
    match bust:
        case "out":
            return Wording(in_context("a bust", "out"), phrase("is out of the game"))
        case "lose":
            return Wording(in_context("a bust", "loses"), phrase("loses the game"))
        case "chip, new hand":
            return Wording(in_context("a bust", "chip, deal"), phrase("pays; new hand"))
        case "chip, play on":
            return Wording(in_context("a bust", "chip, on"), phrase("pays; play continues"))
        case "chip, new pile":
            return Wording(in_context("a bust", "chip, pile"), phrase("pays; new pile"))
        case "pass":
            return Wording(in_context("a bust", "pass"), phrase("passes"))


def bust_sentence(bust: Bust, chips: int, start: int = 0) -> Words:
    """Return everything a bust that costs `chips` chips does in a game whose piles begin at
    `start`; the sentence completes "who busts".

    >>> bust_sentence("chip, new hand", 2)
    'pays two chips; a new hand is dealt'
    """
    match bust:
        case "out":
            return phrase("is out; the total stays, and the last one in wins")
        case "lose":
            return phrase("has lost, and the game is over")
        case "pass":
            return phrase("passes; {ends}", ends=bust_ends(bust, start))
    ends = bust_ends(bust, start)
    return plural(
        "pays a chip; {ends}", "pays {chips} chips; {ends}", chips, chips=Count(chips), ends=ends
    )


def bust_ends(bust: Bust, start: int = 0) -> Words:
    """Return what follows the consequences of a bust that replace its chip, in a game whose piles
    begin at `start`.

    >>> bust_ends("chip, new hand")
    'a new hand is dealt'
    """
    match bust:
        case "out":
            return phrase("the player is out, and the last one in wins")
        case "lose":
            return phrase("the player has lost")
        case "chip, new hand":
            return phrase("a new hand is dealt")
        case "chip, play on":
            return phrase("total, pile and hands stay")
        case "chip, new pile":
            return phrase(
                "the pile goes, hands stay, the next player starts at {start}", start=start
            )
        case "pass":
            return phrase(
                "when no player can play, the pile goes, the next player starts at {start}",
                start=start,
            )


def bust_costs(bust: Bust, paid: Paid | None) -> Words:
    """Return the price of a bust: ``pays 1``; a player who cannot pay is out.

    >>> bust_costs("chip, play on", Paid("Bo", 2)), bust_costs("chip, play on", None)
    ('pays 1', 'is out of the game')
    """
    if paid is not None:
        return pays(paid.chips)
    return bust_words(bust if bust in {"lose", "pass"} else "out").label


def left_behind(*, chips: bool) -> Wording:
    """Return the fate of the chips and cards of a player who leaves.

    >>> left_behind(chips=True).label
    'chips go to the pot'
    """
    if chips:
        return Wording(
            "", phrase("chips go to the pot"), phrase("Chips go to the pot, cards are set aside")
        )
    return Wording("", bust_words("out").label, phrase("Cards are set aside"))


def chips_left(where: LeftChips) -> Words:
    """Return where the chips of a player who leaves go.

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


def without_shield(player: str, card: Words) -> Wording:
    """Return the penalty for a `player` without the shield `card`.

    >>> without_shield("Bo", "A♥").short
    'without it: out'
    """
    shows = phrase("A player with {card} shows it and stays in; without it {player} is out")
    return Wording(phrase("without it: out"), "", shows.filled(card=card, player=player))


def points_left() -> Wording:
    """Return the fate of the points of a player who leaves."""
    return Wording(
        "", phrase("the points stay"), phrase("The points stay on the sheet and can no longer win")
    )


def pays(chips: int) -> Words:
    """Return the label of a payment: ``pays 2``."""
    return phrase("pays {n}", n=chips)


def consequence_words(consequence: Consequence) -> Wording:
    """Return a consequence as a key of a card (label) and as a clause (sentence).

    >>> consequence_words(Consequence("takes", other="others")).sentence
    'the player takes a chip from each other player'
    >>> consequence_words(Consequence("drinks", "next", 2)).sentence
    'the next player drinks two times'
    """
    label, who, n = _label(consequence), _who(consequence.who), consequence.how_many
    if n == "pile":
        return Wording("", label, phrase("{who} gets a point for each card of the pile", who=who))
    sentence = befalls(who, consequence.does, 1 if n == "over" else n, consequence.other)
    if n == "over":
        sentence = phrase("{what} for each point over the limit", what=sentence)
    if consequence.going is not None:
        template = phrase("{what}, only upward")
        if consequence.going == "down":
            template = phrase("{what}, only downward")
        sentence = template.filled(what=sentence)
    return Wording("", label, sentence)


def consequences_sentence(consequences: Consequences) -> Words:
    """Return several consequences as one sentence without its end."""
    return joined(", ", (consequence_words(each).sentence for each in consequences))


def befalls(who: Words, does: Does, n: int = 1, other: With = "pot") -> Message:
    """Return the clause that `who` does something, with `n` chips, drinks, points or cards.

    >>> befalls("Bo", "scores", -2), befalls("Ann", "takes")
    ('Bo loses two points', 'Ann takes a chip from the pot')
    """
    return _template(does, n, other).filled(who=who, n=Count(abs(n)))


def _who(who: Who) -> Words:
    match who:
        case "player":
            return phrase("the player")
        case "others":
            return phrase("each other player")
        case "everyone":
            return phrase("every player")
        case "next":
            return phrase("the next player")
        case "previous":
            return phrase("the previous player")
        case "named":
            return phrase("the named player")
        case "last payer":
            return phrase("the last player who paid")


def _label(consequence: Consequence) -> Words:
    match consequence.does:
        case "pays" | "takes":
            return in_context("card key", "chips")
        case "drinks":
            return in_context("card key", "drink")
        case "draws":
            return in_context("card key", "draw")
        case "scores":
            return in_context("card key", "points")
        case "is out":
            return in_context("card key", "out")
        case "wins the hand" | "wins the game":
            return in_context("card key", "wins")
        case "starts a new pile":
            return in_context("card key", "new pile")


def _template(does: Does, n: int, other: With) -> Message:
    match does:
        case "pays" | "takes":
            return _of_chips(does, n, other)
        case "drinks":
            return plural("{who} drinks", "{who} drinks {n} times", n)
        case "draws":
            return plural("{who} draws a card", "{who} draws {n} cards", n)
        case "scores":
            return (
                plural("{who} gets a point", "{who} gets {n} points", n)
                if n > 0
                else plural("{who} loses a point", "{who} loses {n} points", -n)
            )
        case "is out":
            return phrase("{who} is out")
        case "wins the hand":
            return phrase("{who} wins the hand")
        case "starts a new pile":
            return phrase("{who} starts a new pile")
        case _:
            return phrase("{who} wins the game")


def _of_chips(does: Does, n: int, other: With) -> Message:
    match does, other:
        case "pays", "pot":
            return plural("{who} pays a chip", "{who} pays {n} chips", n)
        case "pays", "player":
            return plural("{who} pays the player a chip", "{who} pays the player {n} chips", n)
        case "pays", _:
            return plural(
                "{who} pays each other player a chip", "{who} pays each other player {n} chips", n
            )
        case "takes", "pot":
            return plural(
                "{who} takes a chip from the pot", "{who} takes {n} chips from the pot", n
            )
        case "takes", "player":
            return plural(
                "{who} takes a chip from the player", "{who} takes {n} chips from the player", n
            )
        case _:
            return plural(
                "{who} takes a chip from each other player",
                "{who} takes {n} chips from each other player",
                n,
            )
