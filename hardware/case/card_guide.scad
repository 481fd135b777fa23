// Where a card stands while it is read, and the cradle of the reader, in one piece: the distance between them is
// printed, not adjusted. Screwed to the floor from below. Printed as it stands.

cradle_high = 8;
guide_boss_high = 7.5;

module card_guide() difference() {
    union() {
        guide_walls();
        guide_plate();
        at_cradle() cradle();
        for (g = guide_screws) translate([g.x, g.y, floor_thickness]) cylinder(d = insert_boss, h = guide_boss_high);
    }
    translate([slot_at.x, slot_at.y, 0]) throat();
    guide_window();
    for (g = guide_screws) translate([g.x, g.y, floor_thickness]) insert_from_below();
}

guide_size = [guide_inside + 2 * guide_wall + 1.2, throat + 2 * guide_wall];

module guide_walls() translate([slot_at.x, slot_at.y, 0])
    slab(floor_thickness, guide_top) square(guide_size, center = true);

module throat() {
    lead = 1.5;
    size = [guide_inside, throat];
    slab(card_z, guide_top + 1) square(size, center = true);
    hull() {
        slab(guide_top - lead, guide_top - lead + 0.01) square(size, center = true);
        slab(guide_top + 0.01, guide_top + 0.02) square(size + 2 * lead * [1, 1], center = true);
    }
}

// The reader looks at the sticker through this; its roof leans, so that it prints.
module guide_window() {
    half = sticker_patch / 2 + 4;
    from = max(sticker_at.x - half, -guide_inside / 2 + 3);
    to = min(sticker_at.x + half, card.x / 2 - card_play - 1.8);
    top = sticker_at.z + half;
    translate([0, slot_at.y + throat / 2 + guide_wall + 1, 0]) rotate([90, 0, 0]) linear_extrude(guide_wall + 1.4)
        polygon([[from, card_z], [to, card_z], [to, top], [(from + to) / 2, top + (to - from) / 2], [from, top]]);
}

module guide_plate() slab(floor_thickness, card_z) {
    hull() {
        translate([guide_size.x / 2 - 40, slot_at.y]) square([40, guide_size.y / 2]);
        translate(at_reader([-cradle_width / 2, 0])) circle(d = 2);
        translate(at_reader([cradle_width / 2, 0])) circle(d = 2);
    }
    for (g = guide_screws) hull() {
        translate(g) circle(d = insert_boss + 1);
        translate(g.y < 0 ? [g.x, slot_at.y] : at_reader([0, 40])) circle(d = insert_boss - 2);
    }
}

module at_cradle() translate([reader_at.x, reader_at.y, 0]) rotate(-reader_yaw) children();

// A channel for the board, open at the back and above. Lips hold the head at its distance.
module cradle() difference() {
    translate([-cradle_width / 2, -cradle_wall, floor_thickness])
        cube([cradle_width, reader_board.y + cradle_wall, reader_floor - floor_thickness + cradle_high]);
    inside = cradle_width - 2 * cradle_wall;
    translate([-inside / 2, 0, reader_floor]) cube([inside, reader_board.y + 1, cradle_high + 1]);
    translate([-inside / 2 + 1.6, -cradle_wall - 1, reader_floor]) cube([inside - 3.2, cradle_wall + 2, cradle_high + 1]);
    for (y = [18, reader_board.y - 8]) translate([-cradle_width, y, reader_floor - reader_tie.y])
        cube([2 * cradle_width, reader_tie.x, reader_tie.y + 2]);
}
