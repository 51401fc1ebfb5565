// Light, dark or as the system: switches at once, without leaving the page. The server keeps the choice
// in a cookie, so the next page comes in the right colours; without this script the form does the same.

for (const form of document.querySelectorAll("[data-theme-form]")) {
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button || button.name !== "theme") return;
    event.preventDefault();
    const body = new FormData(form, button);
    fetch(form.action, { method: "POST", body, redirect: "manual" }).then(
      () => show(form, button.value),
      () => form.submit(),
    );
  });
}

function show(form, theme) {
  // A screen that is always dark, such as the wall clock, stays as it is.
  document.documentElement.dataset.theme = theme;
  for (const button of form.querySelectorAll("button[name=theme]")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}
