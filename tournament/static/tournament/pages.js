// A list on a wall that is longer than the screen is turned, page by page.
//
// The browser sets it in columns (framed.css), as many as it needs: a page is as many of them as fit. A page stays for
// eight seconds at least, and for as long as its lines take to read, a quarter of a second each, where every page comes
// within a minute all the same. A list too long for that is set smaller. Which page it is follows from the time alone:
// what is pushed meanwhile turns nothing, and two screens with the same list show the same page.

const LEAST_MS = 8_000;
const LINE_MS = 250;
const ROUND_MS = 60_000;
const SIZES = 5;

let turned = null;

const pagesOf = (list) => {
  const gap = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  const width = list.clientWidth + gap;
  return { width, pages: Math.max(1, Math.ceil((list.scrollWidth + gap) / width - 0.01)) };
};

const fit = () => {
  const list = document.querySelector("[data-pages]");
  turned = null;
  if (!list) return;
  list.style.transform = "";
  for (let size = 0; size < SIZES; size += 1) {
    list.dataset.size = String(size);
    const { width, pages } = pagesOf(list);
    const read = (list.children.length / pages) * LINE_MS;
    const stays = Math.max(LEAST_MS, Math.min(read, ROUND_MS / pages));
    turned = { list, width, pages, stays };
    if (pages * LEAST_MS <= ROUND_MS) break;
  }
  turn();
};

const turn = () => {
  if (!turned) return;
  const { list, width, pages, stays } = turned;
  const page = Math.floor(Date.now() / stays) % pages;
  list.style.transform = page ? `translateX(${-page * width}px)` : "";
  const label = document.querySelector("[data-page]");
  if (label) label.textContent = pages > 1 ? `${page + 1} / ${pages}` : "";
};

fit();
document.fonts.ready.then(fit);
addEventListener("resize", fit);
for (const event of ["htmx:afterSettle", "htmx:sseMessage"]) document.addEventListener(event, fit);
setInterval(turn, 250);
