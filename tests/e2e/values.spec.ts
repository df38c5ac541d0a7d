// The data values tab: the origin of each value, the values that it replaced, missing values; by pointer and by keyboard.
import { expect, type Playground, test } from "./playground";

const row = ({ page }: Playground, path: string) =>
  page.locator(".values tr").filter({ has: page.locator(`th[title="${path}"]`) });

async function openValues({ page }: Playground): Promise<void> {
  await page.getByRole("tab", { name: "Data values" }).click();
  await expect(page.locator(".values")).toBeVisible();
}

test("each value has its type, its origin and the values that it replaced; the tree is filtered and folded; a new values file has the defaults", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("each value has its type, its origin, and the values that it replaced", async () => {
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
  await test.step("the tree can be filtered, folded and unfolded, also by keyboard", async () => {
    await playground.flags.fill("");
    await page.keyboard.press("Escape");
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
  await test.step("a new values file has the defaults, commented out, and can be filled in", async () => {
    await page.getByRole("button", { name: "New values file" }).press("Enter");
    await expect(playground.pane("values-2.yml")).toHaveClass(/chosen/);
    await expect(playground.editor).toBeFocused();
    await expect(playground.editor).toContainText("#@data/values");
    await expect(playground.status).toContainText("Added values-2.yml.");
    await expect(playground.problems).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(playground.file("values-2.yml")).toHaveCount(0);
  });
  await test.step("values from the environment and from code are labelled", async () => {
    await page.getByLabel("Filter data values").fill("");
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
});

test("a missing required value is highlighted until it is set; the data values fit a narrow screen; each instance of a library has its own", async ({
  playground,
  page,
}) => {
  await test.step("a missing required value is highlighted until it is set", async () => {
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
  await test.step("the data values fit a narrow screen", async () => {
    await playground.flags.fill("--data-value oven.kind=wood");
    await openValues(playground);
    await expect(row(playground, "oven.kind")).toContainText("flag");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("tablist", { name: "Panes" }).getByRole("tab", { name: "Output" }).click();
    await expect(page.locator(".values")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
  await test.step("each instance of a library has its own data values", async () => {
    await page.setViewportSize({ width: 1400, height: 900 });
    await playground.load({
      files: [
        { path: "_ytt_lib/mill/schema.yml", content: "#@data/values-schema\n---\nstones: 2\nwheel:\n  wide: 1\n" },
        {
          path: "mills.yml",
          content:
            '#@ load("@ytt:library", "library")\n#@ mill = library.get("mill")\n---\na: #@ mill.with_data_values({"stones": 1}).data_values().stones\nb: #@ mill.data_values().stones\n',
        },
      ],
    });
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
});
