// Without a network, and from one build to the next. The server is really stopped; builds are copies of web/dist, the second with another text in a
// lazy part.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { rebuild, SAID, SAYS } from "./other-build";
import { expect, isolated, Playground } from "./playground";
import { DIST, type StaticServer, serve } from "./static-server";
import { waitUntilStored } from "./stored-works";

const BASE = "/tools/ytt/";

const test = isolated.extend<{ folder: string }>({
  serviceWorkers: "allow",
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs out of this pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "ytterby-"));
    await use(folder);
    rmSync(folder, { recursive: true });
  },
});

// Each loads, stores and checks everything, some twice.
test.setTimeout(120_000);

/** Opens the page and waits until the service worker has everything. */
async function visit(page: Page, server: StaticServer): Promise<Playground> {
  const playground = new Playground(page);
  await page.goto(server.origin + BASE);
  await expect(playground.status).toContainText(/(Rendered|Failed) in/);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  return playground;
}

test("after one visit everything works without the server", { tag: "@quick" }, async ({ page, context }) => {
  await test.step("the service worker's list contains exactly the built files that later visits need", () => {
    const notOffline = /^(sw\.js|_headers|licenses\.txt|package\.json|embed-module\.d\.ts|assets\/first-.*)$/;
    const list = [...readFileSync(`${DIST}sw.js`, "utf8").matchAll(/\[`([^`]*)`,`sha256-/g)].map(([, path]) => path);
    const built = readdirSync(DIST, { recursive: true })
      .map(String)
      .filter((path) => statSync(join(DIST, path)).isFile() && !notOffline.test(path))
      .map((path) => path.replace(/(^|\/)index\.html$/, "$1"));
    expect(list.sort()).toEqual(built.sort());
  });
  const server = await serve({ folders: { [BASE]: DIST } });
  await visit(page, server);
  const size = await page.evaluate(async () => {
    let bytes = 0;
    let files = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        files++;
        bytes += (await (await cache.match(request))?.arrayBuffer())?.byteLength ?? 0;
      }
    }
    return { files, bytes };
  });
  console.log(`kept for working offline: ${size.files} files, ${size.bytes} bytes`);
  await server.close();
  await expect(fetch(server.origin)).rejects.toThrow();

  await page.reload();
  const playground = new Playground(page);
  await expect(playground.status).toContainText("Rendered in");
  await playground.openFile("app.yml");
  await playground.write("a: #@ 1 + 2\n");
  await expect(playground.output).toContainText("a: 3");
  await page.reload();
  await expect(playground.output).toContainText("a: 3");
  // Lazy parts: the page about the version, an explanation, an example, the page for frames.
  await playground.status.getByRole("button", { name: /^ytt / }).click();
  await expect(page.getByRole("dialog")).toContainText("Known differences");
  await page.keyboard.press("Escape");
  await playground.openFile("app.yml");
  await playground.write("a: #@ nobody\n");
  await page.getByRole("button", { name: /^Explain: nobody/ }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { level: 2 })).not.toBeEmpty();
  const other = await context.newPage();
  await other.goto(`${server.origin + BASE}#example:hello`);
  await expect(other.locator(".output .cm-content")).not.toBeEmpty();
  await other.goto(`${server.origin + BASE}embed/?view=output#example:bakery-violations`);
  await expect(other.locator(".foot")).toContainText("5 violations");
  const loader = await other.evaluate(async () => (await fetch("../embed.js")).text());
  expect(loader).toBe(readFileSync(`${DIST}embed.js`, "utf8"));
});

test("a new build waits, loses neither text nor its history, and does not affect open tabs", { tag: "@long" }, async ({
  page,
  context,
  folder,
}) => {
  cpSync(DIST, folder, { recursive: true });
  const lasting = { "cache-control": "max-age=31536000, immutable" };
  const server = await serve({
    folders: { [BASE]: folder },
    headers: (path) => (path.includes("/assets/") ? lasting : {}),
  });
  const old = await visit(page, server);
  await old.openFile("values.yml");
  await old.write("#@data/values\n---\nreplicas: 3\n");
  await old.openFile("app.yml");
  await old.write("a: #@ nobody\n");
  await expect(old.problems).toHaveCount(1);

  rebuild(folder, SAID, SAYS);
  server.asked.length = 0;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(old.status).toContainText("A new version is available.");
  // The browser's cache has unchanged files.
  expect(server.asked.filter((path) => /\.(wasm|woff2)$/.test(path))).toEqual([]);

  // Nothing reloads by itself, and the history of the text is there.
  await old.writeLine(1, "a: #@ nobody_else");
  await expect(old.problems).toContainText("nobody_else");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(old.editor).toContainText("apiVersion");
  await page.keyboard.press("ControlOrMeta+y");
  await expect(old.editor).toHaveText("a: #@ nobody");
  await waitUntilStored(page, "a: #@ nobody\n");

  // A second tab also has the old build, until the user reloads.
  const second = await context.newPage();
  const next = await visit(second, server);
  await expect(next.problems).toHaveCount(1);
  await next.writeLine(1, "a: #@ nobody_else");
  await expect(next.problems).toContainText("nobody_else");
  // A line, and the button immediately after.
  await second.keyboard.press("ControlOrMeta+End");
  await second.keyboard.insertText("typed: last\n");
  await second.getByRole("button", { name: "Reload" }).evaluate((button: HTMLElement) => button.click());
  await expect(next.status).not.toContainText("A new version is available.");
  await expect(next.editor).toContainText("nobody_else");
  await expect(next.editor).toContainText("typed: last");
  await second.getByRole("button", { name: /^Explain: nobody/ }).click();
  await expect(second.getByRole("dialog")).toContainText(SAYS);

  // Neither the server nor the new build has it.
  await page.getByRole("button", { name: /^Explain: nobody/ }).click();
  await expect(page.getByRole("dialog")).toContainText(SAID);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(old.status).toContainText("Failed in");
  await expect(old.status).not.toContainText("A new version is available.");

  // Once no page is open, the old build is removed.
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(2);
  await second.close();
  await page.goto("about:blank");
  await visit(page, server);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(1);
  await server.close();
});

test("a file with other bytes than the built one is never cached", async ({ page, folder }) => {
  cpSync(DIST, folder, { recursive: true });
  const server = await serve({ folders: { [BASE]: folder } });
  const playground = await visit(page, server);
  rebuild(folder, SAID, SAYS);
  // The loader, embed.js, is the same in every build, and would be taken from the old cache.
  writeFileSync(join(folder, "embed/view-1.js"), "alert('another script')");
  const failed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => {});
    const worker = registration?.installing;
    return worker
      ? new Promise((resolve) => worker.addEventListener("statechange", () => resolve(worker.state)))
      : "none";
  });
  expect(failed).toBe("redundant");
  await expect(playground.status).not.toContainText("A new version");
  expect(await page.evaluate(async () => (await fetch("embed/view-1.js")).text())).toBe(
    readFileSync(`${DIST}embed/view-1.js`, "utf8"),
  );
  await server.close();
});
