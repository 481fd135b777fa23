"""Names and values of the keys of variant files and house rules, in words."""

from typing import NamedTuple, cast

from companion.core.options import Bust
from companion.message import Words, in_context, joined, phrase
from companion.words.consequences import bust_words, consequences_sentence
from companion.words.numbers import Wording, either, figure
from companion.words.variants import who_wins


class RuleTitle(NamedTuple):
    """The name of a key on the display (`short`) and on a page (`label`).

    The label of a switch describes the rule when it is on. `off` describes it when it is off,
    unless that is obvious. Without a label of its own a key has the short name on a page, too.
    """

    short: Words
    label: Words = ""
    off: Words = ""


_TITLES = {
    "forfeit": RuleTitle(phrase("Who loses")),
    "players": RuleTitle(phrase("Players")),
    "target": RuleTitle(phrase("Limit")),
    "goal": RuleTitle(phrase("Goal")),
    "hand_size": RuleTitle(phrase("Cards each")),
    "deal": RuleTitle(
        phrase("Deal"),
        phrase("The whole deck is dealt"),
        phrase("Off: each player gets the same number of cards."),
    ),
    "chips": RuleTitle(phrase("Chips each")),
    "decks": RuleTitle(phrase("Decks")),
    "jokers": RuleTitle(phrase("Jokers per deck"), phrase("Jokers in each deck")),
    "bust": RuleTitle(phrase("On a bust")),
    "over": RuleTitle(
        phrase("Too far"),
        phrase("A card past the limit busts at once"),
        phrase("Off: the card is not allowed and goes back to the hand."),
    ),
    "stock_out": RuleTitle(
        phrase("Stock out"),
        phrase("An empty stock is reshuffled from the pile"),
        phrase("Off: when it is empty, players stop drawing."),
    ),
    "draws": RuleTitle(phrase("Drawing")),
    "empty_hand": RuleTitle(phrase("Empty hand")),
    "forgotten": RuleTitle(
        phrase("Forgotten card"),
        phrase("A forgotten card is drawn after the next turn"),
        phrase("Off: the hand stays one card shorter."),
    ),
    "up_card": RuleTitle(phrase("Up-card"), phrase("Card turned up before the first play")),
    "leads": RuleTitle(phrase("First play"), phrase("First play of the next hand")),
    "ends": RuleTitle(
        phrase("Hand ends"),
        phrase("The first player out has lost"),
        phrase("Off: the last player in wins."),
    ),
    "match": RuleTitle(phrase("Match")),
    "sets": RuleTitle(phrase("Sets"), phrase("Several cards of a rank may be played together")),
    "debt_passes": RuleTitle(
        phrase("Owed plays"),
        phrase("A bust passes on the full number of owed plays"),
        phrase("Off: only the plays still owed."),
    ),
    "two_player_reverse": RuleTitle(
        phrase("Reverse with 2"),
        phrase("With two players left, a player who reverses plays again"),
    ),
    "floor": RuleTitle(phrase("Lowest total"), phrase("The total never falls below")),
    "honor": RuleTitle(
        phrase("On your honor"), phrase("A player without chips plays on until the next bust")
    ),
    "winner_takes_all": RuleTitle(phrase("Winner takes pot"), phrase("The winner takes the pot")),
    "passing": RuleTitle(phrase("Passed total")),
    "on_bust": RuleTitle(phrase("A bust")),
    "stuck": RuleTitle(phrase("No play possible")),
    "reward": RuleTitle(phrase("Who wins a hand")),
    "exact": RuleTitle(phrase("Exact total"), phrase("A play that hits the exact total")),
    "first_turns_without": RuleTitle(phrase("Barred ranks")),
    "shows": RuleTitle(phrase("Shown cards")),
    "last_card": RuleTitle(phrase("Last card"), phrase("Good card at the bottom of the stock")),
    "wins": RuleTitle(
        phrase("Wins"), phrase("The fewest points win"), phrase("Off: the most points win.")
    ),
    "last_round": RuleTitle(phrase("Rounds"), phrase("Rounds played")),
    "out_at": RuleTitle(phrase("Out at"), phrase("Points that put a player out")),
    "tie": RuleTitle(
        phrase("Tie"),
        phrase("A tie is decided in another round"),
        phrase("Off: the best players share the win."),
    ),
    "entry": RuleTitle(
        phrase("Entry"),
        phrase("Only the winners and one amount are entered"),
        phrase("Off: the points of each player."),
    ),
    "losers": RuleTitle(
        phrase("Losers"), phrase("Only winners get points"), phrase("Off: the losers pay them.")
    ),
    "solo": RuleTitle(phrase("Solo"), phrase("Alone against the others, the amount counts")),
    "teams": RuleTitle(phrase("Teams"), phrase("Teams with points together")),
    "sums": RuleTitle(phrase("Sum of a round"), phrase("A round adds up to")),
    "revoke_penalty": RuleTitle(phrase("Revoke costs"), phrase("An accepted revoke costs")),
}


def rule_title(rule: str) -> RuleTitle:
    """Return the title of a key; a key without a title here is called by its name.

    >>> rule_title("jokers")
    RuleTitle(short='Jokers per deck', label='Jokers in each deck', off='')
    """
    title = _TITLES.get(rule) or RuleTitle(rule.replace("_", " "))
    return title if title.label else title._replace(label=title.short)


_YES = in_context("house rule", "yes")
_NO = in_context("house rule", "no")

_ANSWERS: dict[tuple[str, object], Wording] = {
    ("deal", "hand size"): Wording(in_context("deal", "by number")),
    ("deal", "all"): Wording(
        in_context("deal", "all"), "", phrase("all cards; those left over are the stock")
    ),
    ("over", "refuse"): Wording(
        in_context("going over", "illegal"),
        "",
        phrase("a card past the limit is not allowed"),
    ),
    ("over", "bust"): Wording(
        in_context("going over", "is a bust"),
        "",
        phrase("a card past the limit is a bust at once"),
    ),
    ("stock_out", "play on"): Wording(
        in_context("stock out", "play on"),
        "",
        phrase("when empty, players stop drawing; a player without cards is out on their turn"),
    ),
    ("stock_out", "reshuffle"): Wording(
        in_context("stock out", "shuffle"),
        "",
        phrase("when empty, all of the pile but its last card is shuffled"),
    ),
    ("draws", "never"): Wording(sentence=phrase("no cards are drawn after a play")),
    ("empty_hand", "passes"): Wording(
        sentence=phrase("a player without cards waits; when all cards are played, the hand ends"),
    ),
    ("empty_hand", "wins"): Wording(
        sentence=phrase("the first player without cards wins the hand")
    ),
    ("forgotten", "lost"): Wording(
        in_context("forgotten card", "lost"),
        "",
        phrase("the hand stays one card shorter until the next deal"),
    ),
    ("forgotten", "made up"): Wording(
        in_context("forgotten card", "drawn"),
        "",
        phrase("a missing card is drawn at the end of the next turn"),
    ),
    ("up_card", "none"): Wording(in_context("up-card", "none"), in_context("up-card", "none")),
    ("up_card", "apply"): Wording(
        in_context("up-card", "counts"),
        phrase("it counts as the dealer's"),
        phrase("the dealer turns up a card, which counts as played by the dealer"),
    ),
    ("up_card", "plain"): Wording(
        in_context("up-card", "plain"),
        phrase("a plain one begins"),
        phrase("the dealer turns up cards until one only adds its pips: the first total"),
    ),
    ("leads", "left of dealer"): Wording(
        in_context("leads", "after dealer"), phrase("the player after the dealer")
    ),
    ("leads", "loser"): Wording(
        in_context("leads", "loser"),
        phrase("the loser of the last hand"),
        phrase("the loser of the last hand plays first"),
    ),
    ("leads", "winner"): Wording(
        in_context("leads", "winner"),
        phrase("the winner of the last hand"),
        phrase("the winner of the last hand, or else the last player to call, plays first"),
    ),
    ("ends", "one left"): Wording(in_context("ends", "one left")),
    ("ends", "first out"): Wording(
        in_context("ends", "first out"), "", phrase("the first player out has lost")
    ),
    ("sets", True): Wording(
        _YES, "", phrase("two, three or four cards of a rank may be played together")
    ),
    ("debt_passes", "unmet"): Wording(
        in_context("debt passes", "the rest"),
        "",
        phrase("a bust passes on only the plays still owed"),
    ),
    ("debt_passes", "full"): Wording(
        in_context("debt passes", "all"),
        "",
        phrase("a bust passes on the full number of owed plays"),
    ),
    ("two_player_reverse", "pass"): Wording(in_context("reverse at 2", "other")),
    ("two_player_reverse", "again"): Wording(
        in_context("reverse at 2", "same"), "", phrase("a player who reverses plays again")
    ),
    ("honor", True): Wording(_YES, "", phrase("a player plays on once, on their honor")),
    ("honor", False): Wording(_NO, "", phrase("a player is out; the last one in wins")),
    ("winner_takes_all", True): Wording(_YES, "", phrase("goes to the winner")),
    ("exact", "chip"): Wording(label=phrase("a chip from the pot")),
    ("exact", "reset"): Wording(label=phrase("the total becomes 0")),
    ("exact", "point"): Wording(label=phrase("a point to note")),
    ("exact", "drink"): Wording(label=phrase("a drink")),
    ("wins", "highest"): Wording(
        in_context("who wins", "the most"), "", who_wins("highest").sentence
    ),
    ("wins", "lowest"): Wording(
        in_context("who wins", "the fewest"), "", who_wins("lowest").sentence
    ),
    ("entry", "points"): Wording(in_context("entry", "points")),
    ("entry", "winners"): Wording(
        in_context("entry", "winners"), "", phrase("the winners of a round, and one amount")
    ),
    ("losers", "pay"): Wording(
        in_context("losers", "pay"),
        "",
        phrase("each loser pays the amount, and the winners share it"),
    ),
    ("losers", "nothing"): Wording(
        in_context("losers", "nothing"), "", phrase("get nothing; each winner gets the amount")
    ),
    ("tie", "share"): Wording(in_context("tie", "shared")),
    ("tie", "one more round"): Wording(
        in_context("tie", "go on"), "", phrase("if the best are equal, another round is played")
    ),
    ("shows", "wins"): Wording(sentence=phrase("shown at any time: that player wins")),
    ("shows", "everyone loses"): Wording(sentence=phrase("shown at any time: all in lose")),
}


def answer(rule: str, value: object) -> Wording:
    """Return the meaning of a rule's value; "" for a length that is never used.

    >>> answer("over", "bust").short, answer("jokers", 2).short, answer("floor", None).short
    ('is a bust', '2', 'none')
    """
    match rule, value:
        case "exact", tuple() as consequences:
            return Wording(label=consequences_sentence(consequences))
        case "bust", str():
            return bust_words(cast("Bust", value))
        case _, bool():
            return _ANSWERS.get((rule, value)) or Wording(_YES if value else _NO)
        case _, str():
            return _ANSWERS.get((rule, value)) or Wording(value, value, value)
        case _, int():
            return Wording(str(value))
        case "sums", (_, *_) as sums:
            return Wording(either([str(number) for number in sums]))
        case "sums", _:
            return Wording(in_context("sum of a round", "any"))
        case _, tuple():
            return Wording(joined(" ", map(figure, value)))
    return Wording(in_context("house rule", "none"))
