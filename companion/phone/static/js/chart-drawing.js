// The drawing of the chart of a hand, on a canvas: levels, the bust line, the stepped line, reversals, figures at its end.

import { _ } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";
import { colour } from "./theme.js";

const SYSTEM = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, sans-serif";
const SMALL = 13; // px
const LINE = 2.5; // px
const LEFT = 6; // px
const RIGHT = 44; // px, for the figures
const TOP = 20; // px, for the words above the bust line
const BETWEEN = 3; // px, minimum between two words below the steps
const LEAST = 8; // px a step; with less the chart is wider than its place and is scrolled

/** The chart of `values`, a value for each step, as an element of `place`. Positions are in CSS pixels. */
export class Drawing {
  #canvas = document.createElement("canvas");
  #options;
  #scale = letters();
  #steps;
  #low;
  #high;
  #bottom;
  #ctx;

  /** @param {number} room how wide the chart may be without being scrolled; the options are those of a chart */
  constructor(place, options, room) {
    const { values, target, ticks, height } = options;
    this.#options = options;
    this.#steps = Math.max(1, values.length - 1);
    [this.#low, this.#high] = [Math.min(0, ...values), Math.max(target, ...values)];
    this.#bottom = (ticks ? 24 : 12) * this.#scale;
    this.width = Math.max(room, this.#steps * LEAST + LEFT + RIGHT * this.#scale);
    Object.assign(this.#canvas.style, { display: "block", width: `${this.width}px`, height: `${height}px` });
    this.#ctx = this.#canvas.getContext("2d");
    place.append(this.#canvas);
    this.redraw();
  }

  /** Draws everything again, as when letters have come or colours are others. */
  redraw() {
    const density = window.devicePixelRatio;
    this.#canvas.width = Math.round(this.width * density); // which clears it as well
    this.#canvas.height = Math.round(this.#options.height * density);
    this.#ctx.scale(density, density);
    const { target, marks, values, ticks } = this.#options;
    const levels = levelsOf(this.#low, target);
    for (const level of levels) this.#level(level, "--line", [], 1);
    this.#level(target, "--no", [7, 5], 2);
    this.#write(_("limit"), LEFT, this.#y(target) - 5, { tone: "--no", align: "left", base: "bottom" });
    if (ticks) this.#ticks(ticks);
    this.#line(values);
    for (const at of marks) this.#triangle(this.#x(at), this.#y(values[at]) + 13);
    this.#end(levels);
  }

  destroy() {
    this.#canvas.remove();
  }

  get #span() {
    return this.width - LEFT - RIGHT * this.#scale;
  }

  #x(step) {
    return LEFT + (step / this.#steps) * this.#span;
  }

  #y(value) {
    const top = TOP * this.#scale;
    return top + ((this.#high - value) / (this.#high - this.#low)) * (this.#options.height - top - this.#bottom);
  }

  #draw(how) {
    this.#ctx.save();
    how(this.#ctx);
    this.#ctx.restore();
  }

  #level(value, tone, dash, width) {
    this.#draw((ctx) => {
      ctx.strokeStyle = colour(tone);
      ctx.lineWidth = width;
      ctx.setLineDash(dash);
      ctx.beginPath();
      ctx.moveTo(LEFT, this.#y(value));
      ctx.lineTo(LEFT + this.#span, this.#y(value));
      ctx.stroke();
    });
  }

  /** The line keeps its value until the next step. */
  #line(values) {
    this.#draw((ctx) => {
      [ctx.strokeStyle, ctx.lineWidth, ctx.lineJoin] = [colour("--chalk"), LINE, "round"];
      ctx.beginPath();
      ctx.moveTo(this.#x(0), this.#y(values[0]));
      values.slice(1).forEach((value, at) => {
        ctx.lineTo(this.#x(at + 1), this.#y(values[at]));
        ctx.lineTo(this.#x(at + 1), this.#y(value));
      });
      ctx.stroke();
    });
  }

  #write(text, x, y, { tone = "--soft", weight = 400, align = "center", base = "middle" }) {
    this.#draw((ctx) => {
      ctx.fillStyle = colour(tone);
      ctx.font = this.#font(weight);
      ctx.textAlign = align;
      ctx.textBaseline = base;
      ctx.fillText(text, x, y);
    });
  }

  #font(weight) {
    return `${weight} ${SMALL * this.#scale}px ${SYSTEM}`;
  }

  /** What stands below each step; a word that does not fit is left out. */
  #ticks(words) {
    let end = -Infinity;
    this.#ctx.font = this.#font(400);
    words.forEach((word, at) => {
      const x = this.#x(at + 1);
      const half = this.#ctx.measureText(word).width / 2;
      if (!word || x - half < end) return;
      end = x + half + BETWEEN;
      this.#write(word, x, this.#y(this.#low) + 8, { base: "top" });
    });
  }

  #triangle(x, y) {
    this.#draw((ctx) => {
      ctx.fillStyle = colour("--mark");
      ctx.beginPath();
      for (const [dx, dy] of [[0, -5.5], [5.75, 4.5], [-5.75, 4.5]]) ctx.lineTo(x + dx, y + dy);
      ctx.fill();
    });
  }

  #end(levels) {
    const { values, target, height } = this.#options;
    const value = values[values.length - 1];
    this.#draw((ctx) => {
      ctx.fillStyle = colour("--mark");
      ctx.beginPath();
      ctx.arc(this.#x(values.length - 1), this.#y(value), 5, 0, 2 * Math.PI);
      ctx.fill();
    });
    const x = this.#x(this.#steps) + 10;
    const bust = this.#y(target) - 4;
    const now = Math.min(height - 10, Math.max(this.#y(value), bust + 16 * this.#scale)); // below the other one
    const placed = value === target ? [bust] : [bust, now];
    this.#write(figures(target), x, bust, { tone: "--no", weight: 700, align: "left" });
    if (value !== target) this.#write(figures(value), x, now, { tone: "--chalk", weight: 700, align: "left" });
    for (const level of levels) {
      const y = this.#y(level);
      if (placed.every((other) => Math.abs(other - y) > 14 * this.#scale)) this.#write(figures(level), x, y, { align: "left" });
    }
  }
}

/** 0, about half of the target, and below 0 the lowest ten. */
function levelsOf(low, target) {
  const half = Math.round(target / 20) * 10;
  const levels = [0, half].filter((level, at) => at === 0 || (level > 0 && level < target));
  return low < 0 ? [Math.floor(low / 10) * 10, ...levels].filter((level) => level >= low || level === 0) : levels;
}

/** How much larger than usual the reader's letters are, up to half as much again. */
function letters() {
  return Math.min(1.5, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
}
