// The guard: a second tap of a nervous finger must not hit what the first one brought.

import { root } from "./page.js";

const GUARD_MS = 300;

let guardedUntil = 0;
export const guard = () => {
  guardedUntil = performance.now() + GUARD_MS;
};
const isGuarded = () => performance.now() < guardedUntil;

document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest?.("button, a, label, summary") || !root.parentElement.contains(event.target)) return;
    const isOff = event.target.closest("[aria-disabled=true]");
    if (isOff || (event.isTrusted && event.detail > 0 && isGuarded())) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  { capture: true },
);
