// The walnut rail: eight lenses, and a ledge for the face. Printed as it stands.

rail_top_chamfer = 1.2;

module rail() {
    difference() {
        rail_ring();
        rail_channel();
        for (n = [1:8]) translate(concat(side(n, lens_inset), 0)) rotate(side_angle(n) - 90) lens_pocket();
    }
    for (n = [2, 4, 6, 8]) rail_column(n);
}

module rail_ring() difference() {
    union() {
        leaning(rail_z, ply_line, rail_z + ply_line, 0);
        leaning(rail_z + ply_line, 0, top_z - rail_top_chamfer, 0);
        leaning(top_z - rail_top_chamfer, 0, top_z, rail_top_chamfer);
    }
    leaning(under_z, rail_width, top_z + 1, rail_width);
    leaning(under_z - 2, rail_width + ledge, under_z + 0.01, rail_width + ledge);
    leaning(under_z - 2 - ledge, rail_width, under_z - 2, rail_width + ledge);
    leaning(rail_z - 1, rail_width, under_z - 2 - ledge, rail_width);
}

// The wires of the lights run below them, all the way round.
module rail_channel() difference() {
    leaning(rail_z - 1, channel[0], lens_z, channel[0]);
    leaning(rail_z - 2, channel[1], lens_z + 1, channel[1]);
}

module lens_pocket() lens_solid(gap / 2, 1);

// An insert for the face from above, one for the base from below.
module rail_column(number) {
    p = side(number, column_inset);
    inner = side(number, (channel[1] + rail_width) / 2 + 0.5);
    slab(rail_z, under_z) difference() {
        hull() {
            translate(p) circle(d = insert_boss);
            translate(inner) circle(d = 2);
            translate(inner) rotate(side_angle(number)) square([0.8, 16], center = true);
        }
        translate(p) circle(d = insert_hole);
    }
}
