// The black face: window, six buttons, four lights, sounder and slot. Printed upside down.

module face() difference() {
    face_body();
    for (x = [-1, 1], y = [-1, 1])
        translate([display_at.x + x * clamp_x, display_at.y + y * clamp_apart / 2, under_z - display_stack]) insert_from_below();
}

module face_body() {
    difference() {
        face_plate();
        window();
        slot_mouth();
        sounder_holes();
        legends();
        for (x = button_x) translate([x, buttons_y, under_z - 1]) cylinder(d = button_hole, h = face_thickness + 2);
        for (l = sign_places) translate([l[1].x, l[1].y, 0]) sign_cut(l[0]);
        for (c = columns) translate([c.x, c.y, face_z]) mirror([0, 0, 1]) screw_from_below(face_thickness);
    }
    for (l = sign_places) translate([l[1].x, l[1].y, 0]) sign_collar(l[0]);
    sounder_collar();
    display_bosses();
    display_corners();
    stiffener();
}

sign_places = [
    ["clockwise", [direction_at.x, direction_at.y]],
    ["counterclockwise", [-direction_at.x, direction_at.y]],
    ["accepted", [-verdict_at.x, verdict_at.y]],
    ["refused", [verdict_at.x, verdict_at.y]]
];

module face_plate() slab(under_z, face_z) octagon(rail_width + gap);

module window() {
    size = display_active + 2 * window_margin * [1, 1];
    at = display_at + display_shift;
    translate(at) slab(under_z - 1, face_z + 1) square(size, center = true);
    translate([at.x, at.y, face_z - window_chamfer]) hull() {
        linear_extrude(0.01) square(size, center = true);
        translate([0, 0, window_chamfer]) linear_extrude(0.01) square(size + 2 * window_chamfer * [1, 1], center = true);
    }
    translate(at) slab(face_z - skin, face_z + 1) difference() {
        rounded(size + 10 * [1, 1], 3);
        rounded(size + 8.4 * [1, 1], 2.2);
    }
}

module slot_mouth() translate([slot_at.x, slot_at.y, 0]) {
    long = guide_inside + 1.2;
    wide = throat + 1;
    lead = 1.6;
    slab(under_z - 1, face_z + 1) stadium(long, wide);
    hull() {
        slab(face_z - lead, face_z - lead + 0.01) stadium(long, wide);
        slab(face_z, face_z + 0.01) stadium(long + 2 * lead, wide + 2 * lead);
    }
}

module sounder_holes() translate([sounder_at.x, sounder_at.y, 0]) slab(under_z - 1, face_z + 1) {
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
    for (i = [0:5]) translate([button_x[i], legend_y, 0]) slab(face_z - skin, face_z + 1)
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
