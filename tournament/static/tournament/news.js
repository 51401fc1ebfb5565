// News that comes while a part of the page is being fetched: the part asks once more.
//
// A part that replaces itself hears nothing between its question and the moment its successor is ready, and what htmx
// has put off for it goes with it. Without this a floor call or a pause of the clock that comes in that moment would
// stay unseen until the next news.

// When each topic was heard last, and when each part asked, by its id, on the page's own clock. A part that asks
// because of some news asks after it came.
const heardAt = new Map();
const askedAt = new Map();
const listeners = new Map();
let source;

const topicsOf = (part) =>
  [...(part.getAttribute("hx-trigger") ?? "").matchAll(/\bsse:([^\s,]+)/g)].map(([, topic]) => topic);

const listenFor = (topic) => {
  if (!listeners.has(topic)) listeners.set(topic, (event) => heardAt.set(topic, event.timeStamp));
  // The same listener twice counts once.
  source?.addEventListener(topic, listeners.get(topic));
};

document.addEventListener("htmx:sseOpen", (event) => {
  source = event.detail.source;
  for (const part of document.querySelectorAll("[hx-trigger*='sse:']")) topicsOf(part).forEach(listenFor);
});

document.addEventListener("htmx:beforeSend", ({ detail }) => {
  const replacesItself = detail.target === detail.elt && detail.elt.getAttribute("hx-swap")?.startsWith("outerHTML");
  if (detail.elt.id && replacesItself) askedAt.set(detail.elt.id, performance.now());
});

document.addEventListener("htmx:afterSettle", ({ target: part }) => {
  if (!askedAt.has(part.id)) return;
  const asked = askedAt.get(part.id);
  askedAt.delete(part.id);
  const topics = topicsOf(part);
  topics.forEach(listenFor);
  const missed = topics.find((topic) => heardAt.get(topic) > asked);
  if (missed) htmx.trigger(part, `sse:${missed}`);
});
