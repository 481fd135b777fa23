"""The pictures of a journal that was damaged: what is missing, and the copy."""

from companion.dialogs.context import Scene
from companion.dialogs.copies import BeginAnewDialog, CopyOfferedDialog, CopyShownDialog, OfferedCopy
from companion.dialogs.entries_missing import EntriesMissingDialog
from companion.dialogs.family import for_family
from companion.rules.commands import New, Play
from companion.rules.game import GameHistory
from companion.variants import load_variants
from tests.drawing.example import Example


def _scene() -> Scene:
    game = GameHistory(load_variants().variants)
    game.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), dealer="Di"))
    for card in ("8H", "8S", "8D", "8C", "7H", "7S", "7D", "7C", "QH", "QS"):
        game.obey(Play(card=card))
    return Scene({}, game.rules, game.state, tuple(game.moments), dialogs_of=for_family)


SCENE = _scene()
KEPT = SCENE.game()[1]


def offered(*, missing: int = 340, is_all: bool = True, is_damaged: bool = True) -> OfferedCopy:
    rules, state = SCENE.game()
    return OfferedCopy("21:40", rules, state, 12, missing, is_all, is_damaged)


COPY_GUIDANCE = (
    Example("51-salvaged-page1", "Up to where all is kept", EntriesMissingDialog(3, KEPT).picture(SCENE)),
    Example("51-salvaged-page2", "How to go on", EntriesMissingDialog(3, KEPT, is_last=True).picture(SCENE)),
    Example("52-copy-offered", "A copy in place of the journal", CopyOfferedDialog(offered()).picture(SCENE)),
    Example("52b-copy-shown", "What the copy holds", CopyShownDialog(offered()).picture(SCENE)),
    Example("53-damaged-page1", "The damaged journal is kept", BeginAnewDialog(offered()).picture(SCENE)),
    Example(
        "53-damaged-page2",
        "A new one, or the copy",
        BeginAnewDialog(offered(), is_last=True).picture(SCENE),
    ),
)
COPY_AWKWARD = (
    Example(
        "copy-some-kept",
        "The copy holds more",
        CopyOfferedDialog(offered(missing=3, is_all=False)).picture(SCENE),
    ),
    Example(
        "copy-journal-new",
        "A new box with a stick",
        CopyOfferedDialog(offered(is_damaged=False)).picture(SCENE),
    ),
)
COPY_WIDE = tuple(
    Example(f"wide-{example.name}", example.caption, example.picture, 256) for example in COPY_GUIDANCE
)
