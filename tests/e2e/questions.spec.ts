// The editor's questions to the engine: a key that is pressed before the engine or a lazy part of the editor is loaded takes effect afterwards, and a
// second engine runs only while renders are slow.
import { readdirSync, readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { hold } from "./held-engine";
import { expect, type Playground, fresh as test } from "./playground";
import { DIST } from "./static-server";

const card = (page: Page) => page.locator(".cm-insight");
const openFile = (page: Page) => page.locator(".file-pane.chosen .file-name");

/** Opens the page without waiting for delayed requests, with the cursor in a data value. */
async function openAtValue(playground: Playground): Promise<void> {
  await playground.storeKiln();
  await playground.page.goto("./");
  await playground.openFile("values.yml");
  await playground.editor.getByText("peak", { exact: true }).first().click();
}

const EDITING = "**/lazy-editing-*.js";
const DIALOGS = "**/lazy-part-modules-*.js";
const REST = "**/ytterby_rest-*.wasm";
const ENGINE = "**/ytterby_bg-*.wasm";

for (const late of [EDITING, REST, ENGINE]) {
  test.describe(`while ${late} is not loaded`, () => {
    test("F12 goes to the definition afterwards", { tag: late === REST ? "@quick" : [] }, async ({
      playground,
      page,
    }) => {
      const release = await hold(page, late);
      await openAtValue(playground);
      await page.keyboard.press("F12");
      await expect(openFile(page)).toHaveText("values.yml");
      release();
      await expect(openFile(page)).toHaveText("schema.yml");
      await expect(playground.editor.locator(".cm-jump-target")).toContainText("peak: 1000");
    });

    test("F12 has no effect if the text changes meanwhile", async ({ playground, page }) => {
      const release = await hold(page, late);
      await openAtValue(playground);
      await page.keyboard.press("F12");
      await page.keyboard.press("End");
      await page.keyboard.type("1");
      await page.keyboard.press("Home");
      // Answered after F12.
      await page.keyboard.press("F1");
      release();
      await expect(card(page)).toContainText("kiln.peak: integer");
      await expect(openFile(page)).toHaveText("values.yml");
    });
  });
}

const keys: [key: string, late: string, effect: (playground: Playground) => Locator][] = [
  ["F1", EDITING, ({ page }) => card(page).getByText("kiln.peak: integer")],
  ["F1", REST, ({ page }) => card(page).getByText("kiln.peak: integer")],
  ["F2", DIALOGS, ({ page }) => page.getByText("Rename kiln.peak to")],
  ["F2", REST, ({ page }) => page.getByText("Rename kiln.peak to")],
  ["Control+Space", EDITING, ({ page }) => page.locator(".cm-tooltip-autocomplete li").first()],
  ["Control+Space", REST, ({ page }) => page.locator(".cm-tooltip-autocomplete li").first()],
];
for (const [key, late, effect] of keys) {
  test(`${key} takes effect once ${late} is loaded`, async ({ playground, page }) => {
    const release = await hold(page, late);
    await openAtValue(playground);
    await page.keyboard.press(key);
    await expect(effect(playground)).toHaveCount(0);
    release();
    await expect(effect(playground)).toBeVisible();
  });
}

test("text that is typed before completion is loaded is completed afterwards", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  const release = await hold(page, EDITING);
  await playground.storeKiln();
  await page.goto("./");
  await playground.openFile("plan.yml");
  await playground.write('#@ load("@ytt:data", "data")\npeak: #@ data.values.kiln');
  await page.keyboard.type(".");
  await expect(page.locator(".cm-tooltip-autocomplete")).toHaveCount(0);
  release();
  await expect(page.locator(".cm-tooltip-autocomplete li")).toHaveCount(3);
});

test("a click with Ctrl goes to the definition once the editor's lazy part is loaded", async ({ playground, page }) => {
  const release = await hold(page, EDITING);
  await playground.storeKiln();
  await page.goto("./");
  await playground.openFile("values.yml");
  await playground.editor
    .getByText("peak", { exact: true })
    .first()
    .click({ modifiers: ["ControlOrMeta"] });
  await expect(openFile(page)).toHaveText("values.yml");
  release();
  await expect(openFile(page)).toHaveText("schema.yml");
  await expect(playground.editor.locator(".cm-jump-target")).toContainText("peak: 1000");
});

test("F2 has no effect if the cursor moves while it is loaded", async ({ playground, page }) => {
  const release = await hold(page, DIALOGS);
  await openAtValue(playground);
  await page.keyboard.press("F2");
  await page.keyboard.press("ArrowUp");
  release();
  // Loaded with it.
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByLabel("Search the examples")).toBeVisible();
  await expect(page.locator(".cm-rename")).toHaveCount(0);
});

test("the data values of an output line are named once the rest of the engine is loaded", async ({
  playground,
  page,
}) => {
  const release = await hold(page, REST);
  await playground.open();
  await playground.output.getByText("1240").first().click();
  await expect(page.locator(".line-origin")).toBeVisible();
  await expect(page.locator(".line-origin .used")).toHaveCount(0);
  release();
  await expect(page.locator(".line-origin .used").first()).toContainText("kiln.peak");
});

/** The text of the built worker. */
const WORKER = (() => {
  const name = readdirSync(`${DIST}assets`).find((name) => /^worker-.*\.js$/.test(name));
  if (!name) throw new Error("web/dist has no worker");
  return readFileSync(`${DIST}assets/${name}`, "utf8");
})();

test("a question is answered although the render before it is ended", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  // Longer than a render may take while a newer text waits.
  const slow = `addEventListener("message", ({ data }) => {
    if (data.request) for (const end = performance.now() + 600; performance.now() < end; );
  });`;
  await page.route("**/worker-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: slow + WORKER }));
  await playground.open();
  await playground.openFile("values.yml");
  await playground.editor.getByText("peak", { exact: true }).first().click();
  const replaced = page.waitForEvent("worker");
  await page.keyboard.press("End");
  await page.keyboard.type("1", { delay: 100 });
  await page.keyboard.type("2");
  await page.keyboard.press("Home");
  await page.keyboard.press("F1");
  await replaced;
  await expect(card(page)).toContainText("kiln.peak: integer");
});

test.describe("a second engine", () => {
  /**
   * Runs before the engine's worker: its first render, and renders of an input with `slow: 1`, report a long time, and a question about an input with
   * `hangs: 1` is never answered. Neither are lints, which would affect the number of workers.
   */
  const PREFIX = `
    const send = self.postMessage.bind(self);
    let long = true;
    self.postMessage = (message, transfer) => {
      if ("milliseconds" in message) {
        message.milliseconds = long ? 400 : 1;
        long = false;
      }
      send(message, transfer);
    };
    addEventListener("message", (event) => {
      const { id, request, question } = event.data;
      const has = (text) => JSON.stringify(request ?? question.request).includes(text);
      if (id && has("slow: 1")) long = true;
      if (question?.kind === "lint" || (question?.kind === "hover" && has("hangs: 1"))) event.stopImmediatePropagation();
    });
  `;
  /** The cursor is left in a line without output: otherwise the page asks for data values. */
  const SLOW = '#@ load("@ytt:data", "data")\nslow: 1\n#@ peak = data.values.kiln.peak';
  const known = (page: Page) => expect(card(page)).toContainText("kiln.peak: integer");

  /** Replaces the file's text, and moves the pointer away, which would ask questions as well. */
  async function write(playground: Playground, text: string): Promise<void> {
    // Without a click, as a card may cover the text.
    await playground.editor.focus();
    await playground.page.keyboard.press("ControlOrMeta+a");
    await playground.page.keyboard.insertText(text);
    await playground.page.mouse.move(1, 1);
  }

  async function startSecond(playground: Playground): Promise<void> {
    const { page } = playground;
    await write(playground, SLOW);
    await expect(playground.output).toContainText("slow: 1");
    await page.keyboard.press("F1");
    await known(page);
    expect(page.workers()).toHaveLength(2);
  }

  test.beforeEach(async ({ playground, page }) => {
    await page.clock.install();
    await page.route("**/worker-*.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: PREFIX + WORKER }),
    );
    await playground.storeKiln({ lesson: false });
    await playground.openPage();
    await expect(playground.status).toContainText("Rendered in 400 ms");
    await playground.openFile("plan.yml");
  });

  test("is not started for a slow first render", { tag: "@long" }, async ({ playground, page }) => {
    const workers: unknown[] = [];
    page.on("worker", (worker) => workers.push(worker));
    await playground.openFile("values.yml");
    await playground.editor.getByText("peak", { exact: true }).first().click();
    await page.keyboard.press("F1");
    await known(page);
    await page.keyboard.press("Control+Space");
    await expect(page.locator(".cm-tooltip-autocomplete li").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("F12");
    await expect(openFile(page)).toHaveText("schema.yml");
    expect(page.workers()).toHaveLength(1);
    expect(workers).toEqual([]);
  });

  test("runs while renders are slow", { tag: "@long" }, async ({ playground, page }) => {
    const [first] = page.workers();
    await startSecond(playground);
    await write(playground, SLOW.replace("slow", "quick"));
    await expect(playground.output).toContainText("quick: 1");
    await expect.poll(() => page.workers()).toEqual([first]);
    await page.keyboard.press("F1");
    await known(page);
    expect(page.workers()).toEqual([first]);
  });

  test("is ended when it is idle", async ({ playground, page }) => {
    const [first] = page.workers();
    await startSecond(playground);
    await page.clock.runFor(31_000);
    await expect.poll(() => page.workers()).toEqual([first]);
  });

  test("is ended when it does not answer in time, and the next question starts another", { tag: "@long" }, async ({
    playground,
    page,
  }) => {
    test.fixme(true, "a further question of the focused editor starts another engine at once, so that two are left");
    const [first] = page.workers();
    await write(playground, SLOW);
    await expect(playground.output).toContainText("slow: 1");
    await page.keyboard.press("F1");
    await known(page);
    await write(playground, `hangs: 1\n${SLOW}`);
    await expect(playground.output).toContainText("hangs: 1");
    await page.keyboard.press("F1");
    expect(page.workers()).toHaveLength(2);
    await page.clock.runFor(12_000);
    await expect(playground.status).toContainText("The engine did not answer. Try again.");
    await expect.poll(() => page.workers()).toEqual([first]);
    await write(playground, SLOW);
    await expect(playground.output).not.toContainText("hangs: 1");
    await page.keyboard.press("F1");
    await known(page);
    expect(page.workers()).toHaveLength(2);
  });
});
