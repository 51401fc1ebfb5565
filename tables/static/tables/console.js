// The floor's pages: a part is not exchanged under a finger, and the keyboard finds what is needed.
//
// "/" goes to the search field, Escape empties it, 1 to 9 open the tabs. Never while somebody types.

// --- No exchange between press and release: the tap would be lost -------------------------------------------------

let isPressed = false;
const postponed = new Set();

const release = () => {
  isPressed = false;
  for (const element of postponed) {
    if (element.isConnected) globalThis.htmx.trigger(element, "reconnect");
  }
  postponed.clear();
};

document.addEventListener("pointerdown", () => {
  isPressed = true;
});
for (const end of ["pointerup", "pointercancel"]) {
  // The click comes after the release; give it its target.
  document.addEventListener(end, () => setTimeout(release, 60));
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  if (!isPressed || requestConfig?.verb !== "get" || requestConfig.elt !== target) return;
  event.detail.shouldSwap = false;
  postponed.add(target);
});

// --- Keyboard -----------------------------------------------------------------------------------------------------

const isTyping = (element) => element.closest("input, select, textarea, [contenteditable], dialog") !== null;

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const find = document.querySelector("[data-find]");
  if (event.key === "Escape" && event.target === find) {
    find.value = "";
    find.dispatchEvent(new Event("input", { bubbles: true }));
    find.blur();
    return;
  }
  if (isTyping(event.target)) return;
  if (event.key === "/" && find) {
    event.preventDefault();
    find.focus();
    find.select();
  } else if (/^[1-9]$/.test(event.key)) {
    document.querySelectorAll(".tabs a")[Number(event.key) - 1]?.click();
  }
});
