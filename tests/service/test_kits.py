"""Each kit's preset plays a card on the models of its chips."""

from pathlib import Path

import pytest

from companion.config import read_config
from companion.drawing import draw
from companion.simulation.controller import Sh1106, Ssd1309, packed
from hardware.kits import load_kits
from tests.drivers.expected import label, played
from tests.drivers.watching import Condition, lit, shows
from tests.service.at_home import at_home

KITS = load_kits()


@pytest.mark.parametrize("preset", KITS.presets)
def test_preset_shows_a_play_with_its_display_and_lights(tmp_path: Path, preset: str) -> None:
    config = read_config(KITS.image_config(preset))
    with at_home(tmp_path, config) as home:
        home.obeys(played("8C"))
        home.bench.scan_line(label("8C"))
        if config.lights.enabled:
            home.until(lit(home.expected.lights()))  # the green light is on for a moment only
            home.until(shows(home.expected.picture()))
        drawn = draw(home.expected.picture(), lights=config.lights.enabled)
        home.until(Condition("the play", lambda showing: showing.pixels == packed(drawn, 1)))
        chip = Sh1106 if config.display.bus == "spi" else Ssd1309
        assert type(home.display.controller) is chip
