// Everything on a chart except its lines: levels, the bust line, marks, names and figures at the ends.

import { _ } from "/shared/js/language.js";
import { figures, parted } from "/shared/js/words.js";
import { colour } from "./theme.js";

const BESLEY = "Besley, Rockwell, Georgia, serif";
const SYSTEM = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif";
const SMALL = 13; // px
const TALL = 17; // px between two names
const BETWEEN = 3; // px, minimum between two words below the steps
const LEVELS = 5; // at most, of several lines

/**
 * Works out the scales and the room that is needed beside the lines.
 * @param {object} options of the chart
 * @param {object[]} lines its series with tone, dash and mark
 * @param {number} steps how many there are
 */
export function layout(options, lines, steps) {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const several = lines.length > 1 || Boolean(lines[0]?.name);
  const low = Math.min(0, ...values);
  const high = Math.max(options.target ?? 1, ...values);
  const apart = ((high - low || 1) / Math.max(80, options.height)) * 3;
  const scale = letters();
  const levels = several ? whole(low, high) : halves(low, options.target ?? high);
  const widest = Math.max(...levels.map((level) => wide(figures(level), `${SMALL * scale}px ${SYSTEM}`)));
  return {
    ...options, several, low: several ? low - apart * lines.length * 0.5 : low, high: several ? high + apart * lines.length * 0.5 : high, steps,
    lines: lines.map((line, at) => ({ ...line, apart: several ? ((lines.length - 1) / 2 - at) * apart : 0 })),
    levels,
    left: several ? Math.max(26 * scale, widest + 14) : 6,
    right: several ? Math.max(...lines.map((line) => wide(ending(line), `700 ${15 * scale}px ${BESLEY}`))) + 22 : 44 * scale,
    top: several ? 10 : 20 * scale,
    bottom: (options.ticks ? 24 : several ? (options.below ? 44 : 26) : 12) * scale,
    scale,
  };
}

function halves(low, target) {
  const half = Math.round(target / 20) * 10;
  const levels = [0, half].filter((level, at) => at === 0 || (level > 0 && level < target));
  return low < 0 ? [Math.floor(low / 10) * 10, ...levels].filter((level) => level >= low || level === 0) : levels;
}

function whole(low, high) {
  const step = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500].find((size) => (high - low) / size <= LEVELS) ?? 1000;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, at) => first + at * step);
}

/** Drawn below the lines: the levels, the bust line, the labels of the steps. */
export function drawFrame(plot, drawn) {
  const pen = new Pen(plot, drawn.scale);
  for (const level of drawn.levels) pen.level(level, colour("--line"), []);
  if (drawn.target !== undefined && drawn.target !== null) {
    pen.level(drawn.target, colour("--no"), [7, 5], 2);
    pen.write(_("bust line"), pen.left, pen.y(drawn.target) - 5, { tone: "--no", align: "left", base: "bottom" });
  }
  if (drawn.several) for (const level of drawn.levels) pen.write(figures(level), pen.left - 10, pen.y(level), { align: "right" });
  below(pen, drawn);
}

function below(pen, { ticks, shortTicks, several, steps, below: what, height }) {
  const base = pen.y(pen.plot.low) + 8;
  if (ticks) pen.ticks(ticks, base, shortTicks);
  if (ticks || !several) return;
  const every = Math.max(1, Math.ceil(steps / 4));
  for (let at = 0; at <= steps; at += every) {
    if (steps - at >= every * 0.6 || at === steps) pen.write(at ? String(at) : _("start"), pen.x(at), base, { base: "top" });
  }
  if (steps % every) pen.write(String(steps), pen.x(steps), base, { base: "top" });
  if (what) pen.write(what, Math.max(pen.x(steps), pen.wide(what)), Math.min(height - 14, base + 20 * pen.scale), { base: "top", align: "right" });
}

/** Drawn above the lines: reversals, and the ends with names and figures. */
export function drawMarks(plot, drawn) {
  const pen = new Pen(plot, drawn.scale);
  const [line] = drawn.lines;
  for (const at of drawn.marks ?? []) pen.shape("triangle", pen.x(at), pen.y(line.values[at]) + 13, 5, colour("--mark"));
  if (drawn.several) names(pen, drawn);
  else end(pen, drawn);
}

function end(pen, { lines: [{ values }], target, levels, steps }) {
  const [at, value] = last(values);
  pen.shape("circle", pen.x(at), pen.y(value), 5, colour("--mark"));
  const x = pen.x(steps) + 10;
  const wanted = [
    { text: figures(target), y: pen.y(target) - 4, tone: "--no", weight: 700 },
    ...(value === target ? [] : [{ text: figures(value), y: pen.y(value), tone: "--chalk", weight: 700 }]),
  ];
  const placed = spread(wanted, 16 * pen.scale, pen.lowest);
  for (const { text, y, tone, weight } of placed) pen.write(text, x, y, { tone, weight, align: "left" });
  for (const level of levels) {
    const y = pen.y(level);
    if (placed.every((label) => Math.abs(label.y - y) > 14 * pen.scale)) pen.write(figures(level), x, y, { align: "left" });
  }
}

function names(pen, { lines, steps }) {
  const ends = lines.flatMap((line) => {
    const [at, value] = last(line.values);
    if (at < 0) return [];
    pen.shape(line.mark, pen.x(at), pen.y(value + line.apart), 5.5, colour(line.tone));
    return [{ text: ending(line), y: pen.y(value + line.apart) }];
  });
  for (const { text, y } of spread(ends, TALL * pen.scale, pen.foot)) {
    pen.write(text, pen.x(steps) + 14, y, { tone: "--chalk", weight: 700, size: 15, family: BESLEY, align: "left" });
  }
}

function ending({ name, values }) {
  const [at, value] = last(values);
  const short = name.length > 12 ? `${name.slice(0, 11)}…` : name;
  return at < 0 ? short : `${parted(short)} ${figures(value)}`;
}

function last(values) {
  for (let at = values.length - 1; at >= 0; at -= 1) if (values[at] !== null && values[at] !== undefined) return [at, values[at]];
  return [-1, 0];
}

/** Moves labels so that each is at least `apart` below the one before, none below `lowest`, and all near their place. */
export function spread(labels, apart, lowest) {
  const sorted = [...labels].sort((one, other) => one.y - other.y);
  for (let at = 1; at < sorted.length; at += 1) {
    const room = sorted[at].y - sorted[at - 1].y;
    if (room < apart) sorted[at] = { ...sorted[at], y: sorted[at - 1].y + apart };
  }
  return sorted.map((label, at) => ({ ...label, y: Math.min(label.y, lowest - (sorted.length - 1 - at) * apart) }));
}

/** How much larger than usual the reader's letters are, up to half as much again. */
function letters() {
  return Math.min(1.5, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
}

function wide(text, font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return context.measureText(text).width;
}

/** Draws on the canvas of a plot. */
class Pen {
  constructor(plot, scale) {
    [this.plot, this.scale, this.left] = [plot, scale, plot.left];
    this.lowest = plot.height - 10;
    this.foot = this.y(plot.low) - 5 * scale; // the lowest middle of a name: the axis is below it
  }

  x(value) {
    return this.plot.x(value);
  }

  y(value) {
    return this.plot.y(value);
  }

  draw(how) {
    const { ctx } = this.plot;
    ctx.save();
    how(ctx);
    ctx.restore();
  }

  level(value, tone, dash, width = 1) {
    this.draw((ctx) => {
      ctx.strokeStyle = tone;
      ctx.lineWidth = width;
      ctx.setLineDash(dash);
      ctx.beginPath();
      ctx.moveTo(this.left, this.y(value));
      ctx.lineTo(this.left + this.plot.span, this.y(value));
      ctx.stroke();
    });
  }

  write(text, x, y, { tone = "--soft", weight = 400, size = SMALL, family = SYSTEM, align = "center", base = "middle" }) {
    this.draw((ctx) => {
      ctx.fillStyle = colour(tone);
      ctx.font = `${weight} ${size * this.scale}px ${family}`;
      ctx.textAlign = align;
      ctx.textBaseline = base;
      ctx.fillText(text, x, y);
    });
  }

  /** What stands below each step, the `short` ones if not all fit; one that does not fit even then is left out. */
  ticks(words, y, short = words) {
    const whole = this.#apart(words);
    const told = whole.length === words.filter(Boolean).length ? whole : this.#apart(short);
    for (const { word, x } of told) this.write(word, x, y, { base: "top" });
  }

  wide(text) {
    return wide(text, `${SMALL * this.scale}px ${SYSTEM}`);
  }

  #apart(words) {
    let end = -Infinity;
    return words.flatMap((word, at) => {
      const x = this.x(at + 1);
      const half = this.wide(word) / 2;
      if (!word || x - half < end) return [];
      end = x + half + BETWEEN;
      return [{ word, x }];
    });
  }

  shape(name, x, y, r, tone) {
    this.draw((ctx) => {
      ctx.fillStyle = ctx.strokeStyle = tone;
      ctx.lineWidth = 2.5;
      ctx.beginPath();
      outline(ctx, name, x, y, r);
      if (name === "cross") ctx.stroke();
      else ctx.fill();
    });
  }
}

function outline(ctx, name, x, y, r) {
  const points = {
    square: [[-0.9, -0.9], [0.9, -0.9], [0.9, 0.9], [-0.9, 0.9]],
    diamond: [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
    triangle: [[0, -1.1], [1.15, 0.9], [-1.15, 0.9]],
    down: [[0, 1.1], [1.15, -0.9], [-1.15, -0.9]],
  }[name];
  if (points) points.forEach(([dx, dy], at) => (at ? ctx.lineTo(x + dx * r, y + dy * r) : ctx.moveTo(x + dx * r, y + dy * r)));
  else if (name === "cross") for (const s of [1, -1]) { ctx.moveTo(x - r, y - s * r); ctx.lineTo(x + r, y + s * r); }
  else ctx.arc(x, y, r, 0, 2 * Math.PI);
}
