"""The pictures in the repository are made from the drawings of the board.

Pictures are not compared pixel by pixel, because every version of Graphviz draws differently. Each
picture carries the digest of the text that it was made from.
"""

import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from hardware.wiring.box import box_drawings
from hardware.wiring.make_wiring import HERE, PAGE, texts, with_tables
from hardware.wiring.node import node_drawings
from hardware.wiring.render import as_graph, digest, draw, made_from

NAMES = sorted(texts())


@pytest.mark.parametrize("kind", [".svg", ".png"])
@pytest.mark.parametrize("name", NAMES)
def test_pictures_in_the_repository_are_made_from_the_drawings(name: str, kind: str) -> None:
    assert made_from((HERE / name).with_suffix(kind)) == digest(texts()[name]), "make wiring"


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".yaml")])
def test_picture_has_every_label_of_its_drawing(name: str) -> None:
    root = ET.parse((HERE / name).with_suffix(".svg")).getroot()  # noqa: S314  # our own file
    said = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    for box in yaml.safe_load(texts()[name])["connectors"].values():
        labels = {str(pin) for pin in box["pins"]} | set(box["pinlabels"])
        assert labels - {"&nbsp;"} <= said


def test_pictures_exist_only_for_current_drawings() -> None:
    made = {Path(name).stem for name in NAMES}
    found = {file.stem for file in HERE.iterdir() if file.suffix in {".svg", ".png"}}
    assert found == made


def test_drawing_can_be_rendered(tmp_path: Path) -> None:
    assert shutil.which("dot"), "apt install graphviz"
    text = texts()["reader.yaml"]
    draw(as_graph(text), text, tmp_path / "reader")
    assert made_from(tmp_path / "reader.svg") == made_from(tmp_path / "reader.png") == digest(text)


def test_tables_of_the_page_are_calculated() -> None:
    page = PAGE.read_text("utf-8")
    assert with_tables(page) == page, "make wiring"


def test_every_drawing_is_shown_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    for one in [*box_drawings(), *node_drawings()]:
        assert f"![{one.title}](../../hardware/wiring/{one.name}.svg)" in page
    assert "](../../hardware/wiring/header.svg)" in page
