// The stack of input files: the files in view, its sizes, and the parts that a key press renders.
import { expectAccessible, inPlayground } from "./accessible";
import { boxOf } from "./box";
import { drawn } from "./frames";
import { expect, type Playground, test } from "./playground";

const height = async (playground: Playground, path: string) => (await playground.pane(path).boundingBox())?.height ?? 0;

const lines = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: ${at}`).join("\n");

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ path: `config/f${at}.yml`, content: `a: ${at}\n` }));

test("schema, values and template are in view together, each with its kind and problems, in two columns of very wide pages", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("schema, values and template are in view together, each with its kind and problems", async () => {
    await playground.openPage();
    for (const [path, kind, last] of [
      ["schema.yml", "schema", "port: 8080"],
      ["values.yml", "data values", "replicas: 20"],
      ["app.yml", "template", "apiVersion: apps/v1"],
    ] as const) {
      const pane = playground.pane(path);
      await expect(pane.locator(".file-kind")).toHaveText(kind);
      await expect(pane.getByText(last)).toBeInViewport();
    }
    await expect(playground.pane("values.yml").locator(".mark")).toHaveText("1");
    await expect(page.getByRole("tree")).toHaveCount(0);
    await expectAccessible(page, "the stack of files", inPlayground(".editor-pane"));
  });
  await test.step("very wide pages have two columns", async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    const left = async (path: string) => (await playground.pane(path).boundingBox())?.x ?? 0;
    await expect.poll(async () => (await left("app.yml")) - (await left("schema.yml"))).toBeGreaterThan(200);
    expect(await left("values.yml")).toBe(await left("schema.yml"));
    await expect(playground.pane("app.yml").getByText("targetPort")).toBeInViewport();
    await page.setViewportSize({ width: 1400, height: 900 });
    await expect.poll(async () => (await left("app.yml")) - (await left("schema.yml"))).toBe(0);
    await drawn(page);
  });
  await test.step("the headline of a problem is at the end of its line, and moves nothing", async () => {
    const message = playground.pane("values.yml").locator(".cm-end-message");
    await expect(message).toHaveAttribute("data-message", "✕ replicas must be at most 10");
    const line = playground.pane("values.yml").locator(".cm-line").filter({ hasText: "replicas: 20" });
    await expect(line).toHaveText("replicas: 20");
    const box = await boxOf(line);
    await playground.fileAction("values.yml", "Problems at the ends of lines");
    await expect(message).toBeHidden();
    expect(await boxOf(line)).toEqual(box);
    await page.reload();
    await expect(playground.problems).toHaveCount(1);
    await expect(message).toBeHidden();
  });
});

test("a pane is as high as its text, the focused one gets what is left, and lines between panes are moved", async ({
  playground,
  page,
}) => {
  await test.step("a pane is as high as its text, and the focused one gets what is left", async () => {
    await playground.load({
      files: [
        { path: "a.yml", content: lines(3) },
        { path: "b.yml", content: lines(60) },
        { path: "c.yml", content: lines(60) },
      ],
    });
    expect(await height(playground, "a.yml")).toBeGreaterThan(80);
    await playground.openFile("c.yml");
    await expect.poll(() => height(playground, "a.yml")).toBeLessThan(120);
    await expect
      .poll(async () => (await height(playground, "c.yml")) - (await height(playground, "b.yml")))
      .toBeGreaterThan(0);
    expect(await height(playground, "b.yml")).toBeGreaterThan(30 + 4 * 20);
    // Typing makes a short pane higher.
    const before = await height(playground, "a.yml");
    await playground.openFile("a.yml");
    await playground.openFile("c.yml");
    await playground.pane("a.yml").locator(".cm-content").click();
    await page.keyboard.press("ControlOrMeta+End");
    for (let at = 0; at < 4; at++) await page.keyboard.press("Enter");
    await playground.openFile("c.yml");
    await expect.poll(() => height(playground, "a.yml")).toBeGreaterThan(before + 60);
  });
  await test.step("lines between panes are moved with the mouse and with keys, and sizes are remembered", async () => {
    await playground.load({
      files: [
        { path: "a.yml", content: lines(30) },
        { path: "b.yml", content: lines(30) },
      ],
    });
    const line = page.getByRole("separator", { name: "Height of a.yml" });
    await expect(line).toBeVisible();
    await drawn(page);
    const before = await height(playground, "a.yml");
    const box = await boxOf(line);
    await page.mouse.move(box.x + 50, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 50, box.y - 98, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => height(playground, "a.yml")).toBeCloseTo(before - 100, -1);
    await line.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => height(playground, "a.yml")).toBeCloseTo(before - 80, -1);
    await page.reload();
    await expect.poll(() => height(playground, "a.yml")).toBeCloseTo(before - 80, -1);
    await line.dblclick();
    await expect.poll(() => height(playground, "a.yml")).toBeCloseTo(before, -1);
  });
  await test.step("a pane grows once the pointer is released, so that a click selects nothing", async () => {
    await page.setViewportSize({ width: 1400, height: 760 });
    await page.goto("./");
    await expect(playground.pane("app.yml")).toBeVisible();
    const { x, y } = await boxOf(playground.pane("app.yml").getByText("#@ v = data.values"));
    const before = await height(playground, "schema.yml");
    await page.mouse.move(x + 30, y + 8);
    await page.mouse.down();
    await expect(playground.pane("app.yml").locator(".cm-content")).toBeFocused();
    await drawn(page);
    expect(await height(playground, "schema.yml")).toBe(before);
    await page.mouse.move(x + 31, y + 8);
    await page.mouse.up();
    await expect.poll(() => height(playground, "schema.yml")).not.toBe(before);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("");
  });
});

test("of many files, those shown last have panes, and a pin keeps one; of 200 files, four have", async ({
  playground,
  page,
}) => {
  await test.step("of many files, those shown last have panes; a pin keeps one", async () => {
    await playground.load({ files: numbered(9) });
    const tree = page.getByRole("tree", { name: "Input files" });
    await expect(tree.getByRole("treeitem")).toHaveCount(10);
    await page.getByRole("button", { name: "Pin config/f0.yml" }).click();
    for (const at of [1, 2, 3, 4, 5]) await playground.openFile(`config/f${at}.yml`);
    const open = page.locator(".file-pane.open .file-name");
    await expect(open).toHaveText(["config/f0.yml", "config/f3.yml", "config/f4.yml", "config/f5.yml"]);
    await expect(page.locator(".file-pane:not(.open) .file-name")).toHaveText(["config/f1.yml", "config/f2.yml"]);
    await page.locator(".file-pane:not(.open) .file-name button").first().click();
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("config/f1.yml");
    await expect(playground.editor).toBeFocused();
  });
  await test.step("a project of 200 files, the most there are, has four panes", async () => {
    await playground.load({ files: numbered(200) });
    await expect(page.locator(".file-pane")).toHaveCount(1);
    for (const at of [10, 100, 199]) await playground.openFile(`config/f${at}.yml`);
    await expect(page.locator(".file-pane.open")).toHaveCount(4);
    await playground.write("typed: true\n");
    await expect(playground.output).toContainText("typed: true");
  });
});

test("Alt M and a double click on a heading show one file", async ({ playground, page }) => {
  await playground.open();
  await playground.openFile("values.yml");
  await page.keyboard.press("Alt+m");
  await expect(page.locator(".file-pane")).toHaveCount(1);
  await expect(playground.editor).toBeFocused();
  await expect(page.getByRole("tree", { name: "Input files" })).toBeVisible();
  await playground.openFile("plan.yml");
  await expect(page.locator(".file-pane")).toHaveCount(1);
  await page.reload();
  await expect(page.locator(".file-pane .file-name")).toHaveText(["plan.yml"]);
  await page.locator(".file-heading").dblclick({ position: { x: 200, y: 12 } });
  await expect(page.locator(".file-pane")).toHaveCount(3);
});
