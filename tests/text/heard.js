// Reads pairs of tables as JSON, and writes what a screen reader hears between them: one JSON text a pair.
import { readFileSync } from "node:fs";
import { happened, heardAgain, noWord } from "./speech.js";

for (const [before, after] of JSON.parse(readFileSync(0, "utf8"))) {
  const told = { ...happened(before, after), again: heardAgain(after), known: noWord(after) };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}
