// Holes for screws and inserts, cut from what they go into. z = 0 is the surface they begin at, going up.

// A heat-set insert pressed in from below.
module insert_from_below(depth = insert_depth)
    translate([0, 0, -0.01]) cylinder(d = insert_hole, h = depth + 0.01);

// A countersunk M3 put in from below; the cone prints without support. `sunk`: how far the head goes in.
module screw_from_below(length, sunk = 0) {
    cone = (screw_head - screw_hole) / 2;
    translate([0, 0, -0.01]) cylinder(d = screw_head, h = sunk + 0.02);
    translate([0, 0, sunk]) cylinder(d1 = screw_head, d2 = screw_hole, h = cone);
    translate([0, 0, sunk]) cylinder(d = screw_hole, h = length + 0.01);
}
