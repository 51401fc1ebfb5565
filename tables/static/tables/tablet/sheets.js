// Sheets are opened and closed by what names them: [data-sheet], [data-close-sheet].

import { guard } from "./guard.js";
import { byId } from "./page.js";
import { setUpPicker } from "./picker.js";

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-sheet]");
  if (opener) {
    event.preventDefault();
    const dialog = byId(opener.dataset.sheet);
    // What somebody typed and did not bet.
    if (dialog.id === "sheet-bet") byId("keypad").reset();
    if (opener.dataset.pick) setUpPicker(opener.dataset);
    if (opener.dataset.seat) dialog.querySelector(`[name=seat][value="${opener.dataset.seat}"]`).checked = true;
    dialog.showModal();
    guard();
    return;
  }
  const closer = event.target.closest?.("[data-close-sheet]");
  if (closer) {
    event.preventDefault();
    closer.closest("dialog").close();
    guard();
  }
});
