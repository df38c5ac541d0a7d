// Waits until a page is drawn.
import { expect, type Page } from "@playwright/test";

/** Everything that was set off before is drawn: for tests that nothing moves or appears. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );

/** Completions accept keys. CodeMirror ignores those of the first 75 ms, which were meant for the text. */
export async function completionsTakeKeys(page: Page): Promise<void> {
  await expect(async () => {
    const list = page.locator(".cm-tooltip-autocomplete");
    const [element, text] = [await list.elementHandle(), await list.textContent()];
    await page.waitForFunction((since) => Date.now() - since > 75, Date.now());
    // While the user types, another list replaces it.
    expect(await element?.evaluate(({ isConnected, textContent }) => isConnected && textContent)).toBe(text);
  }).toPass();
}
