// On a phone the tabs are one row that scrolls: the current one comes into its middle, the page stays where it is.

for (const tabs of document.querySelectorAll(".tabs")) {
  const current = tabs.querySelector("[aria-current]");
  if (!current) continue;
  const { left, width } = current.getBoundingClientRect();
  tabs.scrollLeft += left - tabs.getBoundingClientRect().left - (tabs.clientWidth - width) / 2;
}
