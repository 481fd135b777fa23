"""What the display showed at the telling moments of a game, kept as pictures."""

from collections.abc import Mapping
from pathlib import Path

from PIL import Image

from tests.drivers.watching import Condition, Watching

REFERENCE = Path(__file__).parent / "reference"
SIZE = (128, 64)


class Album:
    """Looks at the display at those moments of a game that have a name in `telling`.

    What is seen is what the display's model has decoded from its bus. It is compared with the
    picture of that name in `REFERENCE`, pixel by pixel, or with `writes` becomes that picture.
    """

    def __init__(
        self, telling: Mapping[str, str], onlooker: Watching, *, writes: bool = False
    ) -> None:
        self.seen: list[str] = []
        self._telling, self._onlooker, self._writes = telling, onlooker, writes

    def see(self, moment: str) -> None:
        """Called when the game has come to `moment` and everything about it has been shown."""
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
