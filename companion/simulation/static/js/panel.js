// The page: puts the parts together and shows what the box tells.

import "/panel/shared/js/older.js"; // before all others
import { inSigns } from "/panel/shared/js/card-words.js";
import { _, colon, language, printedWith, rankLetter } from "/panel/shared/js/language.js";
import { mark, still } from "/panel/shared/js/motion.js";
import { suitPicture } from "/panel/shared/js/shapes.js";
import { Speaker } from "/panel/shared/js/speaker.js";
import { happened, heardAgain, noWord } from "/panel/shared/js/speech.js";
import { bustKey } from "/panel/shared/js/typing.js";
import { again, keptBefore } from "./again.js";
import { drawBox, showLights } from "./box.js";
import { Caps } from "./caps.js";
import { cardOf } from "./cards.js";
import { Display } from "./display.js";
import { geometry } from "./geometry.js";
import { playedCards } from "./groups.js";
import { CardTable } from "./hands.js";
import { Keyboard } from "./keyboard.js";
import { leastHeight } from "./layout.js";
import { Line } from "./line.js";
import { Menu } from "./menu.js";
import { Passing } from "./passing.js";
import { Pile } from "./pile.js";
import { drawSeats, namesAreWritten } from "./seats.js";
import { Shelf, touch } from "./shelf.js";
import { Sounder } from "./sound.js";
import { isTricks } from "./trick.js";
import { TrickRow } from "./trick-row.js";
import { Verdicts } from "./verdicts.js";

const PATIENT = 2000; // ms

const $ = (id) => document.getElementById(id);
const others = document.querySelector("#others select");
const view = {
  box: null, display: null, lights: null, game: null, state: null, now: null, plays: [], deck: [], hands: { seats: [], pile: [] }, others: { level: "" },
};

const display = new Display($("display"));
const sounder = new Sounder();
const verdicts = new Verdicts(light);
const pile = new Pile($("last"));
const trickRow = new TrickRow($("trick"));
const speaker = new Speaker($("polite"), $("urgent"));
const cardTable = new CardTable($("hands"));
const shelf = new Shelf({
  area: $("hands"), tabs: $("tabs"), cards: cardTable, turn: (whole) => $(whole ? "show-deck" : "show-hands").click(),
});
const line = new Line(heard, lost);
const menu = new Menu($("menu"));
const caps = new Caps($("caps"), (name, down) => line.press(name, down));
const passing = new Passing({
  area: $("hands"), table: cardTable, flight: $("flight"),
  slot: () => $("slot").getBoundingClientRect(),
  pass: (label) => { line.pass(label); setTimeout(judge, 750); },
  ready: (over) => $("drawing").classList.toggle("ready", over),
});
const keyboard = new Keyboard(caps, { show: showWritten, type: (text) => line.type(text), help: openHelp });

let boxGeometry = null;

/** Opens the list of keys; Safari before 15.4 has no dialogs. */
function openHelp() {
  if ($("help").showModal) $("help").showModal();
  else $("help").setAttribute("open", "");
}

namesAreWritten((player, name) => line.name(player, name), () => drawSeats($("seats"), $("drawing"), boxGeometry, view));

function heard({ parts, plays }) {
  if (parts.box && isOther(parts.box)) {
    again({ written: keyboard.written, chosen: shelf.chosen });
    return;
  }
  const isFirst = !view.box;
  if (isFirst) printKeys(parts.box.court);
  const back = !$("connection").hidden;
  const before = { ...view };
  Object.assign(view, parts);
  if (plays) view.plays = [...view.plays.slice(0, plays.from), ...plays.rows];
  const isTableNew = ["game", "state", "now"].some((part) => part in parts);
  if (back) connected();
  if (parts.display && display.show(view.display)) placeAll();
  if (still() && before.state && view.state && before.now.steps !== view.now.steps) mark($("glass"));
  if (isTableNew) showTable();
  if (isTableNew || parts.hands) showSeats(before);
  if (isTableNew || parts.hands) pile.show(isTricks(view) ? [] : view.hands.pile);
  if (parts.lights) light();
  showOthers();
  if (parts.sound) sounder.show(parts.sound);
  if (isTableNew || parts.hands || parts.deck || parts.others) {
    const lay = new Set((before.now?.trick?.cards ?? []).map(({ card }) => card));
    shelf.show(view, (label) => (before.hands.pile.includes(label) || lay.has(cardOf(label)) ? passing.origin : null));
  }
  judge();
  speak(parts, before);
  if (isFirst) restore(keptBefore());
}

/** Whether the box speaks another language than this page, or its deck has other letters than the page was drawn with. */
const isOther = (box) => box.language !== language || (view.box && `${view.box.court}` !== `${box.court}`);

function printKeys(court) {
  printedWith(court);
  for (const key of document.querySelectorAll("#help [data-rank]")) key.textContent = rankLetter(key.dataset.rank);
  $("bust-key").textContent = bustKey();
}

function restore(kept) {
  if (!kept) return;
  [keyboard.written, shelf.chosen] = [kept.written, kept.chosen];
  for (const id of kept.clicked) $(id).click();
  document.querySelector(kept.focus)?.focus({ preventScroll: true });
}

function showTable() {
  const { game } = view;
  $("game").textContent = game ? `${game.title}${colon}` : _("Press OK to begin");
  $("where").textContent = view.now.where;
  $("title").title = isTricks(view) ? `${game.title}${colon}${inSigns(game.costs)}` : "";
  document.body.classList.toggle("tricks", isTricks(view));
  trickRow.show(view);
}

function showOthers() {
  const { level } = view.others;
  others.value = level;
  $("nothing").hidden = !(level && view.game && !view.deck.length);
}

function showSeats(before) {
  const places = (table) => [isTricks(table), table.game?.places, ...table.hands.seats.map((slots) => slots.length)].join();
  if (!boxGeometry || places(before) !== places(view)) placeAll();
  else drawSeats($("seats"), $("drawing"), boxGeometry, view);
}

function light() {
  showLights($("drawing"), verdicts.shown(view.lights));
}

function judge() {
  const [lying, held] = [playedCards(view.deck, view.hands, view), new Set(view.hands.seats.flat())];
  const played = (label) => lying.has(label) || (shelf.isHands && !held.has(label));
  const asking = line.isOpen && (view.display?.asking ?? false);
  passing.judge(played, view.lights?.refused ?? false, asking);
}

function speak(parts, before) {
  const { said } = happened(before, view);
  const refused = view.lights?.refused && (parts.lights || parts.sound?.name === "refused");
  if (refused) speaker.interrupt(`${_("Not allowed.")} ${view.display.text}`);
  else if (said) speaker.say(said);
  else if (parts.display && view.display.text !== before.display?.text) speaker.say(view.display.text);
}

function lost(isOff) {
  document.body.classList.add(isOff ? "off" : "lost");
  $("connection").textContent = isOff ? _("The box is off.") : noWord(view);
  $("connection").hidden = false;
  display.stale = !isOff;
  if (isOff) speaker.say(`${view.display?.text ?? ""} ${_("The box is off.")}`.trim());
  else speaker.interrupt($("connection").textContent);
  judge();
  placeAll();
}

function connected() {
  document.body.classList.remove("lost", "off");
  $("connection").hidden = true;
  display.stale = false;
  speaker.say(heardAgain(view));
  placeAll();
}

/** Works out every place afresh: the window or the seats have changed. */
function placeAll() {
  const has = (light) => (view.game?.places ?? []).includes(light);
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight - $("table").getBoundingClientRect().top - window.scrollY;
  const trick = isTricks(view) ? view.state.players.length : 0;
  const { seats } = view.hands;
  const needed = seats.length ? leastHeight(seats.map((slots) => ({ slots })), width, touch.matches) : 0;
  const g = geometry(width, height, has(0), has(4), display.extent, window.devicePixelRatio || 1, trick, needed);
  boxGeometry = g;
  $("table").style.height = `${g.height}px`;
  drawBox($("drawing"), g);
  place($("glass"), g.middle - g.display.w / 2, g.face.y + g.display.y + g.frame);
  display.resize(g.multiple);
  place($("maker"), g.middle, g.face.y + 26);
  const { columns, w, h, gap } = g.caps;
  place($("caps"), g.middle - (columns * w + (columns - 1) * gap) / 2, g.face.y + g.caps.y);
  $("caps").style.gap = `${gap}px`;
  $("caps").style.gridTemplateColumns = `repeat(${columns}, ${w}px)`;
  $("caps").style.gridAutoRows = `${h}px`;
  place($("slot"), g.middle - g.slot.w / 2, g.face.y + g.slot.y);
  $("slot").style.width = `${g.slot.w}px`;
  $("slot").style.height = `${g.slot.h}px`;
  pile.resize(g.slot.free);
  trickRow.place(g.trick);
  if (view.lights) light();
  drawSeats($("seats"), $("drawing"), g, view);
  // On a narrow page the trick takes its room from the hand, and from the hint below it.
  const [least, besides] = g.narrow ? (trick ? [172, 58] : [190, 90]) : [190, 0];
  shelf.place(width, height - g.height - besides, least, g.narrow);
}

function place(element, x, y) {
  element.style.left = `${x}px`;
  element.style.top = `${y}px`;
}

function showWritten(text) {
  const line = $("written");
  line.hidden = !text;
  line.replaceChildren();
  if (!text) return;
  const [, rank, suit] = /^(JK|10|.)(.?)$/.exec(text);
  line.className = suit === "H" || suit === "D" ? "red" : "";
  const card = document.createElement("span");
  card.className = line.className;
  card.append(rankLetter(rank), ...(suit ? [suitPicture(suit)] : []));
  const key = document.createElement("i");
  key.textContent = _("Enter");
  line.append(card, key);
}

function turn(button, on) {
  button.setAttribute("aria-checked", on);
  button.querySelector("span").textContent = on ? _("on") : _("off");
}

others.addEventListener("change", () => line.others(others.value));
$("sound").addEventListener("click", () => {
  sounder.toggle();
  turn($("sound"), sounder.isOn);
});
$("dim").addEventListener("click", () => {
  turn($("dim"), document.body.classList.toggle("dimmed"));
});
$("keys").addEventListener("click", () => {
  menu.close();
  openHelp();
});
$("help-close").addEventListener("click", () => {
  if ($("help").close) $("help").close();
  else $("help").removeAttribute("open");
});
$("letters").addEventListener("click", () => {
  keyboard.letters = !keyboard.letters;
  localStorage.setItem("letters", keyboard.letters ? "on" : "off");
  turn($("letters"), keyboard.letters);
});
if (localStorage.getItem("letters") === "off") $("letters").click();
for (const [id, whole] of [["show-hands", false], ["show-deck", true]]) {
  $(id).addEventListener("click", () => {
    shelf.whole = whole;
    $("show-hands").setAttribute("aria-pressed", !whole);
    $("show-deck").setAttribute("aria-pressed", whole);
  });
}

window.addEventListener("resize", placeAll);
placeAll();
$("too-old").remove();
setTimeout(() => {
  if (!view.display && $("connection").hidden) $("game").textContent = _("Still waiting for the box");
}, PATIENT);
