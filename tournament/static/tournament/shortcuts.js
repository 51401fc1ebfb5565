// Keys of a page: a button with data-shortcut is pressed by its key, [data-open-dialog] opens its dialog, and
// [data-close-dialog] in it closes it. On every page "/" goes to its search, a digit to a tab, and Ctrl-Z presses the
// undo of what was done last, where it is offered.
//
// No key acts while somebody types, with a modifier, by repeating, or behind an open dialog. Space on a
// focused button or link stays what it is everywhere: a press of that button. Keys of one character can be turned off
// in this browser by the switch [data-keys-on] (WCAG 2.1.4).

const isTyping = (element) =>
  element?.matches?.("input, select, textarea, [contenteditable]") ?? false;

const isPressable = (element) => element?.matches?.("button, a, summary") ?? false;

const SWITCH = "floorman-keys";
const isOff = () => localStorage.getItem(SWITCH) === "off";

const keysOn = document.querySelector("[data-keys-on]");
if (keysOn) {
  keysOn.checked = !isOff();
  keysOn.addEventListener("change", () => localStorage.setItem(SWITCH, keysOn.checked ? "on" : "off"));
}

const openDialog = (button) => {
  const dialog = document.getElementById(button.dataset.openDialog);
  if (dialog && !dialog.open) dialog.showModal();
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-open-dialog]");
  if (button) openDialog(button);
  event.target.closest?.("[data-close-dialog]")?.closest("dialog").close();
});

const undo = () => [...document.querySelectorAll("#messages [data-message=success] form button")].at(-1);

const find = () => document.querySelector("[data-find], main input[type=search]");

// What is pressed or gone to by a key of one character.
const byKey = (key) => {
  for (const button of document.querySelectorAll("[data-shortcut]")) {
    if (button.dataset.shortcut === key && !button.disabled) return button;
  }
  if (key === "/") return find();
  return /^[1-9]$/.test(key) ? document.querySelectorAll(".tabs a")[Number(key) - 1] : null;
};

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.altKey) return;
  const active = document.activeElement;
  if (isTyping(active) || document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const isUndo = key === "z" && (event.ctrlKey || event.metaKey);
  if (!isUndo && (event.ctrlKey || event.metaKey || isOff())) return;
  if (key === " " && isPressable(active)) return;
  const press = isUndo ? undo() : byKey(key);
  if (!press) return;
  event.preventDefault();
  if (press.matches("input")) press.select();
  else press.click();
});
