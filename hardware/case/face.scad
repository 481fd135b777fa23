// The black face: window, six buttons, four lights, sounder and slot. Printed upside down.

// OpenSCAD cuts outlines a hundred times as fast as solids, and one solid from another faster than many one by one.
module face() difference() {
    union() {
        slab(under_z, face_z) difference() {
            octagon(rail_width + gap);
            holes();
        }
        for (l = sign_places) translate([l[1].x, l[1].y, 0]) sign_collar(l[0]);
        sounder_collar();
        display_bosses();
        display_corners();
        stiffener();
    }
    union() {
        slab(face_z - skin, face_z + 1) engravings();
        window_edge();
        slot_edge();
        for (l = sign_places) translate([l[1].x, l[1].y, 0]) sign_cut(l[0]);
        for (c = columns) translate([c.x, c.y, face_z]) mirror([0, 0, 1]) screw_from_below(face_thickness);
        for (x = [-1, 1], y = [-1, 1])
            translate([display_at.x + x * clamp_x, display_at.y + y * clamp_apart / 2, under_z - display_stack])
                insert_from_below();
    }
}

sign_places = [
    ["clockwise", [direction_at.x, direction_at.y]],
    ["counterclockwise", [-direction_at.x, direction_at.y]],
    ["accepted", [-verdict_at.x, verdict_at.y]],
    ["refused", [verdict_at.x, verdict_at.y]]
];

window_size = display_active + 2 * window_margin * [1, 1];
window_at = display_at + display_shift;
slot_size = [guide_inside + 1.2, throat + 1];

module holes() {
    translate(window_at) square(window_size, center = true);
    translate(slot_at) stadium(slot_size.x, slot_size.y);
    translate(sounder_at) sounder_holes();
    for (x = button_x) translate([x, buttons_y]) circle(d = button_hole);
    for (l = sign_places) translate(l[1]) sign_shape(l[0], 0);
}

module engravings() {
    legends();
    translate(window_at) difference() {
        rounded(window_size + 10 * [1, 1], 3);
        rounded(window_size + 8.4 * [1, 1], 2.2);
    }
    for (l = sign_places) translate(l[1]) difference() {
        circle(d = sign_light(l[0]) + 2.6);
        circle(d = sign_light(l[0]) + 1.4);
    }
}

module window_edge() translate([window_at.x, window_at.y, face_z - window_chamfer]) hull() {
    linear_extrude(0.01) square(window_size, center = true);
    translate([0, 0, window_chamfer])
        linear_extrude(0.01) square(window_size + 2 * window_chamfer * [1, 1], center = true);
}

module slot_edge() translate([slot_at.x, slot_at.y, 0]) {
    lead = 1.6;
    hull() {
        slab(face_z - lead, face_z - lead + 0.01) stadium(slot_size.x, slot_size.y);
        slab(face_z, face_z + 0.01) stadium(slot_size.x + 2 * lead, slot_size.y + 2 * lead);
    }
}

module sounder_holes() {
    circle(d = sounder_hole);
    for (a = [0:60:359]) rotate(a + 30) translate([sounder_spread, 0]) circle(d = sounder_hole);
}

module sounder_collar() translate([sounder_at.x, sounder_at.y, 0]) slab(under_z - sounder_height + 0.5, under_z + 0.5)
    difference() {
        circle(d = sounder + 2 * gap + 2 * light_wall);
        circle(d = sounder + 2 * gap);
    }

// What is on the panel's caps stands above round buttons.
module legends() {
    words = ["<", "OK", ">", "MORE", "UNDO", "BUST"];
    for (i = [0:5]) translate([button_x[i], legend_y])
        if (words[i] == "<") rotate(180) arrow();
        else if (words[i] == ">") arrow();
        else text(words[i], size = 3.6, font = "Liberation Sans:style=Bold", halign = "center", valign = "center");
}

module arrow() polygon([[2.4, 0], [-1.8, 2.4], [-1.8, -2.4]]);

// Inserts for the two clamps, as high as the module is thick.
module display_bosses() for (x = [-1, 1], y = [-1, 1])
    translate([display_at.x + x * clamp_x, display_at.y + y * clamp_apart / 2, 0])
        slab(under_z - display_stack, under_z + 0.5) circle(d = insert_boss);

module display_corners() {
    size = [display_width, display_depth] + 2 * display_play * [1, 1];
    translate(display_at) for (x = [-1, 1], y = [-1, 1]) scale([x, y]) translate(size / 2)
        slab(under_z - 2.5, under_z + 0.5) difference() {
            translate([-6, -6]) square(6 + 1.6);
            translate([-8, -8]) square(8);
        }
}

module stiffener() translate([-56, display_at.y - display_depth / 2 - display_play - 7, under_z - 6]) cube([112, 2, 6.5]);
