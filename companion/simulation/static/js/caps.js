// The six caps: down while a finger, the mouse or a key holds them down.

import { svg } from "/panel/shared/js/shapes.js";

export class Caps {
  #caps = new Map();
  #holders = new Map();
  #press;

  /** `press(name, down)` is told once when a cap goes down and once when it comes up. */
  constructor(group, press) {
    this.#press = press;
    for (const cap of group.querySelectorAll("[data-key]")) {
      const name = cap.dataset.key;
      this.#caps.set(name, cap);
      this.#holders.set(name, new Set());
      cap.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        cap.setPointerCapture(event.pointerId);
        this.hold(name, event.pointerId);
      });
      for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
        cap.addEventListener(end, (event) => this.release(name, event.pointerId));
      }
      cap.addEventListener("contextmenu", (event) => event.preventDefault());
      // A screen reader clicks without a pointer and without a key.
      cap.addEventListener("click", (event) => {
        if (event.detail === 0 && event.pointerType !== "mouse") this.tap(name);
      });
    }
    for (const name of ["LEFT", "RIGHT"]) this.#caps.get(name).append(arrow(name));
    window.addEventListener("blur", () => this.releaseAll());
  }

  hold(name, holder) {
    const holders = this.#holders.get(name);
    const first = holders.size === 0;
    holders.add(holder);
    if (!first) return;
    this.#caps.get(name).classList.add("down");
    this.#press(name, true);
  }

  release(name, holder) {
    const holders = this.#holders.get(name);
    if (!holders.delete(holder) || holders.size) return;
    this.#caps.get(name).classList.remove("down");
    this.#press(name, false);
  }

  tap(name) {
    this.hold(name, "tap");
    this.release(name, "tap");
  }

  releaseAll() {
    for (const [name, holders] of this.#holders) for (const holder of [...holders]) this.release(name, holder);
  }
}

function arrow(name) {
  const d = name === "LEFT" ? "M18 3V21L4 12Z" : "M6 3V21L20 12Z";
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d }));
}
