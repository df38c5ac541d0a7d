// The service worker: keeps all files of a build in a cache of its own, so that the page works without a network.
//
// Not Workbox's precaching, because of open tabs. Workbox keeps one cache of the latest build and removes everything else when that build is
// activated; a tab of the previous build then does not find lazy parts that it has not loaded yet, and the server may not have them either. Here each
// build has its own cache, and earlier ones stay while any page is open that may need them.
//
// A cache contains only files of the build's own list, with the exact bytes that were built (the browser checks their SHA-256).
/// <reference lib="webworker" />

declare const __BUILD__: string;
/** Paths relative to this script, and the integrity of each file. */
declare const __FILES__: [path: string, integrity: string][];
const files = __FILES__;

const worker = self as unknown as ServiceWorkerGlobalScope;
const scope = worker.registration.scope;
/** All pages of an origin share its caches: other copies of the page have other scopes. */
const OWN = `ytterby ${scope} `;
const CACHE = OWN + __BUILD__;
const addressOf = (path: string) => new URL(path, scope).href;
const listed = new Set(files.map(([path]) => addressOf(path)));
const pages = files.map(([path]) => path).filter((path) => path === "" || path.endsWith("/"));

/** Loads a file with the expected bytes, or fails. */
async function load(path: string, integrity: string): Promise<Response> {
  const get = async (cache: RequestCache) => {
    const response = await fetch(addressOf(path), { integrity, cache, redirect: "error" });
    if (!response.ok) throw new Error(`${response.status} ${path}`);
    return response;
  };
  // Names with a hash may come from the HTTP cache, unless that is corrupt; other names are validated.
  return path.startsWith("assets/") ? get("default").catch(() => get("reload")) : get("no-cache");
}

async function fill(cache: Cache, path: string, integrity: string): Promise<void> {
  const response = await load(path, integrity);
  const headers = new Headers(response.headers);
  // The body is decoded already.
  headers.delete("content-encoding");
  headers.delete("content-length");
  await cache.put(addressOf(path), new Response(response.body, { headers }));
}

async function olderCaches(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const waiting = [...files];
  // A few at a time, as the page is loading as well.
  const some = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) await fill(cache, ...file);
  };
  await Promise.all([some(), some(), some(), some()]);
}

/** Deletes the caches of earlier builds, unless a page is open that may need them. */
async function forget(): Promise<void> {
  const open = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some(({ url }) => url.startsWith(scope))) return;
  for (const name of await olderCaches()) await caches.delete(name);
}

/** The page that a navigation leads to, without parts of the URL that only the page itself reads. */
function pageOf(url: URL): string | undefined {
  const path = url.href
    .slice(scope.length)
    .replace(/[?#].*$/, "")
    .replace(/(^|\/)index\.html$/, "$1");
  return pages.includes(path) ? addressOf(path) : undefined;
}

async function answer(request: Request, address: string): Promise<Response> {
  const own = await (await caches.open(CACHE)).match(address);
  if (own) return own;
  for (const name of await olderCaches()) {
    const older = await (await caches.open(name)).match(address);
    if (older) return older;
  }
  return fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));

worker.addEventListener("activate", (event) => event.waitUntil(Promise.all([worker.clients.claim(), forget()])));

worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(scope)) return;
  if (request.mode === "navigate") {
    const page = pageOf(url);
    if (!page) return;
    event.respondWith(answer(request, page));
    event.waitUntil(forget());
  } else if (listed.has(url.href) || url.pathname.includes("/assets/")) {
    event.respondWith(answer(request, url.href));
  }
});
