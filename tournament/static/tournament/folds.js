// A fold that somebody has opened stays open when news exchanges the part that it lies in.

const opened = new Set();

document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.matches("details[data-stays-open]")) return;
    if (target.open) opened.add(target.id);
    else opened.delete(target.id);
  },
  { capture: true },
);

document.addEventListener("htmx:load", ({ detail }) => {
  for (const fold of detail.elt.querySelectorAll("details[data-stays-open]")) {
    // It comes closed: what is open by now somebody has opened since.
    if (opened.has(fold.id)) fold.open = true;
  }
});
