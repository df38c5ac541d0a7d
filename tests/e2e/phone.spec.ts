// A phone with the keyboard of the screen open: a small page with a touch screen.
import type { Browser, Page } from "@playwright/test";
import { readLink } from "../../web/src/formats/link";
import { expectAccessible } from "./accessible";
import { goTo, link } from "./axe-visits";
import { expect, isolated as test } from "./playground";

/** A title, a rule, and a value that breaks it. */
const broken: Parameters<typeof link>[0] = {
  title: "Too many replicas",
  files: [
    { path: "values.yml", content: "#@data/values\n---\nreplicas: 20\n" },
    { path: "schema.yml", content: "#@data/values-schema\n---\n#@schema/validation max=10\nreplicas: 1\n" },
  ],
};

const text = Array.from({ length: 40 }, (_, at) => `key${at}: ${at}`).join("\n");

async function phone(
  browser: Browser,
  baseURL = "",
  { work = { files: [{ path: "a.yml", content: text }] } as Parameters<typeof link>[0], height = 460 } = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  // The share dialog of the system, which a browser without a screen does not have.
  await page.addInitScript(() => {
    navigator.share = async (data) => void Object.assign(globalThis, { sent: data });
  });
  await page.goto(`./${link(work)}`);
  await expect(page.locator("footer .verdict")).toBeAttached();
  return page;
}

const small = (page: Page, within: string) =>
  page.locator(`${within} :is(button, label.icon-button):visible`).evaluateAll((all) =>
    all.flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      // Elements that are only for screen readers and keyboards are one pixel wide.
      return width > 1 && (width < 43.5 || height < 43.5)
        ? [`${one.getAttribute("aria-label") ?? one.textContent}: ${width}×${height}`]
        : [];
    }),
  );

test("with the keyboard open at least 14 lines of code are visible, the verdict, which is the first problem in words, and a row of keys", async ({
  browser,
  baseURL,
}) => {
  const page = await phone(browser, baseURL);
  await test.step("with the keyboard open at least 14 lines of code are visible, the verdict, and a row of keys", async () => {
    const editor = page.locator(".file-pane.chosen .cm-content");
    await expect(page.getByRole("toolbar", { name: "Keys for typing" })).toHaveCount(0);
    await editor.tap();
    const keys = page.getByRole("toolbar", { name: "Keys for typing" });
    await expect(keys).toBeVisible();
    const lines = await page.locator(".file-pane.chosen .cm-line").evaluateAll((all) => {
      const pane = all[0]?.closest(".code")?.getBoundingClientRect();
      const inside = all.map((line) => line.getBoundingClientRect());
      return inside.filter(({ top, bottom }) => pane && top >= pane.top && bottom <= pane.bottom).length;
    });
    console.log(`lines of code with the keyboard open: ${lines}`);
    expect(lines).toBeGreaterThanOrEqual(14);
    await expect(page.locator("footer .verdict")).toBeInViewport();
    await expect(page.locator(".file-tab").first()).toBeInViewport();
    expect([...(await small(page, ".key-row")), ...(await small(page, ".files-pane"))]).toEqual([]);
    await expectAccessible(page, "typing on a phone");

    await page.keyboard.press("ControlOrMeta+Home");
    await keys.getByRole("button", { name: "Insert #@" }).tap();
    await keys.getByRole("button", { name: "Insert :" }).tap();
    await keys.getByRole("button", { name: "Insert -" }).tap();
    await expect(editor).toBeFocused();
    const first = editor.locator(".cm-line").first();
    await expect(first).toHaveText("#@:-key0: 0");
    await keys.getByRole("button", { name: "Indent" }).tap();
    await expect(first).toHaveText("  #@:-key0: 0");
    await keys.getByRole("button", { name: "Undo" }).tap();
    await expect(first).toHaveText("#@:-key0: 0");

    // Without the focus in the editor the other rows are back.
    await page.locator(".file-tab").first().tap();
    await expect(page.getByRole("tab", { name: "Output" })).toBeVisible();
  });
  await test.step("with the keyboard open the status is the first problem in words", async () => {
    await goTo(page, link(broken));
    await page.locator(".file-pane.chosen .cm-content").tap();
    await expect(page.getByRole("toolbar", { name: "Keys for typing" })).toBeVisible();
    await expect(page.locator("footer:not(.first *)")).toContainText("replicas must be at most 10");
    await expect(page.locator("footer:not(.first *)")).not.toContainText("Rendered in");
    await expect(page.locator("footer .verdict")).toBeInViewport();
    await page.context().close();
  });
});

test("a link opens the file with the first problem, shows it with its fix below the editor, and the reply has another title; controls are as large as a finger", async ({
  browser,
  baseURL,
}) => {
  const work = { ...broken, files: broken.files?.toReversed() ?? [] };
  const page = await phone(browser, baseURL, { work, height: 844 });
  await test.step("a link opens the file with the first problem, also after another one", async () => {
    const shown = page.locator('.file-tab[aria-selected="true"]');
    await expect(shown).toHaveAttribute("title", "values.yml");
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("replicas: 20");
    // Without problems, the file that the link names is open.
    const files = work.files.map(({ path, content }) => ({ path, content: String(content).replace("20", "2") }));
    await goTo(page, link({ ...work, files }));
    await expect(page.locator("footer .verdict")).toHaveText("No problems");
    await expect(shown).toHaveAttribute("title", "schema.yml");
    for (const pane of ["Output", "Problems", "Input"]) {
      await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: pane }).tap();
      expect(await small(page, ".page"), pane).toEqual([]);
    }
    await goTo(page, link(work));
    await expect(shown).toHaveAttribute("title", "values.yml");
  });
  await test.step("a link with a violation shows it with its fix below the editor, and the reply has another title", async () => {
    const first = page.getByRole("region", { name: "First problem" });
    await expect(first).toContainText("replicas must be at most 10");
    expect((await first.boundingBox())?.height).toBeLessThan(56);
    const code = await page.locator(".file-pane.chosen .code").boundingBox();
    expect(code?.y).toBeLessThan(260);
    await expectAccessible(page, "the first problem on a phone");
    expect(await small(page, ".page")).toEqual([]);

    await page.locator("footer:not(.first *)").getByRole("button", { name: "1 violation" }).tap();
    const views = page.getByRole("tablist", { name: "Panes" });
    await expect(views.getByRole("tab", { name: /^Problems/, selected: true })).toBeVisible();
    await expect(first).toHaveCount(0);
    await views.getByRole("tab", { name: "Input" }).tap();
    await first.getByText("must be at most 10").tap();
    await expect(page.getByRole("textbox", { name: "Contents of values.yml" })).toBeFocused();
    await first.getByRole("button", { name: /^Set to 10/ }).tap();
    await expect(first).toHaveCount(0);
    // The focus of a text would open the keyboard.
    await expect(page.locator(".cm-content:focus")).toHaveCount(0);
    await expect(page.locator("footer .verdict")).toHaveText("No problems");
    await page.locator(".notice").getByRole("button", { name: "Undo" }).tap();
    await expect(page.locator(".notice-text")).toHaveText("Undone.");
    await expect(page.locator(".notice-text")).toBeInViewport();
    await first.getByRole("button", { name: /^Set to 10/ }).tap();
    await expect(first).toHaveCount(0);

    await page.getByRole("button", { name: "Share", exact: true }).tap();
    const dialog = page.getByRole("dialog", { name: "Share" });
    await expect(dialog.getByRole("heading", { name: "Share", exact: true })).toBeFocused();
    await expect(dialog.getByLabel("Title")).toHaveValue("Too many replicas (edited)");
    const sent = () => page.evaluate(() => (globalThis as unknown as { sent: ShareData }).sent);
    await dialog.getByRole("button", { name: "Send" }).tap();
    const { url = "", title } = await sent();
    expect(title).toBe("Too many replicas (edited)");
    const read = await readLink(url.slice(url.indexOf("#") + 1), () => Promise.resolve(undefined));
    expect(read.kind === "work" && read.work).toMatchObject({
      title: "Too many replicas (edited)",
      files: [{}, { content: "#@data/values\n---\nreplicas: 10\n" }],
    });
    // A title that the user has decided on is used, even that of the link.
    await dialog.getByLabel("Title").fill("Too many replicas");
    await dialog.getByRole("button", { name: "Send" }).tap();
    expect((await sent()).title).toBe("Too many replicas");
    await page.context().close();
  });
});

test("a tap on a line that did not run says why, and on a line of the output where it comes from, also while a data value is chosen", async ({
  browser,
  baseURL,
}) => {
  await test.step("a line that did not run", async () => {
    const content = "#@ if len([]) > 0:\na: 1\n#@ end\nb: 1\n";
    const page = await phone(browser, baseURL, { work: { files: [{ path: "a.yml", content }] } });
    await page.locator(".cm-not-run").tap();
    // The tap may also be a hover, with a card of its own.
    await expect(page.locator(".cm-insight").first()).toContainText("The condition in line 1 did not hold");
    await page.context().close();
  });
  await test.step("a line of the output", async () => {
    const schema = "#@data/values-schema\n---\nfuel: wood\npeak: 900\n";
    const template = '#@ load("@ytt:data", "data")\n---\nfuel: #@ data.values.fuel\npeak: #@ data.values.peak\n';
    const files = [
      { path: "kiln.yml", content: template },
      { path: "schema.yml", content: schema },
    ];
    const page = await phone(browser, baseURL, { work: { files }, height: 800 });
    await page.locator(".file-pane.chosen .cm-line", { hasText: "peak" }).tap({ position: { x: 190, y: 8 } });
    await expect(page.locator("footer .chosen-value")).toContainText("peak");
    await page
      .getByRole("tablist", { name: "Panes" })
      .getByRole("tab", { name: /Output/ })
      .tap();
    await page.locator(".output .cm-line", { hasText: "peak" }).tap();
    await expect(page.locator(".line-origin")).toContainText("Line 2: from kiln.yml:4");
  });
});
