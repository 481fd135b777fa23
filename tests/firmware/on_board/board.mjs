// A board without the hardware: MicroPython runs the firmware, and board.py replaces the `machine` module.
//
// usage: node board.mjs MICROPYTHON FIRMWARE
//   MICROPYTHON  the folder of the package that holds micropython.mjs
//   FIRMWARE     the folder that is copied to the board
//
// It reads one JSON object a line and answers with one. The firmware runs until it sleeps. The answer lists its
// actions until then; the next line is its input when it wakes. `{"off": true}` switches the supply off; the next
// line switches it on again, with an empty memory.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { copy } from "./files.mjs";

const [micropython, firmware] = process.argv.slice(2).map((folder) => path.resolve(folder));
const { loadMicroPython } = await import(pathToFileURL(path.join(micropython, "micropython.mjs")));
const here = path.dirname(fileURLToPath(import.meta.url));

// The heap of MicroPython on an RP2040 (ports/rp2/main.c: 192 KiB).
const HEAP = 192 * 1024;

let unread = "";
const chunk = Buffer.alloc(65536);

function nextLine() {
  while (!unread.includes("\n")) {
    const count = fs.readSync(0, chunk);
    if (count === 0) process.exit(0);
    unread += chunk.toString("utf8", 0, count);
  }
  const end = unread.indexOf("\n");
  const line = unread.slice(0, end);
  unread = unread.slice(end + 1);
  return line;
}

function answer(text) {
  fs.writeSync(1, text + "\n");
}

while (true) {
  const first = nextLine();
  let printed = "";
  const mp = await loadMicroPython({ heapsize: HEAP, linebuffer: true, stdout: (line) => (printed += line + "\n") });
  copy(mp, firmware, "");
  mp.FS.writeFile("/board.py", fs.readFileSync(path.join(here, "board.py")));
  let command = first;
  mp.registerJsModule("bench", {
    // The firmware sleeps: write its actions, and read its input for the time when it wakes.
    exchange: (report) => {
      if (report !== "") {
        answer(report);
        command = nextLine();
      }
      return command;
    },
    printed: () => printed,
  });
  let ended = "";
  try {
    mp.runPython("import board\nboard.switch_on()");
  } catch (error) {
    ended = String(error.message);
  }
  answer(JSON.stringify({ ended, printed }));
}
