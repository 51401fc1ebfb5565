// F makes a page that hangs on a wall fill the screen, and gives it back. The switch of the staff's pages that turns off
// keys of one character in this browser (shortcuts.js) turns it off too.

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "f" || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
  if (localStorage.getItem("floorman-keys") === "off") return;
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});
});
