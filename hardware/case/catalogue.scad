// What there is, and where: the one list that assembly, pictures and checks go by.

// Printed: name, how it is turned for printing (degrees round x), how far it moves up in the exploded view, colour.
parts = [
    ["base", 0, 0, "#d2b184"],
    ["card_guide", 0, 50, "#8a8f8c"],
    ["rail", 0, 165, "#553727"],
    ["lens", 180, 130, "#ffd27a"],
    ["display_clamp", 0, 195, "#8a8f8c"],
    ["face", 180, 265, "#1d201f"],
    ["clockwise", 0, 240, "#ffd27a"],
    ["counterclockwise", 0, 240, "#ffd27a"],
    ["accepted", 0, 240, "#86dba9"],
    ["refused", 0, 240, "#ff7f6b"],
    ["brass_line", 0, 285, "#c8963f"]
];

// Bought: name, how far it moves up in the exploded view, colour.
models = [
    ["foot", -25, "#2b2b2b"],
    ["base_screw", -45, "#9a9a9a"],
    ["guide_screw", -45, "#9a9a9a"],
    ["pi", 50, "#2f6b46"],
    ["pi_header", 50, "#1b1d1c"],
    ["pi_plug", 50, "#3a3d3c"],
    ["pico", 50, "#2f6b46"],
    ["pico_plug", 50, "#3a3d3c"],
    ["reader", 85, "#3c4a57"],
    ["rail_led", 110, "#f2efe2"],
    ["sign_led", 220, "#f2efe2"],
    ["piezo", 235, "#55595c"],
    ["clamp_screw", 180, "#9a9a9a"],
    ["display", 222, "#14181b"],
    ["picture", 222, "#dff3ff"],
    ["button", 305, "#ece4d2"],
    ["face_screw", 300, "#c8963f"],
    ["card", 310, "#fbf7ec"]
];

// Where they stand: x, y, z and the turn round z, one row each.
function places(name) =
    name == "lens" ? [for (n = [1:8]) on_side(n, lens_z)] :
    name == "rail_led" ? [for (n = [1:8]) on_side(n, lens_z)] :
    name == "display_clamp" ? [for (s = [0, 1]) [
        display_at.x + (s ? -1 : 1) * -clamp_x, display_at.y, under_z - display_stack, s * 180]] :
    name == "sign_led" ? [for (l = sign_places) [l[1].x, l[1].y, under_z - light_collar, 0]] :
    search([name], [for (l = sign_places) l[0]]) != [[]] ?
        [for (l = sign_places) if (l[0] == name) [l[1].x, l[1].y, 0, 0]] :
    name == "button" ? [for (x = button_x) [x, buttons_y, under_z, 0]] :
    name == "display" || name == "picture" ? [[display_at.x, display_at.y, under_z, 0]] :
    name == "piezo" ? [[sounder_at.x, sounder_at.y, under_z, 0]] :
    name == "pi" || name == "pi_header" ? [[pi_corner.x, pi_corner.y, pi_z, 0]] :
    name == "pi_plug" ? [[pi_corner.x + pi_power, pi_corner.y - 1, pi_z + pi_board + 1.5, 0]] :
    name == "pico_plug" ? [[pico_at.x, pico_at.y - pico.y / 2, pico_z + pico_board + 1.4, 0]] :
    name == "pico" ? [[pico_at.x, pico_at.y, pico_z, 0]] :
    name == "reader" ? [[reader_at.x, reader_at.y, reader_floor, -reader_yaw]] :
    name == "card" ? [[slot_at.x, slot_at.y, card_z, 0]] :
    name == "foot" ? [for (f = feet) [f.x, f.y, 0, 0]] :
    name == "base_screw" ? [for (c = columns) [c.x, c.y, base_screw_seat, 0]] :
    name == "face_screw" ? [for (c = columns) [c.x, c.y, face_z, 0]] :
    name == "clamp_screw" ? [for (x = [-1, 1], y = [-1, 1]) [display_at.x + x * clamp_x,
        display_at.y + y * clamp_apart / 2, under_z - display_stack - clamp_height, 0]] :
    name == "guide_screw" ? [for (g = guide_screws) [g.x, g.y, 0, 0]] :
    [[0, 0, 0, 0]];

function on_side(number, z) = let (p = side(number, lens_inset)) [p.x, p.y, z, side_angle(number) - 90];

module item(name) {
    if (name == "base") base();
    if (name == "rail") rail();
    if (name == "face") face();
    if (name == "brass_line") brass_line();
    if (name == "lens") lens();
    if (name == "display_clamp") display_clamp();
    if (name == "card_guide") card_guide();
    if (len([for (l = sign_places) if (l[0] == name) 1]) > 0) sign_light(name);
    if (name == "display") display_module();
    if (name == "picture") display_picture();
    if (name == "button") button();
    if (name == "rail_led" || name == "sign_led") led();
    if (name == "piezo") piezo();
    if (name == "pi") pi_model();
    if (name == "pi_header") pi_header();
    if (name == "pico") pico_model();
    if (name == "pi_plug" || name == "pico_plug") usb_plug();
    if (name == "clamp_screw") cap_screw(clamp_screw);
    if (name == "reader") reader();
    if (name == "sight") sight();
    if (name == "card") playing_card();
    if (name == "foot") foot();
    if (name == "base_screw") screw(base_screw);
    if (name == "guide_screw") screw(guide_screw);
    if (name == "face_screw") mirror([0, 0, 1]) screw(face_screw);
}
