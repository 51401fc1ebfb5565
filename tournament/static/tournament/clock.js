// Counts on a page what the server computed: [data-until] down to an instant, [data-since] up from one, [data-after]
// shown from one on,
// [data-wall] the time of day at the tournament. Instants are the server's, in milliseconds since 1970.
//
// Nothing is counted in steps: each tick shows instant minus now, so a tab that slept is right when it wakes.
// Now is the server's now: the page's own time plus an offset, the largest of the last minute's samples, because
// a message can only come late. The browser's time zone and time of day play no part.

const SAMPLES_KEPT = 6;
const SLEEP_MS = 1_500;

const samples = [];
const addSample = (serverMs, at) => {
  samples.push(serverMs - at);
  if (samples.length > SAMPLES_KEPT) samples.shift();
};

// The picture of a broadcast is later than the room, and its page shows the clock of then.
const behindMs = 1000 * Number(document.body.dataset.behind ?? 0);

export const serverNow = () => Math.max(...samples) + performance.now() - behindMs;

// The page itself was the first message: it left the server when its first byte came.
const rendered = Number(document.body.dataset.serverNow);
const navigation = performance.getEntriesByType("navigation")[0];
if (rendered) addSample(rendered, navigation?.responseStart ?? performance.now());

document.addEventListener("floorman:time", (event) => {
  addSample(event.detail.serverMs, event.detail.at);
  isTrusted = true;
  tick();
});

const pad = (number) => String(number).padStart(2, "0");

// The same form as the server's `countdown` filter: 9:59, 1:02:03.
const asCountdown = (seconds) => {
  const whole = Math.max(0, seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${pad(minutes)}:${pad(whole % 60)}` : `${minutes}:${pad(whole % 60)}`;
};

const write = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

let isTrusted = true;
let dueSince = 0;
const isWall = document.body.hasAttribute("data-unattended");

const tick = () => {
  if (!samples.length) return;
  const now = serverNow();
  for (const element of document.querySelectorAll("[data-until]")) {
    const seconds = Math.ceil((Number(element.dataset.until) - now) / 1000);
    write(element, asCountdown(seconds));
  }
  // What is offered once a time is over; a tie is not over yet.
  for (const element of document.querySelectorAll("[data-after]")) {
    element.hidden = now <= Number(element.dataset.after);
  }
  for (const element of document.querySelectorAll("[data-since]")) {
    write(element, asCountdown(Math.floor((now - Number(element.dataset.since)) / 1000)));
  }
  for (const element of document.querySelectorAll("[data-wall]")) {
    const local = new Date(now + Number(element.dataset.wall) * 1000);
    write(element, `${pad(local.getUTCHours())}:${pad(local.getUTCMinutes())}`);
  }
  const board = document.querySelector("[data-board]");
  if (board) showPhase(board, now);
};

// --- The look of the last minutes, the ruler, and what is said aloud ------------------------------------------------

const showPhase = (board, now) => {
  const { length } = board.dataset;
  if (!board.dataset.endsAt) {
    announce(board, null);
    return;
  }
  const left = Math.max(0, Number(board.dataset.endsAt) - now);
  const seconds = Math.ceil(left / 1000);
  const phase = seconds <= 30 ? "alarm" : seconds <= 120 ? "warn" : "calm";
  if (board.dataset.phase !== phase) board.dataset.phase = phase;
  const ruler = board.querySelector("[data-ruler]");
  if (ruler && Number(length) > 0) {
    const share = Math.min(100, Math.max(0, 100 - left / (Number(length) * 10)));
    ruler.setAttribute("width", `${share.toFixed(1)}%`);
  }
  announce(board, seconds);
  // The next level comes pushed. If it does not, ask; and if the answer is the same, ask again later. The wall asks
  // soon; the many phones of a room take their time, each its own.
  if (left > 0 || board.hasAttribute("data-last")) {
    dueSince = 0;
  } else if (!dueSince) {
    dueSince = now;
    const patience = isWall ? 1_500 + Math.random() * 1_500 : 3_000 + Math.random() * 7_000;
    setTimeout(() => dueSince && globalThis.htmx?.trigger(document.body, "clock-due"), patience);
  } else if (now - dueSince > (isWall ? 6_000 : 15_000)) {
    dueSince = 0;
  }
};

const voice = document.getElementById("clock-voice");
const said = new Set();
let periodSaid = null;

const announce = (board, seconds) => {
  if (!voice) return;
  const { period } = board.dataset;
  if (periodSaid === null) {
    periodSaid = period;
    if (seconds !== null) for (const mark of [300, 60]) if (seconds <= mark) said.add(mark);
  } else if (period !== periodSaid) {
    periodSaid = period;
    said.clear();
    write(voice, board.querySelector("[data-say=period]")?.textContent.trim() ?? "");
    return;
  }
  if (seconds === null) return;
  for (const mark of [300, 60]) {
    if (seconds > mark) {
      said.delete(mark);
    } else if (!said.has(mark)) {
      said.add(mark);
      if (seconds > mark - 5) write(voice, board.querySelector(`[data-say="${mark}"]`)?.textContent.trim() ?? "");
    }
  }
};

// --- Sleep: the page's time may have stood still while the room's went on -------------------------------------------

let deviceMs = Date.now();
let pageMs = performance.now();
setInterval(() => {
  const slept = Date.now() - deviceMs - (performance.now() - pageMs);
  deviceMs = Date.now();
  pageMs = performance.now();
  if (Math.abs(slept) > SLEEP_MS) {
    isTrusted = false;
    samples.splice(0, samples.length - 1);
    fetchTime();
  }
  document.documentElement.toggleAttribute("data-unsure", !isTrusted);
  tick();
}, 200);

const fetchTime = async () => {
  const address = document.body.dataset.timeUrl;
  if (!address) return;
  try {
    const answer = await fetch(address, { cache: "no-store" });
    const serverMs = Number(await answer.text());
    if (!answer.ok || !serverMs) return;
    samples.length = 0;
    addSample(serverMs, performance.now());
    isTrusted = true;
  } catch {
    // The stream's next sign of life will tell the time.
  }
};

document.addEventListener("htmx:afterSettle", tick);
document.addEventListener("htmx:sseMessage", tick);
tick();

// --- A screen on the wall: stays awake, and moves a little so that nothing burns in ---------------------------------

if (isWall) {
  const stayAwake = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();

  let step = 0;
  setInterval(() => {
    step = (step + 1) % 8;
    document.documentElement.dataset.shift = String(step);
  }, 180_000);
}
