// What the page stores in the browser: reading it, storing a work before the page is opened, and views of it.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { storeWork as storeAt } from "../stored-work.mjs";
import { Playground } from "./playground";

/** A document of the page's origin that runs no script. */
const QUIET = "./licenses.txt";

/** Stores a work in place of all others. The page shows it when it is opened. */
export const storeWork = (page: Page, work: Parameters<typeof storeAt>[2]): Promise<void> => storeAt(page, QUIET, work);

/** Leaves a text in localStorage, where a page that is closed puts what its database does not have yet. */
export async function leaveInLocalStorage(page: Page, text: string): Promise<void> {
  await page.goto(QUIET);
  await page.evaluate((text) => localStorage.setItem("ytterby.last.another-page", text), text);
}

/** A work in the browser's database. */
export interface StoredWork {
  id: string;
  /** Empty for the user's own work. */
  address: string;
  when: number;
  title: string;
  commandLine: string;
  variants: unknown;
  files: Record<string, string | number[]>;
}

/** All works in the page's database, the newest first. */
export function storedWorks(page: Page): Promise<StoredWork[]> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("ytterby")) return [];
    const db = await result(indexedDB.open("ytterby"));
    const tx = db.transaction(["works", "files"]);
    const heads = await result(tx.objectStore("works").getAll());
    const works: StoredWork[] = [];
    for (const { id, address, when, about, files: list } of heads) {
      const files: StoredWork["files"] = {};
      for (const { path, at } of list) {
        const content = await result(tx.objectStore("files").get([id, at]));
        files[path] = content instanceof Uint8Array ? [...content] : content;
      }
      const { title, commandLine, variants } = about;
      works.push({ id, address, when, title, commandLine, variants, files });
    }
    db.close();
    return works.sort((a, b) => b.when - a.when);
  });
}

/** Whether a file of the user's own work in the database contains a text. */
export const isStored = async (page: Page, text: string): Promise<boolean> =>
  (await storedWorks(page)).some(
    ({ address, files }) => address === "" && Object.values(files).some((content) => String(content).includes(text)),
  );

export const waitUntilStored = (page: Page, text: string): Promise<void> =>
  expect.poll(() => isStored(page, text), { timeout: 20_000 }).toBe(true);

/** Another tab of the same browser. */
export async function openTab(context: BrowserContext, address = "./"): Promise<Playground> {
  const playground = new Playground(await context.newPage());
  await playground.page.goto(address);
  await expect(playground.status).toContainText("Rendered in");
  return playground;
}

export async function chooseOpen({ page }: Playground, item: string): Promise<void> {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** The titles in the list of earlier works, the newest first. */
export async function earlierWorks(playground: Playground): Promise<string[]> {
  await chooseOpen(playground, "Recent playgrounds");
  const dialog = playground.page.getByRole("dialog", { name: "Recent playgrounds" });
  await expect(dialog).toBeVisible();
  const names = await dialog.locator("li strong").allTextContents();
  await dialog.getByRole("button", { name: "Close" }).click();
  return names;
}

export async function openEarlier(playground: Playground, at: number): Promise<void> {
  await chooseOpen(playground, "Recent playgrounds");
  await playground.page.locator("dialog.open-earlier li button").nth(at).click();
  await expect(playground.status).toContainText("Opened a recent playground.");
}

/** Whether the browser would ask for confirmation before the page is closed. */
export const asksBeforeClosing = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));

export const notKept = ({ page }: Playground) => page.getByRole("region", { name: "Not saved" });
export const notRead = ({ page }: Playground) => page.getByRole("region", { name: "Unreadable playground" });
