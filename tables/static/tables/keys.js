// The tables by the keyboard, as the list on "?" says (templates/tables/console/console.html), beside the keys of every
// page (shortcuts.js), whose rules hold here too.

const TABLE = "#grid .tcard, #grid .tmap__head";
const SEAT = ".smap__seat";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const isTyping = (element) => element.closest("input, select, textarea, [contenteditable], dialog") !== null;
const isOn = () => localStorage.getItem("floorman-keys") !== "off";

const focusOn = (element) => {
  element?.focus();
  element?.scrollIntoView({ block: "nearest" });
};

// The table that has the focus, one of its seats included.
const tableInFocus = () => document.activeElement?.closest("#grid li[id^=card-]")?.querySelector(TABLE);

const step = (by, isWanted = () => true) => {
  const here = tableInFocus();
  const tables = [...document.querySelectorAll(TABLE)].filter((table) => table === here || isWanted(table));
  const at = here ? tables.indexOf(here) + by : Math.min(by, 0);
  focusOn(tables.at(at % tables.length));
};

const needsFloor = (table) => table.closest(".needs-floor") !== null;

// The nearest one in that direction: tables lie in a grid, seats around a table.
const neighbour = (from, others, [x, y]) => {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x0, y0] = middle(from);
  const far = others.map((other) => {
    const [dx, dy] = middle(other).map((value, axis) => value - [x0, y0][axis]);
    const [along, aside] = x ? [dx * x, Math.abs(dy)] : [dy * y, Math.abs(dx)];
    return [along > 4 ? along + 3 * aside : Infinity, other];
  });
  const [distance, nearest] = far.reduce((best, each) => (each[0] < best[0] ? each : best), [Infinity, null]);
  return distance < Infinity ? nearest : null;
};

const byArrow = (event) => {
  const here = event.target.closest(`${TABLE}, ${SEAT}`);
  if (!here) return;
  const among = here.matches(SEAT) ? here.closest(".smap").querySelectorAll(SEAT) : document.querySelectorAll(TABLE);
  event.preventDefault();
  focusOn(neighbour(here, [...among].filter((each) => each !== here), ARROWS[event.key]));
};

// Hold or release, one key further on: nobody stops a table by a slip of the finger.
const openHold = async () => {
  const number = tableInFocus()?.closest("li").id.slice("card-".length);
  const seat = document.getElementById("seat");
  if (!number || !seat) return;
  await globalThis.htmx.ajax("GET", `?part=seat&table=${number}`, { target: seat, swap: "outerHTML" });
  focusOn(document.querySelector("#hold, #release"));
};

const press = {
  j: () => step(1),
  k: () => step(-1),
  n: () => step(1, needsFloor),
  h: openHold,
};

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const find = document.querySelector("[data-find]");
  if (event.key === "Escape" && event.target === find) {
    find.value = "";
    find.dispatchEvent(new Event("input", { bubbles: true }));
    find.blur();
    return;
  }
  if (isTyping(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    document.getElementById("seat-close")?.click();
  } else if (event.key in ARROWS) {
    byArrow(event);
  } else if (isOn() && event.key.toLowerCase() in press) {
    event.preventDefault();
    press[event.key.toLowerCase()]();
  }
});
