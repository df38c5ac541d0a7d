// If the browser has no room, or allows no storage at all, the page says so at once, asks before it is closed, and loses nothing.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CDPSession, chromium, type Page } from "@playwright/test";
import { boxOf } from "./box";
import { expect, Playground, fresh as test, watch } from "./playground";
import { asksBeforeClosing, chooseOpen, notKept, openEarlier, waitUntilStored } from "./stored-works";

test.setTimeout(90_000);

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Limits the storage of the page's origin, or makes it very large. */
async function room(page: Page, baseURL: string | undefined, quotaSize = 1e10): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await (await session).send("Storage.overrideQuotaForOrigin", { origin: new URL(baseURL ?? "").origin, quotaSize });
}

async function writeWithoutRoom(playground: Playground, baseURL: string | undefined, text: string): Promise<void> {
  await playground.openPage();
  await room(playground.page, baseURL, 1);
  await playground.write(text);
  // Reported before anything else is opened.
  await expect(notKept(playground)).toBeVisible();
}

test("a full storage is reported as long as it lasts, the page asks before it is closed, and writes again when there is room", {
  tag: "@long",
}, async ({ playground, page, baseURL }) => {
  await room(page, baseURL, 500_000);
  await playground.openPage();
  await playground.write("kept: 1\n");
  await waitUntilStored(page, "kept: 1");
  expect(await asksBeforeClosing(page)).toBe(false);
  // Random numbers, as the database compresses its records.
  const numbers = Array.from({ length: 200_000 }, () => Math.random()).join("\n");
  await page
    .getByLabel("Open files")
    .setInputFiles({ name: "large.bin", mimeType: "", buffer: Buffer.from(numbers.slice(0, 1_900_000)) });
  await page.getByRole("button", { name: "Add to the playground" }).click();
  await expect(notKept(playground).getByRole("alert")).toContainText("storage is full");
  await expect(playground.status).toContainText("Not saved: storage is full");
  expect(await asksBeforeClosing(page)).toBe(true);
  await playground.openFile("app.yml");
  await playground.write("refused: 2\n");
  await expect(playground.output).toContainText("refused: 2");
  await expect(notKept(playground)).toBeVisible();

  // The bar's actions, by keyboard.
  const download = page.waitForEvent("download");
  await notKept(playground).getByRole("button", { name: "Save as file" }).focus();
  await page.keyboard.press("Enter");
  expect(readFileSync(await (await download).path(), "utf8")).toContain("refused: 2");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(playground.status).toContainText("Copied the link.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("#y1:");

  await room(page, baseURL);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(notKept(playground)).toHaveCount(0);
  await expect(playground.status).toContainText("Saved in this browser");
  expect(await asksBeforeClosing(page)).toBe(false);
  await waitUntilStored(page, "refused: 2");
});

test("a full storage is reported although a request of the aborted transaction gets no event", {
  tag: "@long",
}, async ({ playground, page, baseURL }) => {
  // Chromium does this sometimes; here always.
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given);
      for (const type of ["success", "error"])
        request.addEventListener(type, (event) => event.stopImmediatePropagation());
      return request;
    };
  });
  await writeWithoutRoom(playground, baseURL, "written: later\n");
  await expect(notKept(playground).getByRole("alert")).toContainText("storage is full");
  await room(page, baseURL);
  await expect(notKept(playground)).toHaveCount(0);
  await waitUntilStored(page, "written: later");
});

test("the bar about storage fits narrow screens; the browser asks before the page is closed, and staying loses nothing", async ({
  playground,
  page,
  baseURL,
}) => {
  await writeWithoutRoom(playground, baseURL, "stays: true\n");
  for (const width of [1400, 360]) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: `${width} wide` })
      .toBeLessThanOrEqual(width);
    for (const button of await notKept(playground).getByRole("button").all()) {
      const { x, width: wide } = await boxOf(button);
      expect(x + wide).toBeLessThanOrEqual(width);
    }
  }
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => setTimeout(() => location.assign("about:blank")));
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(playground.editor).toContainText("stays: true");
});

test("with a full storage, no work replaces one that is not stored", { tag: "@long" }, async ({
  playground,
  page,
  baseURL,
}) => {
  await writeWithoutRoom(playground, baseURL, "mine: 1\n");
  await page.evaluate(() => {
    location.hash = "#example:orchard-functions";
  });
  await expect(page.getByRole("region", { name: "Open playground" })).toContainText("Example:");
  await expect(notKept(playground)).toBeVisible();
  await page.getByRole("button", { name: "Back to my playground" }).click();
  await expect(playground.editor).toContainText("mine: 1");
  await chooseOpen(playground, "Blank");
  await expect(playground.editor).not.toContainText("mine: 1");
  await playground.write("mine: 2\n");
  expect(await asksBeforeClosing(page)).toBe(true);
  await openEarlier(playground, 0);
  await expect(playground.editor).toContainText("mine: 1");
  await openEarlier(playground, 0);
  await expect(playground.editor).toContainText("mine: 2");
  await room(page, baseURL);
  await waitUntilStored(page, "mine: 1");
  await waitUntilStored(page, "mine: 2");
});

test("without storage, the page works, reports that, and asks before it is closed", {
  tag: "@long",
}, async ({ baseURL }) => {
  const folder = mkdtempSync(join(tmpdir(), "ytterby-blocked-"));
  mkdirSync(join(folder, "Default"));
  // A setting of Chromium: no site may store anything.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(folder, "Default/Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: EXECUTABLE,
    args: ARGS,
    viewport: { width: 1400, height: 900 },
  });
  const page = await context.newPage();
  const wrong = await watch(page, new URL(baseURL ?? "").origin);
  await page.goto(baseURL ?? "");
  const playground = new Playground(page);
  await expect(playground.status).toContainText("Rendered in");
  const stored = await page.evaluate(() => {
    try {
      return localStorage.length;
    } catch (error) {
      return (error as Error).name;
    }
  });
  expect(stored).toBe("SecurityError");
  await expect(playground.status).toContainText("Not saved: the browser blocks storage");
  await playground.openFile("app.yml");
  await playground.write("a: #@ 1 + 1\n");
  await expect(playground.output).toContainText("a: 2");
  await expect(notKept(playground).getByRole("alert")).toContainText("blocks storage for this page");
  expect(await asksBeforeClosing(page)).toBe(true);
  await playground.openExample("An orchard of functions");
  await page.getByRole("button", { name: "Back to my playground" }).click();
  await expect(playground.editor).toContainText("a: #@ 1 + 1");
  expect(wrong).toEqual([]);
  await context.close();
  rmSync(folder, { recursive: true, maxRetries: 5 });
});

test("a later version can upgrade the database while a page is open, which then says that it saves nothing", {
  tag: "@long",
}, async ({ playground, page, context }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await waitUntilStored(page, "mine: true");
  const later = await context.newPage();
  await later.goto("./embed/");
  await later.evaluate(async () => {
    const request = indexedDB.open("ytterby", 7);
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve;
      request.onblocked = () => reject(new Error("the open page holds it"));
    });
    request.result.close();
  });
  await playground.write("mine: still\n");
  await expect(notKept(playground)).toBeVisible();
  expect(await asksBeforeClosing(page)).toBe(true);
});
