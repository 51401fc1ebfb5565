// The keyboard of the floor's pages: "/" goes to the search field, Escape empties it, 1 to 9 open the tabs.
// Never while somebody types, and not by a key held down.

// The grid says which cards it has, and gets those that are no longer so (tables/templatetags/grid.py).

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
  const close = document.getElementById("seat-close");
  if (event.key === "Escape" && close) {
    close.click();
  } else if (event.key === "/" && find) {
    event.preventDefault();
    find.focus();
    find.select();
  } else if (/^[1-9]$/.test(event.key)) {
    document.querySelectorAll(".tabs a")[Number(event.key) - 1]?.click();
  }
});

document.addEventListener("htmx:configRequest", (event) => {
  const grid = event.detail.elt;
  if (grid.id !== "grid") return;
  const marks = [grid, ...grid.querySelectorAll("[data-seen]")];
  event.detail.headers["Floorman-Seen"] = marks.map((marked) => marked.dataset.seen).join("");
});

// Which seat or table is looked at is known to the page alone: the maps are the same for everybody. Where the panel
// was closed, the focus is again where it was opened.
const showLookedAt = () => {
  const wanted = document.getElementById("seat")?.dataset.of;
  for (const link of document.querySelectorAll(".tables--maps [aria-current]")) {
    if (link.id === wanted) continue;
    link.removeAttribute("aria-current");
    if (!wanted) link.focus({ preventScroll: true });
  }
  const link = wanted && document.getElementById(wanted);
  if (!link || link.ariaCurrent) return;
  link.setAttribute("aria-current", "true");
  link.scrollIntoView({ block: "nearest" });
};

document.addEventListener("htmx:afterSettle", showLookedAt);
showLookedAt();
