"""The pictures of the case: complete, exploded, open, cut open, and each part as it is printed."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import manifold3d
import numpy as np
import trimesh
from PIL import Image

from hardware.case.openscad import Catalogue, Item, Solid, as_printed, numbers, placed
from hardware.case.paints import engraved, playing_card, ply, screen, walnut
from hardware.case.rays import FROM_THE_LEFT, Camera, Paint, Thing, draw, plain

PICTURES = Path(__file__).with_name("pictures")

CAPS = ("#ece4d2", "#f3b94d", "#ece4d2", "#ece4d2", "#ece4d2", "#b1382b")
"""The colors of the panel's key caps from the left: OK is brass, BUST is red."""
TO_ACT, IN_THE_GAME, DARK = "#ffd27a", "#9a7034", "#4d3726"
LENSES = (DARK, TO_ACT, DARK, IN_THE_GAME, DARK, IN_THE_GAME, DARK, IN_THE_GAME)
"""Four players with the second to act, as in the picture of the panel."""
SIGNS = {
    "clockwise": "#ffd27a",
    "counterclockwise": "#4a4d4b",
    "accepted": "#6c716e",
    "refused": "#6c716e",
}
CLEAR, FACE = "#ddd6c6", "#8b938f"
"""The color of unlit parts, and a color of the face light enough to show its shape."""

FROM_BEHIND = (0.72, 0.26, 0.70)
PART_SIZE = (720, 480)

ON_THE_FACE = ("face", "face_screw", "brass_line", *SIGNS, "sign_led", "button", "piezo")
ON_THE_FACE += ("display", "picture", "display_clamp", "clamp_screw")

Shapes = Mapping[str, Solid]


class Scene:
    """All parts and models at their places."""

    def __init__(self, listed: Catalogue, shapes: Shapes) -> None:
        self.listed, self.shapes = listed, shapes
        asked = (
            "base_height",
            "ply_lines",
            "face_z",
            "legend_y",
            "sticker",
            "foot_recess",
            "foot_height",
        )
        self.is_ = numbers(asked)
        self.floor: float = self.is_["foot_recess"] - self.is_["foot_height"]

    def paint(self, item: Item, number: int, mesh: Solid) -> tuple[Paint, bool]:
        """Return the paint of one of the places of an item, and whether it emits light."""
        name = item.name
        if name == "button":
            return plain(CAPS[number]), False
        if name == "lens":
            return plain(LENSES[number]), LENSES[number] == TO_ACT
        if name in SIGNS:
            return plain(SIGNS[name]), name == "clockwise"
        if name == "picture":
            return screen(mesh), True
        if name == "card":
            return playing_card(mesh, self.is_["sticker"]), False
        return self.material(name, item.colour), False

    def material(self, name: str, colour: str) -> Paint:
        """Return the paint of a part's material."""
        if name == "base":
            return ply(self.is_["base_height"] / (self.is_["ply_lines"] + 1))
        if name == "rail":
            return walnut
        if name == "face":
            return engraved(self.is_["face_z"], self.is_["legend_y"])
        return plain(colour)

    def but(self, *without: str) -> tuple[str, ...]:
        """Return the names of all items except `without`."""
        return tuple(
            name for name in (*self.listed.parts, *self.listed.models) if name not in without
        )

    def things(self, names: tuple[str, ...], apart: float = 0) -> list[Thing]:
        """Return the named items; `apart` scales their distances in the exploded view."""
        found = []
        for item in (*self.listed.parts.values(), *self.listed.models.values()):
            if item.name not in names:
                continue
            for number, place in enumerate(item.places):
                mesh = placed(self.shapes[item.name], place, apart * item.lift)
                found.append(Thing(mesh, *self.paint(item, number, mesh)))
        return found

    def cut(self, x: float, base_x: float) -> list[Thing]:
        """Return the part left of the plane at x, with more of base and rail, and complete card,
        guide and reader.

        The reader's view of the sticker is filled with red.
        """
        whole = ("card", "card_guide", "reader")
        beside = ("pico", "pico_plug", "guide_screw")
        far = ("base", "rail", "lens", "rail_led")
        near = self.but(*far, *whole, *beside)
        left = [
            Thing(half(thing.mesh, x), thing.paint, thing.shines) for thing in self.things(near)
        ]
        left += [
            Thing(half(thing.mesh, base_x), thing.paint, thing.shines) for thing in self.things(far)
        ]
        left += self.things(whole)
        left.append(Thing(self.shapes["sight"], plain("#e2503c"), shines=True))
        return [thing for thing in left if len(thing.mesh.faces)]

    def one(self, item: Item) -> Image.Image:
        """Return the picture of a part on the print bed, as large as possible."""
        mesh = as_printed(self.shapes[item.name], item.turn)
        clear = item.name in SIGNS or item.name == "lens"
        colour = FACE if item.name == "face" else CLEAR if clear else item.colour
        paint = plain(colour) if item.name == "face" else self.material(item.name, colour)
        behind = item.name == "card_guide"  # because its important side is there
        camera = filling(mesh, 150 if behind else 26, 44)
        light = FROM_BEHIND if behind else FROM_THE_LEFT
        return draw([Thing(mesh, paint)], camera, PART_SIZE, floor=0, light=light)


def filling(mesh: Solid, turn: float, above: float) -> Camera:
    """Return the camera for the picture of a part, which the part fills completely."""
    middle = (mesh.bounds[0] + mesh.bounds[1]) / 2
    side, up = np.radians(turn), np.radians(above)
    right = np.array([np.cos(side), np.sin(side), 0])
    over = np.array([-np.sin(side) * np.sin(up), np.cos(side) * np.sin(up), np.cos(up)])
    away = mesh.vertices - middle
    half_wide = max(
        np.abs(away @ right).max(), np.abs(away @ over).max() * PART_SIZE[0] / PART_SIZE[1]
    )
    wide = 7.4
    return Camera(tuple(middle), turn, above, 1.22 * half_wide / np.tan(np.radians(wide / 2)), wide)


def half(mesh: Solid, x: float) -> Solid:
    """Return the part of `mesh` left of the plane at x, closed."""
    body = manifold3d.Manifold(
        manifold3d.Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32))
    ).trim_by_plane((-1, 0, 0), -x)
    rest = body.to_mesh()
    return trimesh.Trimesh(rest.vert_properties[:, :3], rest.tri_verts)


def pictures(listed: Catalogue, shapes: Shapes) -> Iterator[tuple[str, Image.Image]]:
    """Yield the name and the image of every picture."""
    scene = Scene(listed, shapes)
    wide, floor = (1280, 900), scene.floor
    from_above = Camera((0, -2, 40), 0, 89.9, 1500, 9.4)
    yield "from-above", draw(scene.things(scene.but("card")), from_above, (1280, 860), floor=floor)
    from_the_side = Camera((0, 0, 37), 20, 46, 900, 17)
    yield "assembled", draw(scene.things(scene.but()), from_the_side, wide, floor=floor)
    apart = Camera((0, 0, 171), 24, 22, 1600, 10.6)
    yield "exploded", draw(scene.things(scene.but("card"), 1), apart, (1100, 1760))
    into_it = Camera((0, 2, 22), 10, 62, 900, 16.5)
    yield "open", draw(scene.things(scene.but(*ON_THE_FACE)), into_it, wide, floor=floor)
    from_behind = Camera((22, 4, 42), 118, 19, 900, 12)
    yield "cut", draw(scene.cut(27, 60), from_behind, wide, floor=floor, light=FROM_BEHIND)
    for item in listed.parts.values():
        yield f"part-{item.name.replace('_', '-')}", scene.one(item)


def draw_all(listed: Catalogue, shapes: Shapes, folder: Path = PICTURES) -> None:
    """Write all pictures to `folder`."""
    folder.mkdir(exist_ok=True)
    for name, picture in pictures(listed, shapes):
        few = picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
        few.save(folder / f"{name}.png", optimize=True)
