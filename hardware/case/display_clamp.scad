// Holds the left or the right edge of the display's board against the face. Two of them. Printed flat.

clamp_height = 3;

module display_clamp() translate([0, 0, -clamp_height]) linear_extrude(clamp_height) difference() {
    translate([-insert_boss / 2, -clamp_apart / 2 - insert_boss / 2])
        square([clamp_width, clamp_apart + insert_boss]);
    for (y = [-1, 1]) translate([0, y * clamp_apart / 2]) circle(d = screw_hole);
}
