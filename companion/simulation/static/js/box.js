// The box drawn: ply, rail, black face, lights, slot. Lights are switched by classes, never redrawn.

import { svg } from "/panel/shared/js/shapes.js";
import { octagon } from "./geometry.js";

/** Draws the box afresh for geometry `g`. */
export function drawBox(drawing, g) {
  const { box, face, rail, cut, ply } = g;
  const lower = (down) => octagon(box.x, box.y + down, box.w, box.h, cut);
  const inner = cut - rail * (2 - Math.SQRT2);
  drawing.replaceChildren(
    svg("path", { class: "shadow", d: lower(ply + 10) }),
    svg("path", { class: "ply-dark", d: lower(ply) }),
    svg("path", { class: "ply-light", d: lower(ply - 3) }),
    svg("path", { class: "ply-dark", d: lower(ply - 7) }),
    svg("path", { class: "ply-light", d: lower(ply - 10) }),
    svg("path", { class: "ply-dark", d: lower(ply - 14) }),
    svg("clipPath", { id: "rail-shape" }, svg("path", { d: lower(0) })),
    svg("path", { class: "rail", d: lower(0) }),
    svg("g", { "clip-path": "url(#rail-shape)" }, svg("path", { class: "grain", d: grain(box) })),
    svg("path", { class: "black", d: octagon(face.x, face.y, face.w, face.h, inner) }),
    svg("g", { class: "threads" }),
    ...g.lights.flatMap((light, at) => lens(g, light, at)),
    glass(g),
    way(g, 1, "clockwise"),
    way(g, -1, "counterclockwise"),
    ...slot(g),
    verdict(g, -1, "accepted", "M-6 0L-2 5L7 -5"),
    verdict(g, 1, "refused", "M-5 -5L5 5M5 -5L-5 5"),
  );
}

/** The wood's lines: nearly level, the same every time. */
function grain({ x, y, w, h }) {
  const lines = [];
  for (let at = 12; at < h; at += 33) {
    const tilt = ((at * 7) % 11) - 5;
    lines.push(`M${x} ${y + at}q${w / 4} ${tilt} ${w / 2} 0t${w / 2} ${tilt}`);
  }
  return lines.join("");
}

function lens({ lens: [length, width] }, { x, y, turn }, at) {
  const shape = {
    x: -length / 2, y: -width / 2, width: length, height: width, rx: width / 2,
    transform: `translate(${x} ${y}) rotate(${turn})`,
  };
  return [svg("rect", { class: "halo", "data-halo": at, ...shape }), svg("rect", { class: "lens", "data-light": at, ...shape })];
}

function glass({ middle, face, frame, display }) {
  const [w, h] = [display.w + 2 * frame, display.h + 2 * frame];
  return svg("rect", { class: "frame", x: middle - w / 2, y: face.y + display.y, width: w, height: h, rx: 7 });
}

/** A direction light: an arrow round, seen from above, its head where play leaves. */
function way({ middle, face, ways }, side, name) {
  return svg(
    "g", { class: name, "data-lamp": name, transform: `translate(${middle + side * ways.x} ${face.y + ways.y}) scale(${side * ways.r / 36} ${ways.r / 36})` },
    svg("circle", { class: "well", r: 36 }),
    svg("path", { class: "way", d: "M-12 15A19 19 0 1 1 14 13" }),
    svg("path", { class: "way-head", d: "M4 12L20 20L20 4Z" }),
  );
}

function slot({ middle, face, slot: { w, h, y } }) {
  const [x, top] = [middle - w / 2, face.y + y];
  return [
    svg("rect", { class: "well mouth", x, y: top, width: w, height: h, rx: h / 2 }),
    svg("rect", { class: "mouth-inside", x: x + 10, y: top + h / 2 - 5, width: w - 20, height: 10, rx: 5 }),
    svg("path", { class: "ray", d: `M${x + 18} ${top + h / 2}H${x + w - 18}` }),
  ];
}

function verdict({ middle, face, slot: { y, h }, verdicts }, side, name, sign) {
  const scale = verdicts.r / 18;
  return svg(
    "g", { class: `verdict ${name}`, "data-lamp": name, transform: `translate(${middle + side * verdicts.x} ${face.y + y + h / 2}) scale(${scale})` },
    svg("circle", { class: "halo", r: 22 }),
    svg("circle", { class: "well", r: 17 }),
    svg("path", { class: "sign", d: sign }),
  );
}

/** Shows the twelve lights. */
export function showLights(drawing, lights) {
  lights.seats.forEach((light, at) => {
    for (const part of drawing.querySelectorAll(`[data-light="${at}"], [data-halo="${at}"]`)) {
      part.classList.toggle("act", light === "act");
      part.classList.toggle("in", light === "in");
    }
  });
  for (const lamp of drawing.querySelectorAll("[data-lamp]")) {
    lamp.classList.toggle("lit", lights[lamp.dataset.lamp]);
  }
}
