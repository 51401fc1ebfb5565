// Cards tapped on a deck more quickly than the network answers: every tap is sent with those before it that have no
// answer yet. The answer's form has them in its fields.

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[name=pick]");
  if (!button || event.defaultPrevented) return;
  const card = document.createElement("input");
  card.type = "hidden";
  card.name = "picked";
  card.value = button.value;
  button.form.append(card);
});

// What was tapped did not arrive, and the deck does not show it: it is tapped again.
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ target }) => {
    for (const card of target.querySelectorAll("[name=picked]")) card.remove();
  });
}
