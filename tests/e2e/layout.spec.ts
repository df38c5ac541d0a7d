// The layout of the page: panes that follow their content, wrapped lines, tabs that fit, and keys that go from pane to pane.
import { expectAccessible, inPlayground } from "./accessible";
import { link } from "./axe-visits";
import { boxOf } from "./box";
import { expect, test } from "./playground";

const height = (page: import("@playwright/test").Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().height);

test("the list of problems grows with them up to a share of the height, until the user moves its line", async ({
  playground,
  page,
}) => {
  await test.step("the list of problems is one line without problems, and grows with them up to a share of the height", async () => {
    await page.goto(`./${link({ files: [{ path: "a.yml", content: "a: 1\n" }] })}`);
    const pane = page.locator(".problems-pane");
    await expect(pane).toContainText("No problems");
    expect(await height(page, ".problems-pane")).toBeLessThan(50);
    await playground.write("a: #@ missing\n");
    await expect(playground.problems).toHaveCount(1);
    const one = await height(page, ".problems-pane");
    expect(one).toBeGreaterThan(60);
    expect(one).toBeLessThan(260);

    await page.goto("./#example:bakery-violations");
    await expect(playground.problems).toHaveCount(5);
    const [many, result] = [await height(page, ".problems-pane"), await height(page, ".result")];
    expect(many).toBeGreaterThan(one);
    expect(many).toBeLessThanOrEqual(result / 2 + 1);
  });
  await test.step("a line that the user moved wins over the content, until a double click on it", async () => {
    await playground.loadKiln();
    const line = page.getByRole("separator", { name: "Height of the output" });
    const box = await boxOf(line);
    await page.mouse.move(box.x + 50, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(box.x + 50, box.y - 196, { steps: 5 });
    await page.mouse.up();
    const moved = await height(page, ".problems-pane");
    expect(moved).toBeGreaterThan(220);
    expect(moved).toBeLessThan(260);
    await page.reload();
    await expect(page.locator("footer .verdict")).toBeAttached();
    expect(Math.abs((await height(page, ".problems-pane")) - moved)).toBeLessThan(4);
    await line.dblclick();
    expect(await height(page, ".problems-pane")).toBeLessThan(50);
  });
});

test("long lines of the output and of narrow editors wrap; both can be switched", async ({ playground, page }) => {
  const long = `a: ${"word ".repeat(60)}end`;
  await page.goto(`./${link({ files: [{ path: "a.yml", content: `${long}\n` }] })}`);
  await playground.isLive();
  await expect(playground.output).toContainText("end");
  const rows = (pane: string) => height(page, `${pane} .cm-line:first-child`).then((all) => Math.round(all / 20.8));
  expect(await rows(".output")).toBeGreaterThan(2);
  await expect.poll(() => rows(".editor-pane")).toBeGreaterThan(2);
  await playground.editor.click();
  await page.keyboard.press("Alt+z");
  await expect.poll(() => rows(".editor-pane")).toBe(1);
  const wrap = page.getByRole("button", { name: "Wrap lines in the output", pressed: true });
  await wrap.click();
  expect(await rows(".output")).toBe(1);
  await page.reload();
  await playground.isLive();
  await expect(playground.output).toContainText("word");
  expect([await rows(".output"), await rows(".editor-pane")]).toEqual([1, 1]);
  // Their ends do not show through the line numbers.
  for (const pane of [".editor-pane", ".output-pane"]) {
    const ground = await page.locator(pane).evaluate((pane) => {
      const scroller = pane.querySelector(".cm-scroller");
      const gutters = scroller?.querySelector(".cm-gutters");
      if (!scroller || !gutters) return "no line numbers";
      scroller.scrollLeft = 100;
      let behind: Element | null = gutters;
      const colour = (of: Element | null) => (of ? getComputedStyle(of).backgroundColor : "nothing");
      do behind = behind.parentElement;
      while (behind && colour(behind) === "rgba(0, 0, 0, 0)");
      return `${scroller.scrollLeft} ${colour(gutters)} on ${colour(behind)}`;
    });
    expect(ground).toMatch(/^100 (rgb\(.*\)) on \1$/);
  }
});

/** How many pixels of the row of the result's tabs are hidden, and those of the selected one. */
const hidden = (page: import("@playwright/test").Page) =>
  page.locator(".result-tabs").evaluate((row) => {
    const { left, right } = row.getBoundingClientRect();
    const selected = row.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
    const beyond = Math.max(0, left - (selected?.left ?? 0), (selected?.right ?? 0) - right);
    return { row: row.scrollWidth - row.clientWidth, selected: Math.round(beyond) };
  });

test("tabs of the result that do not fit are in a menu, and words of tables stay whole; at 1280 px all fit", async ({
  playground,
  page,
}) => {
  await test.step("tabs of the result that do not fit are in a menu; words of tables stay whole", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto("./#example:proposal-platform");
    await expect(playground.status).toContainText("Rendered in");
    const more = page.getByRole("button", { name: "More tabs" });
    await expect(more).toHaveCount(0);
    expect(await hidden(page)).toEqual({ row: 0, selected: 0 });

    await page.setViewportSize({ width: 860, height: 768 });
    await expect(more).toBeVisible();
    await expectAccessible(page, "a row of tabs with a menu of the others", inPlayground(".output-pane"));
    // No tab is cut, whichever is selected.
    for (const name of ["Compare", "Checks", "Schema", "Output", "Compare", "Output"]) {
      const tab = page.locator(".result-tab").filter({ hasText: name });
      if (await tab.evaluate((element) => element.classList.contains("cut"))) {
        await more.click();
        await page.getByRole("menu", { name: "More tabs" }).getByRole("menuitem", { name }).click();
      } else await tab.click();
      await expect(tab).toBeFocused();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      await expect(async () => expect(await hidden(page)).toEqual({ row: 0, selected: 0 })).toPass();
    }
    // Arrow keys go through all.
    for (const name of ["Data values", "Schema", "ytt’s report", "Checks", "Compare"]) {
      await page.keyboard.press("ArrowRight");
      const tab = page.getByRole("tab", { name });
      await expect(tab).toBeFocused();
      await expect(async () => expect(await hidden(page)).toEqual({ row: 0, selected: 0 })).toPass();
    }
    await page.keyboard.press("Home");
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(page.locator(".result-tab.cut").last()).toHaveText("Compare");
    await expect(page.getByRole("tab", { name: "ytt’s report" })).not.toHaveClass(/cut/);
    await page.setViewportSize({ width: 860, height: 768 });
    await page.getByRole("tab", { name: "Schema" }).focus();
    await page.keyboard.press("Enter");
    const broken = await page.locator(".facts .type").evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        const words = cell.textContent?.trim().split(/\s+/).length ?? 0;
        return lines > words ? [cell.textContent] : [];
      }),
    );
    expect(broken).toEqual([]);
    await page.setViewportSize({ width: 1400, height: 900 });
  });
  await test.step("all tabs of the result are whole beside the tools of the output, at 1280 px", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const checks = [{ output: "a.yml", is: "a: 1\n" }];
    await page.goto(
      `./${link({
        files: [
          { path: "a.yml", content: "#@data/values\n---\nb: 1\n" },
          { path: "b.yml", content: "a: 1\n" },
        ],
        checks,
      })}`,
    );
    await expect(page.getByRole("button", { name: "Download b.yml" })).toBeVisible();
    await expect(page.getByRole("tab", { name: /^Checks.*failed: 1/ })).toBeVisible();
    await expect(page.getByRole("tab", { name: "Data values" })).toBeVisible();
    expect(await hidden(page)).toEqual({ row: 0, selected: 0 });
    await page.setViewportSize({ width: 1400, height: 900 });
  });
});

test("Ctrl F6 goes from pane to pane, the environment lies over them, and a card closes when the user types elsewhere", async ({
  playground,
  page,
}) => {
  await test.step("Ctrl F6 goes from pane to pane; F6, and Ctrl with a number, are the browser's", async () => {
    await playground.open();
    const at = async (keys: string, selector: string) => {
      await page.keyboard.press(keys);
      await expect(page.locator(selector)).toBeFocused();
    };
    await at("Control+F6", ".flags");
    await at("Control+F6", ".lesson-next > button");
    for (const path of ["schema.yml", "values.yml", "plan.yml"])
      await at("Control+F6", `[aria-label="${path}"] .cm-content`);
    await at("Control+F6", '.result-tab[aria-selected="true"]');
    await at("Control+F6", ".problems-pane");
    await at("Control+F6", ".flags");
    await at("Control+Shift+F6", ".problems-pane");
    const prevented = await page.evaluate(() =>
      ["1", "3", "5", "F6"].map((key) => {
        const event = new KeyboardEvent("keydown", { key, ctrlKey: key !== "F6", bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
        return event.defaultPrevented;
      }),
    );
    expect(prevented).toEqual([false, false, false, false]);
    await at("Control+F6", ".flags");
  });
  await test.step("the environment lies over the panes, which do not move; Escape closes it", async () => {
    const before = await page.locator(".panes").boundingBox();
    const button = page.getByRole("button", { name: /^Environment/ });
    await button.click();
    await page.getByRole("button", { name: "Add a variable" }).click();
    await expect(page.getByLabel("Name of variable 1")).toBeFocused();
    expect(await page.locator(".panes").boundingBox()).toEqual(before);
    await page.keyboard.press("Escape");
    await expect(page.locator("#environment")).toBeHidden();
    await expect(button).toBeFocused();
  });
  await test.step("a card closes when the user types elsewhere", async () => {
    await playground.openFile("schema.yml");
    await playground.flags.focus();
    // Cards are loaded a moment after the first output.
    await expect(async () => {
      await playground.flags.hover();
      await playground.editor.getByText("peak", { exact: true }).first().hover();
      await expect(page.locator(".cm-insight")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.keyboard.type("-");
    await expect(page.locator(".cm-insight")).toHaveCount(0);
  });
});

test("names in the list of files are cut once; at a large zoom code and rows fit, and a lesson is a bar with its next step", async ({
  playground,
  page,
}) => {
  await test.step("the name of a file in the list is cut once, and never at its end", async () => {
    const files = Array.from({ length: 40 }, (_, at) => ({
      path: `overlays/a-rather-long-name-of-a-file-with-number-${at}.yml`,
      content: `a: ${at}\n`,
    }));
    await page.goto(`./${link({ files })}`);
    await expect(playground.status).toContainText("Rendered in");
    const rows = page.locator(".file-row:not(.folder)");
    await expect(rows.first()).toHaveAttribute("title", files[0]?.path ?? "");
    const cut = await rows.evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll(".path-name > span")]
          .filter((part) => part.scrollWidth > part.clientWidth)
          .map(({ className }) => className),
      ),
    );
    expect(cut).toHaveLength(40);
    for (const parts of cut) expect(parts).toEqual(["stem"]);
  });
  await test.step("at a large zoom with a mouse, rows are compact and the code has at least ten lines", async () => {
    // 1400 by 900 at 200 %.
    await page.setViewportSize({ width: 700, height: 450 });
    await page.goto("./#example:deployment");
    await expect(page.locator(".first-problem")).toBeVisible();
    // The view of the narrow page replaces that of the wide one in a frame of its own.
    const boxOfCode = () => page.locator(".file-pane.chosen .code").boundingBox();
    await expect.poll(async () => ((await boxOfCode())?.height ?? 0) / 20.8).toBeGreaterThan(10);
    const code = await boxOfCode();
    const problem = await page.locator(".first-problem").boundingBox();
    expect((code?.y ?? 0) + (code?.height ?? 0)).toBeLessThanOrEqual((problem?.y ?? 0) + 1);
    const heights = await page
      .locator(".view-tab, .file-tab, .lesson-next > button, .new-files button")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(heights.length).toBeGreaterThan(6);
    expect(Math.max(...heights)).toBeLessThanOrEqual(38);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
    await expect(page.getByRole("tab", { name: "Output" })).toBeInViewport();
    await expect(playground.flags).toBeInViewport();
    await expect(page.getByRole("region", { name: "Open playground" })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(700);
    await expectAccessible(page, "a large zoom");
  });
  await test.step("at the largest zoom the page scrolls: six lines of code are visible below the views, and as many of the output", async () => {
    // 1280 by 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    const visibleLines = async (pane: string) => {
      await page.locator(`${pane} .cm-scroller`).hover();
      await page.mouse.wheel(0, 10_000);
      await page.mouse.wheel(0, -10_000);
      await page.mouse.wheel(0, 110);
      await expect(page.locator(".view-switch")).toBeInViewport({ ratio: 1 });
      const views = await page.locator(".view-switch").boundingBox();
      const box = await page.locator(`${pane} .cm-scroller`).boundingBox();
      const top = Math.max(box?.y ?? 0, (views?.y ?? 0) + (views?.height ?? 0));
      return (Math.min((box?.y ?? 0) + (box?.height ?? 0), 256) - top) / 20.8;
    };
    await expect.poll(() => visibleLines(".file-pane.chosen")).toBeGreaterThan(6);
    await page.locator(".view-tab", { hasText: "Output" }).click();
    await expect.poll(() => visibleLines(".output-pane")).toBeGreaterThan(6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    // A cursor that moves up is not behind the views.
    await page.locator(".view-tab", { hasText: "Input" }).click();
    await page.locator(".file-pane.chosen .cm-content").focus();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.press("ControlOrMeta+Home");
    // The editor scrolls in a later frame.
    await expect(async () => {
      const views = await page.locator(".view-switch").boundingBox();
      const cursor = await page.locator(".file-pane.chosen .cm-cursor-primary").boundingBox();
      expect(cursor?.y).toBeGreaterThanOrEqual((views?.y ?? 0) + (views?.height ?? 0));
      expect((cursor?.y ?? 256) + (cursor?.height ?? 0)).toBeLessThanOrEqual(256);
    }).toPass({ timeout: 5_000 });
    await page.setViewportSize({ width: 1400, height: 900 });
  });
  await test.step("a lesson is a bar with its next step, which can be applied there", async () => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto("./#example:deployment");
    const lesson = page.locator(".lesson");
    await expect(lesson.locator(".lesson-next")).toContainText("Step 1 of");
    expect(await height(page, ".lesson-head")).toBeLessThan(50);
    expect(await height(page, ".stack")).toBeGreaterThan(500);
    await expectAccessible(page, "a lesson with its next step", inPlayground(".lesson"));
    await lesson.getByRole("button", { name: "Apply: step 1" }).click();
    await expect(lesson.locator(".lesson-next")).toContainText("Step 1 of 5 done:");
    expect(await height(page, ".lesson-head")).toBeLessThan(50);
    await expect(playground.status).toContainText("Applied step 1.");
    await lesson.getByRole("button", { name: /^Lesson/ }).click();
    await expect(lesson.locator(".lesson-text")).toBeVisible();
    await expectAccessible(page, "the whole text of a lesson", inPlayground(".lesson"));
  });
});

test("with forced colours, only what is selected is marked, and dots are visible", async ({ playground, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const files = ["a", "b", "c", "d", "e"].map((name) => ({ path: `${name}.yml`, content: `${name}: 1\n` }));
  await page.goto(`./${link({ files: [...files, { path: "z.yml", content: "z: #@ missing\n" }] })}`);
  await expect(playground.problems).toHaveCount(1);
  const system = await page.evaluate(() => {
    const probe = document.createElement("p");
    probe.style.forcedColorAdjust = "none";
    document.body.append(probe);
    const colours = ["Canvas", "CanvasText", "Highlight"].map((name) => {
      probe.style.color = name;
      return getComputedStyle(probe).color;
    });
    probe.remove();
    return { canvas: colours[0], text: colours[1], highlight: colours[2] };
  });
  const marked = (selector: string) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .evaluateAll(
        (all, { canvas, highlight }) =>
          all.map((one) => {
            const style = getComputedStyle(one);
            const edges = ["top", "right", "bottom", "left"].some(
              (side) =>
                Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 &&
                style.getPropertyValue(`border-${side}-color`) !== canvas,
            );
            const selected = one.getAttribute("aria-selected") === "true";
            const isMarked = style.backgroundColor === highlight;
            return selected ? isMarked : !isMarked && !edges;
          }),
        system,
      );
  const background = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).backgroundColor);
  // The layout follows the answer and the window's size a moment later.
  const expectMarks = (selector: string, least: number) =>
    expect(async () => {
      const all = await marked(selector);
      expect(all.length, selector).toBeGreaterThanOrEqual(least);
      expect(all, selector).not.toContain(false);
    }).toPass({ timeout: 5_000 });
  for (const selector of [".result-tab", ".file-row:not(.folder)"]) await expectMarks(selector, 5);
  await expect.poll(() => background("footer .light")).toBe(system.text);
  await playground.openFile("z.yml");
  await expect.poll(() => background(".cm-lint-marker-error")).toBe(system.text);

  await page.goto(`./${link({ files })}`);
  await expect(page.locator(".strip-tab")).toHaveCount(5);
  await expectMarks(".strip-tab", 5);
  expect(await page.locator("footer .light").evaluate((one) => getComputedStyle(one).borderTopColor)).toBe(system.text);

  await page.setViewportSize({ width: 390, height: 844 });
  for (const selector of [".view-tab", ".file-tab"]) await expectMarks(selector, 3);
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.emulateMedia({ forcedColors: null });
});
