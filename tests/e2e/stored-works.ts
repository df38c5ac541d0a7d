// The page's records in the browser: reading them, storing a work before the page is opened, and views of it.
import { type BrowserContext, expect, type Page } from "@playwright/test";
import type { Stored } from "../../web/src/store/database";
import { storeWork as storeAt } from "../stored-work.mjs";
import { Playground } from "./playground";
import { QUIET } from "./warm-page";

/** Stores a work in place of all others. The page shows it when it is opened. */
export const storeWork = (page: Page, work: Parameters<typeof storeAt>[2]): Promise<void> => storeAt(page, QUIET, work);

/** All works in the page's database, the newest first. */
export function storedRecords(page: Page): Promise<Stored[]> {
  return page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("ytterby")) return [];
    const db = await result(indexedDB.open("ytterby"));
    const tx = db.transaction(["heads", "contents"]);
    const works: Stored[] = [];
    for (const head of await result(tx.objectStore("heads").getAll()))
      works.push({ head, work: await result(tx.objectStore("contents").get(head.id)) });
    db.close();
    return works.sort((a, b) => b.head.when - a.head.when);
  });
}

/** The same, with the files by their paths. */
export const storedWorks = async (page: Page) =>
  (await storedRecords(page)).map(({ head, work }) => ({
    ...work,
    ...head,
    files: Object.fromEntries(work.files.map(({ path, content }) => [path, content])),
  }));

/** Whether a file of the user's own work in the database contains a text. */
const isStored = async (page: Page, text: string): Promise<boolean> =>
  (await storedWorks(page)).some(
    ({ address, files }) => address === "" && Object.values(files).some((content) => String(content).includes(text)),
  );

export const waitUntilStored = (page: Page, text: string): Promise<void> =>
  expect.poll(() => isStored(page, text), { timeout: 20_000 }).toBe(true);

/** Another tab of the same browser. */
export async function openTab(context: BrowserContext, address = "./"): Promise<Playground> {
  const playground = new Playground(await context.newPage());
  await playground.page.goto(address);
  await expect(playground.status).toContainText(/(Rendered|Failed) in/);
  return playground;
}

export async function chooseOpen({ page }: Playground, item: string): Promise<void> {
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
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
