"""The case in its files: closed and printable, its parts do not collide, and it reads a card."""

import re
from pathlib import Path

import numpy as np
import pytest
import trimesh
from manifold3d import CrossSection, Manifold

from hardware.case.openscad import CASE, MADE_FROM, Settings, made_from, placed, version
from hardware.case.printing import COUNTS
from tests.hardware.slices import body, hanging, layers, narrow, shallow
from tests.hardware.whole_case import SPECK, Box

COARSE: Settings = {"fineness": 24}
OTHER_PARTS: Settings = {
    **COARSE,
    "pi": "full",
    "button_hole": 12.2,
    "button_bezel": 14,
    "button_nut": 16,
    "display_width": 72,
    "display_depth": 44,
}
"""Alternative parts: any Pi of the large size, small buttons, the larger of the displays."""

pytestmark = pytest.mark.proof

LIST = (CASE.parent / "catalogue.scad").read_text("utf-8")
PRINTED = tuple(re.findall(r'^    \["(\w+)", \d+, \d+,', LIST, re.MULTILINE))
PROVED_WITH = "2021.01"
"""The OpenSCAD of Debian 12 and 13. The output of any other version has to be proved."""
STEP = 0.2
"""mm per layer."""


def holes(layer: CrossSection) -> list[CrossSection]:
    """Return the holes of a layer, smallest first; their outlines run in the opposite direction."""
    insides = [CrossSection([line[::-1]]) for line in layer.to_polygons()]
    return sorted(
        (hole for hole in insides if hole.area() > 0), key=lambda hole: float(hole.area())
    )


def middle(outline: CrossSection) -> tuple[float, float]:
    left, front, right, back = outline.bounds()
    return (left + right) / 2, (front + back) / 2


def moved(solid: Manifold, x: float = 0, y: float = 0, z: float = 0) -> Manifold:
    return solid.translate((x, y, z))


@pytest.fixture(scope="module")
def box() -> Box:
    return Box(COARSE)


@pytest.fixture(scope="module")
def other_box() -> Box:
    return Box(OTHER_PARTS)


def test_openscad_has_a_proved_version() -> None:
    assert version() == PROVED_WITH


def test_list_of_printed_parts_is_read(box: Box) -> None:
    assert set(PRINTED) == set(box.all.parts)
    assert len(PRINTED) == 11


def test_number_of_each_part_is_that_of_the_catalogue(box: Box) -> None:
    counts = {name: len(item.places) for name, item in box.all.parts.items()}
    assert {name: count for name, count in counts.items() if count > 1} == dict(COUNTS)


@pytest.mark.parametrize("name", PRINTED)
def test_part_is_one_closed_piece(box: Box, name: str) -> None:
    mesh = box.shapes[name]
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.is_volume
    solid = body(mesh)
    assert solid.status().name == "NoError"
    assert len(solid.decompose()) == 1
    assert solid.volume() == pytest.approx(mesh.volume, rel=1e-3)


@pytest.mark.parametrize("name", PRINTED)
def test_part_fits_on_the_bed(box: Box, name: str) -> None:
    x, y, _ = box.printed(name).extents
    assert x <= box.number("bed")
    assert y <= box.number("bed")


@pytest.mark.parametrize("name", PRINTED)
def test_part_prints_without_support(box: Box, name: str) -> None:
    pile = layers(body(box.printed(name)), STEP)
    assert hanging(pile, STEP, box.number("bridge"), 1.5) == []


@pytest.mark.parametrize("name", PRINTED)
def test_walls_and_floors_are_thick_enough_to_print(box: Box, name: str) -> None:
    engraved = box.number("skin") if name == "face" else 0
    pile = layers(body(box.printed(name)), STEP, engraved)
    least = box.number("least_wall")
    assert narrow(pile, least, 1) == []
    assert shallow(pile, round(least / STEP) - (3 if name == "face" else 0), 0.5) == []


def test_parts_do_not_overlap(box: Box) -> None:
    assert list(box.overlaps()) == []


def test_alternative_displays_buttons_and_pis_fit(other_box: Box) -> None:
    assert list(other_box.overlaps()) == []
    for name in PRINTED:
        solid = body(other_box.printed(name))
        assert len(solid.decompose()) == 1
        assert hanging(layers(solid, STEP), STEP, other_box.number("bridge"), 1.5) == []


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("rail", "base"),
        ("face", "rail"),
        ("brass_line", "face"),
        ("card_guide", "base"),
        ("pi", "base"),
        ("pico", "base"),
        ("reader", "card_guide"),
        ("card", "card_guide"),
        ("lens", "rail"),
        ("clockwise", "face"),
        ("accepted", "face"),
    ],
)
def test_supported_part_touches_its_support(box: Box, upper: str, lower: str) -> None:
    way = (
        0.3 if upper in ("lens", "clockwise", "accepted") else -0.3
    )  # the lights are pushed in from below
    for one in box.bodies(upper):
        assert (moved(one, z=way) ^ box.whole(lower)).volume() > SPECK


def test_face_rests_on_the_rail_on_all_eight_sides(box: Box) -> None:
    pressed = moved(box.whole("face"), z=-0.3) ^ box.whole("rail")
    inwards = box.number("rail_width")
    for number, (x, y) in enumerate(side_middles(box), 1):
        length = np.hypot(x, y)
        there = Manifold.sphere(8).translate(
            (x * (1 - inwards / length), y * (1 - inwards / length), 0)
        )
        there = moved(there, z=box.number("under_z"))
        assert (pressed ^ there).volume() > 1, number


@pytest.mark.parametrize(
    ("screw", "into", "least"),
    [
        ("base_screw", "rail", 5),
        ("face_screw", "rail", 4),
        ("guide_screw", "card_guide", 4.5),
        ("clamp_screw", "face", 4),
    ],
)
def test_screw_reaches_its_insert(box: Box, screw: str, into: str, least: float) -> None:
    """The insert melts into a ring round its hole, 0.3 mm wide.

    The test measures the length of that ring along the screw.
    """
    ring = np.pi * (
        (box.number("insert_hole") / 2 + 0.3) ** 2 - (box.number("insert_hole") / 2) ** 2
    )
    thread = Manifold.cylinder(60, box.number("insert_hole") / 2 + 0.3, circular_segments=96)
    for one in box.bodies(screw):
        x, y = (np.array(one.bounding_box()[:2]) + np.array(one.bounding_box()[3:5])) / 2
        low, high = one.bounding_box()[2], one.bounding_box()[5]
        around = thread.translate((x, y, low)).trim_by_plane((0, 0, -1), -high)
        gripped = (around ^ box.whole(into)).volume() / ring
        assert gripped > least
        assert gripped <= box.number("insert_depth") + 0.2


@pytest.mark.parametrize(
    ("screw", "held_by", "way"),
    [
        ("base_screw", "base", 1),
        ("guide_screw", "base", 1),
        ("face_screw", "face", -1),
        ("clamp_screw", "display_clamp", 1),
    ],
)
def test_screw_head_presses_on_its_part(box: Box, screw: str, held_by: str, way: int) -> None:
    for one in box.bodies(screw):
        assert (moved(one, z=0.6 * way) ^ box.whole(held_by)).volume() > 4  # mm3: all round


def test_each_of_the_eight_sides_has_a_light(box: Box) -> None:
    top = box.number("top_z")
    rail = box.layer("rail", top - 2)
    open_ = holes(rail)[:-1]  # the last one is that of the face
    lenses = box.bodies("lens")
    assert len(open_) == len(lenses) == len(box.items["rail_led"].places) == 8
    seen = []
    for lens in lenses:
        assert lens.bounding_box()[5] == pytest.approx(top, abs=0.01)
        (x, y) = middle(lens.slice(top - 0.01))
        at = [hole for hole in open_ if middle(hole) == pytest.approx((x, y), abs=0.05)]
        assert len(at) == 1
        assert lens.slice(top - 0.01).area() > 0.85 * at[0].area()
        seen.append(side_of(box, x, y))
    assert seen == [
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
    ]  # 1 is at the top, then clockwise: docs/reference/buttons.md, The lights


def side_middles(box: Box) -> list[tuple[float, float]]:
    """Return the middles of the octagon's sides, clockwise from the top."""
    right, back, cut = (box.number(name) for name in ("outer_width", "outer_depth", "corner_cut"))
    right, back = right / 2, back / 2
    u, v = right - cut / 2, back - cut / 2
    return [(0, back), (u, v), (right, 0), (u, -v), (0, -back), (-u, -v), (-right, 0), (-u, v)]


def side_of(box: Box, x: float, y: float) -> int:
    """Return the number of the nearest side."""
    return 1 + int(np.argmin([np.hypot(x - mx, y - my) for mx, my in side_middles(box)]))


def test_whole_picture_is_visible_through_the_window(box: Box) -> None:
    place = box.all.models["picture"].places[0]
    picture = body(placed(box.shapes["picture"], place))
    left, front, low, right, back, _ = picture.bounding_box()
    upwards = Manifold.cube((right - left, back - front, 20)).translate((left, front, low))
    assert (upwards ^ box.whole("face")).volume() < SPECK
    window = max(
        holes(box.layer("face", box.number("under_z") + 0.2)), key=lambda hole: hole.area()
    )
    assert window.area() > (right - left) * (back - front)
    glass = box.layer("display", box.number("under_z") - 0.5)
    assert (window - glass).area() < SPECK  # behind the window there is glass everywhere


def test_six_buttons_fit_through_the_face(box: Box) -> None:
    face = box.layer("face", box.number("under_z") + 1)
    size = box.number("button_hole")
    found = [
        hole for hole in holes(face) if hole.area() == pytest.approx(np.pi * size**2 / 4, rel=0.03)
    ]
    assert len(found) == len(box.items["button"].places) == 6
    across = sorted(middle(hole)[0] for hole in found)
    assert np.diff(across) == pytest.approx([box.number("button_pitch")] * 5, abs=0.01)


def test_buzzer_has_openings_for_its_sound(box: Box) -> None:
    face = box.layer("face", box.number("under_z") + 1)
    sounder = box.layer("piezo", box.number("under_z") - 1)
    inside = [hole for hole in holes(face) if (hole - sounder).area() < 0.01 and hole.area() < 4]
    assert len(inside) == 7


def test_card_goes_down_to_the_stop(box: Box) -> None:
    (card,) = box.bodies("card")
    left, front, low, right, back, high = card.bounding_box()
    play, bend = 0.5, 0.5
    way = Manifold.cube((right - left + 2 * play, back - front + 2 * bend, high - low + 90))
    way = way.translate((left - play, front - bend, low))
    for name in ("face", "card_guide", "rail", "base"):
        assert (way ^ box.whole(name)).volume() < SPECK
    assert (moved(card, z=-0.5) ^ box.whole("card_guide")).volume() > SPECK
    assert high - box.number("top_z") > 25  # enough of the card protrudes to pull it out again


def test_card_is_held_in_its_guide(box: Box) -> None:
    (card,) = box.bodies("card")
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        assert (moved(card, x, y) ^ box.whole("card_guide")).volume() > SPECK


def test_scanner_sees_the_whole_sticker_from_its_reading_distance(box: Box) -> None:
    (card,) = box.bodies("card")
    x, y, z, turn = box.items["reader"].places[0]
    _, _, high = box.is_["reader_head"]
    board = box.is_["reader_board"]
    eye = np.array([x, y, z + board[2] + high / 2])
    ahead = np.array([np.sin(np.radians(turn)), -np.cos(np.radians(turn)), 0])
    face = card.bounding_box()[4]
    distance = (eye[1] - face) / -ahead[1]
    assert box.number("reading_nearest") <= distance <= box.number("reading_farthest")
    left, _, low, right, _, _ = card.bounding_box()
    from_long, from_short = box.is_["sticker"]
    half = box.number("sticker_patch") / 2 + box.number("card_play")
    aside = np.array([ahead[1], -ahead[0], 0])
    view = np.radians(np.array(box.is_["reading_view"]) / 2)
    for u in (-half, half):
        for v in (-half, half):
            corner = np.array([right - from_long + u, face, low + from_short + v]) - eye
            depth = corner @ ahead
            assert abs(np.arctan2(corner @ aside, depth)) < view[0]
            assert abs(np.arctan2(corner[2], depth)) < view[1]
    assert left < right - 2 * from_long  # the sticker at the other corner is not in view


@pytest.mark.parametrize("which", ["box", "other_box"])
def test_view_from_scanner_to_sticker_is_free(which: str, request: pytest.FixtureRequest) -> None:
    one: Box = request.getfixturevalue(which)
    sight = body(one.shapes["sight"])
    assert sight.volume() > 1000
    for name in one.items:
        if name not in ("reader", "card"):
            assert (sight ^ one.whole(name)).volume() < SPECK, name


def test_cradle_keeps_the_scanner_at_that_distance(box: Box) -> None:
    (reader,) = box.bodies("reader")
    turn = np.radians(box.items["reader"].places[0][3])
    for aside, ahead in ((1, 0), (-1, 0), (0, 0.5)):
        x = aside * np.cos(turn) + ahead * np.sin(turn)
        y = aside * np.sin(turn) - ahead * np.cos(turn)
        assert (moved(reader, x, y) ^ box.whole("card_guide")).volume() > SPECK


def test_plug_fits_through_the_cable_exit(box: Box) -> None:
    across, _, high = box.is_["plug"]
    way = Manifold.cube((30, across, high), True).translate(
        (-box.number("outer_width") / 2, -20, box.number("cable_hole_z"))
    )
    assert (way ^ box.whole("base")).volume() < SPECK
    assert (moved(way, y=5) ^ box.whole("base")).volume() > SPECK


PARAMETER = re.compile(r"(\w+) = (.+?); +// (mm|degrees|count|name) \| \S.+")


def test_every_number_has_a_unit_and_a_source() -> None:
    lines = (CASE.parent / "parameters.scad").read_text("utf-8").splitlines()
    numbers_ = [line for line in lines if line and not line.startswith(("//", "/*"))]
    assert len(numbers_) > 80
    assert [line for line in numbers_ if not PARAMETER.fullmatch(line)] == []


@pytest.mark.parametrize("name", PRINTED)
def test_file_to_print_is_made_from_these_sources(box: Box, name: str) -> None:
    assert f"{name} {made_from(name)}" in MADE_FROM.read_text("utf-8").splitlines()
    kept = trimesh.load_mesh(CASE.parent / "stl" / f"{name}.stl")
    assert isinstance(kept, trimesh.Trimesh)
    now = box.printed(name)
    assert kept.extents == pytest.approx(now.extents, abs=0.15)
    assert kept.volume == pytest.approx(now.volume, rel=0.02)
    assert kept.is_volume
    assert kept.bounds[0][2] == pytest.approx(0, abs=1e-3)


def test_every_part_has_its_picture_and_its_line_in_the_readme() -> None:
    readme = (CASE.parent / "README.md").read_text("utf-8")
    pictures = {file.stem for file in (CASE.parent / "pictures").glob("*.png")}
    assert pictures == {"from-above", "assembled", "exploded", "open", "cut"} | {
        f"part-{name.replace('_', '-')}" for name in PRINTED
    }
    for name in PRINTED:
        assert f"`{name}`" in readme
    for shown in re.findall(r"\(pictures/([\w-]+)\.png\)", readme):
        assert Path(shown).name in pictures
