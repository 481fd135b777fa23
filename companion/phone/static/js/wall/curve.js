// The picture of the hand on the wall: the total after each play, up to the line at which one busts.

import { nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { figures } from "/shared/js/words.js";
import { drawLine, lineWide, runs } from "./letters.js";

const FIGURE = 58;

/**
 * The line, drawn in the box `x`, `y`, `w`, `h`.
 * @param {object} curve `values`, after which of them play was turned (`marks`), and the `target` or null
 */
export function curveView({ values, marks, target }, { x, y, w, h }) {
  const label = runs(target === null ? "" : figures(target), "name");
  const across = w - lineWide(label, FIGURE) - 24;
  const [low, high] = [Math.min(0, ...values), Math.max(target ?? 1, ...values)];
  const right = (at) => x + 8 + ((across - 16) * at) / Math.max(1, values.length - 1);
  const up = (value) => y + 16 + (h - 32) * (1 - (value - low) / (high - low));
  const steps = values.map((value, at) => (at ? `H${right(at)}V${up(value)}` : `M${right(0)} ${up(value)}`)).join("");
  const end = values.length - 1;
  return svg`<g class="curve">
    <path class="level" d=${`M${x} ${up(0)}h${across}`}></path>
    ${target === null ? nothing : svg`<path class="bust" d=${`M${x} ${up(target)}h${across}`}></path>
      ${drawLine(label, { x: x + w, y: Math.max(up(target) + FIGURE * 0.4, y + 44), size: FIGURE, anchor: "end", kind: "no" })}`}
    <path class="steps" d=${steps}></path>
    ${marks.map((at) => svg`<path class="turned" d=${`M${right(at)} ${up(values[at]) + 12}l11 19h-22Z`}></path>`)}
    <circle class="last" cx=${right(end)} cy=${up(values[end])} r="11"></circle>
  </g>`;
}
