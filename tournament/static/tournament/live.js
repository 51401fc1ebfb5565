// The state of the connection, said in words, and the server's time for countdowns.
//
// Every stream opens with an `alive` message and repeats it every ten seconds; it carries the server's time.
// Silence is a lost connection, however healthy the socket looks: a page must never be out of date in silence.
//
// Tells the page:  floorman:state  {state: "connecting" | "live" | "lost"}   when it changes
//                  floorman:time   {serverMs, at}                            with each sign of life
//                  reconnect       on <body>, for hx-trigger="... , reconnect from:body", after a gap

const SILENCE_MS = 25_000;
const ERROR_MS = 3_000;

const place = document.getElementById("connection");
const word = document.getElementById("connection-word");
const isLive = document.body.hasAttribute("sse-connect");

let state = "";
let lastSign = 0;
let errorTimer = 0;
let wasLost = false;
let hasEnded = false;

const show = (next) => {
  if (next === state) return;
  state = next;
  document.documentElement.dataset.connection = next;
  if (place && word) {
    place.hidden = false;
    place.dataset.state = next;
    word.textContent = place.dataset[next];
  }
  document.dispatchEvent(new CustomEvent("floorman:state", { detail: { state: next } }));
};

const lose = () => {
  wasLost = true;
  show("lost");
};

const hearSign = (event) => {
  lastSign = Date.now();
  clearTimeout(errorTimer);
  errorTimer = 0;
  document.dispatchEvent(
    new CustomEvent("floorman:time", { detail: { serverMs: Number(event.data), at: performance.now() } }),
  );
  show("live");
  if (wasLost) {
    wasLost = false;
    globalThis.htmx?.trigger(document.body, "reconnect");
  }
};

if (isLive) {
  show("connecting");
  lastSign = Date.now();

  document.addEventListener("htmx:sseOpen", (event) => {
    event.detail.source.addEventListener("alive", hearSign);
  });
  document.addEventListener("htmx:sseError", () => {
    // A phone that changes from one antenna to the next is back at once: that is not worth an alarm.
    if (!errorTimer) errorTimer = setTimeout(lose, ERROR_MS);
  });
  document.addEventListener("htmx:sseClose", (event) => {
    if (event.detail.type !== "message") return;
    hasEnded = true;
    lose();
  });
  window.addEventListener("offline", lose);

  // By the device's clock and not by counting: after the device has slept, the silence is as long as the sleep.
  setInterval(() => {
    if (hasEnded || Date.now() - lastSign > SILENCE_MS) lose();
  }, 1_000);
}

// A page out of the browser's back cache shows a moment long gone.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// A screen that nobody attends starts again when the stream has ended for good.
if (document.body.hasAttribute("data-unattended")) {
  setInterval(() => {
    if (hasEnded) location.reload();
  }, 60_000);
}
