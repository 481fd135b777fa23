// Every number of the case, as: name = value; // unit | where it comes from
// "measure" means: no drawing was at hand, or makers differ. Measure yours before printing.
// x runs to the right, y away from whoever reads the display, z up; z = 0 is the bottom of the base.

/* [The octagon] */
outer_width = 214;        // mm | the largest that leaves 3 mm on each side of a 220 mm bed
outer_depth = 136;        // mm | what display, buttons and slot need one behind the other
corner_cut = 34;          // mm | the panel's octagon has 112 of 744; 34 of 214 makes the diagonals as wide as a lens needs
base_height = 38;         // mm | a header with plugs on a Pi below the display
rail_height = 18;         // mm | two heat-set inserts, one from each end
rail_width = 13;          // mm | a lens with a wall of rail_wall on each side
face_thickness = 3.2;     // mm | panel buttons of 16 mm clamp up to 3.2 (Omron A16, panel cutouts)
face_recess = 2;          // mm | so that the rail guards the buttons
wall = 2.8;               // mm | seven lines of a 0.4 mm nozzle
floor_thickness = 3;      // mm | a countersunk M3 head and as much below it again
rail_wall = 2.8;          // mm | as wall
ledge = 2.5;              // mm | what the face rests on; leaves room for the collars of the lights
brass_width = 1.6;        // mm | four lines of a 0.4 mm nozzle
brass_height = 1.2;       // mm | below the rail's top, so that cards do not catch on it
edge_chamfer = 1;         // mm | chosen
ply_lines = 4;            // count | the ply edge of the panel
ply_line = 0.8;           // mm | depth of a groove; leaves 2 of wall

/* [Printing] */
fineness = 48;            // count | segments of a circle ($fn)
gap = 0.25;               // mm | between printed parts that are pushed together; common for a 0.4 mm nozzle
least_wall = 1.2;         // mm | three lines of a 0.4 mm nozzle
bridge = 12;              // mm | what the parts bridge at most; a test piece for bridges shows what your printer can
bed = 220;                // mm | a common bed, each way
skin = 0.6;               // mm | how deep letters and rings are engraved: three layers of 0.2

/* [Screws and inserts] */
insert_hole = 4.0;        // mm | M3 heat-set insert, pilot 4.0 +0.1 (Accu's chart of hole sizes; NopSCADlib F1BM3)
insert_depth = 6.2;       // mm | insert 5.8 long (NopSCADlib F1BM3) and room for what melts
insert_boss = 9.5;        // mm | about twice the insert's 4.6 outside
screw_hole = 3.4;         // mm | M3, ISO 273 medium fit
screw_head = 6.6;         // mm | countersunk M3, ISO 10642: head 6.72 at the sharp edge, 5.5 at least in the metal
base_screw = 16;          // mm | length of the four screws from below
face_screw = 8;           // mm | length of the four screws from above
guide_screw = 8;          // mm | length of the four screws that hold the card guide
clamp_screw = 8;          // mm | length of the four screws that hold the display

/* [The display] */
// Waveshare 2.42inch OLED Module. Modules of 72 x 44 are sold as well: set these two.
display_width = 61.5;     // mm | Waveshare's page: module 61.50 x 39.50
display_depth = 39.5;     // mm | as above
display_active = [55.01, 27.49]; // mm | Waveshare's page
display_glass = [60.5, 37]; // mm | measure
display_shift = [0, 0];   // mm | measure: middle of the picture from the middle of the board
display_stack = 4.2;      // mm | measure: front of the glass to back of the board at its left and right edge
display_behind = 8;       // mm | measure: from the back of the board to the last pin or plug
display_play = 0.5;       // mm | on each side, to move the picture into the middle of the window
window_margin = 0.9;      // mm | around the picture
window_chamfer = 1.6;     // mm | half the face

/* [The buttons] */
button_hole = 16.2;       // mm | 16 mm buttons: 16 +0.2 (Omron A16). For 12 mm ones: 12.2
button_bezel = 18;        // mm | Omron A16T; 12 mm ones: 14
button_nut = 20;          // mm | measure: across corners, behind the face
button_behind = 28;       // mm | measure: from the back of the face to the end of the pins, wires bent
button_pitch = 24;        // mm | at least 19 for 16 mm (Omron A16); the panel's caps are 26 apart

/* [The lights] */
led = 5;                  // mm | 5 mm LED (NopSCADlib LED5mm)
led_rim = 5.6;            // mm | as above
led_rim_height = 0.9;     // mm | as above
led_height = 8.5;         // mm | as above
led_bore = 5.2;           // mm | pushed in; a drop of glue
led_depth = 6;            // mm | leaves the rim outside
lens_length = 20;         // mm | the panel's lens is 88 of 744
lens_width = 5;           // mm | as the LED
lens_shoulder = 1.5;      // mm | cannot be pushed out, and least_wall beside the LED
lens_top = 5;             // mm | enough to spread the light over its length
lens_body = 6;            // mm | led_depth
direction_light = 18;     // mm | the panel's are 64 of 744
verdict_light = 10;       // mm | the panel's are 31 of 744
light_skin = 1.2;         // mm | least_wall: what the signs are cut through
light_collar = 6;         // mm | led_depth
sign_stroke = 1.8;        // mm | four lines of a 0.4 mm nozzle, and gap

/* [The sounder] */
sounder = 12.2;           // mm | TDK PS1240P02BT
sounder_height = 6.5;     // mm | as above
sounder_hole = 1.8;       // mm | chosen
sounder_spread = 3.6;     // mm | from the middle hole to the six others

/* [The cards] */
card = [63.5, 88.9, 0.3]; // mm | poker size, 2.5 x 3.5 inch
card_play = 0.65;         // mm | on each side
throat = 1.6;             // mm | a card in a sleeve, or a bent one, and still in focus
sticker = [10, 10];       // mm | middle of the sticker from the long and from the short edge of the card
sticker_patch = 12;       // mm | a Data Matrix of 6, and as much again for stickers put on askew
guide_wall = 3;           // mm | stiff without the face

/* [The reader] */
// A GM65-S head, on the board that Waveshare sells it on. Others: the head's size, the board's length.
reader_head = [21.4, 13.5, 11.8]; // mm | GM65-S manual 1.2
reader_board = [21.4, 53.3, 1.6]; // mm | Waveshare Barcode Scanner Module manual: 53.3 x 21.4; thickness: measure
reading_distance = 52;    // mm | from the card to the front of the head: between the next two
reading_nearest = 50;     // mm | Data Matrix of 10 mil modules, M5Stack ATOM QR-CODE, same class; GM65-S manual: 40
reading_farthest = 90;    // mm | as above; ours have 20 mil modules
reading_view = [28, 21.5]; // degrees | Waveshare's manual, wide and high; the GM65-S manual says 35 and 28
reader_yaw = 12;          // degrees | chosen: off the square, so that the lamp does not mirror in the card
reader_tie = [4.5, 2];    // mm | a cable tie of 3.6 x 1.4 holds head and board

/* [The boards] */
pi = "zero";              // name | "zero" for a Zero 2 W, "full" for a Pi of 85 x 56
pi_hole = 2.1;            // mm | M2.5 cuts its own thread
pi_boss = 6;              // mm | the Pi's pads are 6 wide (NopSCADlib RPI0, RPI4)
pi_height = 5;            // mm | pins and solder below the board
pi_zero = [65, 30];       // mm | NopSCADlib RPI0
pi_full = [85, 56];       // mm | NopSCADlib RPI4
pi_board = 1.4;           // mm | NopSCADlib
pi_hole_edge = 3.5;       // mm | from both edges; NopSCADlib RPI0, RPI4
pi_hole_apart = 58;       // mm | along the header; NopSCADlib RPI0, RPI4
pi_plugs = 17;            // mm | above the board: header 8.5 and plugs on it, or USB sockets 16
pico = [21, 51];          // mm | NopSCADlib RPI_Pico
pico_board = 1.6;         // mm | NopSCADlib RPI_Pico; a real one has 1.0
pico_hole = 1.6;          // mm | M2 cuts its own thread
pico_hole_across = 11.4;  // mm | NopSCADlib RPI_Pico: 4.8 from the long edges
pico_hole_along = 47;     // mm | NopSCADlib RPI_Pico: 2 from the short edges
pico_boss = 4.1;          // mm | ends with the board, so that a plug passes
pico_height = 4;          // mm | pins and solder below the board
plug = [11, 25, 7];       // mm | measure: a micro USB or USB-C plug that is plugged in, with its cable bent

/* [Cable, air, feet] */
cable_hole = [14, 9];     // mm | a USB-C or micro USB plug goes through
cable_hole_z = 13;        // mm | its middle
tie_hole = [4, 2.4];      // mm | a cable tie of 3.6
vent = [2.4, 36];         // mm | bridges without support
vent_pitch = 7;           // mm | chosen
foot = 11.4;              // mm | stick-on feet of 11.1 across
foot_recess = 1;          // mm | so that they do not creep
foot_height = 5;          // mm | 3M Bumpon SJ5003; measure
