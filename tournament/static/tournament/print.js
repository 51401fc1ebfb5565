// The print button of a ticket or slip: without a script the browser's own menu prints the page as well.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
