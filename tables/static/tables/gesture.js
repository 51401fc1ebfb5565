// "What counts?": a tapped chip lies on its pile at once, so that the form says all that was told whenever it is sent.
// A thumb is quicker than the network: every tap asks of the whole, and the newest answer is the one that is shown.

document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".gesture__chips button");
  if (!button || event.defaultPrevented) return;
  event.preventDefault();
  const { elements } = button.form;
  const pile = elements[elements.pile.value];
  const chips = pile.value ? pile.value.split("-") : [];
  if (button.name === "add") chips.push(button.value);
  else chips.pop();
  pile.value = chips.join("-");
  pile.dispatchEvent(new Event("change", { bubbles: true }));
});
