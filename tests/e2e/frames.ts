// Waiting for what a page draws.
import type { Page } from "@playwright/test";

/** Everything that was set off before is drawn: for tests that nothing moves or appears. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );

/** Completions accept keys. CodeMirror ignores those of the first 75 ms, which were meant for the text. */
export async function completionsTakeKeys(page: Page): Promise<void> {
  const list = await page.locator(".cm-tooltip-autocomplete").elementHandle();
  const since = Date.now();
  await page.waitForFunction(([list, since]) => list?.isConnected !== true || Date.now() - (since as number) > 75, [
    list,
    since,
  ] as const);
}
