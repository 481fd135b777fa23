"""Players called "Q♥", "-5" and "10♠" have their names shown and spoken unchanged on display, panel
and page.

Other players play the same games, whose texts must differ only by the names.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.box.requests import TableCommand
from companion.core.commands import Bust, Claim, Deal, Forget, Leave, New, Play, Score, Shield, Undo
from companion.phone import orders
from companion.phone.view import History, parts, what_happened_meanwhile
from companion.table.recorded import Rename
from companion.words.form import FOR_PAGES
from tests.drivers.box import BoxDriver

Names = Sequence[str]
Deed = TableCommand | str
"""A command from a phone, or a card that is scanned."""

LIKE_CARDS = ("Q♥", "-5", "10♠")
OTHERS = ("Žx", "Ž5", "Žyz")
"""Names of the same lengths, one of which also ends in a figure."""


def renamed(text: str) -> str:
    for other, name in zip(OTHERS, LIKE_CARDS, strict=True):
        text = text.replace(other, name)
    return text


def of_a_total(names: Names) -> list[Deed]:
    one, two, _ = names
    played: list[Deed] = [Play(card="10S", value=-10), "KH", Play(card="4D"), "9C"]
    refused: list[Deed] = [
        "8H",
        "10D",
        Play(card="5S", player=two),
        Play(card="10H", value=-5),
        Claim(total=-98),
    ]
    turned: list[Deed] = [
        Undo(),
        Bust(),
        Deal(),
        "7C",
        Forget(player=one),
        Rename(one, two),
        Leave(player=one),
    ]
    return [New(variant="ninety-nine", players=tuple(names)), *played, *refused, *turned]


def of_tricks(names: Names) -> list[Deed]:
    house = {"revoke_penalty": 20}
    new = New(variant="arizona-spaghetti", players=tuple(names), house=house)
    stands = Play(card="5H", accept_revoke=True)
    return [
        new,
        Score(points={names[0]: 170}),
        Deal(),
        "9C",
        "JC",
        "2S",
        "QC",
        "10D",
        "5S",
        "5H",
        stands,
        "5H",
    ]


def of_a_knock_out(names: Names) -> list[Deed]:
    new = New(variant="ninety-eight-umass", players=tuple(names))
    return [
        new,
        "AS",
        Play(card="AS", target=names[1]),
        "8H",
        Shield(card="8H"),
        Shield(card="AH"),
        "QS",
        "5H",
    ]


def of_points(names: Names) -> list[Deed]:
    points = dict(zip(names, (-20, 5, 40), strict=True))
    return [
        New(variant="points", players=tuple(names)),
        Score(points=points),
        Deal(),
        Leave(player=names[2]),
    ]


def told(folder: Path, deeds: Sequence[Deed]) -> list[str]:
    """Return the text of the display and everything that a page receives, after each deed and after
    a key.
    """
    folder.mkdir()
    rig, history = BoxDriver(folder), History()
    heard = []
    for deed in deeds:
        if isinstance(deed, str):
            rig.show_card(deed)
        else:
            answer = rig.rule(deed)
            reply = orders.reply(answer, deed, rig.snapshot, what_happened_meanwhile)
            heard.append(FOR_PAGES.encode(reply).decode())
        heard += [rig.says, FOR_PAGES.encode(parts(rig.snapshot)).decode()]
        heard += [row.decode() for row in history.rows(rig.snapshot)]
    for key in ("UNDO", "MORE", "UNDO", "BUST", "OK", "MORE"):
        heard.append(rig.press(key).says)
    return heard


@pytest.mark.parametrize("game", [of_a_total, of_tricks, of_a_knock_out, of_points])
def test_name_is_shown_and_spoken_unchanged(
    tmp_path: Path, game: Callable[[Names], list[Deed]]
) -> None:
    others = told(tmp_path / "others", game(OTHERS))
    assert told(tmp_path / "like-cards", game(LIKE_CARDS)) == [renamed(text) for text in others]
    assert "\1" not in "".join(others)
