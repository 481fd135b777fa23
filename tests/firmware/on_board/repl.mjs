// A board started with its REPL: MicroPython on standard input and output, as on its USB line.
//
// usage: node repl.mjs MICROPYTHON FOLDER
//   MICROPYTHON  the folder of the package that holds micropython.mjs
//   FOLDER       the content of the board, read at the beginning and written at the end
//
// It ends at the end of its input, or when it is reset.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { copy } from "./files.mjs";

const [micropython, folder] = process.argv.slice(2).map((given) => path.resolve(given));
const { loadMicroPython } = await import(pathToFileURL(path.join(micropython, "micropython.mjs")));

const mp = await loadMicroPython({ linebuffer: false, stdout: (bytes) => fs.writeSync(1, bytes) });
mp.FS.mkdir("/flash");
copy(mp, folder, "/flash");
mp.FS.chdir("/flash");
mp.registerJsModule("machine", { reset: () => end() });

// The error number of a missing file is 2 on a board, but differs here.
mp.runPython(`
import builtins
import os

def as_on_a_board(function):
    def call(*arguments):
        try:
            return function(*arguments)
        except OSError:
            raise OSError(2)
    return call

os.stat = as_on_a_board(os.stat)
builtins.open = as_on_a_board(open)
`);

function save(from, to) {
  fs.rmSync(to, { recursive: true, force: true });
  fs.mkdirSync(to, { recursive: true });
  for (const name of mp.FS.readdir(from)) {
    if (name === "." || name === "..") continue;
    const source = `${from}/${name}`;
    const target = path.join(to, name);
    if (mp.FS.isDir(mp.FS.stat(source).mode)) save(source, target);
    else fs.writeFileSync(target, mp.FS.readFile(source));
  }
}

function end() {
  save("/flash", folder);
  process.exit(0);
}

// This MicroPython cannot paste. It reports that, as some boards do, and receives its code character by character.
const PASTE = Buffer.from("\x05A\x01");
const NO_PASTE = "R\x00";

mp.replInit();
const chunk = Buffer.alloc(4096);
while (true) {
  const count = fs.readSync(0, chunk);
  if (count === 0) end();
  const given = chunk.subarray(0, count);
  if (given.equals(PASTE)) {
    fs.writeSync(1, NO_PASTE);
    continue;
  }
  for (const byte of given) {
    if (mp.replProcessChar(byte)) {
      fs.writeSync(1, "MPY: soft reboot\r\n");
      mp.replInit();
    }
  }
}
