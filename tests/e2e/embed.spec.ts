// <ytt-playground> and the /embed/ page, in a docs page: below a sub-path, under a strict policy, several on a page, light and dark, wide and narrow,
// by mouse and by keyboard.
import { readFileSync, statSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { FIRING, FLAGS, GALLERY, GUIDE, guide, PLAYGROUND, serveDocs, docsTest as test } from "./docs-page";
import { ENDLESS, expect } from "./playground";
import { DIST, serve } from "./static-server";

test.use({ provoked: /^console: Failed to execute 'postMessage'.* \('https:\/\/docs\.example'\) does not match/ });

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

test("without JavaScript the files can be read", async ({ browser }) => {
  const server = await serveDocs(FIRING);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(server.origin + GUIDE);
  await expect(page.getByText("peak: 1400")).toBeVisible();
  // Under the label and their names.
  const before = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one, "::before").content));
  expect(await before("#firing")).toEqual(['"A firing plan"']);
  expect(await before("#firing pre")).toEqual(['"schema.yml"', '"values.yml"', '"config.yml"']);
  await context.close();
  await server.close();
});

test("an embed is a group with its label, before and after Run", async ({ page, open }) => {
  await open(FIRING + FLAGS.replace("<ytt-playground", '<ytt-playground label="Flags"'));
  const firing = page.getByRole("group", { name: "A firing plan", exact: true });
  const flags = page.getByRole("group", { name: "Flags", exact: true });
  for (const group of [firing, flags]) await expect(group.getByRole("tablist", { name: "Files" })).toHaveCount(1);
  await run(embed(page, "firing"));
  await run(embed(page, "flags"));
  for (const group of [firing, flags]) {
    await expect(group.getByRole("group", { name: "Input", exact: true })).toHaveCount(1);
    await expect(group.getByRole("group", { name: "Result", exact: true })).toHaveCount(1);
  }
  await expect(firing.getByRole("tab", { name: "values.yml, problems: 1", exact: true })).toBeVisible();
  await expect(firing.getByRole("tab", { name: "config.yml", exact: true })).toBeVisible();
});

test("with forced colours, the selected tab is marked before and after Run, and the dot is visible", async ({
  page,
  open,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(FIRING);
  const one = embed(page, "firing");
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

for (const width of [1200, 390]) {
  test(`three examples run in one engine, and fit, ${width} pixels wide`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 900 });
    const workers: string[] = [];
    page.on("worker", (worker) => workers.push(worker.url()));
    const { asked } = await open(FIRING + FLAGS + GALLERY);

    for (const id of ["firing", "flags", "gallery"]) await run(embed(page, id));
    await expect(output(embed(page, "firing"))).toContainText("heat: 1400");
    await expect(output(embed(page, "flags"))).toContainText('got: "7"');
    await expect(output(embed(page, "gallery"))).toContainText("kiln: HESTIA");
    await expect(embed(page, "firing").locator(".foot")).toContainText("1 violation");
    await embed(page, "firing")
      .getByRole("tab", { name: /^Problems/ })
      .click();
    await expect(embed(page, "firing").getByText("must be: a value <= 1300")).toBeVisible();

    expect(workers).toHaveLength(1);
    expect(asked.filter((path) => path.includes("ytterby_bg"))).toHaveLength(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test("nothing on the page moves when an embed is run", async ({ page, open }) => {
  await open(`${FIRING + FLAGS}<p id="below">Below.</p>`);
  const top = async () => (await page.locator("#below").boundingBox())?.y ?? 0;
  const before = await top();
  await run(embed(page, "firing"));
  await run(embed(page, "flags"));
  await expect(output(embed(page, "flags"))).toContainText("got");
  await expect(output(embed(page, "firing"))).toContainText("heat");
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(2);
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

test("a gallery example opens in the playground by its id", async ({ page, open }) => {
  await open(GALLERY);
  const one = embed(page, "gallery");
  await run(one);
  await expect(one.getByRole("link", { name: "Open in the playground" })).toHaveAttribute("href", /#example:kiln$/);
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

test("the theme follows the page, or the attribute", async ({ page, open }) => {
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

test("scripts of the page get events for results and edits, and can replace the files", async ({ page, open }) => {
  await open(FIRING);
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(globalThis, { heard });
    for (const type of ["ytt-ready", "ytt-rendered", "ytt-change"])
      document.addEventListener(type, (event) => heard.push([type, (event as CustomEvent).detail]));
  });
  const heard = () => page.evaluate(() => (globalThis as unknown as { heard: [string, unknown][] }).heard);
  const one = embed(page, "firing");
  await one.evaluate((element) => (element as HTMLElement & { execute(): Promise<void> }).execute());
  await expect(output(one)).toContainText("heat: 1400");
  await expect
    .poll(async () => (await heard()).map(([type]) => type))
    .toEqual(expect.arrayContaining(["ytt-ready", "ytt-rendered"]));
  await one.evaluate((element) =>
    (element as HTMLElement & { load(work: object): Promise<void> }).load({
      files: [{ path: "a.yml", content: "sum: #@ 1 + 2\n" }],
    }),
  );
  await expect(output(one)).toContainText("sum: 3");
  await expect
    .poll(async () => (await heard()).at(-1))
    .toEqual([
      "ytt-rendered",
      { exitStatus: 0, report: "", files: [{ path: "a.yml", content: "sum: 3\n" }], problems: [] },
    ]);
  await editor(one).click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("x: 1");
  await expect
    .poll(async () => (await heard()).filter(([type]) => type === "ytt-change").at(-1))
    .toEqual(["ytt-change", { files: [{ path: "a.yml", content: "sum: #@ 1 + 2\nx: 1" }] }]);
});

test("everything in a shared link is text in an embed", async ({ page, open }) => {
  const evil = "<img src=x onerror=alert(1)>";
  const escaped = evil.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  await open(
    `<ytt-playground id="evil" label="${escaped}"><pre data-filename="${escaped}.yml">a: #@ fail("${escaped}")\n</pre></ytt-playground>`,
  );
  await run(embed(page, "evil"));
  await embed(page, "evil")
    .getByRole("tab", { name: /^Problems/ })
    .click();
  await expect(embed(page, "evil").locator(".problem")).toHaveCount(1);
  await expect(page.locator("img:not(.cm-widgetBuffer)")).toHaveCount(0);
});

test("a read-only file, and problems by key", async ({ page, open }) => {
  await open(FIRING.replace("<ytt-playground", "<ytt-playground readonly"));
  const one = embed(page, "firing");
  await run(one);
  await expect(output(one)).toContainText("heat");
  await editor(one).click();
  await page.keyboard.type("x");
  await expect(editor(one)).toContainText("#@data/values---kiln:  peak: 1400");
  await page.keyboard.press("F8");
  await expect(one.locator(".cm-tooltip")).toContainText("1300");
});

test("from another origin, the embed is a frame of that origin", async ({ page }) => {
  const playground = await serve({ folders: { "/play/": DIST } });
  const docs = await serve({ texts: { "/": guide(FIRING, `${playground.origin}/play/`), "/guide.css": "" } });
  await page.goto(docs.origin);
  const one = embed(page, "firing");
  await page.evaluate(() => {
    document.addEventListener("ytt-rendered", (event) =>
      Object.assign(globalThis, { heard: (event as CustomEvent).detail }),
    );
  });
  await run(one);
  const inside = page.frameLocator("iframe");
  await expect(inside.locator(".output .cm-content")).toContainText("heat: 1400");
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { heard?: { exitStatus: number } }).heard?.exitStatus))
    .toBe(1);
  const { height } = (await one.locator("iframe").boundingBox()) ?? { height: 0 };
  expect(height).toBeGreaterThan(200);
  expect(new URL((await one.locator("iframe").getAttribute("src")) ?? "").origin).toBe(playground.origin);
  await playground.close();
  await docs.close();
});

test("the loader may be a module, or be loaded late", async ({ page }) => {
  const asModule = guide(GALLERY).replace(
    /<script src="(.*)embed.js" defer>/,
    '<script type="module" src="$1embed-module.js">',
  );
  const late = guide(GALLERY).replace(/<script .*<\/script>/, "");
  const server = await serve({ folders: { [PLAYGROUND]: DIST }, texts: { "/module": asModule, "/late": late } });
  await page.goto(`${server.origin}/module`);
  await run(embed(page, "gallery"));
  await expect(output(embed(page, "gallery"))).toContainText("kiln: HESTIA");
  await page.goto(`${server.origin}/late`);
  await page.addScriptTag({ url: `${PLAYGROUND}embed.js` });
  await run(embed(page, "gallery"));
  await expect(output(embed(page, "gallery"))).toContainText("kiln: HESTIA");
  // Removed and attached again, as in pages that navigate without loading: it starts again.
  await page.evaluate(async () => {
    const element = document.querySelector("#gallery");
    const parent = element?.parentElement;
    element?.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (element) parent?.append(element);
  });
  await run(embed(page, "gallery"));
  await expect(output(embed(page, "gallery"))).toContainText("kiln: HESTIA");
  await server.close();
});

const FRAME = `
<iframe title="An example" src="${PLAYGROUND}embed/?origin=%origin%#example:kiln"></iframe>
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
  const inside = page.frameLocator("iframe");
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
});

test("the page for frames ignores other messages, and other pages than its address names", async ({ page, open }) => {
  await open(FRAME, FRAME_SCRIPT);
  const inside = page.frameLocator("iframe");
  const output = inside.locator(".output .cm-content");
  await expect(output).toContainText("kiln: HESTIA");
  const files = [{ path: "a.yml", content: "sum: #@ 1 + 2\n" }];
  for (const message of [
    null,
    "load",
    { type: "load", files },
    { ytterby: 2, type: "load", files },
    { ytterby: 1, type: "load", files: "all of them" },
    { ytterby: 1, type: "load", files: [{ path: "a.yml" }] },
    { ytterby: 1, type: "load", files: [{ path: "a.yml", content: "x".repeat(2_000_001) }] },
    { ytterby: 1, type: "set-theme", theme: "url(evil)" },
    { ytterby: 1, type: "eval", code: "1" },
  ])
    await post(page, message);
  await post(page, { ytterby: 1, type: "load", files: [], label: "Emptied", view: "sideways" });
  await expect(inside.getByText("Emptied")).toBeVisible();
  await expect(output).not.toContainText("sum");

  // With another origin in the address: no messages from it are accepted, and none are sent to it. The previous document is closed first, as it could
  // still send its height.
  const address = await page.locator("iframe").evaluate((frame: HTMLIFrameElement) => {
    const { src } = frame;
    frame.src = "about:blank";
    return src.replace(/origin=[^#]*/, "origin=https://docs.example");
  });
  await expect(output).toHaveCount(0);
  await page.locator("iframe").evaluate((frame: HTMLIFrameElement, src) => {
    (globalThis as unknown as { heard: Heard[] }).heard = [];
    frame.src = src;
  }, address);
  await expect(output).toContainText("kiln: HESTIA");
  await post(page, { ytterby: 1, type: "load", files });
  await expect(inside.locator(".foot")).toContainText("No problems");
  await expect(output).toContainText("kiln: HESTIA");
  expect(await page.evaluate(() => (globalThis as unknown as { heard: Heard[] }).heard)).toEqual([]);
});

test("the embed fills a frame that is not resized", async ({ page, open }) => {
  await open(
    `<iframe title="An example" height="330" src="${PLAYGROUND}embed/?readonly&view=input&active=schema.yml#example:bakery-violations"></iframe>`,
  );
  const inside = page.frameLocator("iframe");
  await expect(inside.locator(".foot")).toContainText("5 violations");
  await expect(inside.getByRole("tab", { name: /^schema.yml/ })).toHaveAttribute("aria-selected", "true");
  const { y, height } = (await inside.locator(".foot").boundingBox()) ?? { y: 0, height: 0 };
  const frame = (await page.locator("iframe").boundingBox()) ?? { y: 0, height: 0 };
  expect(y + height).toBeLessThanOrEqual(frame.y + frame.height);
  expect(y + height).toBeGreaterThan(frame.y + frame.height - 4);
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

test("a damaged link is reported", async ({ page, open }) => {
  await open(
    `<ytt-playground id="broken" src="#y1:d.abc.def"></ytt-playground><ytt-playground id="newer" src="#y9:x"></ytt-playground>`,
  );
  await run(embed(page, "broken"));
  await expect(embed(page, "broken").getByRole("alert")).toContainText("link");
  await run(embed(page, "newer"));
  await expect(embed(page, "newer").getByRole("alert")).toContainText("version 9");
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
