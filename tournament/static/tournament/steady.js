// A part that is fetched again by itself, or comes by the stream, is not exchanged under a finger, nor while a tap is on
// its way.
//
// Between press and release the tap would be lost with the button. While a form is being sent or a seat looked at, the
// news of its own effect may overtake the answer; the answer then would find what was tapped gone and could not show its
// message. And what was asked for before that answer came may be older than it.
// What was held back is fetched again as soon as the hand is off. A part above everything else pushes it all down when
// it grows: it waits until nobody has tapped or typed for a while.

const STILL_MILLISECONDS = 2500;

let isPressed = false;
let touchedAt = 0;
const onTheWay = new Set();
const heldBack = new Set();
// What the stream has brought meanwhile, by topic: the newest of each says it all.
const unheard = new Map();
// How many taps were answered, now and when each part was asked for.
let answers = 0;
const answersBefore = new WeakMap();

for (const touch of ["pointerdown", "pointerup", "keydown"]) {
  document.addEventListener(touch, () => {
    touchedAt = Date.now();
  });
}
const isTooSoonFor = (part) =>
  part.hasAttribute("data-moves-page") && Date.now() - touchedAt < STILL_MILLISECONDS;

const catchUp = () => {
  if (isPressed || onTheWay.size) return;
  for (const part of heldBack) {
    if (!part.isConnected) continue;
    globalThis.htmx.ajax("GET", part.getAttribute("hx-get"), { source: part, target: part });
  }
  heldBack.clear();
  for (const { type, data, target } of unheard.values()) target.dispatchEvent(new MessageEvent(type, { data }));
};

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const message = event.detail;
  // What is shown now is newer than what was held back before it, or is that itself.
  unheard.delete(message.type);
  if (!isPressed) return;
  event.preventDefault();
  unheard.set(message.type, message);
});

document.addEventListener("pointerdown", () => {
  isPressed = true;
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    // The click comes after the release; give it its target.
    setTimeout(() => {
      isPressed = false;
      catchUp();
    }, 60);
  });
}

const isByItself = ({ requestConfig, target }) => requestConfig?.verb === "get" && requestConfig.elt === target;

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isByItself(event.detail)) answersBefore.set(event.detail.xhr, answers);
  else follow(event.detail.xhr);
});

// To its end at the request itself: what htmx says of it is not heard once another answer has taken its form away.
const follow = (xhr) => {
  onTheWay.add(xhr);
  xhr.addEventListener("loadend", () => {
    onTheWay.delete(xhr);
    answers += 1;
    setTimeout(catchUp, 60);
  });
};

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  const isOlder = answersBefore.get(xhr) !== answers;
  if (isByItself(event.detail) && isTooSoonFor(target)) {
    // It asks again by itself.
    event.detail.shouldSwap = false;
    return;
  }
  if (!isByItself(event.detail) || (!isPressed && !onTheWay.size && !isOlder)) return;
  event.detail.shouldSwap = false;
  heldBack.add(target);
  if (isOlder) setTimeout(catchUp, 60);
});

// Two taps in quick succession: the first answer takes the second tap's form away, and htmx then looks for the place
// of the messages where the form is no more.
document.addEventListener("htmx:oobErrorNoTarget", (event) => {
  const place = document.getElementById("messages");
  if (event.detail.content?.id === "messages" && place) place.append(...event.detail.content.children);
});
