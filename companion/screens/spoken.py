"""Rendering of a picture as words, for a screen reader."""

from companion.message import Words, joined, phrase, render
from companion.screens.model import (
    BootScreen,
    CardRowScreen,
    ChoiceScreen,
    ConfirmScreen,
    CountScreen,
    DarkScreen,
    DialScreen,
    ExplanationScreen,
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
    SeatScreen,
    TrickScreen,
    WelcomeScreen,
    WinnerScreen,
)
from companion.words.causes import verdict
from companion.words.numbers import arrow, direction, figure, figure_aloud, parted, sentences
from companion.words.turns import has_it, to_play


def spoken(picture: Picture) -> str:
    """Return a picture as sentences, with cards and signs in words.

    >>> from companion.screens.model import NoticeScreen
    >>> from companion.words.cards import suit_sign
    >>> spades, hearts = suit_sign("S"), suit_sign("H")
    >>> first = phrase("Answer first: {suit} or {other}?", suit=spades, other=hearts)
    >>> spoken(NoticeScreen("Not allowed", first))
    'Not allowed. Answer first: spades or hearts?'
    """
    return render(sentences(_parts(picture)), "spoken")


def _keys(*hints: KeyHint | None) -> Words:
    return joined(", ", (_spaced(hint.key, hint.does) for hint in hints if hint is not None))


def _spaced(*words: Words) -> Words:
    return joined(" ", words)


def _parts(picture: Picture) -> list[Words]:  # noqa: C901, PLR0912  # one case for each picture
    match picture:
        case PlayScreen():
            return _play(picture)
        case TrickScreen():
            return _trick(picture)
        case ChoiceScreen(title, whose, options, chosen, _, ok, other):
            option = options[chosen]
            answer = _spaced(option.label, option.makes)
            return [title, whose, answer, _keys(ok, other)]
        case RankScreen(title, _, ranks, chosen, _, ok, other):
            return [title, ranks[chosen], _keys(ok, other)]
        case DialScreen(title, whose, value):
            keys = _keys(picture.ok, picture.other)
            number = phrase("empty") if value is None else figure(value)
            return [title, whose, number, picture.makes, keys]
        case CardRowScreen(title, whose, cards, _, _, ok, other):
            return [title, whose, joined(", ", cards), _keys(ok, other)]
        case NoticeScreen(headline, sentence):
            keys = _keys(picture.ok, picture.other)
            return [headline, sentence, picture.small, keys]
        case ConfirmScreen(title, _, question, line):
            return [title, question, line, _keys(picture.ok, picture.other)]
        case PlayerTableScreen(title, _, rows, ok, other):
            return [title, _rows(rows), _keys(ok, other)]
        case WinnerScreen(sentence, unit, rows):
            counts = joined(": ", (unit, _rows(rows)))
            ended = joined(", ", (sentence, picture.forfeit))
            return [ended, counts, _keys(picture.ok, picture.other)]
        case ListScreen(title, _, rows, chosen):
            row = rows[chosen]
            return [
                title,
                _spaced(row.prefix, row.text, row.value),
                _place(chosen + 1, len(rows)),
            ]
        case CountScreen(title, value, ok, other):
            return [title, figure(value), _keys(ok, other)]
        case MiscountScreen(total, called, sentence):
            return [sentence, verdict(called, total), _keys(picture.ok)]
        case SeatScreen(title, whose, lines, _, _, ok, other):
            sits = joined(", ", (_spaced(label, name) for label, name in lines))
            return [title, whose, sits, _keys(ok, other)]
        case ExplanationScreen(sentence, page, before, after, _, ok, other):
            made = _spaced(before, arrow(), after) if after else before
            number, _slash, count = page.partition("/")
            place = _place(number, count) if count else ""
            return [sentence, made, place, _keys(ok, other)]
        case PartFailedScreen(sentence, instead):
            return [sentence, instead]
        case PairingScreen(address, _, code):
            rules = phrase("It can play with the code {code}", code=" ".join(code))
            return [phrase("A phone opens {address}", address=address), rules]
        case WelcomeScreen(address, _, name, ok, other):
            looks = (
                phrase("A phone opens {address} or {name}")
                if name
                else phrase("A phone opens {address}")
            )
            return [looks.filled(address=address, name=name), _keys(ok, other)]
        case OwnWifiScreen(name, _, password):
            with_it = phrase("The password is {password}", password=" ".join(password))
            return [phrase("A phone joins {network}", network=name), with_it]
        case RestingScreen(total, name):
            return [
                phrase("Resting"),
                picture.text if total is None else _spaced(figure(total), name),
            ]
        case SafeToUnplugScreen(sentence):
            return [sentence]
        case BootScreen(name):
            return [phrase("{name} is starting", name=name)]
        case DarkScreen():
            return [phrase("The display is dark")]


def _place(number: int | str, count: int | str) -> Words:
    return phrase("{n} of {rows}", n=number, rows=count)


def _play(picture: PlayScreen) -> list[Words]:

    return [
        figure_aloud(picture.total),
        joined(", ", (to_play(picture.name, picture.owed), direction(picture.clockwise))),
        _spaced(picture.card, *picture.lines),
        picture.mended,
        *_missing(picture),
    ]


def _trick(picture: TrickScreen) -> list[Words]:
    cards = (
        has_it(_spaced(slot.name, slot.card))
        if slot.mark == "wins" and not picture.complete
        else _spaced(slot.name, slot.card)
        for slot in picture.slots
        if slot.card
    )
    return [picture.title, *picture.spoken, joined("; ", cards), *_missing(picture)]


def _missing(picture: PlayScreen | TrickScreen) -> list[Words]:
    return [phrase("A part is missing")] if picture.missing else []


def _rows(rows: tuple[PlayerRow, ...]) -> Words:
    parting = "; " if any(row.crowned for row in rows) else ", "
    return joined(parting, map(_row, rows))


def _row(row: PlayerRow) -> Words:
    if row.crowned:
        return phrase("{player} {points}, leading", player=row.name, points=row.text)
    has = str(row.chips.held) if row.chips else row.text
    return _spaced(parted(row.name), has) if has else row.name
