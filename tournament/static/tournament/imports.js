// Files of the years before: each is sent by itself, so that a whole folder may be dropped and the page says how far it
// is. Without this the form sends all of them in one go, as many as one request may hold.

const form = document.querySelector("[data-one-by-one]");
const sending = form.querySelector("[data-sending]");
const progress = sending.querySelector("progress");
const words = sending.querySelector("[role=status]");

const show = (done, all) => {
  progress.max = all;
  progress.value = done;
  words.textContent = `${done} / ${all} ${words.dataset.sent}`;
};

// What the form says, with one file instead of all.
const bodyWith = (file) => {
  const body = new FormData(form);
  body.delete("picked");
  body.append("picked", file);
  body.append("one_of_many", "1");
  return body;
};

form.addEventListener("submit", async (event) => {
  const files = [...form.elements.picked.files];
  if (files.length < 2) {
    return;
  }
  event.preventDefault();
  sending.hidden = false;
  form.querySelector("button").disabled = true;
  for (const [done, file] of files.entries()) {
    show(done, files.length);
    try {
      await fetch(form.action, { method: "POST", body: bodyWith(file) });
    } catch {
      // The network is away: what was read stays, and the same folder can be sent again.
      break;
    }
  }
  location.assign(location.pathname);
});
