// The editor's questions to the engine: a key that is pressed before the engine or a lazy part of the editor is loaded takes effect afterwards, and a
// worker of their own answers them.
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

/** A key that is pressed before a file is loaded. */
async function pressed(playground: Playground, late: string, key: string): Promise<() => void> {
  const release = await hold(playground.page, late);
  await openAtValue(playground);
  await playground.page.keyboard.press(key);
  return release;
}

async function expectDefinition(playground: Playground): Promise<void> {
  await expect(openFile(playground.page)).toHaveText("schema.yml");
  await expect(playground.editor.locator(".cm-jump-target")).toContainText("peak: 1000");
}

async function definitionAfter(playground: Playground, late: string): Promise<void> {
  const release = await pressed(playground, late, "F12");
  await expect(openFile(playground.page)).toHaveText("values.yml");
  release();
  await expectDefinition(playground);
}

async function noDefinitionAfterEdit(playground: Playground): Promise<void> {
  const { page } = playground;
  const release = await pressed(playground, REST, "F12");
  await page.keyboard.press("End");
  await page.keyboard.type("1");
  await page.keyboard.press("Home");
  // Answered after F12.
  await page.keyboard.press("F1");
  release();
  await expect(card(page)).toContainText("kiln.peak: integer");
  await expect(openFile(page)).toHaveText("values.yml");
}

async function effectAfter(playground: Playground, late: string, key: string, effect: Locator): Promise<void> {
  const release = await pressed(playground, late, key);
  await expect(effect).toHaveCount(0);
  release();
  await expect(effect).toBeVisible();
}

test("keys and a click wait for lazy parts of the page", async ({ playground, page }) => {
  await test.step("F12", () => definitionAfter(playground, EDITING));
  await test.step("F1", () => effectAfter(playground, EDITING, "F1", card(page).getByText("kiln.peak: integer")));
  await test.step("completion of typed text", async () => {
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
  await test.step("a click with Ctrl", async () => {
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
    await expectDefinition(playground);
  });
  await test.step("F2", () => effectAfter(playground, DIALOGS, "F2", page.getByText("Rename kiln.peak to")));
  await test.step("F2, if the cursor moves meanwhile", async () => {
    const release = await pressed(playground, DIALOGS, "F2");
    await page.keyboard.press("ArrowUp");
    release();
    // Loaded with it.
    await page.getByRole("button", { name: "Examples" }).click();
    await expect(page.getByLabel("Search the examples")).toBeVisible();
    await expect(page.locator(".cm-rename")).toHaveCount(0);
  });
});

test("keys wait for the engine and for its rest", { tag: "@quick" }, async ({ playground, page }) => {
  await test.step("F12, and the rest of the engine", () => definitionAfter(playground, REST));
  await test.step("F12, and the engine", () => definitionAfter(playground, ENGINE));
  await test.step("F12, if the text changes meanwhile", () => noDefinitionAfterEdit(playground));
  await test.step("the data values of an output line are named once the rest of the engine is loaded", async () => {
    const release = await hold(page, REST);
    await playground.storeKiln();
    await playground.openPage();
    await playground.output.getByText("1240").first().click();
    await expect(page.locator(".line-origin")).toBeVisible();
    await expect(page.locator(".line-origin .used")).toHaveCount(0);
    release();
    await expect(page.locator(".line-origin .used").first()).toContainText("kiln.peak");
  });
});

/** The text of the built worker. */
const WORKER = (() => {
  const name = readdirSync(`${DIST}assets`).find((name) => /^worker-.*\.js$/.test(name));
  if (!name) throw new Error("web/dist has no worker");
  return readFileSync(`${DIST}assets/${name}`, "utf8");
})();

test("completion is asked for again where a key comes before the answer that there are no options", {
  tag: "@long",
}, async ({ playground, page }) => {
  const asked = page.waitForEvent("console", (message) => message.text() === "asked");
  const slow = `addEventListener("message", ({ data }) => {
    if (data.question?.kind !== "complete") return;
    console.log("asked");
    for (const end = performance.now() + 600; performance.now() < end; );
  });`;
  await page.route("**/worker-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: slow + WORKER }));
  await playground.open();
  await playground.openFile("plan.yml");
  await playground.write('#@ load("@ytt:data", "data")\npeak: #@ data.values.kiln');
  await asked;
  await page.keyboard.type(".");
  await expect(page.locator(".cm-tooltip-autocomplete li")).toHaveCount(3);
});

test("questions have a worker of their own: it answers while a render runs, and is replaced if it does not answer", {
  tag: "@long",
}, async ({ playground, page }) => {
  const deaf = `addEventListener("message", (event) => {
    const { id, request, question } = event.data;
    const has = (text) => JSON.stringify(request ?? question?.request ?? "").includes(text);
    if ((id && has("runs: 1")) || (question?.kind === "hover" && has("hangs: 1"))) event.stopImmediatePropagation();
  });`;
  await page.route("**/worker-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: deaf + WORKER }));
  await page.clock.install();
  await playground.storeKiln({ lesson: false });
  await playground.openPage();
  await playground.openFile("plan.yml");
  const write = async (text: string) => {
    await playground.editor.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(text);
    await page.mouse.move(1, 1);
  };
  const known = () => expect(card(page)).toContainText("kiln.peak: integer");
  const text = '#@ load("@ytt:data", "data")\nruns: 1\n#@ peak = data.values.kiln.peak';
  await write(text);
  await page.keyboard.press("F1");
  await known();
  expect(page.workers()).toHaveLength(2);
  await write(`hangs: 1\n${text.replace("runs", "idle")}`);
  await page.keyboard.press("F1");
  await page.clock.runFor(12_000);
  await expect(playground.status).toContainText("The engine did not answer. Try again.");
  await write(text.replace("runs", "idle"));
  await page.keyboard.press("F1");
  await known();
  expect(page.workers()).toHaveLength(2);
});
