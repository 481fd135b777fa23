// What is bought, as far as the case must know it. Everything around z = 0 where it is fixed, going the way it does
// in the box.

module display_module() {
    board = 1.6;
    translate([display_shift.x, display_shift.y, board - display_stack]) block(concat(display_glass, display_stack - board));
    translate([0, 0, -display_stack]) block([display_width, display_depth, board]);
    translate([0, 0, -display_stack - display_behind]) block([display_width - 12, display_depth - 4, display_behind]);
}

module display_picture() translate([display_shift.x, display_shift.y, -0.01]) block(concat(display_active, 0.2));

module block(size) translate([-size.x / 2, -size.y / 2, 0]) cube(size);

module button() {
    translate([0, 0, face_thickness]) cylinder(d1 = button_bezel, d2 = button_bezel - 2, h = 2);
    translate([0, 0, face_thickness + 2]) cylinder(d = button_hole - 4, h = 2.5);
    translate([0, 0, -button_behind]) cylinder(d = button_hole - 0.4, h = button_behind + face_thickness);
    translate([0, 0, -3]) cylinder(d = button_nut, h = 3, $fn = 6);
}

// Its dome up, its legs down as far as they are cut.
module led() {
    translate([0, 0, -led_rim_height]) cylinder(d = led_rim, h = led_rim_height);
    cylinder(d = led - 0.1, h = led_depth - led / 2);
    translate([0, 0, led_depth - led / 2]) sphere(d = led - 0.1);
    for (x = [-1.27, 1.27]) translate([x - 0.25, -0.25, -led_rim_height - 5]) cube([0.5, 0.5, 5.01]);
}

module piezo() translate([0, 0, -sounder_height]) cylinder(d = sounder, h = sounder_height);

// The board, its holes, and its sockets as blocks. The corner at the lower left is at 0.
module pi_model() {
    linear_extrude(pi_board) difference() {
        translate(pi_size / 2) rounded(pi_size, 3);
        for (h = pi_holes) translate(h - pi_corner) circle(d = 2.75);
    }
    chip = pi == "zero" ? [25.5, 13] : [29, 32];
    translate([chip.x, chip.y, pi_board - 0.01]) block([14, 14, 1.3]);
    for (x = pi == "zero" ? [12.4, 41.4, 54] : [11.2, 26, 39.5])
        translate([x, 2, pi_board - 0.01]) block([9, 6, 3]);
    if (pi == "full") for (y = [9, 27, 45.75]) translate([76.5, y, pi_board - 0.01]) block([21, 15, 16]);
    else translate([0, 10, pi_board - 0.01]) cube([12, 12, 1.4]);
}

// Two rows of twenty pins, and the plugs on them.
module pi_header() translate([32.5, pi_size.y - 3.5, pi_board]) block([51, 5.2, pi_plugs - pi_board]);

module pico_model() {
    linear_extrude(pico_board) difference() {
        rounded(pico, 0.5);
        for (h = pico_holes) translate(h - pico_at) circle(d = 2.1);
    }
    translate([0, 0, pico_board - 0.01]) block([7, 7, 0.8]);
    translate([0, 2.8 - pico.y / 2, pico_board - 0.01]) block([8, 5.6, 2.8]);
}

// In a socket at 0, to the front.
module usb_plug() translate([-plug.x / 2, -plug.y, -plug.z / 2]) cube(plug);

// The head in front, its board below and behind it. y = 0 is the front of the head, z = 0 the bottom of the board.
module reader() {
    translate([-reader_board.x / 2, 0, 0]) cube(reader_board);
    translate([-reader_head.x / 2, 0, reader_board.z - 0.01]) cube(reader_head);
}

// What the reader sees of the sticker: from a lens of 6 mm to the patch, without its last half millimetre.
module sight() hull() {
    translate([sticker_at.x, sticker_at.y + 0.5, sticker_at.z]) cube([sticker_patch, 0.02, sticker_patch], center = true);
    translate([reader_at.x, reader_at.y, reader_at.z]) rotate(-reader_yaw) translate([0, -0.1, 0])
        rotate([90, 0, 0]) cylinder(d = 6, h = 0.02);
}

module playing_card() translate([-card.x / 2, -card.z / 2, 0]) cube([card.x, card.z, card.y]);

module foot() translate([0, 0, foot_recess - foot_height]) cylinder(d1 = foot - 2.6, d2 = foot - 0.6, h = foot_height);

// A cap screw from below, its head's upper side at z = 0.
module cap_screw(length) {
    translate([0, 0, -3]) cylinder(d = 5.5, h = 3);
    translate([0, 0, -1]) cylinder(d = 3, h = length + 1);
}

// A countersunk M3 screw of a length, head down, its flat at z = 0.
module screw(length) difference() {
    union() {
        cylinder(d1 = 6, d2 = 3, h = 1.5);
        cylinder(d = 3, h = length);
    }
    translate([0, 0, -0.01]) cylinder(d = 2.3, h = 1.2, $fn = 6);
}
