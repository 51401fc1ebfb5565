// Files of the years before: each is sent by itself, so that a whole folder may be dropped and the page says how far it
// is. Without this the form sends all of them in one go, as many as one request may hold.

const form = document.querySelector("[data-one-by-one]");
const button = form.querySelector("button");
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

// Whether it was taken; what is wrong in a file that was taken stands on the page.
const send = async (file) => {
  try {
    const answer = await fetch(form.action, { method: "POST", body: bodyWith(file) });
    return answer.status === 204;
  } catch {
    // The network is away.
    return false;
  }
};

form.addEventListener("submit", async (event) => {
  const files = [...form.elements.picked.files];
  if (files.length === 0) {
    return;
  }
  event.preventDefault();
  sending.hidden = false;
  button.disabled = true;
  const failed = [];
  for (const [done, file] of files.entries()) {
    show(done, files.length);
    if (!(await send(file))) {
      failed.push(file.name);
    }
  }
  show(files.length, files.length);
  if (failed.length === 0) {
    location.assign(form.dataset.oneByOne);
    return;
  }
  words.textContent = `${words.dataset.failed} ${failed.join(", ")}`;
  button.disabled = false;
});
