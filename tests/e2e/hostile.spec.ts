// Hostile texts through every input of the page and at every place that shows them: nothing runs, nothing is requested, no prototype changes, and
// invisible characters are marked.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type Work, workOf } from "../../web/src/core/work";
import { writeBundle } from "../../web/src/formats/bundle";
import { writeLink } from "../../web/src/formats/link";
import { readZip, writeZip } from "../../web/src/formats/zip";
import { goTo } from "./axe-visits";
import { drop } from "./dropping";
import { drawn } from "./frames";
import {
  count,
  expectUnharmed,
  groups,
  guard,
  hostileWork,
  NAMES,
  PLACES,
  pathsOf,
  remember,
  sayCount,
} from "./hostile";
import { expect, FILES, type Playground, test } from "./playground";
import { storedRecords } from "./stored-works";

const RESULTS = ["Output", "Data values", "Schema", "ytt’s report", /^Checks/, "Compare"] as const;
const tab = (page: Page, name: string | RegExp) =>
  page.getByRole("tablist", { name: "Result" }).getByRole("tab", { name, exact: typeof name === "string" });

// Each checks many places, and the machine may be busy.
test.describe.configure({ timeout: 180_000 });

let dialogs: string[] = [];
test.beforeEach(async ({ page }) => {
  dialogs = await guard(page);
});
test.afterEach(() => {
  expect(dialogs, "what asked or opened something").toEqual([]);
  sayCount();
});

/** Opens the page with the kiln, or after `again` with the stored work. */
async function begin(playground: Playground, { hash = "", again = false } = {}): Promise<void> {
  const { page } = playground;
  if (!again) await playground.storeKiln();
  await playground.openPage();
  await remember(page);
  if (hash) await page.evaluate((hash) => location.assign(hash), hash);
}

/** Opens every view of the open work. */
async function tour(playground: Playground, where: string): Promise<void> {
  const { page } = playground;
  await expect(playground.status).toContainText(/(Rendered|Failed) in/);
  await expectUnharmed(page, `${where}: as it opens`);
  for (const name of RESULTS) {
    const one = tab(page, name);
    if ((await one.count()) === 0) continue;
    await one.click();
    await drawn(page);
    await expectUnharmed(page, `${where}: ${name}`);
    if (name !== "Schema") continue;
    for (const view of ["OpenAPI", "JSON Schema", "Markdown"]) {
      await page.getByText(view, { exact: true }).click();
      await expect(page.locator("pre.export")).toBeVisible();
      await expectUnharmed(page, `${where}: ${view}`);
    }
    await page.getByText("Reference", { exact: true }).click();
  }
  await tab(page, "Output").click();
  for (const output of await page.locator(".strip-tab").all()) await output.click();
  await expectUnharmed(page, `${where}: output files`);
  for (const file of (await page.locator(FILES).all()).slice(0, 8)) await file.click();
  await expectUnharmed(page, `${where}: input files`);
  await page.getByRole("button", { name: /^Environment/ }).click();
  await expectUnharmed(page, `${where}: environment`);
  await page.getByRole("button", { name: /^Environment/ }).click();
}

/** Cards and lists of the editor. */
async function cards(playground: Playground, where: string): Promise<void> {
  const { page, editor } = playground;
  await playground.file("all.yml").click();
  await editor.click();
  for (const key of ["F8", "F1"]) {
    await page.keyboard.press(key);
    await drawn(page);
    await expectUnharmed(page, `${where}: card by ${key}`);
    await page.keyboard.press("Escape");
  }
  await playground.file("values.yml").click();
  await editor.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.press("Control+Space");
  await drawn(page);
  await expectUnharmed(page, `${where}: completion`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("F8");
  await drawn(page);
  await expectUnharmed(page, `${where}: problem card`);
  await page.keyboard.press("Escape");
}

/** Everything that can be exported. */
async function share(playground: Playground, work: Work, where: string): Promise<void> {
  const { page } = playground;
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
  await expectUnharmed(page, `${where}: share dialog`);
  for (const [button, ending] of [
    ["Save bundle", ".yml"],
    ["Save zip", ".zip"],
    ["Save script", ".sh"],
  ] as const) {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    const download = await saving;
    // Whatever the title is, it becomes a file name in the folder for downloads.
    expect(download.suggestedFilename()).toMatch(/^[a-z0-9-]{1,60}\.\w+$/);
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\${ending}$`));
    if (ending !== ".zip") continue;
    const read = readZip(readFileSync(await download.path()));
    expect(read.left).toEqual([]);
    expect(read.work.files).toEqual(work.files);
    expect(read.work.env).toEqual(work.env);
    expect(read.work.commandLine).toBe(work.commandLine);
  }
  await page.keyboard.press("Escape");
}

/** The user's own work, as it is stored. */
const kept = async (page: Page) => (await storedRecords(page)).find(({ head }) => head.address === "")?.work;

test("a link with hostile texts in every field, in every view", async ({ playground, page }) => {
  for (const [group, texts] of groups)
    await test.step(group, async () => {
      const work = hostileWork(texts);
      await begin(playground, { hash: `#${writeLink(work)}` });
      await expect(playground.file("all.yml")).toBeVisible();
      count(texts.length * PLACES);
      // The files' names, with invisible characters marked.
      const names = await page
        .locator(".file-row:not(.folder) .path-name")
        .evaluateAll((names) => names.map((one) => one.textContent));
      expect(names).toEqual(work.files.map(({ path }) => path));
      await tour(playground, group);
      await cards(playground, group);
      await share(playground, work, group);
    });
});

test("a bundle and a zip with hostile texts in every field are opened unchanged", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  for (const [group, texts] of groups)
    await test.step(group, async () => {
      const work = hostileWork(texts);
      const engine = await import("../wasm/engine.mjs");
      const bundle = await writeBundle(
        { ask: async (question) => engine.ask("writeBundle", (question as { bundle: unknown }).bundle) as never },
        work,
      );
      for (const [name, content] of [
        ["bundle.yml", bundle],
        ["all.zip", writeZip(work)],
      ] as const) {
        await begin(playground, { again: name === "all.zip" });
        await drop(page, { [name]: content });
        await expect(page.getByText(`Opened ${name}.`)).toBeVisible();
        count(texts.length * PLACES);
        await expect(playground.status).toContainText(/(Rendered|Failed) in/);
        await expectUnharmed(page, `${group} in ${name}`);
        await expect.poll(async () => (await kept(page))?.files.length).toBe(work.files.length);
        const { files, env, commandLine, title, lesson, checks, variants } = (await kept(page)) ?? workOf({});
        expect({ files, env, commandLine, title, lesson, checks, variants }).toEqual({
          files: work.files,
          env: work.env,
          commandLine: work.commandLine,
          title: work.title,
          lesson: work.lesson,
          checks: work.checks,
          variants: work.variants,
        });
      }
      // The replaced work is listed by its title.
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByRole("menuitem", { name: "Recent playgrounds" }).click();
      await expectUnharmed(page, `${group}: earlier work`);
    });
});

test("hostile texts as names of dropped files", { tag: "@long" }, async ({ playground, page }) => {
  for (const [group, texts] of groups)
    await test.step(group, async () => {
      await begin(playground);
      for (const text of texts) {
        await drop(page, { [`${text.replaceAll("/", "∕")}.yml`]: "a: 1\n" });
        const add = page.getByRole("dialog").getByRole("button", { name: "Add to the playground" });
        const notice = page.locator("footer .notice").getByText(/Opened|Added|control characters|no backslashes/);
        await expect(add.or(notice).first()).toBeVisible();
        if (await add.isVisible()) await add.click();
        await expect(notice).toBeVisible();
        await expectUnharmed(page, `dropped ${JSON.stringify(text)}`);
        count(1);
      }
      await expect
        .poll(async () => (await kept(page))?.files.map(({ path }) => path))
        .toEqual(expect.arrayContaining(pathsOf(texts)));
      await expect(playground.status).toContainText(/(Rendered|Failed) in/);
    });
});

test("hostile texts typed and pasted: text, flags, variables, names, titles, searches", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  for (const [group, texts] of groups)
    await test.step(group, async () => {
      await begin(playground);
      await playground.openFile("plan.yml");
      await playground.write(`${texts.join("\n")}\nb: [\n`);
      count(texts.length);
      await expect(playground.problems.first()).toBeVisible();
      await expectUnharmed(page, "typed");
      await playground.editor.evaluate((editor, text) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", text);
        clipboardData.setData("text/html", text);
        editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, texts.join("\n"));
      count(texts.length);
      await expectUnharmed(page, "pasted");
      await playground.write("a: 1\n");
      await page.getByRole("button", { name: /^Environment/ }).click();
      await page.getByRole("button", { name: "Add a variable" }).click();
      for (const text of texts) {
        const line = text.replaceAll(/[\r\n]/g, " ");
        await playground.flags.fill(line);
        await page.getByLabel("Name of variable 1").fill(line);
        await page.locator("tr:last-child input").last().fill(line);
        count(3);
      }
      await drawn(page);
      // The variables are above the result.
      await page.keyboard.press("Escape");
      await tab(page, "ytt’s report").click();
      await expectUnharmed(page, "flags and variables");
      await tab(page, "Output").click();
      await playground.fileAction("plan.yml", "Rename");
      for (const text of texts) {
        await page.locator(".file-name-input").fill(text.replaceAll(/[\r\n]/g, " "));
        count(1);
      }
      await page.locator(".file-name-input").press("Enter");
      if (await page.locator(".file-name-input").isVisible()) await page.locator(".file-name-input").press("Enter");
      await expectUnharmed(page, "renamed");
      await page.keyboard.press("ControlOrMeta+k");
      for (const text of texts) await page.getByLabel("Search the examples").fill(text);
      count(texts.length);
      await expectUnharmed(page, "searched");
      await page.keyboard.press("Escape");
      await page.keyboard.press("ControlOrMeta+s");
      await page.getByLabel("Title").fill(texts.join(" ").replaceAll(/[\r\n]/g, " "));
      count(texts.length);
      await expectUnharmed(page, "titled");
      await page.keyboard.press("Escape");
      await tab(page, "Schema").click();
      await page.getByRole("button", { name: "Import a schema" }).click();
      for (const text of [
        texts.join("\n"),
        JSON.stringify({
          type: "object",
          properties: Object.fromEntries(
            texts.map((one) => [one, { type: "string", title: one, description: one, default: one, enum: [one] }]),
          ),
        }),
      ]) {
        await page.locator("#import-text").fill(text);
        await page.locator("dialog.import button[type=submit]").click();
        count(texts.length);
        await drawn(page);
        await expectUnharmed(page, "imported");
      }
    });
});

test("hostile texts in the address", async ({ playground, page }) => {
  for (const [group, texts] of groups)
    await test.step(group, async () => {
      await begin(playground);
      for (const text of texts) {
        const kinds = ["", "example:", "gist:", "explain:", "y1:", "y2:", "y1:d."];
        await page.evaluate(
          async (hashes) => {
            for (const hash of hashes) {
              location.hash = hash;
              await new Promise(requestAnimationFrame);
            }
          },
          kinds.map((kind) => kind + text),
        );
        count(kinds.length);
        await expect(
          page
            .getByRole("region", { name: "Requested link" })
            .or(page.getByRole("region", { name: "Open playground" }))
            .first(),
        ).toBeVisible();
        await expectUnharmed(page, `address ${JSON.stringify(text)}`);
      }
      await expect(playground.output).toContainText("kiln: HESTIA");
    });
});

test("built-in names are ordinary, surrogates, NULs and direction marks are marked, and copying a marked text gives the original", async ({
  playground,
  page,
}) => {
  await test.step("typed lone surrogates and NULs are marked, and stay", async () => {
    await begin(playground);
    await playground.openFile("plan.yml");
    await playground.editor.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.evaluate(() =>
      document.querySelector("ytterby-page")?.shadowRoot?.activeElement?.dispatchEvent(
        new ClipboardEvent("paste", {
          clipboardData: (() => {
            const data = new DataTransfer();
            data.setData("text/plain", "a: \ud800 b\n#! \0 c\n#! \udc00\n");
            return data;
          })(),
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
    count(3);
    await expect(playground.editor.locator(".unseen").first()).toBeVisible();
    const numbers = await playground.editor
      .locator(".unseen")
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.number));
    expect(numbers).toContain("U+0000");
    await expectUnharmed(page, "halves");
  });
  await test.step("copying a marked text gives the original", async () => {
    const text = "say\u202e(it)\u001b[31m";
    await playground.openFile("plan.yml");
    await playground.write(`#@ fail(${JSON.stringify(text).replaceAll("\\u001b", "\\x1b")})\n`);
    count(1);
    await expect(playground.problems.first()).toContainText("say");
    await expectUnharmed(page, "a message");
    await tab(page, "ytt’s report").click();
    const copied = await page.locator("pre.report").evaluate((report) => {
      const selection = getSelection();
      selection?.selectAllChildren(report);
      return report.textContent;
    });
    expect(copied).toContain(text);
  });
  await test.step("names of built-in properties of objects are ordinary names", async () => {
    const files = NAMES.map((path) => ({ path, content: `at: ${path}\n` }));
    const all = hostileWork(NAMES);
    await goTo(page, `#${writeLink({ ...all, files: [...files, ...all.files] })}`);
    await expect(playground.file("all.yml")).toBeVisible();
    count(NAMES.length * 2);
    const shown = await page
      .locator(".file-row:not(.folder) .path-name")
      .evaluateAll((names) => names.map((one) => one.textContent));
    expect(shown.slice(0, NAMES.length)).toEqual([...NAMES]);
    await playground.file("__proto__").first().click();
    await expect(playground.editor).toContainText("at: __proto__");
    await tab(page, "Data values").click();
    for (const name of NAMES)
      await expect(page.locator("table.values th[scope=row]").getByText(name, { exact: true })).toBeVisible();
    await expectUnharmed(page, "names");
  });
  await test.step("a name with direction marks does not look like another one", async () => {
    const files = [
      "config.yml",
      "config\u200b.yml",
      "\u202elmy.gifnoc",
      "config.yml ",
      "config\u00a0.yml",
      "соnfig.yml",
    ].map((path) => ({ path, content: "a: 1\n" }));
    await goTo(page, `#${writeLink({ ...hostileWork([]), files })}`);
    await expect(page.locator(FILES)).toHaveCount(files.length);
    count(files.length);
    // With the text that CSS adds before an element's own.
    const seen = await page
      .locator(".file-row:not(.folder) .path-name")
      .evaluateAll((names) =>
        names.map((name) =>
          [...name.querySelectorAll(".unseen")].map((one) => getComputedStyle(one, "::before").content).join(),
        ),
      );
    expect(seen).toEqual(["", '"U+200B"', '"U+202E"', '"U+0020"', '"U+00A0"', ""]);
    // The mark isolates the character: the letters after it are in their order.
    const tail = page.locator(FILES).nth(2).locator(".path-name");
    const order = await tail.evaluate((name) => {
      const boxes: number[] = [];
      const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement?.closest(".unseen")) continue;
        for (let at = 0; at < (node.nodeValue?.length ?? 0); at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          boxes.push(range.getBoundingClientRect().left);
        }
      }
      return boxes;
    });
    expect(order.length).toBeGreaterThan(5);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    const labels = await page.locator(FILES).evaluateAll((tabs) => tabs.map((one) => one.getAttribute("aria-label")));
    expect(labels[2]).toBe("⟨U+202E⟩lmy.gifnoc");
  });
});
