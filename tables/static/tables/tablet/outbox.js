// The taps of one tablet on their way to the server: one after the other, each with a key of its own,
// kept in the browser's storage until the server has said what became of it.
//
//   add ──> [tap 1][tap 2][tap 3]  ──send the first──>  done     take it out, go on with the next
//                  ▲                                    refused  stop: nothing after it is sent, people decide
//                  └──── a second reload, a closed      again    keep it, wait 0.25 to 4 s, send the same again
//                        tab, a dead battery            unpaired keep it, stop until the tablet is paired
//
// A tap is sent with the same key and the same content however often: the server does it once.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
const PATIENCE_MS = 8_000;
export const MOST_TAPS = 200;

const newKey = () => {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Plain http in a room has no randomUUID; getRandomValues is there everywhere.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

const PREFIX = "floorman-outbox-";

// What a former pairing of this tablet left behind. No table takes it any more, but people should know of it.
export const leftBehind = (owner) => {
  const found = [];
  for (let at = 0; at < localStorage.length; at += 1) {
    const place = localStorage.key(at);
    if (!place.startsWith(PREFIX) || place === PREFIX + owner) continue;
    try {
      const { taps } = JSON.parse(localStorage.getItem(place));
      if (taps.length) found.push({ place, taps });
    } catch {
      // Not ours to read.
    }
  }
  return found;
};

export const forget = (place) => localStorage.removeItem(place);

export class Outbox {
  // owner: names the queue (tournament and device). token(): the CSRF token of the page.
  // renewToken(): fetches a new one. parts(): the marks of the screen, which no answer changes while a tap waits: those
  // of its first sending are those of each.
  constructor({ owner, token, renewToken, parts }) {
    this.place = PREFIX + owner;
    this.token = token;
    this.renewToken = renewToken;
    this.parts = parts;
    this.onChange = () => {};
    // What became of a tap: ({ tap, outcome, status, html, isReplay, isLast }).
    this.onAnswer = () => {};
    this.isSending = false;
    this.isWaiting = false;
    this.failures = 0;
    this.waitingSince = 0;
    this.load();
  }

  load() {
    let stored = null;
    try {
      stored = JSON.parse(localStorage.getItem(this.place));
    } catch {
      // Unreadable storage is an empty queue; add() will say whether it can be written.
    }
    this.taps = stored?.taps ?? [];
    this.stopped = stored?.stopped ?? null;
  }

  store() {
    localStorage.setItem(this.place, JSON.stringify({ taps: this.taps, stopped: this.stopped }));
  }

  get pending() {
    return this.taps.length;
  }

  // Accepts a tap or throws: a tap that cannot be kept is refused where the dealer sees it.
  add({ url, fields, words, code, version, epoch }) {
    if (this.taps.length >= MOST_TAPS) throw new Error("full");
    const tap = { key: newKey(), url, fields, words, code, version, epoch, had: this.parts() };
    this.taps.push(tap);
    try {
      this.store();
    } catch (error) {
      this.taps.pop();
      throw error;
    }
    this.onChange();
    this.send();
    return tap;
  }

  // Sends what is waiting, one tap at a time; over all tabs of this browser where it has locks.
  async send() {
    if (this.isSending || this.stopped || !this.taps.length) return;
    this.isSending = true;
    try {
      if (navigator.locks) {
        await navigator.locks.request(this.place, () => this.drain());
      } else {
        await this.drain();
      }
    } finally {
      this.isSending = false;
    }
  }

  async drain() {
    // Another tab may have sent some of them while this one waited for the lock.
    this.load();
    this.onChange();
    while (this.taps.length && !this.stopped) {
      const tap = this.taps[0];
      const answer = await this.post(tap);
      if (answer.outcome === "again") {
        await this.pause();
        continue;
      }
      this.failures = 0;
      this.waitingSince = 0;
      if (answer.outcome === "unpaired") {
        this.stopped = { kind: "unpaired", status: answer.status };
      } else if (answer.outcome === "refused") {
        this.stopped = { kind: "refused", status: answer.status };
      } else {
        this.taps.shift();
      }
      this.store();
      this.onAnswer({ tap, isLast: !this.taps.length, ...answer });
      this.onChange();
    }
  }

  async pause() {
    this.failures += 1;
    this.waitingSince ||= Date.now();
    this.onChange();
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.failures - 1));
    await new Promise((resolve) => {
      this.hurry = resolve;
      setTimeout(resolve, longest * (0.5 + Math.random() / 2));
    });
  }

  // The network is said to be back, or somebody looks at the screen again: no reason to wait on.
  wake() {
    this.hurry?.();
    this.send();
  }

  async post(tap) {
    const body = new URLSearchParams({ key: tap.key, version: tap.version, epoch: tap.epoch });
    for (const [name, value] of tap.fields) body.append(name, value);
    let response;
    let html;
    try {
      response = await fetch(tap.url, {
        method: "POST",
        body,
        headers: { "X-CSRFToken": this.token(), "Floorman-Tap": "1", "Floorman-Parts": tap.had ?? "" },
        redirect: "manual",
        cache: "no-store",
        signal: AbortSignal.timeout?.(PATIENCE_MS),
      });
      html = await response.text();
    } catch {
      return { outcome: "again" };
    }
    const { status } = response;
    if (status === 403) {
      await this.renewToken();
      return { outcome: "again" };
    }
    // Without the marker somebody else answered: a hotel's log-in page, a proxy.
    if (!response.headers.has("Floorman")) return { outcome: "again" };
    if (status === 200) {
      return { outcome: "done", status, html, isReplay: response.headers.has("Idempotent-Replay") };
    }
    if (status === 409 || status === 422) return { outcome: "refused", status, html };
    if (status === 401 || status === 410) return { outcome: "unpaired", status, html };
    return { outcome: "again" };
  }

  // People have seen what was not applied.
  discard() {
    this.taps = [];
    this.stopped = null;
    this.store();
    this.onChange();
  }

  // The tablet was paired again: what it kept may be tried; the server knows which of it is too old.
  resume() {
    if (this.stopped?.kind !== "unpaired") return;
    this.stopped = null;
    this.store();
    this.send();
  }
}
