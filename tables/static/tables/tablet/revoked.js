// The page of a tablet that the floor has unpaired: what it still keeps, for the floor to read.

import { leftBehind } from "./outbox.js";
import { byId } from "./page.js";

// No pairing is left, so every queue on this tablet is of a former one.
const taps = leftBehind(null).flatMap(({ taps }) => taps);
byId("unapplied-list").replaceChildren(
  ...taps.map(({ words }) => {
    const item = document.createElement("li");
    item.textContent = words;
    return item;
  }),
);
byId("unapplied").hidden = !taps.length;
