"""Reads `kits.toml`: the ways to build a box, their presets and their parts."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

ROOT = Path(__file__).parents[1]
FILE = Path(__file__).with_name("kits.toml")
BASE = ROOT / "deploy" / "etc" / "companion.toml"
"""The configuration of the package, with which that of each image begins."""

PRESETS = ROOT / "deploy" / "image" / "presets"
"""The folder of the images' configurations, which are made from the presets."""

Language = Literal["en", "de"]

_HEADS: Mapping[Language, tuple[str, ...]] = {
    "en": ("part", "number", "must be", "or"),
    "de": ("Teil", "Anzahl", "Bedingung", "oder"),
}


class Kit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to build a box, and its page in docs/tutorial."""

    guide: str
    title: str
    de: str


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A configuration of a `kit`; `title` names its image in Raspberry Pi Imager's list."""

    kit: str
    title: str
    config: str


class German(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a part in German."""

    part: str
    must: str
    instead: str = ""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part to buy: how many for each build, what it must be, and what does instead.

    `code` is a supplier's, given only if its page was read.
    """

    part: str
    must: str
    quantity: dict[str, int]
    instead: str = ""
    maker: str = ""
    number: str = ""
    code: str = ""
    connector: str = ""
    de: German | None = None

    def words(self, language: Language) -> German:
        """Return the words of the part in a language.

        Raises:
            ValueError: it has none in this language.
        """
        if language == "en":
            return German(self.part, self.must, self.instead)
        if self.de is None:
            raise ValueError(f"{self.part} has no German words in kits.toml")
        return self.de


class Kits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `kits.toml`; `default` is the preset of the image without another name."""

    default: str
    kits: dict[str, Kit]
    presets: dict[str, Preset]
    parts: dict[str, Part]

    def parts_of(self, build: str) -> dict[str, Part]:
        """Return the parts of one build by their keys, in the order of the file."""
        return {key: part for key, part in self.parts.items() if build in part.quantity}

    def image_config(self, preset: str) -> str:
        """Return the configuration of the image for a preset."""
        title, config = self.presets[preset].title, self.presets[preset].config.strip()
        head = f"# {title[0].upper()}{title[1:]}: made from hardware/kits.toml by `make pictures`."
        return "\n\n".join(filter(None, (head, config, BASE.read_text("utf-8").strip()))) + "\n"


def load_kits(file: Path = FILE) -> Kits:
    """Return the contents of a file of kits."""
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Kits)


def part_table(build: str, language: Language = "en") -> str:
    """Return the parts of a build as a table in Markdown."""
    heads = _HEADS[language]
    rows = ["| " + " | ".join(heads) + " |", "|---|---:|---|---|"]
    for part in load_kits().parts_of(build).values():
        words = part.words(language)
        name = " ".join(filter(None, (part.maker, part.number)))
        name = "" if name in words.part else name
        bought = "; ".join(filter(None, (name, part.code)))
        what = f"{words.part} ({bought})" if bought else words.part
        rows.append(f"| {what} | {part.quantity[build]} | {words.must} | {words.instead} |")
    return "\n".join(rows)


def write_presets() -> None:
    """Write the configuration of each image."""
    kits = load_kits()
    PRESETS.mkdir(exist_ok=True)
    for file in PRESETS.iterdir():
        file.unlink()
    for name in kits.presets:
        (PRESETS / f"{name}.toml").write_text(kits.image_config(name), "utf-8")
