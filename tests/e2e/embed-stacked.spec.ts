// <ytt-playground view="stacked">: all files one below the other, each as high as its text; before Run and after, wide and narrow, by
// keyboard only, in the page for frames, and changed to other views. Accessibility is tested in axe-embeds.spec.ts, layout shifts in embed-shift.spec.ts.
import type { Locator, Page } from "@playwright/test";
import type {} from "../../web/embed/embed-module.js";
import { boxOf } from "./box";
import { FIRING, PLAYGROUND, STACKED, docsTest as test } from "./docs-page";
import { drawn } from "./frames";
import { expect } from "./playground";

const NAMES = ["schema.yml", "values.yml", "config.yml"];
const stacked = (page: Page) => page.locator("ytt-playground#stacked");
const run = (one: Locator) => one.getByRole("button", { name: /^Run/ }).click();
const output = (one: Locator) => one.locator(".output .cm-content");
const editor = (one: Locator, path: string) => one.getByRole("textbox", { name: `Contents of ${path}` });
const files = (one: Locator) => one.locator("section");
/** The result beside or below the files. */
const result = (one: Locator) => one.locator(".half").nth(1);

const boxesOf = (all: Locator) =>
  all.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

/** The heights of the files' names and texts, 20.8 px for each line, with the empty one after the last line feed. */
const heights = (...lines: number[]) => lines.map((count, at) => 32 + 16 + 20.8 * count + (at > 0 ? 1 : 0));

async function expectHeights(one: Locator, ...lines: number[]): Promise<void> {
  await expect
    .poll(async () => (await boxesOf(files(one))).map(({ height }) => Math.round(height)))
    .toEqual(heights(...lines).map(Math.round));
}

test("all files are visible at their heights, before and after Run, on wide and narrow pages", async ({
  page,
  open,
}) => {
  await open(STACKED);
  for (const width of [1200, 400])
    await test.step(`${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 1_000 });
      await page.reload();
      const one = stacked(page);
      await expect(one.getByRole("heading")).toHaveText(NAMES);
      await expect(one.getByRole("tab")).toHaveCount(0);
      await expectHeights(one, 7, 5, 5);
      await expect(one.getByRole("group", { name: "values.yml" })).toContainText("peak: 1400");
      await expect(one.getByLabel("Expected output")).toBeVisible();
      const before = { files: await boxesOf(files(one)), result: await boxOf(result(one)), all: await boxOf(one) };
      const [first] = before.files;
      if (width > 620) {
        expect(before.result.y).toBeCloseTo(first?.y ?? 0, 0);
        expect(before.result.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0) - 1);
      } else expect(before.result.y).toBeGreaterThan((before.files[2]?.y ?? 0) + 100);

      await run(one);
      await expect(one.getByText("must be: a value <= 1300")).toBeVisible();
      for (const name of NAMES) await expect(editor(one, name)).toBeVisible();
      await expect(one.getByRole("heading")).toHaveText(["schema.yml", "values.yml, problems: 1", "config.yml"]);
      const after = { files: await boxesOf(files(one)), result: await boxOf(result(one)), all: await boxOf(one) };
      const rounded = (boxes: object) =>
        JSON.stringify(boxes, (_, part) => (typeof part === "number" ? Math.round(part) : part));
      expect(rounded(after)).toBe(rounded(before));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

      // All of them are still visible beside the output.
      await editor(one, "values.yml").click();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText("#@data/values\n---\nkiln:\n  peak: 900\n");
      await expect(output(one)).toContainText("heat: 900");
      for (const name of NAMES) await expect(editor(one, name)).toBeVisible();
    });
});

test("heights follow the text and what is folded, and Reset shows the files as they were", async ({ page, open }) => {
  await open(STACKED);
  const one = stacked(page);
  await run(one);
  await expectHeights(one, 7, 5, 5);
  await editor(one, "values.yml").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\n\n\n\n");
  await expectHeights(one, 7, 9, 5);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("#@data/values\n--- {}");
  await expectHeights(one, 7, 2, 5);
  await expect(output(one)).toContainText("heat: 1000");
  await one.getByRole("button", { name: "Reset" }).click();
  await expectHeights(one, 7, 5, 5);
  await expect(editor(one, "values.yml")).toContainText("peak: 1400");
  await expect(one.getByRole("button", { name: "Reset" })).toHaveCount(0);
  await files(one).nth(1).locator(".cm-fold-sign").last().click();
  await expectHeights(one, 7, 4, 5);
});

test("a problem leads to its file, wherever the page is scrolled, and a click into the output does not scroll it", async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 400, height: 450 });
  await open(STACKED);
  const one = stacked(page);
  await run(one);
  await one.getByRole("button", { name: "go to schema.yml:4" }).click();
  await expect(editor(one, "schema.yml")).toBeFocused();
  await expect(one.locator("section", { hasText: "min=600" }).locator(".cm-jump-target")).toBeInViewport();
  await one.getByRole("button", { name: "go to values.yml:4" }).click();
  await expect(editor(one, "values.yml")).toBeFocused();

  await page.keyboard.press("End");
  await page.keyboard.press("ControlOrMeta+Backspace");
  await page.keyboard.type("900");
  await output(one).scrollIntoViewIfNeeded();
  await expect(output(one)).toContainText("heat: 900");
  const scrolled = await page.evaluate(() => scrollY);
  await output(one).getByText("heat: 900").click();
  await expect(output(one)).toBeFocused();
  await drawn(page);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test("by keyboard only", async ({ page, open }) => {
  await open(STACKED);
  const one = stacked(page);
  await one.getByRole("group", { name: "schema.yml" }).focus();
  await page.keyboard.press("Tab");
  await expect(one.getByRole("group", { name: "values.yml" })).toBeFocused();
  for (let press = 0; press < 3; press++) await page.keyboard.press("Tab");
  await expect(one.getByRole("button", { name: /^Run/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(one.getByRole("tab", { name: /^Problems/ })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(editor(one, "config.yml")).toBeFocused();
  // To the problem of another file.
  await page.keyboard.press("F8");
  await expect(editor(one, "values.yml")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Tab");
  await expect(editor(one, "schema.yml")).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  await expect(editor(one, "values.yml")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("#@data/values\n--- {}");
  await expect(output(one)).toContainText("heat: 1000");
});

test("with a height, files scroll inside of it, on wide and narrow pages", async ({ page, open }) => {
  await open(STACKED.replace("<ytt-playground", '<ytt-playground height="250"'));
  for (const width of [1200, 400])
    await test.step(`${width} pixels wide`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await page.reload();
      const one = stacked(page);
      const body = one.locator(".body");
      expect((await boxOf(body)).height).toBeCloseTo(250, 0);
      const last = one.getByText("#@ data.values.kiln.name", { exact: true });
      await expect(last).not.toBeInViewport();
      await last.scrollIntoViewIfNeeded();
      await expect(last).toBeInViewport();
      await run(one);
      await expect(one.getByRole("tab", { name: /^Problems/ })).toBeVisible();
      expect((await boxOf(body)).height).toBeCloseTo(250, 0);
      await one.getByRole("button", { name: "go to schema.yml:4" }).click();
      await expect(editor(one, "schema.yml")).toBeFocused();
      await expect(one.locator(".cm-jump-target").first()).toBeInViewport();
      await editor(one, "config.yml").click();
      await page.keyboard.press("ControlOrMeta+End");
      await page.keyboard.type("\n\n\n\nlast: 1");
      await expect(files(one).locator(".cm-line", { hasText: "last: 1" })).toBeInViewport();
      expect((await boxOf(body)).height).toBeCloseTo(250, 0);
    });
});

test("the view is changed by the attribute and by load(), with the reader's edits; a gallery example is loaded by Run", async ({
  page,
  open,
}) => {
  await open(`${FIRING}<ytt-playground id="gallery" view="stacked" src="example:kiln"></ytt-playground>`);
  const one = page.locator("ytt-playground#firing");
  await expect(one.getByRole("tab", { name: "values.yml" })).toBeVisible();
  await one.evaluate((element) => element.setAttribute("view", "stacked"));
  await expect(one.getByRole("heading")).toHaveText(NAMES);
  await run(one);
  await editor(one, "values.yml").click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("#@data/values\n---\nkiln:\n  peak: 850\n");
  await expect(output(one)).toContainText("heat: 850");
  const load = (content: object) =>
    one.evaluate((element, content) => (element as HTMLElementTagNameMap["ytt-playground"]).load(content), content);

  await load({ view: "split" });
  await expect(one.getByRole("heading")).toHaveCount(0);
  await expect(one.getByRole("tab", { name: "values.yml" })).toHaveAttribute("aria-selected", "true");
  await expect(editor(one, "values.yml")).toContainText("peak: 850");
  await load({ view: "input" });
  await expect(output(one)).toBeHidden();
  await load({ view: "stacked" });
  await expectHeights(one, 7, 5, 5);
  await expect(editor(one, "values.yml")).toContainText("peak: 850");
  await expect(output(one)).toContainText("heat: 850");
  await load({
    files: [
      { path: "a.yml", content: "a: #@ 1 + 2\n" },
      { path: "b.yml", content: "b: 1" },
    ],
  });
  await expectHeights(one, 2, 1);
  await expect(output(one)).toContainText("a: 3");
  await one.evaluate((element) => element.setAttribute("view", "split"));
  await expect(one.getByRole("tab", { name: "b.yml" }).first()).toBeVisible();
  await expect(one.getByRole("heading")).toHaveCount(0);

  const gallery = page.locator("ytt-playground#gallery");
  await expect(gallery.getByText("Press Run to load it.")).toBeVisible();
  await run(gallery);
  await expect(output(gallery)).toContainText("kiln: HESTIA");
  const count = await gallery.getByRole("heading").count();
  expect(count).toBeGreaterThan(1);
  await expect(gallery.locator("section .cm-editor:visible")).toHaveCount(count);
});

test("an embed that runs out of view has its height, also when its view is changed there", async ({ page, open }) => {
  await page.setViewportSize({ width: 1200, height: 400 });
  const text = "key: 1\n".repeat(60);
  await open(
    `<div id="space"></div><ytt-playground id="stacked" view="stacked"><pre data-filename="a.yml">${text}</pre><pre data-filename="b.yml">${text}</pre></ytt-playground>`,
  );
  await page.evaluate(() => {
    const space = document.querySelector<HTMLElement>("#space");
    if (space) space.style.height = "5000px";
  });
  const one = stacked(page);
  await expectHeights(one, 61, 61);
  await one.evaluate((element) => (element as HTMLElementTagNameMap["ytt-playground"]).execute());
  await expect(one.locator(".foot")).toContainText("No problems");
  await expectHeights(one, 61, 61);
  await one.evaluate((element) => (element as HTMLElementTagNameMap["ytt-playground"]).load({ view: "split" }));
  await editor(one, "a.yml").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("last: 1");
  await expect(one.locator(".half").first().locator(".cm-line", { hasText: "last: 1" })).toBeInViewport();
});

test("the page for frames has the view by its address and by messages", async ({ page, open }) => {
  await open(
    `<iframe title="An example" src="${PLAYGROUND}embed/?view=stacked&origin=%origin%#example:kiln"></iframe>
     <iframe title="On its own" height="300" src="${PLAYGROUND}embed/?view=stacked#example:kiln"></iframe>
     <script src="guide.js"></script>`,
    `const frame = document.querySelector("iframe");
     frame.src = frame.src.replace("%origin%", location.origin);
     addEventListener("message", ({ data }) => { if (data.type === "resize") frame.style.height = data.height + "px"; });`,
  );
  const inside = page.frameLocator("iframe >> nth=0");
  await expect(inside.locator(".output .cm-content")).toContainText("kiln: HESTIA");
  await expect(inside.getByRole("heading")).not.toHaveCount(0);
  const post = (message: object) =>
    page.evaluate(
      (message) =>
        document.querySelector("iframe")?.contentWindow?.postMessage({ ytterby: 1, ...message }, location.origin),
      message,
    );
  const text = "a: 1\n".repeat(40);
  await post({
    type: "load",
    files: [
      { path: "a.yml", content: text },
      { path: "b.yml", content: "b: 2\n" },
    ],
  });
  await expect(inside.getByRole("heading")).toHaveText(["a.yml", "b.yml"]);
  await expect.poll(async () => (await boxOf(page.locator("iframe").first())).height).toBeGreaterThan(41 * 20.8);
  await post({ type: "load", view: "split" });
  await expect(inside.getByRole("heading")).toHaveCount(0);
  await post({ type: "load", view: "stacked" });
  await expect(inside.getByRole("heading")).toHaveCount(2);

  // Without a page that sets its height, the files scroll in the frame.
  const own = page.frameLocator("iframe >> nth=1");
  await expect(own.locator(".output .cm-content")).toContainText("kiln: HESTIA");
  await page.locator("iframe").nth(1).scrollIntoViewIfNeeded();
  await expect(own.locator(".foot")).toBeInViewport();
});
