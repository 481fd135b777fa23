"""Names the keys of a variant file and of the house rules, and words their values."""

from functools import cache
from typing import NamedTuple, cast

from companion.message import Form, Language, form, language_in_use
from companion.rules.options import Bust
from companion.text.busts import bust_words
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.lengths import Said
from companion.text.wins import who_wins


class RuleTitle(NamedTuple):
    """What a key is called on the display (`short`) and on a page (`label`).

    The label of a switch says what holds when it is on; `off` says what holds when it is off, where that is
    not plain. A key that is no house rule has no label.
    """

    short: str
    label: str = ""
    off: str = ""


def rule_title(rule: str) -> RuleTitle:
    """Return what a key is called; a key without words here is called by its name.

    >>> rule_title("jokers")
    RuleTitle(short='Jokers a deck', label='Jokers in each deck', off='')
    """
    titles = _titles(language_in_use(), form.get())
    return titles.get(rule) or RuleTitle(rule.replace("_", " "), rule.replace("_", " "))


@cache
def _titles(_language: Language, _form: Form) -> dict[str, RuleTitle]:
    """Return what each key is called in the language and the form in use: a list asks for many of them."""
    return {
        "title": RuleTitle(_("Title")),
        "short": RuleTitle(_("Short name")),
        "listed": RuleTitle(_("Name in the list")),
        "forfeit": RuleTitle(_("Who loses"), _("Who loses")),
        "players": RuleTitle(_("Players")),
        "from_players": RuleTitle(_("What changes with more players")),
        "target": RuleTitle(_("Target"), _("Target")),
        "hand_size": RuleTitle(_("Cards each"), _("Cards each")),
        "chips": RuleTitle(_("Chips each"), _("Chips each")),
        "decks": RuleTitle(_("Decks"), _("Decks")),
        "jokers": RuleTitle(_("Jokers a deck"), _("Jokers in each deck")),
        "bust": RuleTitle(_("A bust"), _("Who busts")),
        "over": RuleTitle(
            _("Going over"),
            _("A card that goes over busts at once"),
            _("Off: it is refused and goes back to the hand."),
        ),
        "stock_out": RuleTitle(
            _("Stock out"),
            _("An empty stock is made anew from the pile"),
            _("Off: when it is empty, nobody draws."),
        ),
        "forgotten": RuleTitle(
            _("Forgotten card"),
            _("A forgotten card is drawn after the next turn"),
            _("Off: the hand stays one card shorter."),
        ),
        "up_card": RuleTitle(_("Up-card"), _("Card turned up before the first play")),
        "sets": RuleTitle(_("Sets"), _("Several cards of a rank may be played together")),
        "debt_passes": RuleTitle(
            _("Debt passes"),
            _("All that was owed passes on with a bust"),
            _("Off: only the plays that are still owed."),
        ),
        "two_player_reverse": RuleTitle(_("Reverse at 2"), _("Two left: whoever reverses plays again")),
        "floor": RuleTitle(_("Lowest total"), _("The total never falls below")),
        "honor": RuleTitle(_("On one's honor"), _("Without chips one plays on until the next bust")),
        "winner_takes_all": RuleTitle(_("Winner's pot"), _("The winner takes the pot")),
        "exact": RuleTitle(_("Exact total"), _("A play to exactly a number")),
        "first_turns_without": RuleTitle(_("Ranks that wait")),
        "shows": RuleTitle(_("Shown cards")),
        "last_card": RuleTitle(_("Last card"), _("Good card at the bottom of the stock")),
        "wins": RuleTitle(_("Wins"), _("The fewest points win"), _("Off: the most points win.")),
        "last_round": RuleTitle(_("Rounds"), _("Rounds played")),
        "revoke_penalty": RuleTitle(_("Revoke costs"), _("A revoke that is let stand costs")),
    }


def answer(rule: str, value: object) -> Said:
    """Return what a value of a rule means; "" at a length at which it is never said.

    >>> answer("over", "bust").short, answer("jokers", 2).short, answer("floor", None).short
    ('is a bust', '2', 'none')
    """
    match rule, value:
        case "bust", str():
            return bust_words(cast("Bust", value))
        case _, bool() | str():
            return _answers(language_in_use(), form.get()).get((rule, value)) or _plain(value)
        case _, int():
            return Said(str(value), "", "")
    return Said(pgettext("house rule", "none"), "", "")


def _plain(value: object) -> Said:
    yes_or_no = pgettext("house rule", "yes") if value else pgettext("house rule", "no")
    word = yes_or_no if isinstance(value, bool) else str(value)
    return Said(word, word, word)


@cache
def _answers(_language: Language, _form: Form) -> dict[tuple[str, object], Said]:
    yes, no = pgettext("house rule", "yes"), pgettext("house rule", "no")
    none = pgettext("up-card", "none")
    return {
        ("over", "refuse"): Said(
            pgettext("going over", "refused"), "", _("a card that would go over is refused")
        ),
        ("over", "bust"): Said(
            pgettext("going over", "is a bust"), "", _("a card that would go over is a bust at once")
        ),
        ("stock_out", "play on"): Said(
            pgettext("stock out", "play on"),
            "",
            _("when empty nobody draws; on a turn without cards a player is out"),
        ),
        ("stock_out", "reshuffle"): Said(
            pgettext("stock out", "shuffle"),
            "",
            _("when empty, all of the pile but its last card is shuffled"),
        ),
        ("forgotten", "lost"): Said(
            pgettext("forgotten card", "lost"), "", _("the hand stays one card shorter until the next deal")
        ),
        ("forgotten", "made up"): Said(
            pgettext("forgotten card", "drawn"),
            "",
            _("a missing card is drawn at the end of the next turn"),
        ),
        ("up_card", "none"): Said(none, none, ""),
        ("up_card", "apply"): Said(
            pgettext("up-card", "counts"),
            _("it counts as the dealer's"),
            _("the dealer turns up a card, which counts as played by the dealer"),
        ),
        ("up_card", "plain"): Said(
            pgettext("up-card", "plain"),
            _("a plain one begins"),
            _("the dealer turns up cards until one only adds its pips: the first total"),
        ),
        ("sets", True): Said(yes, "", _("two, three or four cards of a rank may be played together")),
        ("sets", False): Said(no, "", ""),
        ("debt_passes", "unmet"): Said(
            pgettext("debt passes", "the rest"), "", _("who busts passes on only the plays still owed")
        ),
        ("debt_passes", "full"): Said(
            pgettext("debt passes", "all of it"), "", _("who busts passes on all that was owed at first")
        ),
        ("two_player_reverse", "pass"): Said(pgettext("reverse at 2", "other"), "", ""),
        ("two_player_reverse", "again"): Said(
            pgettext("reverse at 2", "same"), "", _("whoever reverses plays again")
        ),
        ("honor", True): Said(yes, "", _("a player plays on once, on their honor")),
        ("honor", False): Said(no, "", _("a player is out; the last one in wins")),
        ("winner_takes_all", True): Said(yes, "", _("goes to the winner")),
        ("winner_takes_all", False): Said(no, "", ""),
        ("exact", "chip"): Said(pgettext("exact total", "chip"), _("a chip from the pot"), ""),
        ("exact", "reset"): Said(pgettext("exact total", "reset"), _("the total becomes 0"), ""),
        ("exact", "point"): Said(pgettext("exact total", "point"), _("a point to note"), ""),
        ("exact", "drink"): Said(pgettext("exact total", "drink"), _("a drink"), ""),
        ("wins", "highest"): Said(pgettext("who wins", "the most"), "", who_wins("highest").sentence),
        ("wins", "lowest"): Said(pgettext("who wins", "the fewest"), "", who_wins("lowest").sentence),
        ("shows", "wins"): Said("", "", _("shown at any time: that player wins")),
        ("shows", "everyone loses"): Said("", "", _("shown at any time: all in lose")),
    }
