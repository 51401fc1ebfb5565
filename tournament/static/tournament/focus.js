// Where the focus goes: to the first thing to correct in a refused form, never to nowhere after a swap.

// Whether a finger or a mouse has acted last, or a key: only who uses keys has to see where the focus goes (base.css).
const setBy = (way) => () => {
  document.documentElement.dataset.by = way;
};
document.addEventListener("pointerdown", setBy("pointer"), { capture: true, passive: true });
document.addEventListener("keydown", setBy("key"), { capture: true, passive: true });

const focusWanted = (root) => {
  const wanted = root.querySelector?.("[data-autofocus]");
  if (wanted) wanted.focus();
};

// A button that is disabled while its request is on the way has lost the focus before the answer comes.
let pressed = null;

document.addEventListener("htmx:beforeRequest", (event) => {
  const active = document.activeElement;
  if (active !== document.body && event.target.contains?.(active)) pressed = active;
});

// A swap that removes the focused element would drop the focus to the top of the page.
let focusedInside = null;

const remember = (event) => {
  const target = event.detail?.target ?? event.target;
  const isWaiting = document.activeElement === document.body && pressed?.disabled;
  const active = isWaiting ? pressed : document.activeElement;
  if (target?.contains?.(active) && active !== target && active !== document.body) {
    focusedInside = { id: active.id, target, targetId: target.id };
  }
};

const restore = (event) => {
  focusWanted(event.target);
  const lost = focusedInside;
  focusedInside = null;
  if (!lost || document.activeElement !== document.body) return;
  const home =
    (lost.id && document.getElementById(lost.id)) ||
    (lost.target.isConnected ? lost.target : lost.targetId && document.getElementById(lost.targetId)) ||
    document.getElementById("main");
  if (!home) return;
  if (home.tabIndex < 0 && !home.hasAttribute("tabindex")) home.tabIndex = -1;
  home.focus({ preventScroll: true });
};

document.addEventListener("htmx:beforeSwap", remember);
document.addEventListener("htmx:sseBeforeMessage", remember);
document.addEventListener("htmx:afterSettle", restore);
document.addEventListener("htmx:sseMessage", restore);

focusWanted(document);

// Messages: good news goes by itself, the rest waits to be closed. Undo stays long enough to be used.
const SECONDS_SHOWN = 12;

const close = (message) => {
  const held = message.contains(document.activeElement);
  message.remove();
  if (held) document.getElementById("main")?.focus({ preventScroll: true });
};

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-close-message]");
  if (button) close(button.closest("[data-message]"));
});

const letGo = (message) => {
  const isRead = message.matches(":hover") || message.contains(document.activeElement) || message.querySelector("[open]");
  if (isRead) {
    setTimeout(letGo, 1000 * SECONDS_SHOWN, message);
  } else {
    close(message);
  }
};

const messages = document.getElementById("messages");
if (messages) {
  const arrange = () => {
    for (const message of messages.querySelectorAll("[data-message=success]:not([data-timed])")) {
      message.dataset.timed = "";
      setTimeout(letGo, 1000 * SECONDS_SHOWN, message);
    }
  };
  new MutationObserver(arrange).observe(messages, { childList: true });
  arrange();
}
