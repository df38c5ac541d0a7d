// The first view: the page with the first example and its output, which the build writes into index.html. It is there before any script runs, is the
// same as what the live page shows, and is hidden where that will be something else.
import type { Page } from "@playwright/test";
import { storeWork } from "../stored-work.mjs";
import { expectAccessible } from "./accessible";
import { observeShifts, shiftsOf } from "./layout-shift";
import { expect, isolated as test } from "./playground";
import { QUIET } from "./warm-page";

const SIZES = [
  { width: 1400, height: 900 },
  { width: 1024, height: 700 },
  { width: 390, height: 844 },
];

/** The page's own code never comes. */
const withoutCode = (page: Page) => page.route(/\/assets\/page-[\w-]+\.js$/, (route) => route.abort());
/** The engine never answers. */
const withoutEngine = (page: Page) => page.route(/\/assets\/worker-/, () => {});

/** What is seen: texts by the positions of their elements. */
function seen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector("ytterby-page")?.shadowRoot;
    const view = [...(root?.querySelectorAll(".page") ?? [])].find((one) => one.checkVisibility());
    const parts =
      "header button, .prompt, .view-tab, .lesson p, .lesson button, .file-tab, .open-file, .pane-tools button";
    const result =
      ".cm-line, .cm-line span, .strip-tab, .output .note, .line-origin, .problem p, .problem code, .problem button";
    return [...(view?.querySelectorAll(`${parts}, ${result}`) ?? [])].flatMap((element) => {
      if (!element.checkVisibility()) return [];
      const { x, y, width, height } = element.getBoundingClientRect();
      const box = [x, y, width, height].map((number) => Math.round(number)).join(" ");
      const { color, fontSize } = getComputedStyle(element);
      return `${element.textContent?.replace(/\s+/g, " ").trim()} at ${box}, ${color}, ${fontSize}`;
    });
  });
}

for (const size of SIZES) {
  test(`it is the page that the engine's answer is shown in, ${size.width} pixels wide`, { tag: "@quick" }, async ({
    page,
    browser,
    baseURL,
  }) => {
    await page.setViewportSize(size);
    await withoutEngine(page);
    await page.goto("./");
    const editor = page.locator(".editor-pane .cm-content[contenteditable]");
    await expect(editor).toBeVisible();
    // The editor measures itself in the next frame.
    await expect(page.locator(".editor-pane .cm-lineNumbers")).toContainText("9");
    const beforeAnswer = await seen(page);

    const context = await browser.newContext({ viewport: size, ...(baseURL ? { baseURL } : {}) });
    const other = await context.newPage();
    await withoutCode(other);
    await other.goto("./");
    const built = await seen(other);
    expect(built.length).toBeGreaterThan(size.width < 820 ? 40 : 100);
    expect(built).toEqual(beforeAnswer);
    const text = await other.locator(".output .cm-line:visible").allTextContents();

    await other.unrouteAll();
    await other.goto("./");
    await expect(other.locator("footer")).toContainText("Rendered in");
    if (size.width < 820) await other.getByRole("tab", { name: "Output" }).click();
    else expect(await other.locator(".output .cm-line").allTextContents()).toEqual(text);
    await expect(other.locator(".output .cm-content")).toContainText("kind: Deployment");
    await context.close();
  });

  test(`nothing moves while the live page takes over, ${size.width} pixels wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await observeShifts(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/assets\/worker-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("./");
    await expect(page.locator(".editor-pane .cm-content[contenteditable]")).toBeVisible();
    await expect(page.locator(".first")).toHaveCount(0);
    await page.waitForTimeout(200);
    // Only words of other widths may move what is beside them: in a font that arrives after the first paint, and in the status.
    const expectStill = async () => {
      const shifts = await shiftsOf(page);
      const sum = shifts.reduce((sum, { value }) => sum + value, 0);
      expect(sum, JSON.stringify(shifts)).toBeLessThan(0.001);
    };
    await expectStill();
    answer();
    await expect(page.locator("footer")).toContainText("Rendered in");
    await page.waitForTimeout(300);
    await expectStill();
  });
}

for (const [what, prepare, path] of [
  ["a link", async () => {}, "./#example:kiln"],
  ["a visitor with work of their own", (page: Page) => storeWork(page, QUIET, { title: "", files: [] }), "./"],
  [
    "a visitor who has moved panes",
    async (page: Page) => {
      await page.goto(QUIET);
      await page.evaluate(() => localStorage.setItem("ytterby.settings.v1", '{"panes":{"main":[30,70]}}'));
    },
    "./",
  ],
] as const) {
  test(`for ${what}, only the frame of the page is visible until it is loaded`, async ({ page }) => {
    await prepare(page);
    await withoutCode(page);
    await page.goto(path);
    await expect(page.getByRole("button", { name: "Examples" }).first()).toBeVisible();
    await expect(page.locator(".first.wide .output .cm-line").first()).toBeHidden();
    await expect(page.locator(".first.wide .lesson")).toBeHidden();
    await page.unrouteAll();
    await page.reload();
    await expect(page.locator("footer")).toContainText("Rendered in");
    await expect(page.locator(".first, .cm-static")).toHaveCount(0);
  });
}

test("it has the visitor's theme", async ({ page }) => {
  await page.goto(QUIET);
  await page.evaluate(() => localStorage.setItem("ytterby.settings.v1", '{"theme":"dark"}'));
  await withoutCode(page);
  await page.goto("./");
  await expect(page.locator(".first.wide .output .cm-line").first()).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
});

test("its result stays until there is an answer, or until it is used", async ({ page }) => {
  await withoutEngine(page);
  await page.goto("./");
  await expect(page.locator(".editor-pane .cm-content[contenteditable]")).toBeVisible();
  await expect(page.locator(".output .cm-static")).toContainText("kind: Deployment");
  await page.locator(".editor-pane .cm-content").click();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.type("#! typed");
  await expect(page.locator(".editor-pane .cm-line").first()).toContainText("#! typed");
  await expect(page.locator(".output .cm-static")).toBeVisible();
  await page.getByRole("tab", { name: "ytt’s report" }).click();
  await expect(page.locator(".cm-static")).toHaveCount(0);
  await page.getByRole("tab", { name: "ytt’s report" }).click();
  await expect(page.getByRole("tab", { name: "ytt’s report" })).toHaveAttribute("aria-selected", "true");
});

test("it takes no focus, and nothing is there twice", async ({ page }) => {
  await page.addInitScript(() => {
    const focused: string[] = [];
    Object.assign(globalThis, { focused });
    addEventListener("focusin", ({ target }) => focused.push((target as Element).className), true);
  });
  await page.goto("./");
  await expect(page.locator("footer")).toContainText("Rendered in");
  expect(await page.evaluate(() => (globalThis as unknown as { focused: string[] }).focused)).toEqual([]);
  await expect(page.locator(".page")).toHaveCount(1);
  await expect(page.locator(".output")).toHaveCount(1);
});

test("it is accessible", { tag: "@long" }, async ({ page }) => {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await withoutCode(page);
    await page.goto("./");
    await expect(page.getByText("kind: Deployment").or(page.getByText("#@data/values-schema")).first()).toBeAttached();
    await expectAccessible(page, `the first view, ${size.width} pixels wide`);
  }
});

test("the engine is compiled and warmed up in the worker, with what the first render needs", async ({ page }) => {
  const requested: string[] = [];
  page.on("request", (request) => requested.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  await page.goto("./");
  await expect(page.locator("footer")).toContainText("Rendered in");
  const milliseconds = Number(/Rendered in ([\d.]+) ms/.exec((await page.locator("footer").textContent()) ?? "")?.[1]);
  console.log(`first render: ${milliseconds} ms`);
  expect(requested.filter((one) => one.includes("ytterby_bg"))).toHaveLength(1);
  // The worker itself requests the rest only where it cannot wait for it.
  expect(requested.filter((one) => one.includes("ytterby_rest") && one.startsWith("xhr"))).toEqual([]);
});
