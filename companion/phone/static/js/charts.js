// Charts of steps: the total over a hand, chips over an evening. Lines are told apart by their
// dash, the mark at their end and a name, and only then by colour.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { drawFrame, drawMarks, layout } from "./chart-drawing.js";
import { Plot } from "./plot.js";
import { colour, onTheme } from "./theme.js";

const LEAST = 8; // px a step; with less the chart is wider than its place and is scrolled
const LINE = 2.5; // px
const TONES = ["--chalk", "--no", "--mark", "--yes", "--soft", "--edge"];
const DASHES = [[], [9, 5], [2.5, 4.5], [10, 4, 2.5, 4], [16, 4], [4, 3, 4, 8]];
const MARKS = ["circle", "square", "diamond", "triangle", "down", "cross"];

/**
 * A chart as an element that keeps itself as wide as its place and follows the theme.
 * @param {object} options
 * @param {{name: string, values: (number|null)[], dash?: number[], mark?: string}[]} options.series one line each;
 *   null where there is no value; without dash and mark they are told apart by their place in the row
 * @param {number} [options.target] the bust line
 * @param {number[]} [options.marks] places at which play was turned
 * @param {string[]} [options.ticks] what stands below each step but the first
 * @param {string[]} [options.shortTicks] the same for where the ticks do not fit
 * @param {string} [options.below] what the steps are, below their numbers: "hands played"
 * @param {number} options.height in px
 * @param {string} options.label the chart as a sentence
 */
export function chart(options) {
  return html`<step-chart .options=${options}></step-chart>`;
}

const lineStyle = (at) => ({ tone: TONES[at % TONES.length], dash: DASHES[at % DASHES.length], mark: MARKS[at % MARKS.length] });

class StepChart extends HTMLElement {
  #options = null;
  #told = "";
  #plot = null;
  #place = document.createElement("div");
  #ends = [];
  #width = 0;

  constructor() {
    super();
    this.#place.setAttribute("role", "img");
  }

  get options() {
    return this.#options;
  }

  set options(options) {
    const told = JSON.stringify(options);
    if (told === this.#told) return;
    [this.#options, this.#told] = [options, told];
    this.#place.setAttribute("aria-label", options.label); // read out at once, drawn once the size is known
    this.build();
  }

  connectedCallback() {
    this.append(this.#place);
    const sizes = new ResizeObserver(() => {
      if (this.clientWidth !== this.#width) this.build();
    });
    sizes.observe(this);
    const letters = () => this.isConnected && this.#plot?.redraw();
    document.fonts.ready.then(letters);
    this.#ends = [() => sizes.disconnect(), onTheme(letters)];
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    this.#plot?.destroy();
    [this.#plot, this.#width] = [null, 0];
  }

  build() {
    const width = this.clientWidth;
    if (!this.#options || !width) return;
    const { series, height } = this.#options;
    const steps = Math.max(1, ...series.map(({ values }) => values.length - 1));
    const drawn = layout(this.#options, series.map((line, at) => ({ ...lineStyle(at), ...line })), steps);
    const whole = Math.max(width, steps * LEAST + drawn.left + drawn.right);
    this.#width = width;
    this.#plot?.destroy();
    const sizes = { ...room(drawn), width: whole, height };
    this.#plot = new Plot(this.#place, sizes, drawn.lines.map(lifted), (plot) => drawFrame(plot, drawn), (plot) => drawMarks(plot, drawn));
    const scrolls = whole > width;
    this.classList.toggle("scrolls", scrolls);
    if (scrolls) this.tabIndex = 0;
    else this.removeAttribute("tabindex");
    this.scrollLeft = whole;
  }
}

customElements.define("step-chart", StepChart);

function room({ top, right, bottom, left, low, high, steps }) {
  return { top, right, bottom, left, low, high, steps };
}

/** Lines that coincide are drawn a little apart, by each line's `apart`. */
function lifted({ values, apart, tone, dash }) {
  const places = values.map((value) => (value === null || value === undefined ? null : value + apart));
  return { values: places, tone: () => colour(tone), width: LINE, dash };
}
