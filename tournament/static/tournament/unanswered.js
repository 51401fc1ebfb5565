// A tap without an answer says so: in silence it would be thought done, or be made a second time.
//
// What a part asks by itself is asked again with the next news, and the head of the page tells of a lost connection.

// What base.html lets htmx show: the answer says it itself.
const SHOWN = [401, 409, 422, 503];

const tell = (id, figures = {}) => {
  const message = document.getElementById(id).content.firstElementChild.cloneNode(true);
  const text = message.querySelector(".message__text");
  for (const [name, figure] of Object.entries(figures)) text.textContent = text.textContent.replace(name, figure);
  const place = document.getElementById("messages");
  place.querySelector("[data-unanswered]")?.remove();
  message.dataset.unanswered = "";
  place.append(message);
};

// At the request itself: the form may have left the page, and what htmx says of it is not heard then.
document.addEventListener("htmx:beforeRequest", ({ detail: { xhr, requestConfig, target } }) => {
  const asks = requestConfig.verb === "get";
  if (asks && requestConfig.elt === target) return;
  for (const failure of ["error", "timeout"]) {
    xhr.addEventListener(failure, () => tell(asks ? "no-answer" : "no-answer-to-tap"));
  }
  xhr.addEventListener("load", () => {
    if (xhr.status >= 400 && !SHOWN.includes(xhr.status)) tell("not-done", { "%status%": xhr.status });
  });
});
