// The tub: it carries the boards, the card guide and everything above. Printed as it stands.

base_screw_seat = base_height - (base_screw - insert_depth + 0.6); // the head's top, so that the tip stays in the insert

module base() {
    difference() {
        base_shell();
        for (c = columns) translate([c.x, c.y, 0]) column_bore();
        for (g = guide_screws) translate([g.x, g.y, 0]) screw_from_below(floor_thickness);
        for (f = feet) translate([f.x, f.y, -0.01]) cylinder(d = foot, h = foot_recess + 0.01);
        floor_vents();
        cable_exit();
        back_vents();
    }
    for (h = pi_holes) post(h, pi_boss, pi_hole, pi_height);
    for (h = pico_holes) post(h, pico_boss, pico_hole, pico_height);
    cable_tie_anchor();
}

module base_shell() difference() {
    union() {
        leaning(0, edge_chamfer, edge_chamfer, 0);
        leaning(edge_chamfer, 0, base_height - ply_line, 0);
        leaning(base_height - ply_line, 0, base_height, ply_line);
    }
    difference() {
        leaning(floor_thickness, wall, base_height + 1, wall);
        for (c = columns) translate([c.x, c.y, 0]) cylinder(d = insert_boss, h = base_height);
        for (n = [2, 4, 6, 8]) column_web(n);
    }
    for (i = [1:ply_lines]) ply_groove(i * base_height / (ply_lines + 1));
}

// From a column to the wall, so that the screw's pull goes into both; not as high as the lights' wires run.
module column_web(number) {
    p = side(number, (wall + column_inset) / 2);
    translate([p.x, p.y, 0]) rotate(side_angle(number))
        translate([-(column_inset - wall) / 2, -wall / 2, 0]) cube([column_inset - wall, wall, base_height - 8]);
}

module ply_groove(z) difference() {
    leaning(z - ply_line, -1, z + ply_line, -1);
    leaning(z - ply_line - 0.01, -0.01, z, ply_line);
    leaning(z, ply_line, z + ply_line + 0.01, -0.01);
}

module column_bore() {
    screw_from_below(base_height - base_screw_seat + 1, base_screw_seat);
}

module post(at, outside, hole, height) translate([at.x, at.y, floor_thickness - 0.5]) difference() {
    cylinder(d = outside, h = height + 0.5);
    translate([0, 0, 1.5]) cylinder(d = hole, h = height);
}

module floor_vents() {
    for (i = [0:vents - 1]) translate([vents_from + i * vent_pitch, pi_at.y + pi_full.y / 2, -1])
        linear_extrude(floor_thickness + 2) rotate(90) stadium(vent.y, vent.x);
}

// Warm air leaves at the back, above the Pi.
module back_vents() {
    high = 12;
    for (i = [0:vents - 1]) translate([vents_from + i * vent_pitch, outer_depth / 2, base_height - 6 - high / 2])
        cube([vent.x, 3 * wall, high], center = true);
}

// Through the left side, where with up to seven players nobody sits. Its roof leans, so that it prints.
module cable_exit() translate([-outer_width / 2, cable_y, cable_hole_z]) rotate([90, 0, 90])
    linear_extrude(6 * wall, center = true) {
        square(cable_hole, center = true);
        translate([0, cable_hole.y / 2]) polygon([
            [-cable_hole.x / 2, -0.01], [cable_hole.x / 2, -0.01], [2, cable_hole.x / 2 - 2], [-2, cable_hole.x / 2 - 2]
        ]);
    }

// A cable tie through its eye holds the cable: who trips over it pulls at the case, not at the Pi.
module cable_tie_anchor() translate([tie_x, cable_y, floor_thickness - 0.5]) difference() {
    translate([-4, -6, 0]) cube([8, 12, 6.5]);
    translate([-tie_hole.x / 2, -7, 2]) cube([tie_hole.x, 14, tie_hole.y]);
}
