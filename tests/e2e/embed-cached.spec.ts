// A loader or a view that a browser has cached works with a newer deployment, in which all other scripts have other names.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FrameLocator, Locator, Page } from "@playwright/test";
import { FIRING, GUIDE, guide, PLAYGROUND } from "./docs-page";
import { expect, isolated as test } from "./playground";
import { DIST, serve } from "./static-server";

const LOADER = readFileSync(join(__dirname, "../loaders/embed-1.js"), "utf8");

/** The built playground with other digests in the names of its files, as after a change. */
function newerDeployment(): string {
  const folder = mkdtempSync(join(tmpdir(), "ytterby-newer-"));
  cpSync(DIST, folder, { recursive: true });
  const digest = /-([\w-]{8})(?=\.\w+$)/;
  const names = readdirSync(join(folder, "assets"));
  const renamed = new Map(names.map((name) => [name, name.replace(digest, (_, old: string) => `-N${old.slice(1)}`)]));
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|css|html)$/.test(path)) continue;
    const text = readFileSync(join(folder, path), "utf8");
    writeFileSync(
      join(folder, path),
      text.replace(/[\w.-]+-[\w-]{8}\.\w+/g, (name) => renamed.get(name) ?? name),
    );
  }
  for (const [name, other] of renamed) renameSync(join(folder, "assets", name), join(folder, "assets", other));
  return folder;
}

const run = (page: Page) => page.getByRole("button", { name: /^Run/ }).click();

/** Runs, edits, and is changed by the page. */
async function use(page: Page, view: Locator | FrameLocator): Promise<void> {
  await run(page);
  const output = view.locator(".output .cm-content");
  await expect(output).toContainText("heat: 1400");
  await view.getByRole("textbox", { name: /^Contents of/ }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("#@data/values\n---\nkiln:\n  peak: 1250\n");
  await expect(output).toContainText("heat: 1250");
  await page.locator("ytt-playground").evaluate((element) => {
    Object.assign(element, { files: [{ path: "a.yml", content: "sum: #@ 1 + 2\n" }] });
  });
  await expect(output).toHaveText("sum: 3");
}

let folder: string;
test.beforeAll(() => {
  folder = newerDeployment();
});
test.afterAll(() => rmSync(folder, { recursive: true }));

const headers = (path: string): Record<string, string> =>
  path.endsWith(".js")
    ? { "content-type": "text/javascript" }
    : path.endsWith(".css")
      ? { "content-type": "text/css" }
      : {};

test("the first loader of this version works with a newer deployment", async ({ page }) => {
  const server = await serve({
    folders: { [PLAYGROUND]: folder },
    texts: { [GUIDE]: guide(FIRING), [`${GUIDE}guide.css`]: "", [`${PLAYGROUND}embed.js`]: LOADER },
    headers,
  });
  await page.goto(server.origin + GUIDE);
  await use(page, page.locator("ytt-playground"));
  await server.close();
});

test("and with its frames", async ({ page }) => {
  const playground = await serve({
    folders: { "/play/": folder },
    texts: { "/play/embed.js": LOADER },
    headers,
  });
  const docs = await serve({ texts: { "/": guide(FIRING, `${playground.origin}/play/`), "/guide.css": "" } });
  await page.goto(docs.origin);
  await use(page, page.frameLocator("iframe"));
  await playground.close();
  await docs.close();
});

test("so does a cached view that names scripts of an earlier deployment", async ({ page }) => {
  const earlier = readFileSync(`${DIST}embed/view-1.js`, "utf8");
  const server = await serve({
    folders: { [PLAYGROUND]: folder },
    texts: { [GUIDE]: guide(FIRING), [`${GUIDE}guide.css`]: "" },
    headers,
  });
  let asked = 0;
  await page.route("**/view-1.js*", (route) => {
    const cached = !new URL(route.request().url()).search;
    asked++;
    return cached ? route.fulfill({ contentType: "text/javascript", body: earlier }) : route.continue();
  });
  await page.goto(server.origin + GUIDE);
  await use(page, page.locator("ytt-playground"));
  expect(asked).toBe(2);
  await server.close();
});
