// The keypad of a sheet: digits, the limits beside them, and an amount out of range said there and then. The
// sheet stays open: nothing was sent.

import { byId } from "./page.js";

const words = () => byId("tablet-words").dataset;

// As the server writes it: 1,234 or 1.234.
export const chips = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, words().thousands.charAt(1));

// A sentence of the page with its figures: say("%amount% too small", { amount: 60 }).
export const say = (sentence, figures) =>
  Object.entries(figures).reduce((text, [name, amount]) => text.replace(`%${name}%`, chips(amount)), sentence);

// What is wrong with an amount, or "". unit: what amounts are multiples of (0: anything); isOpen: odd amounts that
// may be all the same, as they lie there already; mends: an odd amount is made up.
const wrongWith = (amount, { least, most, unit, isOpen, mends }) => {
  if (amount < least) return say(words().tooSmall, { amount, least });
  if (amount > most) return say(words().tooLarge, { amount, most });
  if (unit < 2 || amount % unit === 0 || isOpen(amount) || mends) return "";
  const below = amount - (amount % unit);
  return below
    ? say(words().oddAmount, { amount, below, above: below + unit })
    : say(words().tooSmall, { amount, least: unit });
};

const limitsOf = (form, submitter) => {
  if (form.id === "keypad") {
    const { least, most, allIn, odd, unit } = byId("bet-limits").dataset;
    const isAllIn = (amount) => amount === Number(allIn);
    return { least: Number(least), most: Number(most), unit: Number(unit), isOpen: isAllIn, mends: odd === "made_up" };
  }
  const unit = Number(form.dataset.unit);
  const goesOut = submitter?.value === "a";
  const most = Number(goesOut ? form.dataset.mostOut : form.querySelector("[name=seat]:checked").dataset.most);
  return { least: 1, most, unit, isOpen: (amount) => (most - amount) % unit === 0, mends: false };
};

// Says in the sheet what the server would refuse; whether it was refused.
export const refusesAmount = (form, submitter) => {
  const place = form.querySelector("[data-refusal]");
  if (!place) return false;
  place.textContent = wrongWith(Number(form.elements.amount.value), limitsOf(form, submitter));
  if (!place.textContent) return false;
  form.elements.amount.select();
  return true;
};

const clear = (form) => {
  const place = form?.querySelector("[data-refusal]");
  if (place) place.textContent = "";
};

document.addEventListener("click", (event) => {
  const key = event.target.closest?.("[data-key]");
  if (!key) return;
  const { form } = key;
  const input = form.elements.amount;
  const { key: digit } = key.dataset;
  const kept = form.querySelector("[data-refusal]")?.textContent ? "" : input.value;
  const text = digit === "back" ? input.value.slice(0, -1) : kept + digit;
  input.value = text.replace(/^0+/, "").slice(0, 13);
  clear(form);
});

document.addEventListener("reset", ({ target }) => clear(target));

document.addEventListener("input", (event) => {
  if (event.target.name !== "amount") return;
  event.target.value = event.target.value.replace(/\D/g, "").slice(0, 13);
  clear(event.target.form);
});
