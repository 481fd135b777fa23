// The files copied to a board.

import fs from "node:fs";
import path from "node:path";

// Copy the Python files below the folder `from` to the folder `to` of a MicroPython, "" for its root.
export function copy(mp, from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = `${to}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== "__pycache__") {
      mp.FS.mkdir(target);
      copy(mp, source, target);
    } else if (/\.m?py$/.test(entry.name)) {
      mp.FS.writeFile(target, fs.readFileSync(source));
    }
  }
}
