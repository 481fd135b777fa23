() => {
  // Reads the texts on the page; null or [] if the open tab lacks one.
  const words = (found) => found?.textContent.replace(/\s+/g, " ").trim() ?? null;
  const one = (selector, root = document) => words(root.querySelector(selector));
  const all = (selector, read) => Array.from(document.querySelectorAll(selector), read);
  const own = (found) => [...found.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ data }) => data).join("").trim();
  const named = (selector, root = document) =>
    Array.from(root.querySelectorAll(selector), (found) => found.getAttribute("aria-label"));
  const row = document.querySelector(".all-plays .plays > li");
  return {
    total: one(".board .total") ?? one(".strip .total"),
    move: one(".board .move") ?? one(".strip .whose"),
    way: one(".board .way"),
    where: one(".strip .where"),
    seats: all(".chairs > li", (seat) => [
      one("b", seat), named(".chips", seat)[0] ?? one("small", seat),
      seat.getAttribute("aria-current") === "true",
    ]),
    people: all(".people > li, .over-players li", (person) => [
      own(person.querySelector(".name, b")), words([...person.querySelectorAll("b")].pop()),
    ]),
    final: all(".result ol li", (place) => `${one("b", place)} ${one(".after", place)}`).sort(),
    counts: all(".result .counts li", words).sort(),
    over: one(".over-board h2"),
    next: one("#deal"),
    newest: row && [named("[role=img]", row), one(".said b", row), one(".after", row)],
    said: row && one(".said", row),
    rows: document.querySelectorAll(".all-plays .plays > li").length,
    chart: named(".hand step-chart [role=img]")[0] ?? null,
    trick: all(".trick-board .trick > li", (place) => [one(":scope > b", place), one(".unseen", place)]),
    points: all(".trick-points tbody tr", (line) => [one("b", line), [...line.querySelectorAll("td")].map(words)]),
    led: one(".trick-board .led h2"),
    sums: one(".trick-points > .secondary:last-child"),
    refused: one(".place .refused .why"),
    standing: one("header .standing"),
    asked: one("#sheet[open]"),
    told: one(".place"),
  };
}
