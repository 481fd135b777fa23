// Where everything is, worked out from the parameters.

rail_z = base_height;                            // bottom of the rail
top_z = base_height + rail_height;               // top of the rail
face_z = top_z - face_recess;                    // top of the face
under_z = face_z - face_thickness;               // underside of the face, top of the ledge

// The face, from the edge nearest to the player backwards.
slot_at = [0, -45.5];
sounder_at = [0, -32.8];
buttons_y = -18;
legend_y = buttons_y + button_bezel / 2 + 4;
display_at = [0, 24];
button_x = [for (i = [0:5]) (i - 2.5) * button_pitch];
direction_at = [77, 19];
verdict_at = [47, slot_at.y];

// Four columns carry rail and face: one at each diagonal side.
column_inset = 20;
columns = [for (n = [2, 4, 6, 8]) side(n, column_inset)];

// Lights in the rail.
lens_inset = rail_width / 2;
lens_z = top_z - lens_top - lens_shoulder - lens_body;
channel = [lens_inset - lens_width / 2 - lens_shoulder, lens_inset + lens_width / 2 + lens_shoulder];

// The display, clamped at its left and right edge.
clamp_x = display_width / 2 + display_play + insert_boss / 2;
clamp_apart = 24;
clamp_width = insert_boss + display_play + 2.5;

// The card in its guide: short edge down, its face to the reader.
guide_floor = 2;
card_z = floor_thickness + guide_floor;
sticker_at = [card.x / 2 - sticker.x, slot_at.y + card.z / 2, card_z + sticker.y];
guide_top = under_z - 0.6;
guide_inside = card.x + 2 * card_play;
reader_at = [
    sticker_at.x + reading_distance * sin(reader_yaw),
    sticker_at.y + reading_distance * cos(reader_yaw),
    sticker_at.z
];
reader_floor = reader_at.z - reader_head.z / 2 - reader_board.z;
function at_reader(p) = [reader_at.x, reader_at.y] + rotated(p, -reader_yaw);
cradle_wall = 2;
cradle_width = reader_head.x + 2 * gap + 2 * cradle_wall;
guide_screws = [
    [-27, slot_at.y + 9.5], [41, slot_at.y + 7],
    at_reader([-cradle_width / 2 - 4.5, 40]), at_reader([cradle_width / 2 + 4.5, 40])
];

// The boards. A Pi lies with its header to the back, left of the reader.
pi_at = [-68, 4];
pi_size = pi == "zero" ? pi_zero : pi_full;
pi_corner = [pi_at.x, pi_at.y + pi_full.y - pi_size.y];
pi_holes = [for (x = [0, 1], y = [0, 1]) [
    pi_corner.x + pi_hole_edge + x * pi_hole_apart,
    pi_corner.y + pi_hole_edge + y * (pi_size.y - 2 * pi_hole_edge)
]];
pi_z = floor_thickness + pi_height;
pi_power = pi == "zero" ? 54 : 11.2;             // its power socket, along the board
pico_at = [65, 3.5];                             // its middle; its socket looks to the player
pico_z = floor_thickness + pico_height;
pico_holes = [for (x = [-1, 1], y = [-1, 1])
    pico_at + [x * pico_hole_across / 2, y * pico_hole_along / 2]];

cable_y = -20;
tie_x = -94;
feet = [for (x = [-1, 1], y = [-1, 1]) [x * 80.5, y * 48.5]];
vents_from = -58;
vents = 7;
