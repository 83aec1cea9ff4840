// Keeps the shell (the page and its hashed files), so that the client opens at once and without a network.
// What the server says about tables is never kept.
const SHELL = "handful-shell-1";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.add("/")));
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
});

/** The page from the network, or the kept one when there is none. */
async function page(request) {
  try {
    const fresh = await fetch(request);
    if (fresh.ok && new URL(request.url).pathname === "/") (await caches.open(SHELL)).put("/", fresh.clone());
    return fresh;
  } catch {
    return (await caches.match("/")) ?? Response.error();
  }
}

/** A file whose name changes with its content never gets old. */
async function hashed(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) (await caches.open(SHELL)).put(request, fresh.clone());
  return fresh;
}
