// What the console's own page knows of its grid. The grid says which cards it has, and gets those that are no longer so
// (tables/templatetags/grid.py).

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
