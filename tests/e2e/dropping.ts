// Drops files on the page, as from a source that provides no entries of folders.
import type { Locator, Page } from "@playwright/test";
import { bytesOf } from "../../web/src/core/work";

/** `on`: the element under the pointer. */
export async function drop(
  page: Page,
  files: Record<string, string | Uint8Array>,
  on: Locator = page.locator("ytterby-page"),
): Promise<void> {
  const contents = Object.entries(files).map(([path, content]) => [path, [...bytesOf(content)]] as const);
  const dataTransfer = await page.evaluateHandle((contents) => {
    const data = new DataTransfer();
    for (const [path, bytes] of contents) data.items.add(new File([Uint8Array.from(bytes)], path));
    return data;
  }, contents);
  await on.dispatchEvent("dragover", { dataTransfer });
  await on.dispatchEvent("drop", { dataTransfer });
}
