// A tap without an answer says so: in silence it would be thought done, or be made a second time.
//
// What a part asks by itself is asked again with the next news, and the head of the page tells of a lost connection.

// What base.html lets htmx show: the answer says it itself.
const SHOWN = [401, 409, 422, 503];

const words = document.getElementById("unanswered");

const tell = (said) => {
  const message = words.content.firstElementChild.cloneNode(true);
  message.querySelector(".message__text").textContent = said;
  message.dataset.unanswered = "";
  const place = document.getElementById("messages");
  place.querySelector("[data-unanswered]")?.remove();
  place.append(message);
};

// At the request itself: the form may have left the page, and what htmx says of it is not heard then.
document.addEventListener("htmx:beforeRequest", ({ detail: { xhr, requestConfig, target } }) => {
  const looks = requestConfig.verb === "get";
  if (looks && requestConfig.elt === target) return;
  for (const failure of ["error", "timeout"]) {
    xhr.addEventListener(failure, () => tell(looks ? words.dataset.look : words.dataset.tap));
  }
  xhr.addEventListener("load", () => {
    if (xhr.status >= 400 && !SHOWN.includes(xhr.status)) tell(words.dataset.refused.replace("%status%", xhr.status));
  });
});
