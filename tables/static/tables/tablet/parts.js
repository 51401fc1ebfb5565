// The screen's parts as the server last drew them, while the felt shows what is foretold.

import { byId, screen } from "./page.js";

const FORETOLD = "[id^=plate-], #board, #pots, #feed-last, #undo, #prompt, #slots, [id^=bet-], #keypad-done";

// Copies by their ids, and the cards that lay open; null while what is confirmed stands on the screen itself.
let confirmed = null;

export const keepConfirmed = () => {
  confirmed ??= {
    used: screen().dataset.used,
    parts: new Map([...screen().querySelectorAll(FORETOLD)].map((part) => [part.id, part.cloneNode(true)])),
  };
  return confirmed;
};

// What was foretold goes again: the answer says only what differs from what the server had drawn.
export const takeBack = () => {
  if (!confirmed) return;
  for (const [id, part] of confirmed.parts) byId(id).replaceWith(part);
  screen().dataset.used = confirmed.used;
  confirmed = null;
};

export const isWhole = (answer) => !answer.hasAttribute("data-changes");

// html: a whole screen, or its changes: `answer`. What the screen says of itself comes with both.
export const swapIn = (html, answer) => {
  const now = { swapDelay: 0, settleDelay: 0 };
  if (isWhole(answer)) {
    globalThis.htmx.swap("#screen", html, { ...now, swapStyle: "outerHTML" });
    return;
  }
  const selectOOB = [...answer.children].map(({ id }) => `#${id}`).join(",");
  globalThis.htmx.swap("#screen", html, { ...now, swapStyle: "none" }, { selectOOB });
  const here = screen();
  for (const { name } of [...here.attributes]) here.removeAttribute(name);
  for (const { name, value } of answer.attributes) if (name !== "data-changes") here.setAttribute(name, value);
};

// A part of an answer, or the one that stands here where it has not changed.
export const newest = (answer, id) => answer.querySelector(`#${id}`) ?? byId(id);
