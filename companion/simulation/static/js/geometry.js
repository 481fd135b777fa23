// Where everything on the box is, in CSS pixels, for a given window. Pure: numbers in, numbers out.

const between = (low, high, share) => low + (high - low) * share;
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/** Light 0 is at the top, then clockwise: the box's eight sides. */
const LIGHTS = 8;

/**
 * @param {number} width of the page
 * @param {number} height of the page below its header
 * @param {boolean} above whether somebody sits at the light at the top, and so needs a line above the box
 * @param {boolean} below the same for the light at the bottom
 */
export function geometry(width, height, above, below) {
  return width < 1000 ? phone(width) : desk(width, height, above, below);
}

function phone(width) {
  const box = { w: Math.min(width - 16, 344), x: 0, y: 8 };
  const rail = clamp(14, (box.w - 292) / 2, 24);
  const frame = 8;
  const face = { w: box.w - 2 * rail, h: 369 };
  return finish(width, {
    narrow: true, multiple: 2, box, rail, face, frame, cut: 58, lens: [36, 13],
    display: { y: 52 }, ways: { x: 88, y: 26, r: 18 },
    caps: { w: 72, h: 50, gap: 7, columns: 3, y: 206 },
    slot: { y: 331, w: 140, h: 30 }, verdicts: { x: 92, r: 15 }, ply: 15, below: 10,
  });
}

function desk(width, height, above, below) {
  const multiple = width >= 1700 && height >= 880 ? 4 : height >= 640 ? 3 : 2;
  const roomy = clamp(0, (height - 730) / 190, 1);
  const rail = between(34, 44, roomy);
  const frame = between(12, 16, roomy);
  const shown = { w: 128 * multiple + 2 * frame, h: 64 * multiple + 2 * frame };
  const side = clamp(96, (width - 400 - 2 * rail - shown.w) / 2, between(132, 158, roomy));
  const face = { w: Math.max(shown.w + 2 * side, 640) };
  const caps = { w: between(78, 92, roomy), h: between(52, 58, roomy), gap: 12, columns: 6 };
  const display = { y: between(14, 20, roomy) };
  caps.y = display.y + shown.h + between(15, 24, roomy);
  const slot = { y: caps.y + caps.h + 4 + between(14, 22, roomy), w: 300, h: between(32, 36, roomy) };
  face.h = slot.y + slot.h + between(14, 26, roomy);
  const box = { w: face.w + 2 * rail, x: 0, y: (above ? 36 : 0) + between(10, 34, roomy) };
  return finish(width, {
    narrow: false, multiple, box, rail, face, frame, cut: between(112, 132, roomy), lens: [84, 20],
    display, ways: { x: shown.w / 2 + side / 2 + 4, y: display.y + shown.h * 0.44, r: between(32, 36, roomy) },
    caps, slot, verdicts: { x: slot.w / 2 + 34, r: between(16, 18, roomy) }, ply: 18, below: below ? 40 : 14,
  });
}

function finish(width, g) {
  g.box.x = (width - g.box.w) / 2;
  g.box.h = g.face.h + 2 * g.rail;
  g.face.x = g.box.x + g.rail;
  g.face.y = g.box.y + g.rail;
  g.middle = width / 2;
  g.height = g.box.y + g.box.h + g.ply + g.below;
  g.lights = Array.from({ length: LIGHTS }, (_, light) => lightAt(g, light));
  return g;
}

/** The middle of a side of the rail, how far it is turned, and the way out of the box. */
function lightAt({ box, rail, cut }, light) {
  const { x, y, w, h } = box;
  const inward = (cut / 2) + (rail / 2) * Math.SQRT1_2;
  const [px, py] = [
    [x + w / 2, y + rail / 2], [x + w - inward, y + inward],
    [x + w - rail / 2, y + h / 2], [x + w - inward, y + h - inward],
    [x + w / 2, y + h - rail / 2], [x + inward, y + h - inward],
    [x + rail / 2, y + h / 2], [x + inward, y + inward],
  ][light];
  const angle = (light * 45 - 90) * Math.PI / 180;
  return { x: px, y: py, turn: light * 45, out: [Math.cos(angle), Math.sin(angle)] };
}

/** An octagon's outline, its corners cut by `cut`, as a path. */
export function octagon(x, y, w, h, cut) {
  return `M${x + cut} ${y}H${x + w - cut}L${x + w} ${y + cut}V${y + h - cut}L${x + w - cut} ${y + h}`
    + `H${x + cut}L${x} ${y + h - cut}V${y + cut}Z`;
}
