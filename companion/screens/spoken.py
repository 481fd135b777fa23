"""Renders a picture as words, for a screen reader."""

import re
from typing import Final, assert_never

from companion.screens.model import (
    BootScreen,
    CardRowScreen,
    ChoiceScreen,
    ConfirmScreen,
    CountScreen,
    DarkScreen,
    DialScreen,
    KeyHint,
    ListScreen,
    MiscountScreen,
    NoticeScreen,
    OwnWifiScreen,
    PairingScreen,
    PartFailedScreen,
    Picture,
    PlayerRow,
    PlayerTableScreen,
    PlayScreen,
    RankScreen,
    RestingScreen,
    SafeToUnplugScreen,
    TrickScreen,
    WelcomeScreen,
    WinnerScreen,
)
from companion.text.cards import with_cards
from companion.text.form import aloud
from companion.text.language import QuestionText, language_in_use
from companion.text.language import gettext as _
from companion.text.miscounts import verdict
from companion.text.named import Named, NamedTogether, Words, parted
from companion.text.numbers import MINUS, figure
from companion.text.tricks.taking import has_it
from companion.text.turns import to_play
from companion.text.voice import direction, sentences

_MINUS: Final = re.compile(r"(?<![\w-])-(?=[\d ])")


def spoken(picture: Picture) -> str:
    """Return the picture as sentences, with suits in words.

    >>> from companion.screens.model import NoticeScreen
    >>> spoken(NoticeScreen("Not played", "95 + 8 = 103 is over 98", mark="cross"))
    'Not played. 95 + 8 = 103 is over 98.'
    """
    return sentences(_parts(picture))


def _keys(*hints: KeyHint | None) -> str:
    return ", ".join(f"{hint.key} {_words(hint.does)}".strip() for hint in hints if hint is not None)


def _words(words: Words) -> str:
    """Return a text for a voice; the names in it stay as they are."""
    match words:
        case Named(name, after, before):
            said = _own(before) + name + _own(after)
            return QuestionText(said) if isinstance(after, QuestionText) else said
        case NamedTogether(parts):
            return "".join(part if place % 2 else _own(part) for place, part in enumerate(parts))
    return _own(words)


def _own(text: str) -> str:
    """Return a text of a picture that holds no name with every card, suit and sign in words."""
    said = aloud(lambda: with_cards(text, language_in_use().court))
    said = _MINUS.sub(MINUS, said.replace("→", _("makes")))
    return QuestionText(said) if isinstance(text, QuestionText) else said


def _parts(picture: Picture) -> list[str]:  # noqa: C901, PLR0912  # one case for each picture
    match picture:
        case PlayScreen():
            return _play(picture)
        case TrickScreen():
            return _trick(picture)
        case ChoiceScreen(title, whose, options, chosen, _, ok, other):
            option = options[chosen]
            answer = f"{option.label} {option.makes}"
            return [_words(title), _words(whose), _own(answer), _keys(ok, other)]
        case RankScreen(title, _, ranks, chosen, _, ok, other):
            return [_words(title), _own(ranks[chosen]), _keys(ok, other)]
        case DialScreen(title, whose, value):
            keys = _keys(picture.ok, picture.other)
            return [_words(title), _words(whose), figure(value), _own(picture.makes), keys]
        case CardRowScreen(title, whose, cards, _, _, ok, other):
            return [_words(title), _words(whose), ", ".join(map(_own, cards)), _keys(ok, other)]
        case NoticeScreen(headline, sentence):
            said, keys = picture.said or _words(sentence), _keys(picture.ok, picture.other)
            return [_words(headline), said, _words(picture.small), keys]
        case ConfirmScreen(title, _, question, line):
            return [_words(title), _words(question), _words(line), _keys(picture.ok, picture.other)]
        case PlayerTableScreen(title, _, rows, ok, other):
            return [_words(title), _rows(rows), _keys(ok, other)]
        case WinnerScreen(sentence, tally):
            wins = ", ".join(f"{parted(name)} {count}" for name, count in tally)
            return [_words(sentence), _rows(picture.rows) or wins, _keys(picture.ok, picture.other)]
        case ListScreen(title, _, rows, chosen):
            row = rows[chosen]
            return [
                _words(title),
                f"{_own(row.prefix)} {_words(row.text)} {_words(row.value)}",
                _("{n} of {rows}").format(n=chosen + 1, rows=len(rows)),
            ]
        case CountScreen(title, value, ok, other):
            return [_words(title), figure(value), _keys(ok, other)]
        case MiscountScreen(total, called, sentence):
            return [_words(sentence), verdict(called, total)]
        case PartFailedScreen(sentence, instead):
            return [_words(sentence), instead]
        case PairingScreen(address, _, code):
            rules = _("It rules with the code {code}").format(code=" ".join(code))
            return [_("A phone looks at {address}").format(address=address), rules]
        case WelcomeScreen(address, _, name, ok, other):
            looks = _("A phone looks at {address} or {name}") if name else _("A phone looks at {address}")
            return [looks.format(address=address, name=name), _keys(ok, other)]
        case OwnWifiScreen(name, _, password):
            with_it = _("The password is {password}").format(password=" ".join(password))
            return [_("A phone joins {network}").format(network=name), with_it]
        case RestingScreen(total, name):
            return [_("Resting"), picture.text if total is None else f"{figure(total)} {name}"]
        case SafeToUnplugScreen(sentence):
            return [sentence]
        case BootScreen(name):
            return [_("{name} is starting").format(name=name)]
        case DarkScreen():
            return [_("The display is dark")]
        case _:
            assert_never(picture)


def _play(picture: PlayScreen) -> list[str]:
    said = " ".join(_words(line) for line in picture.lines)
    return [
        _total(picture.total),
        f"{_words(to_play(picture.name, picture.owed))}, {direction(picture.clockwise)}",
        f"{_own(picture.card)} {said}",
        *_missing(picture),
    ]


def _total(total: int) -> str:
    return _("minus {n}").format(n=-total) if total < 0 else str(total)


def _trick(picture: TrickScreen) -> list[str]:
    cards = (
        has_it(f"{slot.name} {_own(slot.card)}")
        if slot.mark == "wins" and not picture.taken
        else f"{slot.name} {_own(slot.card)}"
        for slot in picture.slots
        if slot.card
    )
    return [_words(picture.title), *picture.said, "; ".join(cards), *_missing(picture)]


def _missing(picture: PlayScreen | TrickScreen) -> list[str]:
    return [_("A part is missing")] if picture.missing else []


def _rows(rows: tuple[PlayerRow, ...]) -> str:
    parting = "; " if any(row.crowned for row in rows) else ", "
    return parting.join(_row(row) for row in rows)


def _row(row: PlayerRow) -> str:
    if row.crowned:
        return _("{player} {points}, leading").format(player=row.name, points=_own(row.text))
    return f"{row.name} {row.chips.held if row.chips else _own(row.text)}".strip()
