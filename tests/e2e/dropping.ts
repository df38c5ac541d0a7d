// Drops files on the page, as from a source that provides no entries of folders.
import type { Page } from "@playwright/test";

export async function drop(page: Page, files: Record<string, string>): Promise<void> {
  const data = await page.evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const [path, content] of Object.entries(files)) data.items.add(new File([content], path));
    return data;
  }, files);
  await page.locator("ytterby-page").dispatchEvent("drop", { dataTransfer: data });
}
