// The sheet for irregularities is made by the server when it is asked for: what can be ruled changes with
// every tap. The same addresses work as plain links.

const sheet = document.getElementById("sheet-irregular");

// isBusy(): taps are on their way, so the server does not know this screen yet. guard(): no second tap.
export const openIrregularities = ({ isBusy, guard, newest }) => {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[data-irregular]");
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    if (isBusy()) return;
    try {
      const response = await fetch(link.href, { cache: "no-store" });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = page.getElementById("sheet-irregular");
      // Somebody tapped on, or the table has changed: the list would speak of another moment.
      if (!fresh?.hasAttribute("open") || isBusy() || page.getElementById("screen")?.dataset.version !== newest()) return;
      sheet.replaceChildren(...fresh.childNodes);
    } catch {
      return;
    }
    if (!sheet.open) sheet.showModal();
    sheet.scrollTop = 0;
    guard();
  });
};
