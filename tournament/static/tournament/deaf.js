// A control that comes to lie under the finger is deaf for two seconds, and so is one that has just acted.
//
// A list closes up, a page takes the place of another: a second tap on the same spot would act on the next person. The
// spot is where the pointer was last; a hand that has moved on means what it presses next. What is meant to be pressed
// again and again carries [data-again].

const DEAF_MILLISECONDS = 2000;
// Further than a nervous hand trembles.
const SPOT_PIXELS = 24;
// The next page may take its time; the finger is where it was.
const NEXT_PAGE_MILLISECONDS = 10_000;
const KEPT = "floorman-spot";
const CONTROLS = "button, a[href], summary, label, select, input:not([type=hidden])";
// What acts or leads on at a tap; a field that comes under the finger only gets the focus.
const ACTS = "button, a[href], summary, label, input[type=checkbox], input[type=radio]";

let spot = null;
// The control at the spot when it was tapped, or before the last swap; undefined once the hand has moved, for then it
// chose what lies there.
let before;
// The control that was pressed last, by its name: its page may have been exchanged since.
let pressed = "";
const endings = new WeakMap();

const nameOf = (touched) => {
  if (!touched) return "";
  // A label is what it labels.
  const control = touched.control ?? touched;
  if (/\d/.test(control.id)) return control.id;
  return [control.id, control.form?.action ?? control.href, control.name, control.value].join(" ");
};

const controlAt = (at) => at && document.elementFromPoint(at.x, at.y)?.closest(CONTROLS);

const isNear = (event) =>
  spot && Math.hypot(event.clientX - spot.from.x, event.clientY - spot.from.y) <= SPOT_PIXELS;

const hear = (control) => {
  clearTimeout(endings.get(control));
  endings.delete(control);
  control.removeAttribute("aria-disabled");
  delete control.dataset.deaf;
};

// Let a control hear nothing for a while; it says so (aria-disabled), and looks it.
export const deafen = (control, milliseconds = DEAF_MILLISECONDS) => {
  if (!control?.matches(ACTS) || control.closest("[data-again]")) return;
  if (control.getAttribute("aria-disabled") && !endings.has(control)) return;
  clearTimeout(endings.get(control));
  control.setAttribute("aria-disabled", "true");
  control.dataset.deaf = "";
  endings.set(control, setTimeout(hear, milliseconds, control));
};

// Since when `name` lies at the spot: it is deaf if it has come there under the finger.
const compare = (name) => {
  if (before !== undefined && name !== before) spot.deaf = { name, until: Date.now() + DEAF_MILLISECONDS };
};

// What lies at the spot, before it is exchanged. The page may have moved since the tap, without an exchange.
export const look = () => {
  const name = nameOf(controlAt(spot));
  compare(name);
  before = name;
};

// And after it: another control is deaf, and the one that has just `acted`; one that the news has brought again stays so.
export const lookAgain = (acted = false) => {
  const control = controlAt(spot);
  if (!control) return;
  const name = nameOf(control);
  compare(name);
  if (acted) spot.deaf = { name, until: Date.now() + DEAF_MILLISECONDS };
  if (spot.deaf?.name !== name || spot.deaf.until <= Date.now()) return;
  spot.control = control;
  deafen(control, spot.deaf.until - Date.now());
};

const moveOn = (event) => {
  const [x, y] = [event.clientX, event.clientY];
  if (spot?.x === x && spot.y === y) return;
  before = undefined;
  if (isNear(event)) {
    // It trembles: what lies at the very point is meant.
    Object.assign(spot, { x, y });
    return;
  }
  // A hand that has moved means its next tap, even if it comes back.
  if (spot?.control?.dataset.deaf === "") hear(spot.control);
  spot = { x, y, from: { x, y } };
};

document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse") moveOn(event);
});
document.addEventListener(
  "pointerdown",
  (event) => {
    moveOn(event);
    before = nameOf(controlAt(spot));
  },
  { capture: true },
);
// A hand that scrolls chooses too.
const forget = () => {
  before = undefined;
};
// One that types has left the spot: what comes to lie there under nobody's finger is meant when it is tapped.
const leave = () => {
  if (spot?.control?.dataset.deaf === "") hear(spot.control);
  spot = null;
  forget();
};
const TYPED = "textarea, input:not([type=checkbox], [type=radio])";
document.addEventListener("input", ({ target }) => target.matches(TYPED) && leave(), { capture: true });
document.addEventListener("wheel", forget, { capture: true, passive: true });
document.addEventListener("pointercancel", forget, { capture: true });

globalThis.addEventListener(
  "click",
  (event) => {
    if (!event.isTrusted) return;
    const control = event.target.closest?.(CONTROLS);
    if (control?.closest("[data-deaf]")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    pressed = nameOf(control);
  },
  { capture: true },
);

document.addEventListener("htmx:beforeSwap", look);
document.addEventListener("htmx:sseBeforeMessage", look);
// After an answer of htmx, once rows.js has put back what is to stay: `acted` where it said that something was done.
export const lookAfter = (acted) => {
  lookAgain(acted && nameOf(controlAt(spot)) === pressed);
  // By the keyboard there is no spot: the button that was pressed has the focus again.
  if (acted && !spot) deafen(document.activeElement);
};

// A page that takes the place of another: the finger is still where it was.
globalThis.addEventListener("pagehide", () => {
  if (spot) sessionStorage.setItem(KEPT, JSON.stringify({ ...spot, control: undefined, pressed, at: Date.now() }));
});
const last = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
sessionStorage.removeItem(KEPT);
if (last && Date.now() - last.at < NEXT_PAGE_MILLISECONDS) {
  spot = { x: last.x, y: last.y, from: last.from };
  document.addEventListener("DOMContentLoaded", () => {
    before = last.pressed;
    lookAgain(document.querySelector("#messages [data-message=success]") !== null);
    look();
  });
}
