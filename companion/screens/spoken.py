"""Rendering of a picture as words, for a screen reader."""

from collections.abc import Iterable

from companion.message import Words, joined, phrase, render
from companion.screens import model as shown
from companion.words.causes import verdict
from companion.words.numbers import arrow, direction, figure, figure_aloud, parted, sentences
from companion.words.turns import has_it, to_play


def spoken(picture: shown.Picture) -> str:
    """Return a picture as sentences, with cards and signs in words.

    >>> from companion.screens.model import NoticeScreen
    >>> from companion.words.cards import suit_sign
    >>> spades, hearts = suit_sign("S"), suit_sign("H")
    >>> first = phrase("Answer first: {suit} or {other}?", suit=spades, other=hearts)
    >>> spoken(NoticeScreen("Not allowed", first))
    'Not allowed. Answer first: spades or hearts?'
    """
    keys = joined(", ", (_spaced(hint.key, hint.does) for hint in picture.keys))
    return render(sentences([*_content(picture), keys]), "spoken")


def _spaced(*words: Words) -> Words:
    return joined(" ", words)


def _content(picture: shown.Picture) -> Iterable[Words]:  # noqa: C901, PLR0912  # one case for each picture
    """Return a picture without its keys."""
    match picture:
        case shown.PlayScreen():
            return _play(picture)
        case shown.TrickScreen():
            return _trick(picture)
        case shown.ChoiceScreen(title, whose, options, chosen):
            option = options[chosen]
            return title, whose, _spaced(option.label, option.makes)
        case shown.RankScreen(title, _, ranks, chosen):
            return title, ranks[chosen]
        case shown.DialScreen(title, whose, value):
            number = phrase("empty") if value is None else figure(value)
            return title, whose, number, picture.makes
        case shown.CardRowScreen(title, whose, cards):
            return title, whose, joined(", ", cards)
        case shown.NoticeScreen(headline, sentence):
            return headline, sentence, picture.small
        case shown.ConfirmScreen(title, _, question, line):
            return title, question, line
        case shown.PlayerTableScreen(title, _, rows):
            return title, _rows(rows)
        case shown.WinnerScreen(sentence, unit, rows):
            return joined(", ", (sentence, picture.forfeit)), joined(": ", (unit, _rows(rows)))
        case shown.ListScreen(title, _, rows, chosen):
            row = rows[chosen]
            return title, _spaced(row.prefix, row.text, row.value), _place(chosen + 1, len(rows))
        case shown.CountScreen(title, value):
            return title, figure(value)
        case shown.MiscountScreen(total, called, sentence):
            return sentence, verdict(called, total)
        case shown.SeatScreen(title, whose, lines):
            return title, whose, joined(", ", (_spaced(*line) for line in lines))
        case shown.ExplanationScreen(sentence, page, before, after):
            made = _spaced(before, arrow(), after) if after else before
            number, _slash, count = page.partition("/")
            return sentence, made, _place(number, count) if count else ""
        case shown.PartFailedScreen(sentence, instead):
            return sentence, instead
        case shown.PairingScreen(address, _, code):
            rules = phrase("It can play with the code {code}", code=" ".join(code))
            return phrase("A phone opens {address}", address=address), rules
        case shown.WelcomeScreen(address, _, name):
            looks = (
                phrase("A phone opens {address} or {name}")
                if name
                else phrase("A phone opens {address}")
            )
            return [looks.filled(address=address, name=name)]
        case shown.OwnWifiScreen(name, _, password):
            with_it = phrase("The password is {password}", password=" ".join(password))
            return phrase("A phone joins {network}", network=name), with_it
        case shown.RestingScreen(total, name):
            rests = picture.text if total is None else _spaced(figure(total), name)
            return phrase("Resting"), rests
        case shown.SafeToUnplugScreen(sentence):
            return [sentence]
        case shown.BootScreen(name):
            return [phrase("{name} is starting", name=name)]
        case shown.DarkScreen():
            return [phrase("The display is dark")]


def _place(number: int | str, count: int | str) -> Words:
    return phrase("{n} of {rows}", n=number, rows=count)


def _play(picture: shown.PlayScreen) -> list[Words]:
    return [
        figure_aloud(picture.total),
        joined(", ", (to_play(picture.name, picture.owed), direction(picture.clockwise))),
        _spaced(picture.card, *picture.lines),
        picture.mended,
        *_missing(picture),
    ]


def _trick(picture: shown.TrickScreen) -> list[Words]:
    cards = (
        has_it(_spaced(slot.name, slot.card))
        if slot.mark == "wins" and not picture.complete
        else _spaced(slot.name, slot.card)
        for slot in picture.slots
        if slot.card
    )
    return [picture.title, *picture.spoken, joined("; ", cards), *_missing(picture)]


def _missing(picture: shown.PlayScreen | shown.TrickScreen) -> list[Words]:
    return [phrase("A part is missing")] if picture.missing else []


def _rows(rows: tuple[shown.PlayerRow, ...]) -> Words:
    return joined("; " if any(row.crowned for row in rows) else ", ", map(_row, rows))


def _row(row: shown.PlayerRow) -> Words:
    if row.crowned:
        return phrase("{player} {points}, leading", player=row.name, points=row.text)
    has = str(row.chips.held) if row.chips else row.text
    return _spaced(parted(row.name), has) if has else row.name
