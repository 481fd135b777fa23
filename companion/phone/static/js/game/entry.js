// Converts an entry of the card table to the three columns of a row and back. Pure. Only the box validates it.

import { _, pgettext } from "/shared/js/language.js";
import { figures } from "/shared/js/words.js";

const MINUS = "\u2212";
const RANGE = new RegExp(`^([-−]?\\d+)\\s*(?:–|-|,|to|${pgettext("range", "to")})\\s*(.+)$`, "i");
const OR = new RegExp(`\\s*[,;/]\\s*|\\s+(?:or|${pgettext("choice", "or")})\\s+`, "i");
const TURNS = ["reverse", "skip", "again", "choose_next", "oblige", "knock_out", "shield"];

/** The kind of an entry's effect on the total, as the box names it. */
export function kindOf(entry) {
  if ("multiply" in entry) return "multiply";
  if ("set" in entry) return isTable(entry.set) ? "set any of" : "set";
  if (Array.isArray(entry.add)) return "add one of";
  return typeof entry.add === "number" && entry.add < 0 ? "take off" : "add";
}

/** The amount as text: "pips", "10", "10, −10", "0–99", "target". */
export function amountOf(entry) {
  if ("multiply" in entry) return signed(entry.multiply);
  if ("set" in entry) return isTable(entry.set) ? `${signed(entry.set.from)}–${signed(entry.set.to)}` : signed(entry.set);
  if (Array.isArray(entry.add)) return entry.add.map(signed).join(", ");
  if (entry.add === "pip") return _("pips");
  if (entry.add === undefined) return "";
  return typeof entry.add === "number" && entry.add < 0 ? String(-entry.add) : signed(entry.add);
}

/** The entry with another amount; text that is no number is sent to the box unchanged, which reports it. */
export function withAmount(entry, text) {
  const kind = kindOf(entry);
  const written = text.trim();
  const rest = without(entry, "add", "set", "multiply");
  switch (kind) {
    case "multiply":
      return { multiply: number(written), ...rest };
    case "set":
      return { set: number(written), ...rest };
    case "set any of": {
      const [, from, to] = RANGE.exec(written) ?? [null, written, "target"];
      return { set: { from: number(from), to: number(to) }, ...rest };
    }
    case "add one of":
      return { add: written.split(OR).filter(Boolean).map(number), ...rest };
    case "take off": {
      const amount = number(written);
      return { add: typeof amount === "number" ? -Math.abs(amount) : amount, ...rest };
    }
  }
  return { add: means(written, "pip", "pips", _("pips")) ? "pip" : number(written), ...rest };
}

/** The entry with another effect on the total, keeping its number if possible; else as the kind begins. */
export function withKind(entry, { kind, entry: begin }) {
  const rest = without(entry, "add", "set", "multiply");
  const before = [entry.add, entry.set, entry.multiply].flat().find((value) => typeof value === "number");
  if (before === undefined) return { ...begin, ...rest };
  if (kind === "add") return { add: Math.abs(before), ...rest };
  if (kind === "take off") return { add: -(Math.abs(before) || 10), ...rest };
  return { ...begin, ...rest };
}

/** What an entry does besides the total. */
export const turningOf = (entry) => Object.fromEntries(TURNS.filter((name) => entry[name]).map((name) => [name, entry[name]]));

/** The entry with these further effects only; its words stay. */
export function withTurning(entry, does) {
  return { ...without(entry, ...TURNS), ...does };
}

/** The entry with words said with the total; "" for none. */
export function withCall(entry, call) {
  return call ? { ...entry, call } : without(entry, "call");
}

const isTable = (value) => value !== null && typeof value === "object";

/** Whether a typed text is one of the words, in any letters: English ones are known in every language. */
function means(text, ...words) {
  return words.some((word) => word.toLowerCase() === text.toLowerCase());
}

const signed = (value) => (value === "target" ? _("target") : figures(value));

function number(text) {
  if (means(text, "target", "the target", _("target"))) return "target";
  const plain = text.replace(MINUS, "-");
  return /^-?\d{1,9}$/.test(plain) ? Number(plain) : text.slice(0, 40);
}

function without(entry, ...keys) {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));
}
