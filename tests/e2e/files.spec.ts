// Files, the stored state after a reload, and the theme.
import type { Work } from "../../web/src/core/work";
import { expectAccessible, inPlayground } from "./accessible";
import { expect, test } from "./playground";
import { storeWork } from "./stored-works";

test("files can be added, renamed, moved, dragged, deleted and restored", { tag: "@quick" }, async ({
  playground,
  page,
}) => {
  await test.step("a new file gets the typed name, and Enter goes on in its text", async () => {
    await playground.open();
    await playground.openFile("values.yml");
    await page.getByRole("button", { name: "Add file" }).click();
    await expect(page.getByLabel("Name of the new file")).toBeFocused();
    // The ending is there, and need not be typed.
    await page.keyboard.type("x");
    await expect(page.getByLabel("Name of the new file")).toHaveValue("x.yml");
    await page.keyboard.type(".yml");
    await page.keyboard.press("Enter");
    await expect(playground.editor).toBeFocused();
    await page.keyboard.type("fresh: true");
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml", "x.yml"]);
    await expect(playground.editor).toHaveText("fresh: true");

    await playground.openFile("values.yml");
    await page.getByRole("button", { name: "Add file" }).click();
    await expectAccessible(page, "naming a new file", inPlayground(".files"));
    await page.keyboard.press("Escape");
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml", "x.yml"]);
    await expect(playground.file("values.yml")).toBeFocused();
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
  });
  await test.step("a file is moved, deleted and restored", async () => {
    await playground.openFile("x.yml");
    await playground.fileAction("x.yml", "Move up");
    await playground.fileAction("x.yml", "Move up");
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "x.yml", "values.yml", "plan.yml"]);
    await playground.fileAction("x.yml", "Delete");
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "x.yml", "values.yml", "plan.yml"]);
    await expect(playground.editor).toContainText("fresh: true");
    await playground.fileAction("x.yml", "Delete");
    await playground.file("plan.yml").dragTo(playground.file("schema.yml"));
    await expect.poll(() => playground.files()).toEqual(["plan.yml", "schema.yml", "values.yml"]);
  });
  await test.step("an invalid name is rejected with a reason", async () => {
    await playground.fileAction("schema.yml", "Rename");
    const name = page.getByLabel("New name of schema.yml");
    for (const [wrong, reason] of [
      ["values.yml", "values.yml already exists."],
      ["../out.yml", "inside the playground"],
      ["", "cannot be empty"],
    ] as const) {
      await name.fill(wrong);
      await page.keyboard.press("Enter");
      await expect(page.getByText(reason)).toBeVisible();
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => playground.files()).toEqual(["plan.yml", "schema.yml", "values.yml"]);
  });
  await test.step("files can be added after the last one was deleted", async () => {
    for (const path of await playground.files()) {
      await playground.openFile(path);
      await playground.fileAction(path, "Delete");
    }
    await expect(page.getByText("No files. Add a file or open an example.")).toBeVisible();
    await page.getByRole("button", { name: "Add file" }).click();
    await page.keyboard.press("Enter");
    await playground.write("fresh: true\n");
    await expect(playground.output).toContainText("fresh: true");
  });
});

test("names of files and their list work by keyboard", async ({ playground, page }) => {
  await test.step("the name above a file", async () => {
    await playground.open();
    await playground.file("values.yml").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "plan.yml", "values.yml"]);
    await expect(playground.file("values.yml")).toBeFocused();

    await page.keyboard.press("F2");
    await page.keyboard.type("numbers");
    await page.keyboard.press("Enter");
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "plan.yml", "numbers.yml"]);
    await expect(playground.file("numbers.yml")).toBeFocused();

    await page.keyboard.press("Delete");
    await expect.poll(() => playground.files()).toEqual(["schema.yml", "plan.yml"]);
    await expect(playground.file("plan.yml")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(playground.editor).toBeFocused();
  });
  await test.step("the list of files", async () => {
    const paths = ["a.yml", "b.yml", "c.yml", "d.yml", "e.yml"];
    await playground.load({ files: paths.map((path) => ({ path, content: "a: 1\n" })) });
    await playground.file("a.yml").focus();
    await page.keyboard.press("ArrowDown");
    await expect(playground.file("b.yml")).toBeFocused();
    // The focus moves alone; Enter shows the file.
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("a.yml");
    await page.keyboard.press("Enter");
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("b.yml");
    await expect(playground.editor).toBeFocused();

    // Keys go on in the list after a click.
    await playground.openFile("b.yml");
    await expect(playground.file("b.yml")).toBeFocused();
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => playground.files()).toEqual(["a.yml", "c.yml", "b.yml", "d.yml", "e.yml"]);
    await expect(playground.file("b.yml")).toBeFocused();
    await page.keyboard.press("F2");
    await page.keyboard.type("z");
    await page.keyboard.press("Enter");
    await expect(playground.file("z.yml")).toBeFocused();
    // list-keys.test.ts has letters that come later, and those that find nothing.
    await page.keyboard.press("d");
    await expect(playground.file("d.yml")).toBeFocused();
    await page.keyboard.press("Home");
    await page.keyboard.press("Delete");
    await expect(playground.file("a.yml")).toHaveCount(0);
  });
});

test("folders are shown above their files, and can be collapsed", async ({ playground, page }) => {
  const paths = ["a.yml", "config/app/b.yml", "config/app/c.yml", "config/d.yml", "e.yml"];
  await storeWork(page, { files: paths.map((path) => ({ path, content: "a: 1\n" })) });
  await playground.open();
  const folders = page.locator(".file-row.folder");
  await expect(folders).toHaveText(["config/", "app/"]);
  await expect(page.locator(".file-row:not(.folder)")).toHaveText(["a.yml", "b.yml", "c.yml", "d.yml", "e.yml"]);

  // By pointer; the open file stays visible.
  await folders.nth(0).click();
  await expect(folders).toHaveText(["config/"]);
  await expect.poll(() => playground.files()).toEqual(["a.yml", "e.yml"]);
  await folders.nth(0).click();
  await playground.openFile("config/app/c.yml");
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("config/app/c.yml");

  // By key: from a file to its folder, which is then collapsed.
  await playground.file("config/app/c.yml").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(folders.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(folders.nth(1)).toHaveAttribute("aria-expanded", "false");
  await expect.poll(() => playground.files()).toEqual(["a.yml", "config/app/c.yml", "config/d.yml", "e.yml"]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => playground.files()).toEqual(paths);

  await page.getByRole("button", { name: "Collapse all folders" }).click();
  await expect.poll(() => playground.files()).toEqual(["a.yml", "config/app/c.yml", "e.yml"]);
  await page.getByRole("button", { name: "Expand all folders" }).click();
  await expect.poll(() => playground.files()).toEqual(paths);

  // Files in another order: ytt uses the order of the list. A file passes folders as a whole.
  await playground.file("config/d.yml").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.locator(".file-row")).toHaveText(["a.yml", "config/", "d.yml", "app/", "b.yml", "c.yml", "e.yml"]);
});

test("each file keeps its own undo history", async ({ playground, page }) => {
  await playground.open();
  await playground.editor.click();
  await page.keyboard.insertText("#! mine\n");
  await playground.openFile("values.yml");
  await playground.openFile("schema.yml");
  await expect(playground.editor).toContainText("#! mine");
  await playground.editor.click();
  await page.keyboard.press("ControlOrMeta+z");
  await expect(playground.editor).not.toContainText("#! mine");
});

test("everything survives a reload, and what is stored with wrong types does not break the page", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await playground.open();
  await playground.openFile("plan.yml");
  await playground.write("kept: #@ 'as ' + 'it was'\n");
  await playground.flags.fill("--data-value kiln.name=Vesta");
  await page.getByRole("button", { name: /Environment/ }).click();
  await page.getByRole("button", { name: "Add a variable" }).click();
  await page.getByLabel("Name of variable 1").fill("A");
  await page.getByLabel("Value of A").fill("1");
  await page.reload();
  await expect(playground.editor).toContainText("kept:");
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("plan.yml");
  await expect(playground.flags).toHaveValue("--data-value kiln.name=Vesta");
  await expect(page.getByRole("button", { name: "Environment 1" })).toBeVisible();
  await expect(playground.output).toContainText("kept: as it was");

  const stored = { files: [{ path: 1 }, { path: "a.yml", content: "a: 1" }], open: 9, env: 7 };
  await storeWork(page, stored as unknown as Work);
  await page.evaluate(() => localStorage.setItem("ytterby.settings.v1", "[[["));
  await playground.open();
  await expect.poll(() => playground.files()).toEqual(["a.yml"]);
  await expect(playground.output).toContainText("a: 1");
});

test("the theme follows the system until one is selected, and the selection is stored", async ({
  playground,
  page,
}) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await playground.open();
  const light = await ground();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await ground();
  expect(dark).not.toBe(light);

  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("menuitemradio", { name: "Light" }).click();
  await expect.poll(ground).toBe(light);
  await page.reload();
  await expect.poll(ground).toBe(light);
});

test("the tree is as wide as its names, which have no gaps, until its width is changed", async ({
  playground,
  page,
}) => {
  const paths = ["config/app/deployment-of-api.yml", "config/b.yml", "upgrade.yml", "up-grades.yml", "e.yml"];
  await page.setViewportSize({ width: 1024, height: 800 });
  await storeWork(page, { files: paths.map((path) => ({ path, content: "a: 1\n" })) });
  await playground.open();
  const cut = () =>
    page
      .locator(".file-row .path-name > span")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
  await expect(page.locator(".file-row")).toHaveCount(7);
  expect(await cut()).toBe(0);
  // All characters have the same width; a gap would increase a name's.
  const widths = await page.locator(".file-row:not(.folder) .path-name").evaluateAll((names) =>
    names.map((name) => {
      const right = name.lastElementChild?.getBoundingClientRect().right ?? 0;
      return (right - name.getBoundingClientRect().left) / (name.textContent ?? "").length;
    }),
  );
  expect(widths).toHaveLength(paths.length);
  for (const width of widths) expect(width).toBeCloseTo(widths[0] ?? 0, 1);
  const width = async () => Math.round((await page.locator(".files-pane").boundingBox())?.width ?? 0);
  const fitted = await width();
  // A problem does not change it.
  await playground.openFile("config/app/deployment-of-api.yml");
  await playground.write("a: #@ missing\n");
  await expect(page.locator(".file-row .error-mark")).toBeVisible();
  expect(await width()).toBe(fitted);
  const line = page.getByRole("separator", { name: "Width of the list of files" });
  await line.focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(width).toBeGreaterThan(fitted);
  const wider = await width();
  await page.reload();
  await expect.poll(width).toBe(wider);
  await line.dblclick();
  await expect.poll(width).toBe(fitted);
});
