// The taps that the screen does not know of yet: in the outbox for the server, and foretold on the felt.

import { foretell, paint, waitForServer } from "./foretold.js";
import { Outbox } from "./outbox.js";
import { byId, parse, root, screen } from "./page.js";
import { keepConfirmed } from "./parts.js";

const { owner, screenUrl } = root.dataset;

export const outbox = new Outbox({
  owner,
  parts: () => screen().dataset.parts,
  token: () => byId("tap").elements.csrfmiddlewaretoken.value,
  renewToken: async () => {
    try {
      const html = await (await fetch(screenUrl, { cache: "no-store" })).text();
      const fresh = parse(html).querySelector("#tap [name=csrfmiddlewaretoken]");
      if (fresh) byId("tap").elements.csrfmiddlewaretoken.value = fresh.value;
    } catch {
      // The tap waits and tries again with what there is.
    }
  },
});

// In order: { version, code, words }; code: see foretold.js. "" is a tap that leaves the hand as it is.
let told = [];
// Versions follow from one another: a tap in the queue sees what the one before it will have made.
let seenVersion = Number(screen().dataset.version);

export const isForetold = () => told.length > 0;
export const seen = () => seenVersion;
// The hand after the queue and these further taps; null if only the server can say.
export const foretold = (...more) => foretell(screen(), [...told, ...more]);

// The server has answered: the screen knows all of them, whatever became of them.
export const forgetForetold = (fresh) => {
  told = [];
  seenVersion = Number(fresh.dataset.version);
  root.removeAttribute("data-waiting");
};

// A tap has gone into the outbox: the next one sees the version that it will make.
export const foretellTap = (tap) => {
  seenVersion += 1;
  told.push(tap);
  draw();
};

// Shows the queue on the felt as far as it can be foretold, and waits for the server where it cannot.
const draw = () => {
  keepConfirmed();
  const ahead = foretold();
  const focused = screen().contains(document.activeElement) ? document.activeElement.id : "";
  const goesOn = ahead ? paint(screen(), ahead, told) : waitForServer(screen(), told);
  root.toggleAttribute("data-waiting", !goesOn);
  if (focused) byId(focused)?.focus({ preventScroll: true });
};

// After a reload the queue is shown again, without what the server has recorded meanwhile.
export const foretellStored = () => {
  if (!outbox.pending || outbox.stopped) return;
  told = outbox.taps.filter(({ version, code }) => version >= seenVersion && code !== "");
  seenVersion += told.length;
  draw();
};
