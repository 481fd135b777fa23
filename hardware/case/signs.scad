// What the lights in the face say, flat: which way round, accepted, refused. `bolder` on each side.

module sign_shape(name, bolder = 0) offset(delta = bolder) {
    if (name == "clockwise") turn_sign();
    if (name == "counterclockwise") mirror([1, 0]) turn_sign();
    if (name == "accepted") tick_sign();
    if (name == "refused") cross_sign();
}

// Three quarters of a circle, open at the bottom, and a head at its end.
module turn_sign() {
    radius = 0.27 * direction_light;
    difference() {
        circle(r = radius + sign_stroke / 2);
        circle(r = radius - sign_stroke / 2);
        polygon([[0, 0], [-20, -20], [20, -20]]);
    }
    rotate(-45) translate([radius, 0]) polygon([[-2.6, 0.01], [2.6, 0.01], [0, -4]]);
}

module tick_sign() translate([-0.4, -0.4]) {
    stroke([-2.4, 0.2], [-0.6, -1.8]);
    stroke([-0.6, -1.8], [3, 2.6]);
}

module cross_sign() for (s = [-1, 1]) stroke([-2.1, -2.1 * s], [2.1, 2.1 * s]);

module stroke(from, to) hull() {
    translate(from) circle(d = sign_stroke);
    translate(to) circle(d = sign_stroke);
}

function sign_light(name) =
    name == "clockwise" || name == "counterclockwise" ? direction_light : verdict_light;
