// A light in the face: a clear puck whose raised sign fills the one cut into the face. Pushed in from below, an LED
// behind it. Printed as it stands.

module sign_light(name) {
    size = sign_light(name);
    slab(face_z - light_skin - 0.01, face_z) sign_shape(name, -gap / 2);
    difference() {
        slab(under_z - light_collar, face_z - light_skin) circle(d = size - gap);
        translate([0, 0, under_z - light_collar - 0.01]) cylinder(d = led_bore, h = led_depth + 0.01);
    }
}

// What a light needs below its sign in the face, cut out, and the collar that holds it.
module sign_cut(name) slab(under_z - 1, face_z - light_skin) circle(d = sign_light(name));

module sign_collar(name) {
    size = sign_light(name);
    slab(under_z - light_collar, under_z + 0.5) difference() {
        circle(d = size + 2 * light_wall);
        circle(d = size);
    }
}

light_wall = 1.6;
