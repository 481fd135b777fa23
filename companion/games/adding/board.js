// The table from above: walnut rail, lights, direction, felt with the total and the seats.

import { html, nothing, svg } from "/shared/lib/lit-html/lit-html.js";
import { ref } from "/shared/lib/lit-html/directives/ref.js";
import { _ } from "/shared/js/language.js";
import { mark, still } from "/shared/js/motion.js";
import { clock, figures, whoseMove } from "/shared/js/words.js";
import { app, changed } from "/phone/js/app.js";
import { hasLargeLetters, wide } from "/phone/js/layout.js";
import { isLongMove, moveView } from "/phone/js/move.js";
import { acting } from "/phone/js/owner.js";
import { chevrons, geometry, turned } from "/phone/js/table/geometry.js";
import { counting } from "./counting.js";
import { othersView, seatsView } from "./seats.js";
import { bottomSeat, turnTable } from "./turning.js";

const TURNING = 300; // ms for all chevrons together
const ONE = 140; // ms for one of them
const PATIENT = 2000; // ms until a pending request is shown as such

const clockwise = { direction: null, game: null };
let size = guess();

/** The board of an adding game, or an empty table. */
export function board() {
  const { state, game, link } = app;
  const isOld = link.is === "lost" || link.is === "off";
  const by = state ? turnedBy(app) : 0;
  const places = state ? game.places.map((place) => turned(place, by)) : [];
  const large = hasLargeLetters(); // large letters: the seats are below the board
  const g = geometry(size.w, size.h, wide.matches);
  if (state) turnChevrons(app);
  return html`
    <section class=${`board ${isOld ? "old" : ""} ${large ? "below" : ""}`} aria-label=${_("The table")}>
      <div class="octagon" ${ref(watch)}>
        ${rail(g, app, places, isOld)}
        ${state ? centre(app, places, isOld) : quiet(app)}
        ${state && !large ? seatsView(app, places) : nothing}
        ${state && !large ? turner() : nothing}
      </div>
      ${state && large ? seatsView(app, places) : nothing}
    </section>
    ${state ? othersView(app) : nothing}`;
}

function rail(g, { state, link }, places, isOld) {
  const seats = state ? state.players.slice(0, places.length) : [];
  const acts = isOld ? null : acting(state);
  const back = state?.direction === "counterclockwise" ? 180 : 0;
  return html`<svg class="rail" viewBox=${`0 0 ${g.w} ${g.h}`} aria-hidden="true">
    ${svg`<path class="rim" d=${g.rim}></path><path class="felt" d=${g.felt}></path>`}
    ${state && link.is !== "asking" ? chevrons(g, places).map(({ x, y, turn }) => svg`
      <g transform=${`translate(${x} ${y}) rotate(${turn + back})`}><path class="chevron" d="M-3.5 -5.5L3.5 0L-3.5 5.5"></path></g>`) : nothing}
    ${seats.map((player, at) => lens(g, places[at], player, player.name === acts))}
  </svg>`;
}

function lens({ sides, lens: { length, width } }, place, player, isLit) {
  const { x, y, turn } = sides[place];
  const kind = isLit ? "lens lit" : player.in ? "lens" : "lens dark";
  return svg`<rect class=${kind} x=${-length / 2} y=${-width / 2} width=${length} height=${width} rx=${width / 2}
    transform=${`translate(${x} ${y}) rotate(${turn})`}></rect>`;
}

function centre(app, places, isOld) {
  const { state, game, link, now: { standing } } = app;
  const figure = figures(isOld ? state.total : counting(state.total, game.number));
  return html`<div class=${`centre ${totalSize(state, game, places)}`} role="img" aria-label=${link.is === "live" ? standing.full : `${standing.known} ${standing.move}`}>
    <p class="total">${figure}</p>
    ${isOld ? html`<p class="move">${_("was {total}", { total: figures(state.total) })}</p>
      <p class="way">${_("at {time}, {move}", { time: clock(link.heard), move: whoseMove(app) })}</p>` : html`<p class=${isLongMove(app) ? "move long" : "move"}>${moveView(app)}</p>${way(state, app.now)}`}
  </div>`;
}

/** As large as fits between the seats; constant during a hand except for a third digit or a minus. */
function totalSize(state, game, places) {
  const widest = Math.max(figures(state.total).length, 2);
  const beside = places.includes(2) || places.includes(6);
  const size = widest > 3 ? (beside ? "least" : "tiny") : widest > 2 || beside ? "small" : places.length > 4 ? "middling" : "full";
  return `${size} figures-${Math.min(widest, 4)} ${places.some((place) => place % 4 === 0) ? "crowded" : ""}`;
}

function way({ direction, turn, phase }, { way: words }) {
  if (!turn && phase !== "shield") return nothing;
  return html`<p class="way"><svg class=${direction} viewBox="0 0 24 24" aria-hidden="true"
    ><path d="M7.5 19.4A8.6 8.6 0 1 1 17 19"></path><path class="tip" d="M21.5 21.5H13.5L19 14.5Z"></path></svg>${words}</p>`;
}

function quiet({ link, now }) {
  if (link.is === "live" && now) {
    return html`<div class="centre quiet"><p class="nothing" aria-hidden="true"></p><h2 class="move">${whoseMove({ now })}</h2><p class="way">${_("the table is empty")}</p></div>`;
  }
  if (link.is !== "asking") return html`<div class="centre quiet"><p class="way">${_("nothing is known of the table")}</p></div>`;
  const still = Date.now() - link.since > PATIENT;
  return html`<div class="centre quiet"><p class="move">${still ? _("Still waiting") : _("Waiting for the box")}</p>
    <p class="way">${still ? _("it has not answered yet") : _("usually under a second")}</p></div>`;
}

function turner() {
  return html`<button type="button" class="turner" aria-label=${_("Turn the table")} title=${_("Turn the table")} @click=${turnTable}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 13.5A8 8 0 0 1 18.5 8.4M20 10.5A8 8 0 0 1 5.5 15.6"></path><path class="tip" d="M20.5 4.5V10.5H14.5ZM3.5 19.5V13.5H9.5Z"></path></svg>
  </button>`;
}

/** The number of sides by which the table is turned to put the chosen seat at the bottom. */
function turnedBy({ state, game }) {
  const at = state.players.findIndex(({ name }) => name === bottomSeat());
  return at < 0 || game.places[at] === undefined ? 0 : 4 - game.places[at];
}

/** Turns the chevrons one after another on a reversal; with reduced motion, highlights the board. */
function turnChevrons({ state: { direction }, game: { number } }) {
  const isTurned = clockwise.game === number && clockwise.direction !== direction;
  Object.assign(clockwise, { direction, game: number });
  if (!isTurned) return;
  requestAnimationFrame(() => {
    const all = document.querySelectorAll(".board .chevron");
    if (still()) document.querySelectorAll(".board .way").forEach(mark);
    else all.forEach((chevron, at) => chevron.animate(
      [{ transform: "rotate(180deg)" }, { transform: "none" }],
      { duration: ONE, delay: (at / all.length) * (TURNING - ONE), easing: "ease-out", fill: "backwards" },
    ));
  });
}

let sizes = null;

function watch(element) {
  sizes?.disconnect();
  if (!element) return;
  sizes = new ResizeObserver(() => measure(element));
  sizes.observe(element);
  measure(element);
}

function measure(element) {
  const [w, h] = [element.clientWidth, element.clientHeight];
  if (!w || !h) return;
  const { rail: railWidth, cut, unit } = geometry(w, h, wide.matches);
  for (const [name, px] of [["rail-width", railWidth], ["cut", cut], ["tall", h], ["broad", w]]) element.style.setProperty(`--${name}`, `${px}px`);
  element.style.setProperty("--unit", unit);
  if (w === size.w && h === size.h) return;
  size = { w, h };
  changed();
}

function guess() {
  const w = Math.min(document.documentElement.clientWidth, 592) - 32;
  return { w, h: w * 1.05 };
}
