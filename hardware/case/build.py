"""Makes all parts of the case: `python -m hardware.case.build`.

Writes the parts in their position on the print bed to hardware/case/stl (binary STL, mm), together
with the hashes of their sources, and the pictures to hardware/case/pictures.
"""

from pathlib import Path

from hardware.case.openscad import MADE_FROM, as_printed, catalogue, made_from, solids
from hardware.case.printing import write_halves
from hardware.case.views import draw_all

STL = Path(__file__).with_name("stl")


def main() -> None:
    """Make all files of the case."""
    all_of_it = catalogue()
    shapes = solids([*all_of_it.parts, *all_of_it.models, "sight"])
    STL.mkdir(exist_ok=True)
    for name, part in all_of_it.parts.items():
        as_printed(shapes[name], part.turn).export(STL / f"{name}.stl")
    MADE_FROM.write_text(
        "".join(f"{name} {made_from(name)}\n" for name in all_of_it.parts), "utf-8"
    )
    write_halves()
    draw_all(all_of_it, shapes)


if __name__ == "__main__":
    main()
