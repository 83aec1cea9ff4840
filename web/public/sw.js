// Keeps the shell (the page and its hashed files), so that the client opens also while the server is away, and says so.
// What the server says about tables is never kept.
const SHELL = "handful-shell-2";

self.addEventListener("install", (event) => {
  event.waitUntil(fetch("/").then(keep));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name !== SHELL));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  self.clients.claim();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(hashed(request));
  else if (url.pathname.startsWith("/icon")) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});

/** The page from the network, or the kept one when there is none. */
async function page(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok && new URL(request.url).pathname === "/") await keep(fresh.clone());
    return fresh;
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

/** Keep the page with the files and signs that it names; of an older page nothing is kept. */
async function keep(fresh) {
  const text = await fresh.clone().text();
  const before = await caches.match("/");
  if (before && (await before.text()) === text) return;
  await caches.delete(SHELL);
  const shell = await caches.open(SHELL);
  await shell.put("/", fresh);
  await shell.addAll([...new Set([...text.matchAll(/(?:href|src)="(\/(?:assets\/)?[^"/]+\.(?:js|css|svg))"/g)].map((found) => found[1]))]);
}

/** A file whose name changes with its content never gets old. */
async function hashed(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request).catch(() => Response.error());
  if (fresh.ok) (await caches.open(SHELL)).put(request, fresh.clone());
  return fresh;
}

/** A window that is there goes to the table; else a new one is opened. */
async function goTo(path) {
  const [open] = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!open) return self.clients.openWindow(path);
  await open.focus();
  return open.navigate(path);
}
