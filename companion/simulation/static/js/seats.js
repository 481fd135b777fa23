// Names round the box: a label outside for each seat, a thin line from it to the seat's own light.

import { _ } from "/panel/shared/js/language.js";
import { svg } from "/panel/shared/js/shapes.js";
import { cardsWords, chipsWords } from "/panel/shared/js/words.js";
import { pointsOf } from "./trick.js";

const TOP = 0;
const BOTTOM = 4;
const PIPS = 7;
const MAX_NAME_LENGTH = 24; // letters of a name
const TIGHT = 200; // px beside the box: less leaves room for few words

/**
 * Puts a label beside every light that somebody has.
 * @param {object} g geometry; on a narrow page names stand on the tabs instead
 * @param {object} table its `game` and `state`, null without a game
 */
export function drawSeats(seats, drawing, g, table) {
  const threads = drawing.querySelector(".threads");
  const focused = [...seats.children].findIndex((seat) => seat.contains(document.activeElement));
  isDrawing = true; // the field that gives way is not left by anybody
  seats.replaceChildren();
  isDrawing = false;
  threads.replaceChildren();
  if (!table.state || g.narrow) return;
  const { players, turn } = table.state;
  players.forEach((player, at) => {
    const light = table.game.places[at];
    if (light === undefined) return;
    const label = seatLabel(player, table, player.name === turn, light);
    label.classList.toggle("tight", g.box.x < TIGHT && label.classList.contains("beside"));
    seats.append(label);
    threads.append(...connect(label, g, light, player.name === turn));
  });
  if (!players.some(({ name }) => name === editing?.player)) editing = null;
  seats.children[focused]?.querySelector("button")?.focus({ preventScroll: true });
}

function seatLabel(player, table, acts, light) {
  const label = document.createElement("div");
  label.className = "seat";
  label.classList.toggle("act", acts);
  label.setAttribute("aria-current", acts);
  label.classList.toggle("out", player.in === false);
  label.classList.toggle("right", light > TOP && light < BOTTOM);
  label.classList.add(light === TOP || light === BOTTOM ? "line" : "beside");
  const name = document.createElement("b");
  name.title = player.name;
  name.append(editing?.player === player.name ? field() : opener(player.name));
  const held = document.createElement("small");
  held.textContent = standing(player, table);
  label.append(name, ...chips(player, table.game.chips), ...points(player, table), held);
  return label;
}

/** The name that is being written, `{player, text, selection, done}`; it outlasts the labels, which each play draws anew. */
let editing = null;
let isDrawing = false;
let rename = () => {};
let redraw = () => {};

/** `named(player, name)` gives a player another name; `drawn()` draws the labels again. */
export function namesAreWritten(named, drawn) {
  [rename, redraw] = [named, drawn];
}

function opener(player) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = player;
  button.setAttribute("aria-label", _("Change the name of {player}", { player }));
  button.addEventListener("click", () => {
    editing = { player, text: player, selection: [0, player.length] };
    redraw();
  });
  return button;
}

/** Enter takes the name, Escape and going away leave it as it was. */
function field() {
  const input = document.createElement("input");
  const mine = editing;
  Object.assign(input, { type: "text", value: mine.text, maxLength: MAX_NAME_LENGTH, autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", _("Name of {player}", { player: mine.player }));
  input.addEventListener("input", () => { mine.text = input.value; });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    const name = input.value.trim();
    leave(mine);
    if (event.key === "Enter" && name && name !== mine.player) rename(mine.player, name);
  });
  input.addEventListener("blur", () => {
    if (!isDrawing) leave(mine);
  });
  queueMicrotask(() => {
    if (editing !== mine || !input.isConnected) return;
    input.focus({ preventScroll: true });
    input.setSelectionRange(...mine.selection ?? [input.value.length, input.value.length]);
    mine.selection = null;
  });
  return input;
}

/** Back to the names; the focus stays at the seat. */
function leave(mine) {
  if (editing !== mine) return;
  const at = [...document.querySelectorAll("#seats .seat")].findIndex((seat) => seat.querySelector("input"));
  editing = null;
  redraw();
  document.querySelectorAll("#seats .seat")[at]?.querySelector("button")?.focus({ preventScroll: true });
}

/** Points stand where the chips stand in games without them. */
function points(player, table) {
  if (player.points === undefined) return [];
  const { all, fresh } = pointsOf(player);
  const row = document.createElement("span");
  row.className = "points";
  const [sum, more] = [document.createElement("b"), document.createElement("span")];
  sum.textContent = all;
  more.textContent = `${fresh} ${table.now.leads[player.name] ?? ""}`.trim();
  row.append(sum, " ", more);
  return [row];
}

/** What a player holds, or that the player is out, or the result; "" in a game in which the box knows of no cards. */
export function standing(player, { now }) {
  const place = now.result?.places.find(({ name }) => name === player.name);
  if (place) return place.about;
  if (player.in === false) return now.beside[player.name];
  return player.cards === undefined ? "" : cardsWords(player.cards);
}

function chips(player, dealt) {
  if (player.chips === null || player.chips === undefined) return [];
  const row = document.createElement("span");
  row.className = "held";
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", chipsWords(player.chips));
  const most = Math.max(dealt ?? 0, player.chips);
  if (most > PIPS) {
    row.append(pip(true), String(player.chips));
  } else {
    for (let at = 0; at < most; at += 1) row.append(pip(at < player.chips));
  }
  return [row];
}

function pip(full) {
  const dot = document.createElement("i");
  dot.classList.toggle("full", full);
  return dot;
}

function connect(label, g, light, acts) {
  const { x, y, out: [dx, dy] } = g.lights[light];
  const { box, rail, cut } = g;
  const edge = [x + dx * (rail / 2 + 5), y + dy * (rail / 2 + 5)];
  let path;
  if (light === TOP || light === BOTTOM) {
    const middle = light === TOP ? box.y - 24 : box.y + box.h + g.ply + 26;
    label.style.left = `${x}px`;
    label.style.top = `${middle}px`;
    path = light === TOP ? `M${x} ${edge[1]}V${middle + 14}` : `M${x} ${box.y + box.h + g.ply + 2}V${middle - 14}`;
  } else {
    const right = light < BOTTOM;
    const nearest = right ? box.x + box.w + 38 : box.x - 38;
    const upper = light === 1 || light === 7;
    const level = upper ? box.y + cut * 0.36 : light === 2 || light === 6 ? y : y - 2;
    const outer = Math.max(box.x < TIGHT ? 12 : 24, box.x - 250);
    label.style[right ? "right" : "left"] = `${outer}px`;
    label.style.maxWidth = `${box.x - outer - (box.x < TIGHT ? 24 : 44)}px`;
    label.style.top = `${level - (acts ? 25 : 17)}px`;
    const from = startOf(label, right, acts);
    const bend = upper ? `H${right ? Math.min(nearest, edge[0] + 22) : Math.max(nearest, edge[0] - 22)}` : "";
    const side = (rail / 2 + 4) * (light === 2 || light === 6 ? 1 : Math.SQRT2) + (light === 3 || light === 5 ? g.ply : 0);
    path = `M${from} ${level}${bend}${upper ? `L${edge}` : `H${x + Math.sign(dx) * side}`}`;
  }
  return [svg("path", { class: acts ? "thread act" : "thread", d: path })];
}

/** Where a label's line begins: beside the name, or at the edge of the filled label. */
function startOf(label, right, acts) {
  const name = acts ? label : label.firstChild;
  const text = document.createRange();
  text.selectNodeContents(name);
  const extent = acts ? label.getBoundingClientRect() : text.getBoundingClientRect();
  const page = label.offsetParent.getBoundingClientRect();
  const gap = acts ? 0 : 16;
  return right ? extent.left - page.left - gap : extent.right - page.left + gap;
}
