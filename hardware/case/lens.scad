// A seat's light: printed clear or white, it leads the light of a 5 mm LED to the top of the rail. Eight of them,
// pushed in from below. Printed upside down.

module lens() difference() {
    translate([0, 0, -lens_z]) lens_solid(0, 0);
    translate([0, 0, -0.01]) cylinder(d = led_bore, h = led_depth + 0.01);
}

// `larger` on each side, and `longer` at both ends: the lens itself, or the pocket it goes into.
module lens_solid(larger, longer) {
    shoulder_z = lens_z + lens_body;
    broad = lens_shoulder + larger;
    slab(lens_z - longer, shoulder_z) stadium(lens_length + 2 * broad, lens_width + 2 * broad);
    hull() {
        slab(shoulder_z - 0.01, shoulder_z) stadium(lens_length + 2 * broad, lens_width + 2 * broad);
        slab(shoulder_z + lens_shoulder, shoulder_z + lens_shoulder + 0.01)
            stadium(lens_length + 2 * larger, lens_width + 2 * larger);
    }
    slab(shoulder_z + lens_shoulder, top_z + longer) stadium(lens_length + 2 * larger, lens_width + 2 * larger);
}
