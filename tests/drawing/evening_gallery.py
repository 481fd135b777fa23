"""Pictures of a start: whether the evening is new, and where a power cut left the game."""

from companion.dialogs.notices import CutOffDialog, NewEveningDialog
from tests.drawing.backup_gallery import SCENE
from tests.drawing.example import Example

EVENING_GUIDANCE = (
    Example(
        "55-new-evening", "A start that does not know the date", NewEveningDialog().picture(SCENE)
    ),
    Example("56-power-was-off", "The last card before a power cut", CutOffDialog().picture(SCENE)),
)
EVENING_WIDE = tuple(
    Example(f"wide-{example.name}", example.caption, example.picture, 256)
    for example in EVENING_GUIDANCE
)
