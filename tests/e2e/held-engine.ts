// An engine that answers late, as on a slow machine.
import type { Page } from "@playwright/test";
import { STUCK } from "./worker-stubs";

const WORKER = /\/assets\/worker-[\w-]+\.js$/;

/** Delays requests for a file until the returned function is called. */
export async function hold(page: Page, file: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(file, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** No worker of the engine starts until the returned function is called. Before the page is opened. */
export const holdEngine = (page: Page): Promise<() => void> => hold(page, WORKER);

/** The first worker does not answer: the first run goes on until an edit ends it. Before the page is opened. */
export async function withSlowFirstRun(page: Page): Promise<void> {
  let workers = 0;
  await page.route(WORKER, (route) =>
    workers++ === 0 ? route.fulfill({ contentType: "text/javascript", body: STUCK }) : route.continue(),
  );
}
