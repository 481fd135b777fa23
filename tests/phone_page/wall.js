// Finds what is outside the rail of the wall's picture, and which of its texts, chips and cards overlap.
() => {
  const pen = document.createElement("canvas").getContext("2d");
  const ink = (text) => {
    const look = getComputedStyle(text);
    pen.font = `${look.fontWeight} 100px ${look.fontFamily}`;
    const { width, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = pen.measureText(text.textContent);
    const unit = parseFloat(look.fontSize) / 100;
    const [x, y] = ["x", "y"].map((name) => Number(text.getAttribute(name)));
    return [x, y - up * unit, x + width * unit + text.textContent.length * (parseFloat(look.letterSpacing) || 0), y + down * unit];
  };
  const bounds = (shape) => {
    const { x, y, width, height } = shape.getBBox();
    return [x, y, x + width, y + height];
  };
  const placed = (shape, [left, top, right, bottom]) => {
    const { a, d, e, f } = shape.getScreenCTM();
    return [left * a + e, top * d + f, right * a + e, bottom * d + f];
  };
  const board = document.querySelector(".wall > svg");
  const things = [
    ...[...board.querySelectorAll("text")].filter((text) => !text.closest(".card")).map((text) => [text.textContent, placed(text, ink(text)), text]),
    ...[...board.querySelectorAll(".card rect, .to-come, .pip, .note, .token, .curve")].map((shape) => [(shape.getAttribute("class") ?? "card").trim(), placed(shape, bounds(shape)), shape]),
  ];
  const inside = placed(board.querySelector(".felt"), bounds(board.querySelector(".felt")));
  const beside = ([, one], [, other]) => one[2] < other[0] + 1 || other[2] < one[0] + 1 || one[3] < other[1] + 1 || other[3] < one[1] + 1;
  const within = ([, one], [, other]) => one[0] >= other[0] && one[1] >= other[1] && one[2] <= other[2] && one[3] <= other[3];
  const isPart = (one, other) => (/token|to-come/.test(other[0]) && within(one, other)) || other[2].contains(one[2]);
  const outside = things.filter((one) => !within(one, ["", inside])).map(([name]) => name);
  const lying = things.flatMap((one, at) => things.slice(at + 1).filter((other) => !beside(one, other) && !isPart(one, other) && !isPart(other, one))
    .map((other) => `${one[0]} on ${other[0]}`));
  return { outside, lying, count: things.length };
}
