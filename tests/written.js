// Keeps what is written on the canvases of a page: `written()` gives each text that is there with its box in CSS pixels.
(() => {
  const texts = new Map();
  const pen = CanvasRenderingContext2D.prototype;
  const { clearRect, fillText } = pen;
  pen.clearRect = function (...box) {
    texts.delete(this.canvas);
    return clearRect.apply(this, box);
  };
  pen.fillText = function (text, x, y) {
    const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = this.measureText(text);
    if (text) texts.set(this.canvas, [...(texts.get(this.canvas) ?? []), { text, left: x - left, right: x + right, top: y - up, bottom: y + down }]);
    return fillText.call(this, text, x, y);
  };
  window.written = () => [...texts].filter(([canvas]) => canvas.isConnected)
    .map(([{ clientWidth: width, clientHeight: height }, words]) => ({ width, height, words }));
})();
