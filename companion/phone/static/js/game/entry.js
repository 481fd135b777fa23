// Converts an entry of the card table to the three columns of a row and back. Pure. Only the box validates it.

const MINUS = "\u2212";
const TURNS = ["reverse", "skip", "again", "choose_next", "oblige", "knock_out", "shield"];

/** A card's possible effects on the total: label, and initial value. */
export const KINDS = [
  { kind: "adds", entry: { add: 0 } },
  { kind: "takes off", entry: { add: -10 } },
  { kind: "adds one of", entry: { add: [1, 11] } },
  { kind: "sets", entry: { set: "target" } },
  { kind: "sets any of", entry: { set: { from: 0, to: "target" } } },
  { kind: "times", entry: { multiply: 2 } },
];

/** A card's possible further effects. */
export const TURNINGS = [
  { turning: "nothing else", does: {} },
  { turning: "reverses", does: { reverse: true } },
  { turning: "skips 1", does: { skip: 1 } },
  { turning: "skips 2", does: { skip: 2 } },
  { turning: "plays again", does: { again: true } },
  { turning: "names the next", does: { choose_next: true } },
  { turning: "next owes 2", does: { oblige: 2 } },
  { turning: "next owes 3", does: { oblige: 3 } },
  { turning: "knocks one out", does: { knock_out: true } },
  { turning: "is the shield", does: { shield: true } },
];

/** The name of an entry's effect on the total. */
export function kindOf(entry) {
  if ("multiply" in entry) return "times";
  if ("set" in entry) return isTable(entry.set) ? "sets any of" : "sets";
  if (Array.isArray(entry.add)) return "adds one of";
  return typeof entry.add === "number" && entry.add < 0 ? "takes off" : "adds";
}

/** The amount as text: "pips", "10", "10, −10", "0–99", "target". */
export function amountOf(entry) {
  if ("multiply" in entry) return signed(entry.multiply);
  if ("set" in entry) return isTable(entry.set) ? `${signed(entry.set.from)}–${signed(entry.set.to)}` : signed(entry.set);
  if (Array.isArray(entry.add)) return entry.add.map(signed).join(", ");
  if (entry.add === "pip") return "pips";
  if (entry.add === undefined) return "";
  return typeof entry.add === "number" && entry.add < 0 ? String(-entry.add) : signed(entry.add);
}

/** The entry with another amount; text that is no number is sent to the box unchanged, which reports it. */
export function withAmount(entry, text) {
  const kind = kindOf(entry);
  const written = text.trim();
  const rest = without(entry, "add", "set", "multiply");
  switch (kind) {
    case "times":
      return { multiply: number(written), ...rest };
    case "sets":
      return { set: number(written), ...rest };
    case "sets any of": {
      const [, from, to] = /^([-−]?\d+)\s*(?:–|-|to|,)\s*(.+)$/.exec(written) ?? [null, written, "target"];
      return { set: { from: number(from), to: number(to) }, ...rest };
    }
    case "adds one of":
      return { add: written.split(/\s*(?:,|;|\/|\bor\b)\s*/).filter(Boolean).map(number), ...rest };
    case "takes off": {
      const amount = number(written);
      return { add: typeof amount === "number" ? -Math.abs(amount) : amount, ...rest };
    }
  }
  return { add: /^pips?$/i.test(written) ? "pip" : number(written), ...rest };
}

/** The entry with another effect on the total, keeping its number if possible. */
export function withKind(entry, kind) {
  const rest = without(entry, "add", "set", "multiply");
  const before = [entry.add, entry.set, entry.multiply].flat().find((value) => typeof value === "number");
  const begin = KINDS.find((each) => each.kind === kind).entry;
  if (before === undefined) return { ...begin, ...rest };
  if (kind === "adds") return { add: Math.abs(before), ...rest };
  if (kind === "takes off") return { add: -(Math.abs(before) || 10), ...rest };
  return { ...begin, ...rest };
}

/** The label of an entry's further effects, all in one text. */
export function turningOf(entry) {
  const does = Object.fromEntries(TURNS.filter((name) => entry[name]).map((name) => [name, entry[name]]));
  const known = TURNINGS.find((each) => same(each.does, does));
  if (known) return known.turning;
  return Object.entries(does).map(([name, value]) => TURNINGS.find((each) => same(each.does, { [name]: value }))?.turning
    ?? { skip: `skips ${value}`, oblige: `next owes ${value}` }[name] ?? name).join(", ");
}

/** The entry with that single further effect; its words stay. */
export function withTurning(entry, turning) {
  return { ...without(entry, ...TURNS), ...TURNINGS.find((each) => each.turning === turning).does };
}

/** The entry with words said with the total; "" for none. */
export function withCall(entry, call) {
  return call ? { ...entry, call } : without(entry, "call");
}

const isTable = (value) => value !== null && typeof value === "object";

function signed(value) {
  return String(value).replace("-", MINUS);
}

function number(text) {
  if (/^(the )?target$/i.test(text)) return "target";
  const plain = text.replace(MINUS, "-");
  return /^-?\d{1,9}$/.test(plain) ? Number(plain) : text.slice(0, 40);
}

function without(entry, ...keys) {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !keys.includes(key)));
}

function same(one, other) {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
}
