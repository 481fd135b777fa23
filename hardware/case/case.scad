// The table companion's case. Open this file; in the Customizer, or with -D on the command line:
//   show = "assembled", "exploded", or the name of one part as it is printed ("base", "rail", "face", ...)
// What each number means and where it comes from stands in parameters.scad.

show = "assembled"; // [assembled, exploded, base, rail, face, brass_line, lens, clockwise, counterclockwise, accepted, refused, display_clamp, card_guide]
with_electronics = true;

include <parameters.scad>
include <octagon.scad>
include <layout.scad>
include <fixings.scad>
include <base.scad>
include <rail.scad>
include <lens.scad>
include <signs.scad>
include <sign_light.scad>
include <face.scad>
include <brass_line.scad>
include <display_clamp.scad>
include <card_guide.scad>
include <electronics.scad>
include <catalogue.scad>

$fn = fineness;

if (show == "assembled" || show == "exploded") {
    far = show == "exploded" ? 1 : 0;
    for (p = parts) put(p[0], far * p[2], p[3]);
    if (with_electronics) for (m = models) put(m[0], far * m[1], m[2]);
} else if (show == "list") {
    echo(parts = parts);
    echo(models = models);
    echo(places = [for (row = concat(parts, models)) [row[0], places(row[0])]]);
} else {
    item(show);
}

module put(name, up, paint) for (p = places(name))
    color(paint) translate([p.x, p.y, p.z + up]) rotate(p[3]) item(name);
