// Notices to this phone: asks the browser, and gives its answer to the forms of the page. Without this script, and where
// a browser can show no notices, the page is as it was.

const box = document.getElementById("phones");
const part = (name) => box.querySelector(`[data-phone="${name}"]`);
const show = (name) => {
  box.hidden = false;
  for (const each of box.querySelectorAll("[data-phone]")) each.hidden = each.dataset.phone !== name;
};

const CAN = window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const bytes = (text) => {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
};

const hash = async (text) => {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

const subscribed = async () => {
  const registration = await navigator.serviceWorker.getRegistration(box.dataset.scope);
  return registration ? registration.pushManager.getSubscription() : null;
};

const isKnown = async (subscription) =>
  box.dataset.known.split(" ").includes(await hash(subscription.endpoint));

async function look() {
  if (Notification.permission === "denied") return show("blocked");
  const subscription = await subscribed();
  const isOn = subscription !== null && (await isKnown(subscription));
  if (isOn) part("on").elements.endpoint.value = subscription.endpoint;
  return show(isOn ? "on" : "off");
}

const hasKey = (subscription, key) => {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? []);
  return own.length === key.length && own.every((byte, at) => byte === key[at]);
};

async function subscribe() {
  await navigator.serviceWorker.register(box.dataset.worker, { scope: box.dataset.scope });
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytes(box.dataset.key);
  const before = await pushManager.getSubscription();
  if (before && hasKey(before, key)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function switchOn(form) {
  if ((await Notification.requestPermission()) !== "granted") return show("blocked");
  const { endpoint, keys } = (await subscribe()).toJSON();
  for (const [name, value] of Object.entries({ endpoint, ...keys })) {
    if (form.elements[name]) form.elements[name].value = value;
  }
  return form.submit();
}

if (box) {
  if (!CAN) {
    show("cannot");
  } else {
    look().catch(() => show("off"));
    part("off").addEventListener("submit", (event) => {
      event.preventDefault();
      event.submitter.disabled = true;
      switchOn(event.target).catch(() => show("failed"));
    });
  }
}
