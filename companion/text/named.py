"""Names in words."""

from collections.abc import Collection

from companion.message import phrase, render


def seat_name(number: int, other_names: Collection[str]) -> str:
    """Return the name of somebody without one at the seat of that number, other than `other_names`.

    >>> seat_name(3, ("Ann", "Bo")), seat_name(1, ("Seat 1",))
    ('Seat 3', "Seat 1'")
    """
    name = render(phrase("Seat {number}", number=number))
    while name in other_names:
        name += "'"
    return name


def parted(name: str) -> str:
    """Return a name to precede a figure: one that ends in a figure gets a colon, ``Seat 3: 1``.

    >>> parted("Ann"), parted("Seat 3")
    ('Ann', 'Seat 3:')
    """
    return f"{name}:" if name[-1:].isdigit() else name
