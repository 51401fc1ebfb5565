// A recorded hand step by step. The page has every sentence already (#replay-lines); `replay-data` says how the table
// stands after each of them (tables/queries/hands/replay.py). Without this script the page is the hand to read.

const root = document.getElementById("replay");
const { steps, streets } = JSON.parse(document.getElementById("replay-data").textContent);
const faces = document.getElementById("replay-cards").content;
const lines = [...document.querySelectorAll("#replay-lines .street__lines > .street__line")];
const seats = [...root.querySelectorAll(".replay__seat")];
const slider = document.getElementById("replay-at");
const play = document.getElementById("replay-play");
const pace = document.getElementById("replay-pace");
// Grouped as the page groups: it says how it writes a thousand.
const mark = root.dataset.thousand.charAt(1);
const chips = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, mark);
const part = (seat, name) => seat.querySelector(`.replay__${name}`);
// What is said below the table: of all blinds and antes the last.
const MOST_LINES = 3;
let at = 0;
let timer = 0;

const cardsOf = (text) =>
  (text.match(/../g) ?? []).map((code) => faces.querySelector(`[data-card="${code}"]`).firstElementChild.cloneNode(true));

// What is drawn again although it is the same would be read aloud again.
const put = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

const putCards = (element, text) => {
  if (element.dataset.cards === text) return;
  element.dataset.cards = text;
  element.replaceChildren(...cardsOf(text));
};

// The seats lie around the table, the first below the middle to the left, clockwise.
const place = () => {
  seats.forEach((seat, index) => {
    const angle = Math.PI / 2 + (2 * Math.PI * (index + 0.5)) / seats.length;
    seat.style.setProperty("--x", Math.cos(angle).toFixed(3));
    seat.style.setProperty("--y", Math.sin(angle).toFixed(3));
  });
};

const drawBoards = (boards) => {
  const holder = root.querySelector(".replay__boards");
  while (holder.children.length < boards.length) holder.append(document.createElement("p"));
  while (holder.children.length > boards.length) holder.lastElementChild.remove();
  boards.forEach((board, index) => putCards(holder.children[index], board));
};

const drawSeat = (seat, [stack, bet, cards, state, won], isToAct) => {
  put(part(seat, "stack"), chips(stack));
  put(part(seat, "bet"), won ? `+${chips(won)}` : bet ? chips(bet) : "");
  putCards(part(seat, "cards"), cards);
  seat.classList.toggle("is-folded", state === "folded");
  seat.classList.toggle("is-to-act", isToAct);
  seat.classList.toggle("is-winner", won > 0);
};

const show = (step) => {
  at = Math.max(0, Math.min(step, steps.length - 1));
  const [read, pot, pots, boards, actor, held] = steps[at];
  // The newest words, also where a step has none of its own.
  const last = steps.findLastIndex((each, index) => index <= at && each[0] < read);
  const before = last < 0 ? 0 : steps[last][0];
  drawBoards(boards);
  put(root.querySelector(".replay__pot b"), chips(pot));
  put(root.querySelector(".replay__pots"), pots.length > 1 ? pots.map((each) => chips(each)).join(" · ") : "");
  seats.forEach((seat, index) => drawSeat(seat, held[index], Number(seat.dataset.seat) === actor));
  lines.forEach((line, index) => {
    line.classList.toggle("is-now", index >= before && index < read);
  });
  const said = lines.slice(before, read).map((line) => line.querySelector(".wrap").cloneNode(true));
  document.getElementById("replay-said").replaceChildren(...said.slice(-MOST_LINES));
  slider.value = at;
  const street = streets.findLastIndex((first) => first <= at);
  root.querySelectorAll("[data-street]").forEach((button) => {
    button.setAttribute("aria-pressed", Number(button.dataset.street) === street);
  });
  for (const [id, isAway] of [["first", !at], ["back", !at], ["on", isAtEnd()], ["last", isAtEnd()]]) {
    document.getElementById(`replay-${id}`).setAttribute("aria-disabled", isAway);
  }
  if (isAtEnd()) stop();
};

const isAtEnd = () => at === steps.length - 1;

const stop = () => {
  clearInterval(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
};

const go = (step) => {
  stop();
  show(step);
};

const start = () => {
  if (steps.length < 2) return;
  if (isAtEnd()) show(0);
  clearInterval(timer);
  timer = setInterval(() => show(at + 1), Number(pace.value));
  play.setAttribute("aria-pressed", "true");
};

const toggle = () => (timer ? stop() : start());

const ARROWS = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1) };
// These scroll the page elsewhere.
const KEYS = { ...ARROWS, Home: () => go(0), End: () => go(steps.length - 1), " ": toggle };

document.getElementById("replay-first").addEventListener("click", () => go(0));
document.getElementById("replay-back").addEventListener("click", () => go(at - 1));
document.getElementById("replay-on").addEventListener("click", () => go(at + 1));
document.getElementById("replay-last").addEventListener("click", () => go(steps.length - 1));
play.addEventListener("click", toggle);
pace.addEventListener("change", () => timer && start());
slider.addEventListener("input", () => go(Number(slider.value)));
root.querySelectorAll("[data-street]").forEach((button) => {
  button.addEventListener("click", () => go(streets[Number(button.dataset.street)]));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (event.target.closest("input, select, textarea")) return;
  const isHere = root.contains(event.target);
  const isPressed = event.key === " " && event.target.closest("button, a, summary");
  const does = isHere ? KEYS[event.key] : event.target === document.body && ARROWS[event.key];
  if (!does || isPressed) return;
  event.preventDefault();
  does();
});

const share = document.getElementById("share-hand");
if (navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ title: document.title, url: share.dataset.share }).catch(() => {}));
}

slider.max = steps.length - 1;
place();
show(0);
root.hidden = false;
