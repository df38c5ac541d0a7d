// The data values tab: the origin of each value, the values that it replaced, missing values; by pointer and by keyboard.
import { link } from "./axe-visits";
import { expect, type Playground, test } from "./playground";

const row = ({ page }: Playground, path: string) =>
  page.locator(".values tr").filter({ has: page.locator(`th[title="${path}"]`) });

async function openValues({ page }: Playground): Promise<void> {
  await page.getByRole("tab", { name: "Data values" }).click();
  await expect(page.locator(".values")).toBeVisible();
}

test("each value has its type, its origin, and the values that it replaced", { tag: "@quick" }, async ({
  playground,
  page,
}) => {
  await playground.open();
  await playground.flags.fill("--data-value kiln.name=Vesta --data-value-yaml kiln.peak=1000");
  await expect(playground.output).toContainText("kiln: VESTA");
  await openValues(playground);
  await expect(row(playground, "kiln.name")).toContainText("Vesta");
  await expect(row(playground, "kiln.name")).toContainText("string");
  await expect(row(playground, "kiln.name")).toContainText("flag --data-value kiln.name=Vesta");

  const peak = row(playground, "kiln.peak");
  await expect(peak.locator("code").first()).toHaveText("1000");
  await expect(peak).toContainText("integer");
  const before = peak.getByRole("list").getByRole("listitem");
  // "Overrides the default" would contradict "same as the default".
  await expect(peak).toContainText("same as the default");
  await expect(before).toHaveCount(1);
  await expect(before.first()).toContainText("overrides 1240 file");
  await before.first().getByRole("button", { name: "values.yml:5" }).click();
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("peak: 1240");
});

test("values from the environment and from code are labelled", async ({ playground, page }) => {
  await playground.open();
  await playground.openFile("values.yml");
  await playground.write('#@data/values\n---\nkiln: #@ {"name": "Made"}\n');
  await expect(playground.output).toContainText("kiln: MADE");
  await openValues(playground);
  await expect(row(playground, "kiln.name")).toContainText("values.yml:3");
  await playground.flags.fill("--data-values-env FIRE");
  await page.getByRole("button", { name: /Environment/ }).click();
  await page.getByRole("button", { name: "Add a variable" }).click();
  await page.getByLabel("Name of variable 1").fill("FIRE_kiln__name");
  await page.getByLabel("Value of FIRE_kiln__name").fill("Agni");
  await expect(row(playground, "kiln.name")).toContainText("environment FIRE_kiln__name");
  await expect(row(playground, "kiln.name")).toContainText("overrides Made file");
});

test("a missing required value is highlighted until it is set", async ({ playground, page }) => {
  await playground.open();
  await playground.openExample("A bakery with violations");
  await openValues(playground);
  await expect(page.locator(".missing-note")).toContainText("One required value is missing: bakery.name");
  await expect(row(playground, "bakery.name").locator(".badge")).toHaveText("required");
  await row(playground, "bakery.name")
    .getByRole("button", { name: /values\.yml:5/ })
    .click();
  await playground.writeLine(5, "  name: Crumb");
  await expect(page.locator(".missing-note")).toHaveCount(0);
});

test("the tree can be filtered, folded and unfolded, also by keyboard", async ({ playground, page }) => {
  await playground.open();
  await openValues(playground);
  const filter = page.getByLabel("Filter data values");
  await filter.fill("peak");
  await expect(row(playground, "kiln.peak")).toBeVisible();
  await expect(row(playground, "kiln")).toBeVisible();
  await expect(row(playground, "kiln.name")).toHaveCount(0);
  await expect(page.locator(".values-count")).toHaveText(/^1 of \d+$/);
  await filter.fill("values.yml");
  await expect(row(playground, "kiln.keeper")).toBeVisible();
  await filter.fill("");

  await filter.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "New values file" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const fold = row(playground, "kiln").locator("button.fold");
  await expect(fold).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await expect(row(playground, "kiln.name")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(row(playground, "kiln.name")).toBeVisible();
  await page.getByRole("button", { name: "Collapse all", exact: true }).click();
  await expect(row(playground, "kiln.name")).toHaveCount(0);
  await page.getByRole("button", { name: "Expand all" }).click();
  await expect(row(playground, "kiln.name")).toBeVisible();
});

test("a filter renders only the data values", async ({ playground, page }) => {
  await playground.open();
  await openValues(playground);
  const counts = () =>
    page.evaluate(() => {
      const element = document.querySelector("ytterby-page") as unknown as { renders: ReadonlyMap<string, number> };
      return [...element.renders];
    });
  // Not while other parts of the page are loaded.
  await expect(async () => {
    await page.getByLabel("Filter data values").fill("");
    const before = new Map(await counts());
    await page.getByLabel("Filter data values").fill("peak");
    await expect(row(playground, "kiln.name")).toHaveCount(0);
    const rendered = (await counts()).filter(([name, count]) => count !== before.get(name));
    expect(rendered.map(([name]) => name)).toEqual(["values"]);
  }).toPass();
});

test("a new values file has the defaults, commented out, and can be filled in", async ({ playground, page }) => {
  await playground.open();
  await openValues(playground);
  await page.getByRole("button", { name: "New values file" }).press("Enter");
  await expect(playground.pane("values-2.yml")).toHaveClass(/chosen/);
  await expect(playground.editor).toBeFocused();
  await expect(playground.editor).toContainText("#@data/values");
  await expect(playground.status).toContainText("Added values-2.yml.");
  await expect(playground.problems).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(playground.file("values-2.yml")).toHaveCount(0);
});

test("each instance of a library has its own data values", { tag: "@long" }, async ({ playground, page }) => {
  await playground.open();
  for (const [path, text] of [
    ["_ytt_lib/mill/schema.yml", "#@data/values-schema\n---\nstones: 2\nwheel:\n  wide: 1\n"],
    [
      "mills.yml",
      '#@ load("@ytt:library", "library")\n#@ mill = library.get("mill")\n---\na: #@ mill.with_data_values({"stones": 1}).data_values().stones\nb: #@ mill.data_values().stones\n',
    ],
  ] as const) {
    await page.getByRole("button", { name: "Add file" }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(path);
    await page.keyboard.press("Enter");
    await playground.openFile(path);
    await playground.write(text);
  }
  await openValues(playground);
  const mills = page.locator(".values tbody").filter({ has: page.locator("tr.library") });
  await expect(mills).toHaveCount(2);
  const stones = mills.locator("tr").filter({ has: page.locator("th[title=stones]") });
  await expect(stones.first()).toContainText("1");
  await expect(stones.first()).toContainText("library");
  await expect(stones.last()).toContainText("2");
  await expect(stones.last()).toContainText("default");
  // Folding one does not fold the other.
  await mills.first().locator("button.fold").click();
  await expect(mills.first().locator("th[title='wheel.wide']")).toHaveCount(0);
  await expect(mills.last().locator("th[title='wheel.wide']")).toHaveCount(1);
});

test("the data values fit a narrow screen", async ({ playground, page }) => {
  await playground.open();
  await playground.openExample("A bakery with violations");
  await playground.flags.fill("--data-value oven.kind=wood");
  await openValues(playground);
  await expect(row(playground, "oven.kind")).toContainText("flag");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Output" }).click();
  await expect(page.locator(".values")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** A schema of 300 data values, in maps, with long keys. */
const MANY = `#@data/values-schema
---
${[...Array(60).keys()]
  .map(
    (at) =>
      `component_${at}:\n${["replicas", "memory_limit_mebibytes", "log_level", "enabled"].map((key, n) => `  ${key}: ${n}\n`).join("")}`,
  )
  .join("")}`;

/** Cells of keys that are cut, and keys that lie over the next column. */
const cutKeys = ({ page }: Playground) =>
  page.locator(".facts[aria-rowcount] tbody th[title]").evaluateAll((cells) =>
    cells.flatMap((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { right } = cell.getBoundingClientRect();
      const beyond = [...range.getClientRects()].some((box) => box.right > right + 0.5);
      return cell.scrollWidth > cell.clientWidth || beyond ? [cell.textContent?.trim()] : [];
    }),
  );

test("the keys of 300 data values are whole, beside the other columns and above them", async ({ playground, page }) => {
  await page.goto(`./${link({ files: [{ path: "schema.yml", content: MANY }] })}`);
  for (const width of [1400, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [tab, shares] of [
      ["Data values", [41, 31, 28]],
      ["Schema", [43, 27, 30]],
    ] as const) {
      await playground.showResult(tab);
      const pane = page.getByRole("group", { name: tab, exact: true });
      const table = pane.locator(".facts[aria-rowcount]");
      await expect(table.locator('th[title="component_0.memory_limit_mebibytes"]')).toBeVisible();
      const found = await table.evaluate((element) =>
        [...element.querySelectorAll("thead th")].map((cell) =>
          Math.round((100 * cell.getBoundingClientRect().width) / element.getBoundingClientRect().width),
        ),
      );
      // In a narrow pane, the cells of a row are one below the other.
      if (width === 1400) expect(found).toEqual(shares);
      expect(await cutKeys(playground)).toEqual([]);
      // The height of rows that were never rendered is estimated, so that the first end may not be the last one.
      await expect(async () => {
        await pane.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        await expect(table.locator('th[title="component_59.enabled"]')).toBeVisible({ timeout: 500 });
      }).toPass();
      expect(await cutKeys(playground)).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1400, height: 900 });
});
