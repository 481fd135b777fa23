"""What happens to people, in words: as a rule, and as an event."""

from companion.core.consequences import Consequence, Consequences, Does, Who, With
from companion.message import Message, Words, in_context, joined, phrase, plural
from companion.words.numbers import Count, Wording


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
