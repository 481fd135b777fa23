// Runs one module with the modules of the pages, for node.py, and writes what its default export returns.

import { readFileSync } from "node:fs";
import { SourceTextModule } from "node:vm";

const { script, given, words, paths } = JSON.parse(readFileSync(0, "utf-8"));
const WORDS = Object.entries(words).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
const modules = new Map();

function imported(specifier, { identifier }) {
  const { pathname } = new URL(specifier, `file://${identifier}`);
  if (!modules.has(pathname)) modules.set(pathname, new SourceTextModule(source(pathname), { identifier: pathname }));
  return modules.get(pathname);
}

function source(path) {
  if (path.endsWith("/messages.js")) return WORDS.join("\n");
  const [beginning, folder] = Object.entries(paths).find(([each]) => path.startsWith(each));
  return readFileSync(`${folder}/${path.slice(beginning.length)}`, "utf-8");
}

const main = new SourceTextModule(script, { identifier: "/script.js" });
await main.link(imported);
await main.evaluate();
process.stdout.write(JSON.stringify(await main.namespace.default(...given)));
