"""Every kit's preset is a working configuration, and the images have the presets."""

import re
import runpy

import pytest

from companion.config import pins_of, read_config
from hardware.kits import PRESETS, ROOT, load_kits

KITS = load_kits()


@pytest.mark.parametrize("preset", KITS.presets)
def test_preset_is_a_valid_configuration(preset: str) -> None:
    config = read_config(KITS.image_config(preset), f"{preset}.toml")
    used = [pin for _, pin in pins_of(config).named()]
    assert len(used) == len(set(used))


@pytest.mark.parametrize("preset", KITS.presets)
def test_preset_leaves_the_pins_of_the_buses_that_every_image_has_on(preset: str) -> None:
    named = pins_of(read_config(KITS.presets[preset].config)).named()
    parts = {pin: name for name, pin in named if not name.startswith(("i2c.", "spi."))}
    assert not parts.keys() & {2, 3, 8, 10, 11}


def test_images_have_the_configurations_of_the_presets() -> None:
    written = {file.stem: file.read_text("utf-8") for file in PRESETS.glob("*.toml")}
    assert written == {preset: KITS.image_config(preset) for preset in KITS.presets}
    assert KITS.default in written


def test_default_kit_needs_no_tools_and_few_parts() -> None:
    assert KITS.presets[KITS.default].kit == "A"
    assert len(KITS.parts_of("A")) == 5


def test_pi_of_the_kits_is_one_that_the_image_starts_with_debian_alone() -> None:
    boards = runpy.run_path(str(ROOT / "deploy/image/os_list.py"))["BOARDS"]
    model = KITS.parts["pi"].part.removeprefix("Raspberry Pi ")
    (board,) = (board for board in boards if board.model == model)
    assert "43430b0" not in board.chips  # Debian lacks the firmware of this chip


def test_every_kit_has_a_preset() -> None:
    assert {preset.kit for preset in KITS.presets.values()} == set(KITS.kits)


@pytest.mark.parametrize("kit", ["A", "B"])
def test_kits_without_soldering_have_german_words_and_no_loose_parts(kit: str) -> None:
    for key, part in KITS.parts_of(kit).items():
        assert part.words("de").part, key
        assert not re.search(r"resistor|wire\b|solder", part.part.lower()), key
