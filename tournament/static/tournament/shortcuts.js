// Keys of a page: a button with data-shortcut is pressed by its key, [data-open-dialog] opens its dialog.
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
});

document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isOff()) return;
  const active = document.activeElement;
  if (isTyping(active) || document.querySelector("dialog[open]")) return;
  if (event.key === " " && isPressable(active)) return;
  const key = event.key.toLowerCase();
  for (const button of document.querySelectorAll("[data-shortcut]")) {
    if (button.dataset.shortcut !== key || button.disabled) continue;
    event.preventDefault();
    button.click();
    return;
  }
});
