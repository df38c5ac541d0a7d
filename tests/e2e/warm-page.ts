// The page that most browser tests share, one per worker: a new context and a new page take longer than most tests. After each test everything that
// the browser stored is deleted; a page in a state that cannot be reset is closed, and the next test gets a new one.
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { listen, watchPolicy } from "./watch";

/** A document of the same origin without scripts, where storage can be cleared. */
export const QUIET = "./licenses.txt";

/** Calls with a lasting effect on a page or its context. */
const LASTING = ["addInitScript", "exposeFunction", "exposeBinding", "newCDPSession"];
const LASTING_CLOCK = ["install", "setFixedTime", "setSystemTime", "pauseAt"];

const EVENTS = [
  "console",
  "dialog",
  "download",
  "filechooser",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "response",
  "worker",
];

/** Calls `called` before each call of some methods. */
function before(object: object, names: string[], called: () => void): void {
  const methods = object as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const method = methods[name]?.bind(object);
    if (!method) continue;
    methods[name] = (...args) => {
      called();
      return method(...args);
    };
  }
}

interface Open {
  context: BrowserContext;
  page: Page;
  wrong: string[];
  /** Whether a test made lasting changes. */
  changed: boolean;
}

export class WarmPage {
  readonly #browser: Browser;
  #open: Open | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Events of the page in this test that must never happen. */
  get wrong(): string[] {
    return [...(this.#open?.wrong ?? [])];
  }

  /** The context with the page, created when it is first needed. */
  async take(origin: string): Promise<BrowserContext> {
    this.#open ??= await this.#new();
    const { context, page, wrong } = this.#open;
    wrong.length = 0;
    listen(page, origin, wrong);
    return context;
  }

  async #new(): Promise<Open> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    const open: Open = { context, page, wrong: [], changed: false };
    await watchPolicy(page, open.wrong);
    const changes = () => {
      open.changed = true;
    };
    before(page, LASTING, changes);
    before(context, LASTING, changes);
    before(page.clock, LASTING_CLOCK, changes);
    return open;
  }

  /** Prepares the page for the next test. */
  async reset(passed: boolean): Promise<void> {
    const { context, page, changed } = this.#open ?? {};
    if (!context || !page) return;
    if (!passed || changed || page.isClosed()) return this.close();
    for (const event of EVENTS) page.removeAllListeners(event);
    for (const other of context.pages()) if (other !== page) await other.close();
    await Promise.all([
      page.unrouteAll({ behavior: "ignoreErrors" }),
      context.unrouteAll({ behavior: "ignoreErrors" }),
      context.clearPermissions(),
      context.setOffline(false),
      page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null }),
      page.setViewportSize({ width: 1400, height: 900 }),
    ]);
    // First the document is closed, as it could still write.
    await page.goto(QUIET);
    await page.evaluate(async () => {
      sessionStorage.clear();
      localStorage.clear();
      for (const name of await caches.keys()) await caches.delete(name);
      for (const { name } of await indexedDB.databases())
        await new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name ?? "");
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error);
        });
    });
    await page.goto("about:blank");
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.context.close();
  }
}
