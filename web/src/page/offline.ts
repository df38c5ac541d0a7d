// Registers the service worker, and reports new builds. The page keeps its own build until the user chooses to reload.
import { noted } from "../core/failures";

/** With trusted types, the worker's URL must come from a policy. */
function trusted(url: string): string {
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } }).trustedTypes;
  if (!types) return url;
  const policy = types.createPolicy("ytterby-offline", { createScriptURL: () => url }) as {
    createScriptURL(url: string): string;
  };
  return policy.createScriptURL(url);
}

/** A tab may be open for weeks. */
const CHECK_MS = 60 * 60 * 1000;

/** Calls `ready` once for each new build that waits; its argument activates that build and reloads the page. */
export async function keepOffline(ready: (reload: () => void) => void): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // Private windows may reject it; the page works without.
  const registration = await navigator.serviceWorker
    .register(trusted("./sw.js"), { scope: "./" })
    .catch(noted("registering the service worker"));
  if (!registration) return;

  const offer = (worker: ServiceWorker) => {
    // The very first one replaces nothing.
    if (!navigator.serviceWorker.controller) return;
    ready(() => {
      // Another tab may have activated it already.
      if (worker.state !== "installed") return location.reload();
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      worker.postMessage("take over");
    });
  };
  const followed = new WeakSet<ServiceWorker>();
  const follow = () => {
    const worker = registration.installing;
    if (!worker || followed.has(worker)) return;
    followed.add(worker);
    worker.addEventListener("statechange", () => worker.state === "installed" && offer(worker));
  };
  if (registration.waiting) offer(registration.waiting);
  follow();
  registration.addEventListener("updatefound", follow);

  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < CHECK_MS) return;
    checked = Date.now();
    registration.update().catch(noted("looking for a new version"));
  });
}
