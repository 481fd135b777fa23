// What browsers of 2019 lack of what the pages use. Chromium 77 and Safari 13 have the rest.

function add(place, name, value) {
  if (!(name in place)) Object.defineProperty(place, name, { value, writable: true, configurable: true });
}

add(Array.prototype, "at", function at(index) {
  return this[index < 0 ? this.length + index : index];
});

add(Element.prototype, "replaceChildren", function replaceChildren(...children) {
  this.textContent = "";
  this.append(...children);
});

// Chromium before 84 and Safari before 14.1 have no gaps in flexible boxes; the style has margins for them.
const column = document.createElement("div");
column.style.cssText = "position: absolute; display: flex; flex-direction: column; row-gap: 1px;";
column.append(document.createElement("i"), document.createElement("i"));
document.body.append(column);
document.documentElement.classList.toggle("no-gap", column.offsetHeight === 0);
column.remove();

// Safari before 13.1: the sizes of elements depend on that of the window.
add(window, "ResizeObserver", class ResizeObserver {
  constructor(resized) {
    this.resized = () => resized();
  }

  observe() {
    window.addEventListener("resize", this.resized);
    requestAnimationFrame(this.resized);
  }

  disconnect() {
    window.removeEventListener("resize", this.resized);
  }
});
