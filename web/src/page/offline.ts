// Registers the service worker, and tells when another build is ready. The page goes on with its own build until somebody chooses the new one:
// nothing is reloaded under anybody's hands.
import { noted } from "../core/failures";

/** Where trusted types are enforced, the worker's address must be one that the page vouches for. */
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

/** `ready` is told once for each new build that waits; what it is given takes it over and loads the page anew. */
export async function keepOffline(ready: (reload: () => void) => void): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // Private windows may refuse it; the page works without.
  const registration = await navigator.serviceWorker
    .register(trusted("./sw.js"), { scope: "./" })
    .catch(noted("registering the service worker"));
  if (!registration) return;

  const offer = (worker: ServiceWorker) => {
    // The first one of all replaces nothing.
    if (!navigator.serviceWorker.controller) return;
    ready(() => {
      // Another tab may have taken it over already.
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
