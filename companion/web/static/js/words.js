// Words that every view needs: lists of names, numbers, the player to act. Pure.

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const MINUS = "\u2212";

/** Names as a list in words: "Ann", "Ann and Bo", "Ann, Bo and Cy". */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** "one chip", "two chips", "no chips". */
export function counted(value, one, several = `${one}s`) {
  return `${NUMBERS[value] ?? value} ${value === 1 ? one : several}`;
}

/** A name before a figure: one that ends in a figure gets a colon, "Seat 3: 1". */
export function parted(name) {
  return /\d$/.test(name) ? `${name}:` : name;
}

/** A total in digits, with a typographic minus. */
export function figures(value) {
  return String(value).replace("-", MINUS);
}

export function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "Ann’s", "Chris’s". */
export function whose(name) {
  return `${name}\u2019s`;
}

/** A time since 1970 in ms as a clock shows it: "21:42". */
export function clock(ms) {
  const time = new Date(ms);
  return `${time.getHours()}:${String(time.getMinutes()).padStart(2, "0")}`;
}

/** A duration in words: "1 second", "14 seconds", "3 minutes". */
export function seconds(ms) {
  const whole = Math.max(1, Math.round(ms / 1000));
  if (whole < 100) return `${whole} ${whole === 1 ? "second" : "seconds"}`;
  return whole < 5400 ? `${Math.round(whole / 60)} minutes` : `${Math.round(whole / 3600)} hours`;
}

/** The player to act: "Bo to play", "Cy owes two plays", "Cy deals", or who has won. */
export const whoseMove = ({ now: { move: { before, name, after } } }) => before + name + after;
