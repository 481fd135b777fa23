// Where everything on the box is, in CSS pixels, for a given window. Pure: numbers in, numbers out.

const between = (low, high, share) => low + (high - low) * share;
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));

/** Light 0 is at the top, then clockwise: the box's eight sides. */
const LIGHTS = 8;

const CAPS = 6;
const EDGE = 8; // below a cap: its shadow and a little air

/** CSS pixels a display's pixel takes on a desk, from which width (128 or 256 pixels across) and height on. */
const MULTIPLES = [{ multiple: 4, from: [1700, 1740], tall: 880 }, { multiple: 3, from: [1000, 1500], tall: 640 }];

/**
 * A trick as it lies below the box on a narrow page, or stands in the slot on a desk: how much of a card is
 * shown, the line of words and the names besides.
 */
const TRICK = { shown: 44, words: 21, names: 18 };

/** Between the parts of a box whose players' hands need all the room. */
const SNUG = -0.8;

/** What a direction light needs beside the display, the corner of the face included. */
const BESIDE = 96;

/** From which width names stand round the box: beside a display 128 pixels across, and beside a wider one. */
const DESK = [1000, 1230];

/**
 * @param {number} width of the page
 * @param {number} height of the page below its header
 * @param {boolean} above whether somebody sits at the light at the top, and so needs a line above the box
 * @param {boolean} below the same for the light at the bottom
 * @param {{width: number, height: number}} pixels of the display
 * @param {number} density pixels of the screen in a CSS pixel
 * @param {number} trick how many cards a trick has; 0 in a game without tricks
 * @param {number} least the height that all hands need below the box of a desk, which gives way to them where it can
 */
export function geometry(width, height, above, below, pixels, density, trick, least) {
  if (width < DESK[pixels.width > 128 ? 1 : 0]) return phone(width, pixels, density, trick);
  const besides = trick ? (above ? 36 : 0) + (below ? 26 : 0) : 0; // a trick in the slot needs what is left
  const fits = ({ from, tall }) => width >= from[pixels.width > 128 ? 1 : 0] && height >= tall + besides;
  const { multiple } = MULTIPLES.find(fits) ?? { multiple: 2 };
  const roomy = clamp(0, (height - 730) / 190, 1);
  const smaller = Array.from({ length: multiple - 1 }, (_, less) => multiple - less);
  const boxes = smaller.flatMap((each) => [roomy, 0, SNUG].map((air) => desk(width, above, below, pixels, trick, each, air)));
  return boxes.find((box) => height - box.height >= least) ?? boxes[0];
}

function phone(width, pixels, density, trick) {
  const wide = pixels.width > 128;
  const [least, frame] = wide ? [12, 4] : [14, 8];
  const widest = width - 16 - 2 * least - 2 * frame;
  const multiple = Math.min(2, Math.max(1, Math.floor((widest * density) / pixels.width)) / density);
  const display = { y: 52, w: pixels.width * multiple, h: pixels.height * multiple };
  const shown = { w: display.w + 2 * frame, h: display.h + 2 * frame };
  const box = { w: Math.min(width - 16, Math.max(344, shown.w + 24 + 2 * least)), x: 0, y: 8 };
  const rail = clamp(least, (box.w - shown.w - 20) / 2, 24);
  const caps = { w: 72, h: 50, gap: 7, columns: 3, y: display.y + shown.h + 10 };
  const slot = { y: caps.y + 125, w: 140, h: 30 };
  const face = { w: box.w - 2 * rail, h: slot.y + 38 };
  return lying(width, trick, finish(width, {
    narrow: true, multiple, box, rail, face, frame, cut: 58, lens: [36, Math.min(13, rail - 4)],
    display, ways: { x: 88, y: 26, r: 18 },
    caps, slot, verdicts: { x: 92, r: 15 }, ply: 15, below: 10,
  }));
}

/** `roomy`: how much air there is between the parts, from SNUG to 1. */
function desk(width, above, below, pixels, trick, multiple, roomy) {
  const wide = pixels.width > 128;
  const rail = between(34, 44, roomy);
  const frame = between(12, 16, roomy);
  const display = { y: between(14, 20, roomy), w: pixels.width * multiple, h: pixels.height * multiple };
  const shown = { w: display.w + 2 * frame, h: display.h + 2 * frame };
  const side = wide ? BESIDE + 8 : clamp(BESIDE, (width - 400 - 2 * rail - shown.w) / 2, between(132, 158, roomy));
  const face = { w: Math.max(shown.w + 2 * side, 640) };
  const caps = { w: between(78, 92, Math.max(0, roomy)), h: Math.max(50, between(52, 58, roomy)), gap: 12, columns: 6 };
  caps.y = display.y + shown.h + between(15, 24, roomy);
  const slot = { y: caps.y + caps.h + 4 + between(14, 22, roomy), w: 300, h: between(32, 36, roomy) };
  if (trick) {
    slot.y = Math.max(slot.y, caps.y + caps.h + EDGE + TRICK.shown - slot.h / 2);
    slot.w = Math.max(300, trick * (trick > 6 ? 51 : 62) + 16);
  }
  face.h = slot.y + slot.h + Math.max(between(14, 26, roomy), trick ? TRICK.words : 0);
  const box = { w: face.w + 2 * rail, x: 0, y: (above ? 36 : 0) + between(10, 34, Math.max(-0.2, roomy)) };
  return standing(trick, finish(width, {
    narrow: false, multiple, box, rail, face, frame, cut: between(112, 132, roomy), lens: [84, 20],
    display, ways: { x: shown.w / 2 + side / 2 + 4, y: display.y + shown.h * (wide ? 0.6 : 0.44), r: between(32, 36, roomy) },
    caps, slot, verdicts: { x: slot.w / 2 + 34, r: between(16, 18, roomy) }, ply: 18, below: below ? 40 : trick ? 10 : 14,
  }));
}

/** The trick on the felt below the box. */
function lying(width, trick, g) {
  if (!trick) return g;
  const w = Math.min(width - 16, 560);
  const gap = trick > 6 ? 3 : 8;
  const card = Math.min(72, (w - (trick - 1) * gap) / trick);
  g.trick = { standing: false, left: (width - w) / 2, top: g.height - 4, width: w, card, gap, shown: TRICK.shown };
  g.height += TRICK.words + TRICK.shown + TRICK.names + 6;
  return g;
}

/** The trick in the slot: its cards stand there side by side. */
function standing(trick, g) {
  if (!trick) return g;
  const gap = trick > 6 ? 5 : 8;
  const card = (trick > 6 ? 51 : 62) - gap;
  const top = g.face.y + g.slot.y + g.slot.h / 2 - TRICK.shown;
  g.trick = { standing: true, left: g.middle - g.slot.w / 2, top, width: g.slot.w, card, gap, shown: TRICK.shown };
  return g;
}

function finish(width, g) {
  g.box.x = (width - g.box.w) / 2;
  g.box.h = g.face.h + 2 * g.rail;
  g.face.x = g.box.x + g.rail;
  g.face.y = g.box.y + g.rail;
  g.middle = width / 2;
  const { y, h, gap, columns } = g.caps;
  const rows = CAPS / columns;
  g.slot.free = g.slot.y + g.slot.h / 2 - (y + rows * h + (rows - 1) * gap + EDGE);
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
