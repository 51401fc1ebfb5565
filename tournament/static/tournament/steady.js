// A part that is fetched anew by itself is not exchanged under a finger, nor while a tap is on its way.
//
// Between press and release the tap would be lost with the button. While a form is being sent, the news of its own
// effect may overtake its answer; the answer then would find its form gone and could not show its message.
// What was held back is fetched again as soon as the hand is off.

let isPressed = false;
const onTheWay = new Set();
const heldBack = new Set();

const catchUp = () => {
  if (isPressed || onTheWay.size) return;
  for (const part of heldBack) {
    if (!part.isConnected) continue;
    globalThis.htmx.ajax("GET", part.getAttribute("hx-get"), { source: part, target: part, swap: "outerHTML" });
  }
  heldBack.clear();
};

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

document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.requestConfig.verb !== "get") onTheWay.add(event.detail.xhr);
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (onTheWay.delete(event.detail.xhr)) setTimeout(catchUp, 60);
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, requestConfig } = event.detail;
  const isByItself = requestConfig?.verb === "get" && requestConfig.elt === target;
  if (!isByItself || (!isPressed && !onTheWay.size)) return;
  event.detail.shouldSwap = false;
  heldBack.add(target);
});

// Two taps in quick succession: the first answer takes the second tap's form away, and htmx then looks for the place
// of the messages where the form is no more.
document.addEventListener("htmx:oobErrorNoTarget", (event) => {
  const place = document.getElementById("messages");
  if (event.detail.content?.id === "messages" && place) place.append(...event.detail.content.children);
});
