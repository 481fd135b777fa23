"""Pictures of a journal with missing entries, and of the backup that a new box offers."""

from companion.core.commands import New, Play
from companion.dialogs.context import Scene
from companion.dialogs.notices import BackupOfferedDialog, BackupShownDialog, EntriesMissingDialog
from companion.drawing.dialogs import pages_of
from companion.games import FAMILIES
from companion.games.history import GameHistory
from companion.variants import load_variants
from companion.words.disk import LastGame
from tests.drawing.example import Example


def _scene() -> Scene:
    game = GameHistory(load_variants().variants)
    game.obey(New(variant="ninety-nine", players=("Ann", "Bo", "Cy", "Di"), dealer="Di"))
    for card in ("8H", "8S", "8D", "8C", "7H", "7S", "7D", "7C", "QH", "QS"):
        game.obey(Play(card=card))
    return Scene({}, game.rules, game.state, tuple(game.moments), families=FAMILIES)


SCENE = _scene()
KEPT = SCENE.game()[1]


OFFERED = "21:40", LastGame("Ninety-nine", ("Ann", "Bo", "Cy", "Di"), 12)


BACKUP_GUIDANCE = (
    *(
        Example(f"51-salvaged-page{number}", caption, page)
        for number, (caption, page) in enumerate(
            zip(
                ("Up to where all is kept", "How to go on"),
                pages_of(EntriesMissingDialog(3, KEPT).picture(SCENE)),
                strict=True,
            ),
            1,
        )
    ),
    Example(
        "52-backup-offered",
        "The backup of another box",
        BackupOfferedDialog(*OFFERED).picture(SCENE),
    ),
    Example(
        "52b-backup-shown", "What the backup holds", BackupShownDialog(*OFFERED).picture(SCENE)
    ),
)
BACKUP_WIDE = tuple(
    Example(f"wide-{example.name}", example.caption, example.picture, 256)
    for example in BACKUP_GUIDANCE
)
