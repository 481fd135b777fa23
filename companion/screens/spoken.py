"""Renders a picture as words, for a screen reader."""

import re
from typing import assert_never

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
from companion.text.named import Named, Words, parted

RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
CARD = re.compile(r"(\b(?:10|[2-9AJQK]))([♠♥♦♣])")


def spoken(picture: Picture) -> str:
    """Return the picture as sentences, with suits in words.

    >>> from companion.screens.model import NoticeScreen
    >>> spoken(NoticeScreen("Not played", "95 + 8 = 103 is over 98", mark="cross"))
    'Not played. 95 + 8 = 103 is over 98.'
    """
    parts = [" ".join(part.split()) for part in _parts(picture)]
    text = " ".join(part if part[-1] in ".?" else f"{part}." for part in parts if part)
    text = CARD.sub(lambda card: f"{RANKS.get(card[1], card[1])} of {SUITS[card[2]]}", text)
    for sign, suit in SUITS.items():
        text = text.replace(f"each {sign}", f"each {suit.removesuffix('s')}")
        text = text.replace(sign, suit)
    return " ".join(text.replace("→", "makes").split())


def _said(words: Words) -> str:
    return words.before + words.name + words.after if isinstance(words, Named) else words


def _keys(*hints: KeyHint | None) -> str:
    return ", ".join(f"{hint.key} {_said(hint.does)}".strip() for hint in hints if hint is not None)


def _parts(picture: Picture) -> list[str]:  # noqa: C901, PLR0912  # one case for each picture
    match picture:
        case PlayScreen():
            return _play(picture)
        case TrickScreen():
            return _trick(picture)
        case ChoiceScreen(title, whose, options, chosen, _, ok, other):
            option = options[chosen]
            return [_said(title), _said(whose), f"{option.label} {option.makes}", _keys(ok, other)]
        case RankScreen(title, _, ranks, chosen, _, ok, other):
            return [_said(title), ranks[chosen], _keys(ok, other)]
        case DialScreen(title, whose, value):
            return [_said(title), _said(whose), str(value), _keys(picture.ok, picture.other)]
        case CardRowScreen(title, whose, cards, _, _, ok, other):
            return [_said(title), _said(whose), ", ".join(cards), _keys(ok, other)]
        case NoticeScreen(headline, sentence):
            return [_said(headline), _said(sentence), _said(picture.small), _keys(picture.ok, picture.other)]
        case ConfirmScreen(title, _, question, line):
            return [_said(title), _said(question), _said(line), _keys(picture.ok, picture.other)]
        case PlayerTableScreen(title, _, rows, ok, other):
            parting = "; " if any(row.crowned for row in rows) else ", "
            return [_said(title), parting.join(_row(row) for row in rows), _keys(ok, other)]
        case WinnerScreen(sentence, tally):
            wins = ", ".join(f"{parted(name)} {count}" for name, count in tally)
            return [_said(sentence), wins, _keys(picture.ok, picture.other)]
        case ListScreen(title, _, rows, chosen):
            row = rows[chosen]
            return [
                _said(title),
                f"{row.prefix} {_said(row.text)} {_said(row.value)}",
                f"{chosen + 1} of {len(rows)}",
            ]
        case CountScreen(title, value, ok, other):
            return [_said(title), str(value), _keys(ok, other)]
        case MiscountScreen(total, called, sentence):
            return [_said(sentence), f"It is {total}, not {called}"]
        case PartFailedScreen(sentence, instead):
            return [_said(sentence), instead]
        case PairingScreen(address, _, code):
            return [f"A phone looks at {address}", f"It rules with the code {' '.join(code)}"]
        case WelcomeScreen(address, _, name, ok, other):
            also = f" or {name}" if name else ""
            return [f"A phone looks at {address}{also}", _keys(ok, other)]
        case OwnWifiScreen(name, _, password):
            return [f"A phone joins {name}", f"The password is {' '.join(password)}"]
        case RestingScreen(total, name):
            return ["Resting", picture.text if total is None else f"{total} {name}"]
        case SafeToUnplugScreen(sentence):
            return [sentence]
        case BootScreen(name):
            return [f"{name} is starting"]
        case DarkScreen():
            return ["The display is dark"]
        case _:
            assert_never(picture)


def _play(picture: PlayScreen) -> list[str]:
    minus = "minus " if picture.total < 0 else ""
    owes = f", plays {picture.owed}" if picture.debt else ""
    way = "clockwise" if picture.clockwise else "counterclockwise"
    said = " ".join(_said(line) for line in picture.lines)
    parts = [f"{minus}{abs(picture.total)}", f"{picture.name} to play{owes}, {way}", f"{picture.card} {said}"]
    if picture.missing:
        parts.append("A part is missing")
    return parts


def _trick(picture: TrickScreen) -> list[str]:
    taken = picture.does.startswith("takes")
    cards = [
        f"{slot.name} {slot.card}{', winning' if slot.mark == 'wins' and not taken else ''}"
        for slot in picture.slots
        if slot.card
    ]
    does = picture.does if taken else f"to {picture.does}"
    if picture.does.startswith("not "):
        does = f"to lead, {picture.does}"
    parts = [_said(picture.title), _said(picture.costs), f"{_said(picture.who)} {does}", "; ".join(cards)]
    if picture.missing:
        parts.append("A part is missing")
    return parts


def _row(row: PlayerRow) -> str:
    held = f"{row.name} {row.chips.held if row.chips else row.text}".strip()
    return f"{held}, leading" if row.crowned else held
