"""The picture of docs/reference/buttons.md, "When table and box disagree", matches the display."""

from PIL import Image

from tests.docs.not_right_picture import PICTURE, sheet


def test_picture_is_the_one_of_the_gallery() -> None:
    with Image.open(PICTURE) as picture:
        assert picture.convert("RGB").tobytes() == sheet().convert("RGB").tobytes()
