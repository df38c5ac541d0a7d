// <ytt-playground> and the /embed/ page, in a docs page: below a sub-path, under a strict policy, several on a page, light and dark, wide and narrow,
// by mouse and by keyboard.
import { readFileSync, statSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { boxOf } from "./box";
import { FIRING, FLAGS, GALLERY, GUIDE, guide, PLAYGROUND, STACKED, serveDocs, docsTest as test } from "./docs-page";
import { drawn } from "./frames";
import { ENDLESS, expect } from "./playground";
import { DIST, serve } from "./static-server";

const embed = (page: Page, id: string) => page.locator(`ytt-playground#${id}`);
const run = (one: Locator) => one.getByRole("button", { name: /^Run/ }).click();
const output = (one: Locator) => one.locator(".output .cm-content");
const editor = (one: Locator) => one.getByRole("textbox", { name: /^Contents of/ });

test("until it is used, an embed is static text and costs a page 7 KB", async ({ page, open }) => {
  const { asked } = await open(FIRING + FLAGS);
  const loader = brotliCompressSync(readFileSync(`${DIST}embed.js`)).length;
  console.log(`embed.js: ${statSync(`${DIST}embed.js`).size} bytes, ${loader} in brotli`);
  expect(loader).toBeLessThanOrEqual(7 * 1024);

  const one = embed(page, "firing");
  await expect(one.getByRole("tab", { name: "values.yml" })).toHaveAttribute("aria-selected", "true");
  await expect(one.getByRole("tabpanel")).toHaveText("#@data/values\n---\nkiln:\n  peak: 1400\n");
  await one.getByRole("tab", { name: "values.yml" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(one.getByRole("tab", { name: "config.yml" })).toBeFocused();
  await expect(one.getByRole("tabpanel")).toContainText("heat: #@ data.values.kiln.peak");
  // Written with the page's indent, which is removed.
  await embed(page, "flags").getByRole("tab", { name: "config.yml" }).click();
  await expect(embed(page, "flags").getByRole("tabpanel")).toHaveText(/^#@ load.*\n---\ngot:/);
  // Both at once: either may reach the server first.
  expect(asked.filter((path) => path.startsWith(PLAYGROUND)).sort()).toEqual([
    `${PLAYGROUND}embed.css`,
    `${PLAYGROUND}embed.js`,
  ]);
  expect(brotliCompressSync(readFileSync(`${DIST}embed.css`)).length).toBeLessThanOrEqual(1024);
});

test("without JavaScript all files can be read, with the label, their names and the expected output", async ({
  browser,
}) => {
  const output =
    '<ytt-playground view="output"><pre>-- sum.yml --\nsum: #@ 1 + 3\n-- expected output --\nsum: 4\n</pre></ytt-playground>';
  const server = await serveDocs(FIRING + STACKED + output);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.origin + GUIDE);
  const before = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one, "::before").content));
  expect(await before("#firing")).toEqual(['"A firing plan"']);
  expect(await before("#firing pre")).toEqual(['"schema.yml"', '"values.yml"', '"config.yml"']);
  await expect(embed(page, "firing").getByText("peak: 1400")).toBeVisible();
  expect(await before("#stacked pre")).toEqual(['"schema.yml"', '"values.yml"', '"config.yml"', '"Expected output"']);
  for (const text of ["min=600", "peak: 1400", "data.values.kiln.name", "name: Hestia"])
    await expect(embed(page, "stacked").getByText(text)).toBeVisible();
  const cut = (all: Element[]) => all.filter((one) => one.scrollHeight > one.clientHeight);
  expect(await embed(page, "stacked").locator("pre").evaluateAll(cut)).toEqual([]);
  for (const text of ["sum: #@ 1 + 3", "sum: 4"]) await expect(page.getByText(text)).toBeVisible();
  await context.close();
  await server.close();
});

test("three examples run in one engine, are groups with their labels, and fit wide and narrow pages", async ({
  page,
  open,
}) => {
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  const { asked } = await open(FIRING + FLAGS.replace("<ytt-playground", '<ytt-playground label="Flags"') + GALLERY);
  const firing = page.getByRole("group", { name: "A firing plan", exact: true });
  const flags = page.getByRole("group", { name: "Flags", exact: true });
  for (const group of [firing, flags]) await expect(group.getByRole("tablist", { name: "Files" })).toHaveCount(1);

  for (const id of ["firing", "flags", "gallery"]) await run(embed(page, id));
  await expect(output(embed(page, "firing"))).toContainText("heat: 1400");
  await expect(output(embed(page, "flags"))).toContainText('got: "7"');
  await expect(output(embed(page, "gallery"))).toContainText("kiln: HESTIA");
  const link = embed(page, "gallery").getByRole("link", { name: "Open in the playground" });
  await expect(link).toHaveAttribute("href", /#example:kiln$/);
  for (const group of [firing, flags]) {
    await expect(group.getByRole("group", { name: "Input", exact: true })).toHaveCount(1);
    await expect(group.getByRole("group", { name: "Result", exact: true })).toHaveCount(1);
  }
  await expect(firing.getByRole("tab", { name: "values.yml, problems: 1", exact: true })).toBeVisible();
  await expect(firing.locator(".foot")).toContainText("1 violation");
  await firing.getByRole("tab", { name: /^Problems/ }).click();
  await expect(firing.getByText("must be: a value <= 1300")).toBeVisible();
  expect(workers).toHaveLength(1);
  expect(asked.filter((path) => path.includes("ytterby_bg"))).toHaveLength(1);

  for (const width of [1200, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("an edit is rendered, can be reset, and is part of the link to the playground", { tag: "@quick" }, async ({
  page,
  open,
}) => {
  await open(FIRING);
  const one = embed(page, "firing");
  await run(one);
  await expect(one.getByRole("tab", { name: "Output" })).toBeFocused();
  await editor(one).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("#@data/values\n---\nkiln:\n  peak: 1250\n");
  await expect(output(one)).toContainText("heat: 1250");
  await expect(one.locator(".foot")).toContainText("No problems");

  const link = one.getByRole("link", { name: "Open in the playground" });
  await expect(link).toHaveAttribute("href", /playground\/#y1:/);
  const opening = page.context().waitForEvent("page");
  await link.click();
  const opened = await opening;
  await opened.waitForLoadState();
  await expect(opened.locator(".output .cm-content")).toContainText("heat: 1250");
  await opened.close();

  await one.getByRole("button", { name: "Reset" }).click();
  await expect(output(one)).toContainText("heat: 1400");
  await expect(one.getByRole("button", { name: "Reset" })).toHaveCount(0);
});

test("an endless template is stopped, and the others run all the same", { tag: "@long" }, async ({ page, open }) => {
  await open(
    `<ytt-playground id="endless"><template filename="config.yml">${ENDLESS}</template></ytt-playground>${FIRING}${FLAGS}`,
  );
  await run(embed(page, "endless"));
  await run(embed(page, "firing"));
  await run(embed(page, "flags"));
  await embed(page, "endless").getByRole("button", { name: "Stop" }).click();
  await expect(output(embed(page, "firing"))).toContainText("heat: 1400");
  await expect(output(embed(page, "flags"))).toContainText('got: "7"');
  await expect(embed(page, "endless").locator(".foot")).toContainText("Stopped");

  // Without a stop: its own limit is four seconds, and the others have waited no longer than that.
  await editor(embed(page, "endless")).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" ");
  await editor(embed(page, "firing")).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("#@data/values\n---\nkiln:\n  peak: 900\n");
  await expect(output(embed(page, "firing"))).toContainText("heat: 900");
  await expect(embed(page, "endless").locator(".foot")).toContainText("1 problem");
});

test("the theme follows the page, or the attribute; with forced colours the selected tab is marked, and the dot is visible", async ({
  page,
  open,
}) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(FIRING);
  const one = embed(page, "firing");
  const ground = () => one.locator(".embed").evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = "rgb(255, 255, 255)";
  const dark = "rgb(23, 27, 30)";
  await expect.poll(ground).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(ground).toBe(dark);
  await run(one);
  await expect(output(one)).toContainText("heat");
  await expect.poll(ground).toBe(dark);
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "light"));
  await expect.poll(ground).toBe(light);
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await expect.poll(ground).toBe(dark);
  await one.evaluate((element) => element.setAttribute("theme", "light"));
  await expect.poll(ground).toBe(light);
  // Colours of the docs page take precedence.
  await one.evaluate((element) => element.style.setProperty("--paper", "rgb(1, 2, 3)"));
  await expect.poll(ground).toBe("rgb(1, 2, 3)");

  await page.emulateMedia({ forcedColors: "active" });
  await page.reload();
  const borders = await one
    .getByRole("tab")
    .evaluateAll((all) => all.map((tab) => Number.parseFloat(getComputedStyle(tab).borderBottomWidth)));
  expect(borders).toEqual([0, 2, 0]);
  await run(one);
  await expect(output(one)).toContainText("heat: 1400");
  const backgrounds = (role: string) =>
    one.locator(role).evaluateAll((all) => all.map((tab) => getComputedStyle(tab).backgroundColor));
  const [schema, values, config] = await backgrounds(".file-tab");
  expect([schema, values]).toEqual([config, expect.not.stringMatching(`^${config}$`)]);
  const [dot] = await backgrounds(".light");
  const [foot] = await backgrounds(".foot");
  expect(dot).not.toBe(foot);
});

test('with run="visible", it runs when it is scrolled into view', async ({ page, open }) => {
  const far = `<div id="space"></div>${FIRING.replace("<ytt-playground", '<ytt-playground run="visible"')}`;
  const { asked } = await open(far, "");
  await page.evaluate(() => {
    const space = document.querySelector<HTMLElement>("#space");
    if (space) space.style.height = "3000px";
  });
  // It may have been near for a moment, before there was any space above it.
  await embed(page, "firing").scrollIntoViewIfNeeded();
  await expect(output(embed(page, "firing"))).toContainText("heat: 1400");
  expect(asked.filter((path) => path.includes("ytterby_bg"))).toHaveLength(1);
});

test("the loader may be a module or be loaded late, and finds its folder by its own address", async ({ page }) => {
  const asModule = (name: string) => (_: string, folder: string) => `<script type="module" src="${folder}${name}"`;
  const decoys = '<script src="/other/embed.js"></script><script src="/other/embed.js?2" async></script>';
  const docs = guide(GALLERY);
  const server = await serve({
    folders: { [PLAYGROUND]: DIST },
    texts: {
      "/module": docs.replace(/<script src="(.*)embed.js" defer/, asModule("embed-module.js")),
      "/no-module": docs.replace(/<script src="(.*)embed.js" defer/, asModule("embed.js")),
      "/late": docs.replace(/<script .*<\/script>/, ""),
      "/decoys": docs.replace("<script", `${decoys}<script`),
      "/other/embed.js": "",
    },
    headers: (path): Record<string, string> => (path.endsWith(".js") ? { "content-type": "text/javascript" } : {}),
  });
  for (const way of ["module", "late", "decoys"])
    await test.step(way, async () => {
      await page.goto(`${server.origin}/${way}`);
      if (way === "late") await page.addScriptTag({ url: `${PLAYGROUND}embed.js` });
      await run(embed(page, "gallery"));
      await expect(output(embed(page, "gallery"))).toContainText("kiln: HESTIA");
    });
  const error = page.waitForEvent("pageerror");
  await page.goto(`${server.origin}/no-module`);
  expect((await error).message).toContain("embed-module.js");
  await server.close();
});

const FRAME = `
<iframe title="An example" src="${PLAYGROUND}embed/?origin=%origin%#example:kiln"></iframe>
<iframe title="Not resized" height="330" src="${PLAYGROUND}embed/?readonly&view=input&active=schema.yml#example:bakery-violations"></iframe>
<script src="guide.js"></script>
`;
const FRAME_SCRIPT = `
const frame = document.querySelector("iframe");
globalThis.heard = [];
addEventListener("message", ({ source, data }) => source === frame.contentWindow && heard.push(data));
`;
interface Heard {
  ytterby: number;
  type: string;
  height?: number;
  exitStatus?: number;
  files?: { path: string; content: string }[];
}

const heardFrom = async (page: Page, type: string) =>
  (await page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard)).filter((one) => one.type === type);
const post = (page: Page, message: unknown) =>
  page.evaluate(
    (message) => document.querySelector("iframe")?.contentWindow?.postMessage(message, location.origin),
    message,
  );

test("the page for frames exchanges messages with the page around it", { tag: "@quick" }, async ({ page, open }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await open(FRAME, FRAME_SCRIPT);
  const inside = page.frameLocator("iframe >> nth=0");
  const output = inside.locator(".output .cm-content");
  await expect(output).toContainText("kiln: HESTIA");
  await expect.poll(() => heardFrom(page, "ready")).toEqual([{ ytterby: 1, type: "ready" }]);
  await expect.poll(async () => (await heardFrom(page, "result")).at(-1)).toMatchObject({ exitStatus: 0, report: "" });
  await expect.poll(async () => (await heardFrom(page, "resize")).at(-1)?.height).toBeGreaterThan(200);

  const files = [{ path: "a.yml", content: "sum: #@ 1 + 2\n" }];
  await post(page, { ytterby: 1, type: "load", files, view: "output", label: "A sum" });
  await expect(output).toHaveText("sum: 3");
  await expect(inside.getByText("A sum")).toBeVisible();
  await expect(inside.getByRole("tab", { name: "Input" })).toBeVisible();

  const ground = () => inside.locator(".embed").evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground()).toBe("rgb(255, 255, 255)");
  await post(page, { ytterby: 1, type: "set-theme", theme: "dark" });
  await expect.poll(ground).toBe("rgb(23, 27, 30)");
  await expectAccessible(page, "a frame that is told to be dark");

  await inside.getByRole("tab", { name: "Input" }).click();
  await inside.getByRole("textbox", { name: "Contents of a.yml" }).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("b: 1");
  await expect
    .poll(async () => (await heardFrom(page, "change")).at(-1)?.files)
    .toEqual([{ path: "a.yml", content: "sum: #@ 1 + 2\nb: 1" }]);
  const results = (await heardFrom(page, "result")).length;
  await post(page, { ytterby: 1, type: "run" });
  await expect.poll(async () => (await heardFrom(page, "result")).length).toBeGreaterThan(results);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);

  // The other frame, as its address says, fills the height that it has.
  const other = page.frameLocator("iframe >> nth=1");
  await expect(other.locator(".foot")).toContainText("5 violations");
  await expect(other.getByRole("tab", { name: /^schema.yml/ })).toHaveAttribute("aria-selected", "true");
  const foot = await boxOf(other.locator(".foot"));
  const frame = await boxOf(page.locator("iframe").nth(1));
  expect(foot.y + foot.height).toBeLessThanOrEqual(frame.y + frame.height);
  expect(foot.y + foot.height).toBeGreaterThan(frame.y + frame.height - 4);
});

test("a problem links to its position and to its explanation, whose example can be opened", async ({ page, open }) => {
  await open(FIRING);
  const one = embed(page, "firing");
  await run(one);
  await one.getByRole("tab", { name: /^Problems/ }).click();
  await one.getByRole("button", { name: "go to schema.yml:4" }).click();
  await expect(one.getByRole("textbox", { name: "Contents of schema.yml" })).toBeFocused();
  await one.getByRole("button", { name: /^Explain/ }).click();
  await one.getByRole("dialog").getByRole("button", { name: "Open this example: right" }).click();
  await expect(one.locator(".foot")).toContainText("No problems");
  await one.getByRole("button", { name: "Reset" }).click();
  await expect(one.locator(".foot")).toContainText("1 violation");
});

test("long lines wrap where there is space for less than about 100 characters, as on the page", async ({
  page,
  open,
}) => {
  const text = `key: ${"value ".repeat(16)}`;
  await page.setViewportSize({ width: 1000, height: 800 });
  await open(`<ytt-playground id="long" view="input"><pre data-filename="a.yml">${text}</pre></ytt-playground>`);
  const one = embed(page, "long");
  const content = editor(one);
  await one.evaluate((element) => {
    element.style.display = "block";
    element.style.width = "500px";
  });
  const pre = one.locator("pre").first();
  expect(await pre.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  await run(one);
  await one.getByRole("tab", { name: "Input" }).click();
  await expect(content).toHaveClass(/cm-lineWrapping/);
  await page.setViewportSize({ width: 1400, height: 800 });
  await one.evaluate((element) => {
    element.style.width = "1000px";
  });
  await expect(content).not.toHaveClass(/cm-lineWrapping/);
  await one.getByRole("tab", { name: "Output" }).click();
  await expect(output(one)).toHaveClass(/cm-lineWrapping/);
});
