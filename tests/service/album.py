"""Pictures of the display at the main moments of a game."""

from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from tests.drivers.watching import Condition, Watching

REFERENCE = Path(__file__).parent / "reference"
SIZE = (128, 64)


class Album:
    """Compares the display at the moments of a game that `telling` names.

    The picture is what the display's model has decoded from its bus. It is compared pixel by pixel
    with the picture of that name in `REFERENCE`, or replaces it if `writes`.
    """

    def __init__(
        self, telling: Mapping[str, str], onlooker: Watching, *, writes: bool = False
    ) -> None:
        self.seen: list[str] = []
        self._telling, self._onlooker, self._writes = telling, onlooker, writes

    def see(self, moment: str) -> None:
        """Check or store the picture of `moment`, once everything about it is shown."""
        name = self._telling.get(moment)
        if name is None:
            return
        path = REFERENCE / f"{name}.png"
        if self._writes:
            shown = Image.frombytes("1", SIZE, self._onlooker.showing.pixels)
            shown.save(path, optimize=True)
        with Image.open(path) as reference:
            assert (reference.mode, reference.size) == ("1", SIZE)
            pixels = reference.tobytes()
        self._onlooker.until(
            Condition(f"the picture {path.name}", lambda showing: showing.pixels == pixels)
        )
        self.seen.append(name)
