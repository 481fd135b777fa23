// The chart of a hand: the total after each play, as an element that keeps itself as wide as its place.

import { html } from "/shared/lib/lit-html/lit-html.js";
import { Drawing } from "./chart-drawing.js";
import { onTheme } from "./theme.js";

/**
 * A chart as an element that keeps itself as wide as its place and follows the theme.
 * @param {object} options
 * @param {number[]} options.values the total at the start and after each play
 * @param {number} options.target the bust line
 * @param {number[]} options.marks places at which play was turned
 * @param {string[]|null} options.ticks what stands below each step but the first
 * @param {number} options.height in px
 * @param {string} options.label the chart as a sentence
 */
export function chart(options) {
  return html`<step-chart .options=${options}></step-chart>`;
}

class StepChart extends HTMLElement {
  #options = null;
  #told = "";
  #drawing = null;
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
    const letters = () => this.isConnected && this.#drawing?.redraw();
    document.fonts.ready.then(letters);
    this.#ends = [() => sizes.disconnect(), onTheme(letters)];
  }

  disconnectedCallback() {
    for (const end of this.#ends) end();
    this.#drawing?.destroy();
    [this.#drawing, this.#width] = [null, 0];
  }

  build() {
    const width = this.clientWidth;
    if (!this.#options || !width) return;
    this.#width = width;
    this.#drawing?.destroy();
    this.#drawing = new Drawing(this.#place, this.#options, width);
    const scrolls = this.#drawing.width > width;
    this.classList.toggle("scrolls", scrolls);
    if (scrolls) this.tabIndex = 0;
    else this.removeAttribute("tabindex");
    this.scrollLeft = this.#drawing.width;
  }
}

customElements.define("step-chart", StepChart);
