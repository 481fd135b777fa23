// The memory that the firmware needs, in objects of 32 bits as on a Pico.
//
// usage: node memory.mjs MICROPYTHON FIRMWARE
//
// This MicroPython collects garbage only between two calls from outside. So main.py is started with the pin for the
// REPL held down, which ends it before its loop, and the loop is made of calls from here. It prints one JSON
// object: `idle`, the bytes allocated by a step without events; `told`, how many cards were read and
// acknowledged; `least` and `most`, the bytes in use after each hundred of them.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { copy } from "./files.mjs";

const [micropython, firmware] = process.argv.slice(2).map((folder) => path.resolve(folder));
const { loadMicroPython } = await import(pathToFileURL(path.join(micropython, "micropython.mjs")));
const here = path.dirname(fileURLToPath(import.meta.url));

const mp = await loadMicroPython({ heapsize: 192 * 1024, linebuffer: true, stdout: () => {} });
copy(mp, firmware, "");
mp.FS.writeFile("/board.py", fs.readFileSync(path.join(here, "board.py")));
mp.registerJsModule("bench", { exchange: () => '{"levels": {"22": 0}}' });
mp.runPython(`
import gc
import board
try:
    board.switch_on()
except SystemExit:
    pass
import main
from node.frames import framed

node = main.the_node()
world = board.world
boot = "00000000"
number = 0

def idle(steps):
    before = gc.mem_alloc()
    for _ in range(steps):
        world.ticks += 1
        node.step(world.ticks)
    return (gc.mem_alloc() - before) / steps

def card():
    global number
    number += 1
    world.ticks += 400
    world.uart_in += b"CARD%04d\\r" % number
    node.step(world.ticks)
    world.line_in += framed("A %s %d" % (boot, number)) + framed("V %s %d +" % (boot, number))
    world.ticks += 5
    node.step(world.ticks)
    world.line_out = bytearray()
    world.uart_out = bytearray()
`);

const used = [];
for (let round = 0; round < 10; round++) {
  for (let count = 0; count < 100; count++) mp.runPython("card()");
  mp.runPython("gc.collect()");
  mp.runPython("used = gc.mem_alloc()");
  used.push(mp.globals.get("used"));
}
mp.runPython("idle = idle(400)"); // between two heartbeats
mp.runPython("told = number");
const [idle, told] = ["idle", "told"].map((name) => mp.globals.get(name));
console.log(JSON.stringify({ idle, told, least: Math.min(...used), most: Math.max(...used) }));
