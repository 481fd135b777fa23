"""Renders a picture as words, for a screen reader."""

from collections.abc import Callable
from typing import assert_never

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
from companion.text.form import writing
from companion.text.language import gettext as _
from companion.text.miscounts import verdict
from companion.text.named import parted, plain
from companion.text.numbers import arrow, figure
from companion.text.tricks.taking import has_it
from companion.text.turns import to_play
from companion.text.voice import direction, sentences


def spoken(picture: Callable[[], Picture]) -> str:
    """Return the picture that `picture` makes as sentences, with cards and signs in words.

    >>> from companion.screens.model import NoticeScreen
    >>> from companion.text.cards import suit_sign
    >>> spoken(lambda: NoticeScreen("Not played", f"First: {suit_sign('S')} or {suit_sign('H')}?"))
    'Not played. First: spades or hearts?.'
    """
    with writing("spoken"):
        return sentences(_parts(picture()))


def _keys(*hints: KeyHint | None) -> str:
    return ", ".join(f"{hint.key} {plain(hint.does)}".strip() for hint in hints if hint is not None)


def _parts(picture: Picture) -> list[str]:  # noqa: C901, PLR0912  # one case for each picture
    match picture:
        case PlayScreen():
            return _play(picture)
        case TrickScreen():
            return _trick(picture)
        case ChoiceScreen(title, whose, options, chosen, _, ok, other):
            option = options[chosen]
            answer = f"{option.label} {option.makes}"
            return [plain(title), plain(whose), answer, _keys(ok, other)]
        case RankScreen(title, _, ranks, chosen, _, ok, other):
            return [plain(title), ranks[chosen], _keys(ok, other)]
        case DialScreen(title, whose, value):
            keys = _keys(picture.ok, picture.other)
            number = _("empty") if value is None else figure(value)
            return [plain(title), plain(whose), number, picture.makes, keys]
        case CardRowScreen(title, whose, cards, _, _, ok, other):
            return [plain(title), plain(whose), ", ".join(cards), _keys(ok, other)]
        case NoticeScreen(headline, sentence):
            keys = _keys(picture.ok, picture.other)
            return [plain(headline), plain(sentence), plain(picture.small), keys]
        case ConfirmScreen(title, _, question, line):
            return [plain(title), plain(question), plain(line), _keys(picture.ok, picture.other)]
        case PlayerTableScreen(title, _, rows, ok, other):
            return [plain(title), _rows(rows), _keys(ok, other)]
        case WinnerScreen(sentence, unit, rows):
            counts = ": ".join(filter(None, (unit, _rows(rows))))
            ended = ", ".join(filter(None, (plain(sentence), picture.forfeit)))
            return [ended, counts, _keys(picture.ok, picture.other)]
        case ListScreen(title, _, rows, chosen):
            row = rows[chosen]
            return [
                plain(title),
                f"{row.prefix} {plain(row.text)} {plain(row.value)}",
                _place(chosen + 1, len(rows)),
            ]
        case CountScreen(title, value, ok, other):
            return [plain(title), figure(value), _keys(ok, other)]
        case MiscountScreen(total, called, sentence):
            return [plain(sentence), verdict(called, total), _keys(picture.ok)]
        case SeatScreen(title, whose, lines, _, _, ok, other):
            sits = ", ".join(f"{label} {name}".strip() for label, name in lines)
            return [plain(title), plain(whose), sits, _keys(ok, other)]
        case ExplanationScreen(sentence, page, before, after, _, ok, other):
            made = f"{plain(before)} {arrow()} {plain(after)}" if after else plain(before)
            number, _slash, count = page.partition("/")
            place = _place(number, count) if count else ""
            return [plain(sentence), made, place, _keys(ok, other)]
        case PartFailedScreen(sentence, instead):
            return [plain(sentence), plain(instead)]
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


def _place(number: int | str, count: int | str) -> str:
    return _("{n} of {rows}").format(n=number, rows=count)


def _play(picture: PlayScreen) -> list[str]:
    said = " ".join(plain(line) for line in picture.lines)
    return [
        _total(picture.total),
        f"{plain(to_play(picture.name, picture.owed))}, {direction(picture.clockwise)}",
        f"{picture.card} {said}",
        picture.mended,
        *_missing(picture),
    ]


def _total(total: int) -> str:
    return _("minus {n}").format(n=-total) if total < 0 else str(total)


def _trick(picture: TrickScreen) -> list[str]:
    cards = (
        has_it(f"{slot.name} {slot.card}")
        if slot.mark == "wins" and not picture.taken
        else f"{slot.name} {slot.card}"
        for slot in picture.slots
        if slot.card
    )
    return [plain(picture.title), *picture.said, "; ".join(cards), *_missing(picture)]


def _missing(picture: PlayScreen | TrickScreen) -> list[str]:
    return [_("A part is missing")] if picture.missing else []


def _rows(rows: tuple[PlayerRow, ...]) -> str:
    parting = "; " if any(row.crowned for row in rows) else ", "
    return parting.join(_row(row) for row in rows)


def _row(row: PlayerRow) -> str:
    if row.crowned:
        return _("{player} {points}, leading").format(player=row.name, points=row.text)
    has = str(row.chips.held) if row.chips else row.text
    return f"{parted(row.name)} {has}" if has else row.name
