// Shows notices on a player's phone, also while no page is open. It keeps no page and answers no request.

const PICTURE = "/static/tournament/icons/192.png";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.page));
});

// A notice that comes a second time, since its sender was stopped on the way, makes no second sound.
async function show({ id, tag, title, text, page }) {
  const [before] = await self.registration.getNotifications({ tag });
  const renotify = before?.data?.id !== id;
  await self.registration.showNotification(title, { body: text, tag, renotify, icon: PICTURE, data: { id, page } });
}

async function open(page) {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((each) => new URL(each.url).pathname === page);
  if (!there) return void (await self.clients.openWindow(page));
  // A page on a phone that slept shows what was: it is read again.
  const fresh = await there.navigate(page).catch(() => there);
  await (fresh ?? there).focus();
}
