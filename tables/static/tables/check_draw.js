// Makes a draw again from its file (TD-DRAW/1), without the network and without anything of the server's.
// It was written apart from tournament/draws/check_draw.py, which says what the protocol is: the two must agree.
// A page that came by plain http has no crypto.subtle, so SHA-256 is here.
(() => {
  const PROTOCOL = "TD-DRAW/1";
  const bytes = (text) => new TextEncoder().encode(text);
  const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  const join = (...parts) => Uint8Array.from(parts.flatMap((part) => Array.from(part)));

  // --- SHA-256 (FIPS 180-4). Its constants are the first bits of the roots of the first primes.
  const PRIMES = [];
  for (let number = 2; PRIMES.length < 64; number += 1) {
    if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
  }
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
  const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function sha256(message) {
    const padded = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
    padded.set(message);
    padded[message.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
    view.setUint32(padded.length - 4, message.length << 3);
    const state = Int32Array.from(START);
    const words = new Int32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
      for (let i = 16; i < 64; i += 1) {
        const [far, near] = [words[i - 15], words[i - 2]];
        const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
        const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
        words[i] = words[i - 16] + low + words[i - 7] + high;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i += 1) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => digest.setInt32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(join(block.map((byte) => byte ^ 0x36), message));
    return sha256(join(block.map((byte) => byte ^ 0x5c), inner));
  }

  // --- The numbers of a draw: HMAC_DRBG, and what is below n without favour.
  function* numbersFrom(entropy, nonce, personalisation) {
    let [key, value] = [new Uint8Array(32), new Uint8Array(32).fill(1)];
    const update = (provided) => {
      for (const step of provided.length ? [0, 1] : [0]) {
        key = hmac(key, join(value, [step], provided));
        value = hmac(key, value);
      }
    };
    update(join(entropy, nonce, personalisation));
    for (;;) {
      value = hmac(key, value);
      const taken = value.slice(0, 8);
      update(new Uint8Array(0));
      yield taken.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
    }
  }

  function below(numbers, stop) {
    const n = BigInt(stop);
    const limit = 2n ** 64n - (2n ** 64n % n);
    for (;;) {
      const number = numbers.next().value;
      if (number < limit) return number % n;
    }
  }

  function again(step, numbers) {
    const items = [...step.of];
    if (step.do === "pick") return items[Number(below(numbers, items.length))];
    for (let last = items.length - 1; last > 0; last -= 1) {
      const chosen = Number(below(numbers, last + 1));
      [items[last], items[chosen]] = [items[chosen], items[last]];
    }
    return step.onto ? items.slice(0, step.onto.length) : items;
  }

  const fingerprint = (listed) => hex(sha256(bytes(listed.map((line) => `${line}\n`).join(""))));

  function numbersOf(draw) {
    const bound = `${PROTOCOL}\n${draw.draw}\n${draw.kind}\n${fingerprint(draw.list)}\n`;
    return numbersFrom(unhex(draw.seed), sha256(bytes(draw.public)), bytes(bound));
  }

  // A round of the beacon drand quicknet: the one that was announced for this list, and not out yet then.
  const GENESIS = 1692803367;
  const PERIOD_SECONDS = 3;
  function beaconHolds(draw) {
    if (!draw.beacon) return false;
    const { round, announced_at: announced, list_sha256: listed } = draw.beacon;
    const out = GENESIS + (round - 1) * PERIOD_SECONDS;
    const isIt = draw.public.startsWith(`beacon quicknet ${round} `) && listed === draw.list_sha256;
    return isIt && Date.parse(announced) / 1000 < out;
  }

  // What does not hold: "" where all of it does, else protocol, anchor, list, beacon, unlisted or step, with its number.
  function whatIsWrong(draw) {
    if (draw.protocol !== PROTOCOL) return { wrong: "protocol" };
    let link = unhex(draw.seed);
    for (let place = 0; place < draw.place; place += 1) link = sha256(join(bytes(`${PROTOCOL} chain\n`), link));
    if (hex(link) !== draw.anchor) return { wrong: "anchor" };
    if (fingerprint(draw.list) !== draw.list_sha256) return { wrong: "list" };
    if ((draw.beacon || draw.public.startsWith("beacon ")) && !beaconHolds(draw)) return { wrong: "beacon" };
    const known = new Set(draw.list);
    const numbers = numbersOf(draw);
    for (const [at, step] of draw.steps.entries()) {
      if (![...step.of, ...(step.onto ?? [])].every((line) => known.has(line))) return { wrong: "unlisted", step: at + 1 };
      if (JSON.stringify(again(step, numbers)) !== JSON.stringify(step.gives)) return { wrong: "step", step: at + 1 };
    }
    return { wrong: "" };
  }

  globalThis.checkDraw = { sha256, hmac, hex, unhex, bytes, numbersFrom, numbersOf, below, whatIsWrong };

  // --- The page: [data-check-draw] has the outcomes, each hidden until it is the one.
  function tell(root, text) {
    let found = { wrong: "unreadable" };
    let draw = null;
    try {
      draw = JSON.parse(text);
      found = whatIsWrong(draw);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    }
    for (const each of root.querySelectorAll("[data-outcome]")) {
      each.hidden = each.dataset.outcome !== (found.wrong || "same");
      for (const place of each.querySelectorAll("[data-step]")) place.textContent = found.step ?? "";
      for (const place of each.querySelectorAll("[data-draw]")) place.textContent = draw?.draw ?? "";
    }
  }

  for (const root of document.querySelectorAll("[data-check-draw]")) {
    const file = document.getElementById("draw-file");
    root.querySelector("button")?.addEventListener("click", () => tell(root, file.textContent));
    root.querySelector("input[type=file]")?.addEventListener("change", async (event) => {
      const [chosen] = event.target.files;
      if (chosen) tell(root, await chosen.text());
    });
  }
})();
