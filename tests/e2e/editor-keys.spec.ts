// Keys that users of other editors press: comments, several cursors, finding in one file and in all, going to a line; and wrapped lines.
import type { Page } from "@playwright/test";
import { boxOf } from "./box";
import { expect, type Playground, test } from "./playground";
import { storeWork } from "./stored-works";

/** Opens a playground with these files. The first one is open. */
const begin = (playground: Playground, files: Record<string, string>): Promise<void> =>
  playground.load({ files: Object.entries(files).map(([path, content]) => ({ path, content })) });

const lines = (playground: Playground) => playground.editor.locator(".cm-line");

async function atStart({ editor, page }: Playground): Promise<void> {
  await editor.click();
  await page.keyboard.press("ControlOrMeta+Home");
}

const cursors = (page: Page) => page.locator(".file-pane.chosen .cm-cursor");
const selected = (page: Page) => page.locator(".file-pane.chosen .cm-selectionBackground");
const field = (page: Page) => page.getByRole("textbox", { name: "Find", exact: true });

async function startFind(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+f");
  await expect(field(page)).toBeFocused();
}

/** Replaces the text, and types in the find panel. */
async function findIn(playground: Playground, content: string, sought: string): Promise<void> {
  await playground.write(content);
  await atStart(playground);
  await startFind(playground.page);
  await playground.page.keyboard.type(sought);
}

/** Presses Ctrl / and checks a line. */
async function toggleComment(playground: Playground, line: number, text: string): Promise<void> {
  await playground.page.keyboard.press("ControlOrMeta+/");
  await expect(lines(playground).nth(line)).toHaveText(text);
}

const found = (page: Page) => page.locator(".cm-search").getByRole("status");

function never(): never {
  throw new Error("not visible");
}

test.describe("typing", () => {
  const CODE = `#@ load("@ytt:data", "data")
#@ if data.values.enabled:
web:
  #@overlay/match missing_ok=True
  port: 80
#@ end
`;

  test("Ctrl / comments as ytt accepts it for the kind of the file, and back; lines move to their level", {
    tag: "@quick",
  }, async ({ playground, page }) => {
    await test.step("writes comments that ytt accepts, and takes them back", async () => {
      await begin(playground, {
        "config.yml": `${CODE}last: 1\n`,
        "schema.yml": "#@data/values-schema\n---\nenabled: true\n",
      });
      await expect(playground.output).toContainText("port: 80");
      await lines(playground).nth(1).click();
      for (let line = 0; line < 4; line++) await page.keyboard.press("Shift+ArrowDown");
      await toggleComment(playground, 1, "#! #@ if data.values.enabled:");
      await expect(lines(playground).nth(3)).toHaveText("#!   #@overlay/match missing_ok=True");
      await expect(lines(playground).nth(4)).toHaveText("#!   port: 80");
      await expect(lines(playground).nth(5)).toHaveText("#! #@ end");
      await expect(playground.output).toHaveText("last: 1");
      await expect(playground.problems).toHaveCount(0);
      await page.keyboard.press("ControlOrMeta+/");
      await expect(playground.output).toContainText("port: 80");
      await expect(lines(playground)).toHaveText([...CODE.split("\n").slice(0, -1), "last: 1", ""]);
    });
    await test.step("depends on the kind of the file, also after it is renamed", async () => {
      await begin(playground, { "rates.star": "rate = 2\n", "letter.txt": "Hello\n" });
      await lines(playground).first().click();
      await toggleComment(playground, 0, "# rate = 2");
      await playground.pane("letter.txt").locator(".cm-line").first().click();
      await toggleComment(playground, 0, "(@# Hello @)");
      await playground.fileAction("rates.star", "Rename");
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("rates.yml");
      await page.keyboard.press("Enter");
      await playground.pane("rates.yml").locator(".cm-line").first().click();
      await page.keyboard.press("ControlOrMeta+/");
      await toggleComment(playground, 0, "#! rate = 2");
    });
    await test.step("`- ` and `#@ end` move to their level, and quotes surround a selection, each with an undo", async () => {
      const press = page.keyboard;
      // toHaveText ignores indentation.
      const reads = (line: number, text: string) =>
        expect.poll(() => lines(playground).nth(line).textContent()).toBe(text);
      await begin(playground, { "config.yml": "#@ if True:\na:\n  - name: x\n    port: 80\n" });
      await lines(playground).nth(3).click();
      await press.press("End");
      await press.press("Enter");
      await press.type("- name: y");
      await reads(4, "  - name: y");
      await press.press("ControlOrMeta+z");
      await reads(4, "  - ");
      await press.press("ControlOrMeta+z");
      await reads(4, "    - ");
      await press.press("ControlOrMeta+y");
      await press.type("id: 1");
      await press.press("Enter");
      await reads(5, "    ");
      await press.type("#@ end");
      await reads(5, "#@ end");
      await expect(playground.output).toContainText("- id: 1");
      await lines(playground).nth(2).click();
      await press.press("End");
      await press.press("Shift+ArrowLeft");
      await press.type('"');
      await reads(2, '  - name: "x"');
      await press.press("ControlOrMeta+z");
      await reads(2, "  - name: x");
    });
  });
});

test.describe("several cursors", () => {
  const TEXT = "port: 1\nname: port\nhost: port\n";

  test("by Ctrl D, by Alt with a click or an arrow key, and columns by Shift Alt and dragging", {
    tag: "@quick",
  }, async ({ playground, page }) => {
    await test.step("Ctrl D selects the next occurrence as well, and Escape leaves one", async () => {
      await begin(playground, { "config.yml": TEXT });
      await lines(playground).first().click();
      await page.keyboard.press("Home");
      for (const ranges of [1, 2, 3]) {
        await page.keyboard.press("ControlOrMeta+d");
        await expect(selected(page)).toHaveCount(ranges);
      }
      await page.keyboard.type("door");
      await expect(lines(playground)).toHaveText(["door: 1", "name: door", "host: door", ""]);
      await expect(cursors(page)).toHaveCount(3);
      // A list of completions that the typed word opens is closed first.
      await expect(async () => {
        await page.keyboard.press("Escape");
        await expect(cursors(page)).toHaveCount(1, { timeout: 500 });
      }).toPass();
      await page.keyboard.type("s");
      await expect(lines(playground)).toHaveText(["doors: 1", "name: door", "host: door", ""]);
      await page.keyboard.press("ControlOrMeta+z");
      await page.keyboard.press("ControlOrMeta+z");
      await expect(lines(playground)).toHaveText(["port: 1", "name: port", "host: port", ""]);
    });
    await test.step("Alt and a click adds a cursor, Shift Alt and dragging selects a column", async () => {
      await begin(playground, { "config.yml": TEXT });
      await lines(playground).first().click();
      await page.keyboard.press("Home");
      const start = (line: number) => lines(playground).nth(line);
      await start(1).click({ position: { x: 9, y: 8 }, modifiers: ["Alt"] });
      await start(2).click({ position: { x: 9, y: 8 }, modifiers: ["Alt"] });
      await expect(cursors(page)).toHaveCount(3);
      await page.keyboard.type("x");
      await expect(lines(playground)).toHaveText(["xport: 1", "xname: port", "xhost: port", ""]);

      const from = await boxOf(start(0));
      const to = await boxOf(start(2));
      await page.keyboard.down("Shift");
      await page.keyboard.down("Alt");
      await page.mouse.move(from.x + 9, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(to.x + 9 + 16, to.y + 8, { steps: 4 });
      await page.mouse.up();
      await page.keyboard.up("Alt");
      await page.keyboard.up("Shift");
      await expect(selected(page)).toHaveCount(3);
      await page.keyboard.press("Delete");
      await expect(lines(playground)).toHaveText(["ort: 1", "ame: port", "ost: port", ""]);
    });
    await test.step("Ctrl Alt and an arrow key adds a cursor above or below", async () => {
      await playground.write(TEXT);
      await lines(playground).nth(1).click();
      await page.keyboard.press("Home");
      await page.keyboard.press("ControlOrMeta+Alt+ArrowDown");
      await page.keyboard.press("ControlOrMeta+Alt+ArrowUp");
      await expect(cursors(page)).toHaveCount(3);
      await page.keyboard.type("a_");
      await expect(lines(playground)).toHaveText(["a_port: 1", "a_name: port", "a_host: port", ""]);
    });
  });
});

test.describe("finding in a file", () => {
  const NAMES = Array.from(
    { length: 12 },
    (_, at) => `name${at}: ${at % 2 ? "Kettle" : "kettle"}s\nother${at}: 1\n`,
  ).join("");

  test("counts, goes on and back, replaces, and looks like the page", { tag: "@quick" }, async ({
    playground,
    page,
  }) => {
    await test.step("counts, goes on and back, and closes at the match", async () => {
      await begin(playground, { "config.yml": NAMES });
      await lines(playground).nth(2).click();
      await page.keyboard.press("Home");
      await startFind(page);
      await page.keyboard.type("kettle");
      // The first match after the cursor is selected while the user types.
      await expect(found(page)).toHaveText("2 of 12");
      await page.keyboard.press("Enter");
      await expect(found(page)).toHaveText("3 of 12");
      await page.keyboard.press("Shift+Enter");
      await page.keyboard.press("Shift+Enter");
      await expect(found(page)).toHaveText("1 of 12");
      await page.keyboard.press("Shift+Enter");
      await expect(found(page)).toHaveText("12 of 12");
      await page.getByRole("button", { name: "Next", exact: true }).click();
      await expect(found(page)).toHaveText("1 of 12");
      await page.getByRole("button", { name: "Previous", exact: true }).click();
      await expect(found(page)).toHaveText("12 of 12");
      await field(page).focus();
      await page.keyboard.press("Escape");
      await expect(field(page)).toHaveCount(0);
      await expect(playground.editor).toBeFocused();
      await page.keyboard.type("Pot");
      await expect(lines(playground).filter({ hasText: "name11" })).toHaveText("name11: Pots");
    });
    await test.step("Escape goes to the match that was typed; replaces; case, words and regular expressions", async () => {
      await begin(playground, { "config.yml": "" });
      await test.step("Escape goes to the match that was typed, without Enter", async () => {
        await findIn(playground, "a: 1\nb: 2\nsought: 3\n", "sought");
        await page.keyboard.press("Escape");
        await page.keyboard.type("found");
        await expect(lines(playground)).toHaveText(["a: 1", "b: 2", "found: 3", ""]);
      });
      await test.step("replaces one match, or all, and selects all", async () => {
        await findIn(playground, "a: 1\nb: 1\nc: 1\nd: 2\n", ": 1");
        await page.keyboard.press("Tab");
        await page.getByLabel("Replace", { exact: true }).fill(": 9");
        await page.keyboard.press("Enter");
        await expect(lines(playground)).toHaveText(["a: 9", "b: 1", "c: 1", "d: 2", ""]);
        await expect(found(page)).toHaveText("1 of 2");
        await page.getByRole("button", { name: "Replace all" }).click();
        await expect(lines(playground)).toHaveText(["a: 9", "b: 9", "c: 9", "d: 2", ""]);
        await expect(found(page)).toHaveText("No matches");
        await field(page).fill(": 9");
        await expect(found(page)).toHaveText("2 of 3");
        await page.getByRole("button", { name: "Select all" }).click();
        await expect(playground.editor).toBeFocused();
        await page.keyboard.type(": 3");
        await expect(lines(playground)).toHaveText(["a: 3", "b: 3", "c: 3", "d: 2", ""]);
      });
      await test.step("case, words and regular expressions; a wrong one is explained", async () => {
        await findIn(playground, `${NAMES}kettle: 1\n`, "kettle");
        await expect(found(page)).toHaveText("1 of 13");
        await page.getByLabel("Match case").check();
        await expect(found(page)).toHaveText("1 of 7");
        await page.getByLabel("Whole word").check();
        await expect(found(page)).toHaveText("1 of 1");
        await page.getByLabel("Whole word").uncheck();
        await page.getByLabel("Regular expression").check();
        await field(page).fill("^name\\d\\d(");
        await expect(found(page)).toContainText("Not a regular expression: ");
        await expect(field(page)).toHaveAttribute("aria-invalid", "true");
        await field(page).fill("^name\\d\\d");
        await expect(found(page)).toHaveText("1 of 2");
        await field(page).fill("nothing like this");
        await expect(found(page)).toHaveText("No matches");
        await expect(page.getByRole("button", { name: "Next", exact: true })).toBeDisabled();
      });
    });
    await test.step("looks like the page, also in a narrow one", async () => {
      await begin(playground, { "config.yml": NAMES });
      for (const width of [1400, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await lines(playground).first().click();
        await startFind(page);
        const sizes = await page
          .locator(".cm-search :is(input[type=text], button, label)")
          .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).fontSize));
        expect(sizes).toHaveLength(12);
        expect(new Set(sizes)).toEqual(new Set(["13px"]));
        const { width: inside, right } = await page.locator(".cm-search").evaluate((panel) => ({
          width: panel.scrollWidth - panel.clientWidth,
          right: panel.getBoundingClientRect().right,
        }));
        expect(inside).toBeLessThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
        await page.keyboard.press("Escape");
      }
      await page.setViewportSize({ width: 1400, height: 900 });
    });
  });
});

test.describe("going to a line", () => {
  test("by its number, with a column; the editor says how to leave it with the keyboard", async ({
    playground,
    page,
  }) => {
    await test.step("by its number, with a column", async () => {
      await begin(playground, { "config.yml": Array.from({ length: 200 }, (_, at) => `key${at + 1}: 1`).join("\n") });
      const line = page.getByRole("textbox", { name: "Go to line" });
      await lines(playground).first().click();
      await page.keyboard.press("Control+g");
      await expect(line).toBeFocused();
      await page.keyboard.type("150");
      await page.keyboard.press("Enter");
      await expect(playground.editor).toBeFocused();
      await page.keyboard.type("x");
      await expect(lines(playground).filter({ hasText: "key150" })).toHaveText("xkey150: 1");
      await page.keyboard.press("Control+g");
      await expect(line).toHaveValue("150");
      await page.keyboard.type("12:4");
      await page.keyboard.press("Enter");
      await page.keyboard.type("_");
      await expect(lines(playground).filter({ hasText: "key_12" })).toBeVisible();
      // Beyond the end: the last line.
      await page.keyboard.press("Control+g");
      await page.keyboard.type("900");
      await page.keyboard.press("Enter");
      await page.keyboard.type("z");
      await expect(lines(playground).last()).toHaveText("zkey200: 1");
    });
    await test.step("says what to type, and Escape goes back", async () => {
      await playground.write("a: 1\nb: 2\n");
      const line = page.getByRole("textbox", { name: "Go to line" });
      await lines(playground).nth(1).click();
      await page.keyboard.press("Control+g");
      await expect(line).toHaveAccessibleDescription("1 to 3, or line:column");
      await page.keyboard.type("b");
      await page.keyboard.press("Enter");
      await expect(line).toHaveAccessibleDescription("Type a line from 1 to 3, or line:column");
      await page.keyboard.press("Escape");
      await expect(line).toHaveCount(0);
      await expect(playground.editor).toBeFocused();
      await expect(page.locator(".file-pane.chosen .cm-activeLine")).toHaveText("b: 2");
    });
    await test.step("the editor says how to leave it with the keyboard", async () => {
      await begin(playground, { "config.yml": "a: 1\n" });
      await expect(playground.editor).toHaveAccessibleDescription(
        "Tab indents. To leave the editor, press Escape, then Tab.",
      );
      await playground.editor.click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      await expect(playground.editor).not.toBeFocused();
      await page.getByRole("button", { name: "Help" }).click();
      const help = page.getByRole("dialog", { name: "Help" });
      await expect(help).toContainText("Escape, then Tab leaves the editor");
      await expect(help.getByRole("heading", { level: 4 })).toHaveText([
        "Editing",
        "Finding",
        "Files, in their list or on their names",
        "Result",
        "Page",
      ]);
      await page.keyboard.press("Escape");
    });
    await test.step("so does the page to a user who moves through it with Tab", async () => {
      const notice = page.getByText("Tab indents. Escape and then Tab leaves the editor.");
      await atStart(playground);
      await page.keyboard.press("Tab");
      await expect(playground.editor).toContainText("  a: 1");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Shift+Tab");
      await expect(playground.editor).not.toBeFocused();
      await expect(notice).toHaveCount(0);
      await page.keyboard.press("Tab");
      await expect(playground.editor).toBeFocused();
      await expect(notice).toHaveCount(0);
      await page.keyboard.press("Tab");
      await expect(notice).toBeVisible();
    });
  });
});

test.describe("finding in all files", () => {
  const dialog = (page: Page) => page.getByRole("dialog", { name: "Find in all files" });
  const rows = (page: Page) => dialog(page).locator(".found-line");

  async function openDialog(page: Page): Promise<void> {
    await page.keyboard.press("ControlOrMeta+Shift+F");
    await expect(page.getByRole("textbox", { name: "Find in all files" })).toBeFocused();
  }

  test("lists matches by file, goes to one, and begins with the selection or the text of the find panel", {
    tag: "@quick",
  }, async ({ playground, page }) => {
    await test.step("lists matches by file, and goes to one", async () => {
      await begin(playground, {
        "schema.yml": "#@data/values-schema\n---\nport: 80\n",
        "config/a.yml": "a: 1\n  \nweb:\n  Port: 8080\n",
        "config/b.yml": "b: 2\n",
      });
      await playground.flags.focus();
      await openDialog(page);
      await page.keyboard.type("port");
      await expect(dialog(page).getByRole("status")).toHaveText("2 matches in 2 files");
      await expect(dialog(page).getByRole("heading", { level: 3 })).toHaveText(["schema.yml 1", "config/a.yml 1"]);
      await expect(rows(page)).toHaveText(["3port: 80", "4Port: 8080"]);
      // The first one is that of Enter.
      await page.keyboard.press("ArrowDown");
      await expect(rows(page).nth(1)).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(dialog(page)).toBeHidden();
      await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("config/a.yml");
      await expect(playground.editor).toBeFocused();
      await page.keyboard.type("door");
      await expect(lines(playground).nth(3)).toHaveText("  door: 8080");

      // Enter in the field goes to the first match; the last text is searched again, in the changed files.
      await openDialog(page);
      await expect(dialog(page).getByRole("status")).toHaveText("1 match in 1 file");
      await page.keyboard.press("Enter");
      await page.keyboard.type("x");
      await expect(playground.pane("schema.yml").locator(".cm-line").nth(2)).toHaveText("x: 80");
    });
    await test.step("begins with the selection, or with what the find panel searches", async () => {
      await begin(playground, { "a.yml": "kettle: 1\n", "b.yml": "Kettle: kettles\n" });
      await lines(playground)
        .first()
        .dblclick({ position: { x: 20, y: 8 } });
      await openDialog(page);
      await expect(dialog(page).getByRole("status")).toHaveText("3 matches in 2 files");
      await page.keyboard.press("Escape");
      await expect(playground.editor).toBeFocused();
      await startFind(page);
      await page.getByLabel("Match case").check();
      await page.getByRole("button", { name: "In all files" }).click();
      await expect(dialog(page).getByRole("status")).toHaveText("2 matches in 2 files");
      await dialog(page).getByLabel("Whole word").check();
      await expect(dialog(page).getByRole("status")).toHaveText("1 match in 1 file");
      await dialog(page).getByLabel("Regular expression").check();
      await dialog(page).getByRole("textbox").fill("(");
      await expect(dialog(page).getByRole("status")).toContainText("Not a regular expression: ");
      await dialog(page).getByRole("textbox").fill("nothing");
      await expect(dialog(page).getByRole("status")).toHaveText("No matches");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      // For the next test of this page.
      await playground.fileAction("a.yml", "Find in all files");
      await dialog(page).getByLabel("Regular expression").uncheck();
      await dialog(page).getByLabel("Whole word").uncheck();
      await dialog(page).getByLabel("Match case").uncheck();
      await page.keyboard.press("Escape");
    });
  });

  test("in 200 files of 5,000 lines, shows the first matches while the page answers", { tag: "@long" }, async ({
    playground,
    page,
  }) => {
    test.setTimeout(90_000);
    const text = Array.from({ length: 5_000 }, (_, at) => `key${at}: some text\n`).join("");
    // More than a link may contain.
    await storeWork(page, { files: Array.from({ length: 200 }, (_, at) => ({ path: `f${at}.txt`, content: text })) });
    await playground.open();
    await openDialog(page);
    // The page renders while the search goes on.
    await dialog(page)
      .getByRole("status")
      .evaluate((status) => {
        const seen: string[] = [];
        Object.assign(globalThis, { seen });
        const observer = new MutationObserver(() => seen.push(status.textContent ?? ""));
        observer.observe(status, { childList: true, characterData: true, subtree: true });
      });
    await page.keyboard.type("key4999");
    await expect(dialog(page).getByRole("status")).toHaveText("200 matches in 200 files");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("some");
    await expect(dialog(page).getByRole("status")).toHaveText("1,000,000 matches in 200 files", { timeout: 20_000 });
    await expect(rows(page)).toHaveCount(200);
    await expect(dialog(page)).toContainText("And 999,800 more.");
    expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toContain("Searching…");
    await page.keyboard.press("Escape");
  });
});

test.describe("long lines", () => {
  const LONG = `web:\n  - description: ${"word ".repeat(40)}end\n`;

  const rowsOf = (playground: Playground, line: number) =>
    lines(playground)
      .nth(line)
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))].length;
      });

  test("wrap in narrow editors, and have their problems written out; the choice of the user is remembered", async ({
    playground,
    page,
  }) => {
    await test.step("wrap in narrow editors, and continue below their beginning", async () => {
      await begin(playground, { "config.yml": LONG });
      await expect.poll(() => rowsOf(playground, 1)).toBeGreaterThan(1);
      // The continuation is to the right of the dash.
      const [first, second] = await lines(playground)
        .nth(1)
        .evaluate((element) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const lefts = new Map<number, number>();
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (let at = 0; at < (node.textContent?.length ?? 0); at++) {
              if (node.textContent?.[at] === " ") continue;
              const range = document.createRange();
              range.setStart(node, at);
              range.setEnd(node, at + 1);
              const { top, left } = range.getBoundingClientRect();
              lefts.set(Math.round(top), Math.min(lefts.get(Math.round(top)) ?? Infinity, left));
            }
          return [...lefts].sort(([a], [b]) => a - b).map(([, left]) => left);
        });
      expect(second).toBeGreaterThan(first ?? never());
      // One wide editor does not wrap: 1,690 px are one column.
      await page.setViewportSize({ width: 1690, height: 900 });
      await expect.poll(() => rowsOf(playground, 1)).toBe(1);
      await page.setViewportSize({ width: 1400, height: 900 });
      await expect.poll(() => rowsOf(playground, 1)).toBeGreaterThan(1);
    });
    await test.step("a problem in a wrapped line is written out", async () => {
      const text = (words: number) => `a: #@ "${"word ".repeat(words)}" + nothing\n`;
      await begin(playground, { "config.yml": text(5) });
      for (const words of [12, 13, 14, 15, 16, 20]) {
        await playground.write(text(words));
        const message = playground.editor.locator(".cm-end-message").first();
        await expect(message).toBeVisible();
        const { inside, isBelow } = await message.evaluate((element) => {
          const content = element.closest(".cm-content") as HTMLElement;
          const [box, around] = [element.getBoundingClientRect(), content.getBoundingClientRect()];
          const line = (element.closest(".cm-line") as HTMLElement).getBoundingClientRect();
          return {
            inside: box.left >= around.left && box.right <= around.right && box.width > 100,
            isBelow: box.bottom <= line.bottom + 1 && box.top >= line.top,
          };
        });
        expect([words, inside, isBelow]).toEqual([words, true, true]);
      }
      await page.keyboard.press("ControlOrMeta+z");
    });
    await test.step("the choice of the user is remembered", async () => {
      await begin(playground, { "config.yml": LONG });
      await expect.poll(() => rowsOf(playground, 1)).toBeGreaterThan(1);
      await lines(playground).first().click();
      await page.keyboard.press("Alt+z");
      await expect.poll(() => rowsOf(playground, 1)).toBe(1);
      await page.reload();
      await expect(playground.status).toContainText("Rendered in");
      await expect.poll(() => rowsOf(playground, 1)).toBe(1);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => rowsOf(playground, 1)).toBe(1);
      await page.setViewportSize({ width: 1690, height: 900 });
      await playground.fileAction("config.yml", "Wrap long lines");
      await page.setViewportSize({ width: 1200, height: 900 });
      await expect.poll(() => rowsOf(playground, 1)).toBeGreaterThan(1);
    });
  });
});
