// The octagon of the panel, and what stands on its eight sides.

// The octagon's corners when each side is moved inwards by `inset`, clockwise seen from above.
function octagon_points(inset = 0) = let (
    x = outer_width / 2 - inset,
    y = outer_depth / 2 - inset,
    cut = corner_cut - inset * (2 - sqrt(2))
) [
    [-x + cut, y], [x - cut, y], [x, y - cut], [x, -y + cut],
    [x - cut, -y], [-x + cut, -y], [-x, -y + cut], [-x, y - cut]
];

module octagon(inset = 0) polygon(octagon_points(inset));

module octagon_ring(from, to) difference() {
    octagon(from);
    octagon(to);
}

module slab(z0, z1) translate([0, 0, z0]) linear_extrude(z1 - z0) children();

// A solid octagon whose sides lean from `inset0` at z0 to `inset1` at z1.
module leaning(z0, inset0, z1, inset1) polyhedron(
    [for (p = octagon_points(inset0)) [p.x, p.y, z0], for (p = octagon_points(inset1)) [p.x, p.y, z1]],
    [
        [7, 6, 5, 4, 3, 2, 1, 0],
        [8, 9, 10, 11, 12, 13, 14, 15],
        for (i = [0:7]) [i, (i + 1) % 8, (i + 1) % 8 + 8, i + 8]
    ]
);

// The middle of a side, `inset` inwards. Sides are numbered as the lights: 1 is at the top, then clockwise.
function side(number, inset = 0) = let (
    x = outer_width / 2, y = outer_depth / 2,
    outwards = side_angle(number),
    diagonal = number % 2 == 0,
    reach = [
        diagonal ? x - corner_cut / 2 : x,
        diagonal ? y - corner_cut / 2 : y
    ]
) [
    sign(round(cos(outwards) * 1000)) * reach.x - inset * cos(outwards),
    sign(round(sin(outwards) * 1000)) * reach.y - inset * sin(outwards)
];

function side_angle(number) = 90 - 45 * (number - 1);

function rotated(p, angle) = [p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle)];

module stadium(length, width) hull() for (s = [-1, 1])
    translate([s * (length - width) / 2, 0]) circle(d = width);

module rounded(size, radius) offset(radius) square([size.x - 2 * radius, size.y - 2 * radius], center = true);
