// Two environments as two columns that stay while the user edits: their outputs, and their data values.
import { expectAccessible, inPlayground } from "./accessible";
import { link } from "./axe-visits";
import { expect, type Playground, test } from "./playground";

const SETTINGS = Array.from({ length: 60 }, (_, at) => `setting${at}: ${at}`).join("\n");

const FILES = [
  {
    path: "config/schema.yml",
    content: '#@data/values-schema\n---\n#@schema/validation max=30\nreplicas: 1\nhost: localhost\nsite:\n  name: ""\n',
  },
  {
    path: "config/app.yml",
    content: `#@ load("@ytt:data", "data")\nreplicas: #@ data.values.replicas\n${SETTINGS}\nhost: #@ data.values.host\n`,
  },
  { path: "envs/dev.yml", content: "replicas: 2\n" },
  { path: "envs/prod.yml", content: "replicas: 20\nsite:\n  name: shop\n" },
];

const COMMAND = "-f config --data-values-file envs/dev.yml";

const open = async (playground: Playground) => {
  const { page } = playground;
  await playground.load({ files: FILES, commandLine: COMMAND, view: "compare" });
  await page.getByRole("button", { name: "dev | prod" }).click();
};
const columns = ({ page }: Playground) => page.locator(".columns .cm-mergeViewEditor");
const row = ({ page }: Playground, path: string) =>
  page.locator(".compared-values tr").filter({ has: page.getByTitle(path, { exact: true }) });

test("one click shows two whole outputs, which stay where they are while the user types; of several files, one at a time", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("one click shows two whole outputs, which stay where they are while the user types", async () => {
    await open(playground);
    await expect(columns(playground)).toHaveCount(2);
    await expect(columns(playground).first()).toContainText("replicas: 2");
    await expect(columns(playground).last()).toContainText("replicas: 20");
    // Unchanged lines are not folded, and differences are marked.
    await expect(columns(playground).first()).toContainText("setting9: 9");
    await expect(columns(playground).first().locator(".cm-changedLine")).toHaveText(["replicas: 2"]);

    const scroller = page.locator(".columns");
    await scroller.evaluate((element) => {
      element.scrollTop = 300;
      element.setAttribute("data-same", "");
    });
    await playground.openFile("config/schema.yml");
    await playground.writeLine(5, "host: remote");
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(columns(playground).last()).toContainText("host: remote");
    const top = await scroller.evaluate((element) => element.scrollTop);
    expect(top).toBeGreaterThan(250);
    await page.keyboard.type("2");
    await expect(columns(playground).first()).toContainText("host: remote2");
    await expect(columns(playground).last()).toContainText("host: remote2");
    // At the end of the text. Its height is rounded.
    expect(Math.abs((await scroller.evaluate((element) => element.scrollTop)) - top)).toBeLessThanOrEqual(1);
    await expect(scroller).toHaveAttribute("data-same", "");

    // The last output stays while the input is broken.
    await page.keyboard.type("\nbroken: [");
    await expect(page.locator(".compare-verdicts")).toContainText("Showing its previous output.");
    await expect(columns(playground).last()).toContainText("host: remote2");
    expect(Math.abs((await scroller.evaluate((element) => element.scrollTop)) - top)).toBeLessThanOrEqual(1);
  });
  await test.step("several output files are shown one at a time", async () => {
    const files = [...FILES, { path: "config/same.yml", content: "a: 1\n" }];
    await playground.load({ files, commandLine: COMMAND, view: "compare" });
    await page.getByRole("button", { name: "dev | prod" }).click();
    const choice = page.getByLabel("Output file", { exact: true });
    await expect(choice).toHaveValue("app.yml (differs)");
    await choice.selectOption("same.yml (identical)");
    await expect(columns(playground).last()).toContainText("a: 1");
  });
});

test("the data values of both are in one table, with their origins; a link has the compared pair and how it is shown", async ({
  playground,
  page,
}) => {
  await test.step("the data values of both are in one table, with their origins", async () => {
    await open(playground);
    await page.getByRole("button", { name: "Data values", exact: true }).click();
    await expect(page.locator(".compared-note")).toHaveText("2 of 3 data values differ.");
    await expect(row(playground, "replicas").locator(".left")).toContainText("envs/dev.yml:1");
    await expect(row(playground, "replicas").locator(".compared-value")).toHaveText(["2", "20"]);
    await expect(row(playground, "replicas")).toHaveClass(/differs/);
    await expect(row(playground, "site.name").locator(".left")).toContainText("default");
    await expect(row(playground, "host")).not.toHaveClass(/differs/);
    await expectAccessible(page, "compared data values", inPlayground(".compare-pane"));
    await page.getByRole("button", { name: "Changes" }).click();
    await expect(page.locator(".compared-values tbody tr")).toHaveCount(2);
    // It follows the typed text.
    await playground.openFile("envs/dev.yml");
    await playground.writeLine(1, "replicas: 20");
    await expect(page.locator(".compared-note")).toHaveText("1 of 3 data values differ.");
    await expect(page.locator(".compared-values tbody th")).toHaveText(["site.name, differs"]);
  });
  await test.step("a link has the compared pair and how it is shown", async () => {
    await open(playground);
    await page.getByRole("button", { name: "Data values", exact: true }).click();
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page.getByText("checks, variants and the selected tab with what it compares")).toBeVisible();
    const shared = await page.getByRole("textbox", { name: "Link" }).inputValue();
    await page.goto("about:blank");
    await page.goto(shared);
    await expect(page.getByRole("combobox", { name: "Compare", exact: true })).toHaveValue("dev");
    await expect(page.getByLabel("Compare with")).toHaveValue("prod");
    await expect(page.getByRole("button", { name: "Side by side" })).toHaveAttribute("aria-pressed", "true");
    await expect(row(playground, "replicas").locator(".compared-value")).toHaveText(["2", "20"]);
    // Another work does not begin with it.
    await page.goto(`./${link({ files: FILES, commandLine: "-f config", view: "compare" })}`);
    await expect(page.getByRole("button", { name: "dev | prod" })).toBeVisible();
  });
});

test("variants that differ in flags and variables are compared; a run that fails shows its previous output dimmed", async ({
  playground,
  page,
}) => {
  await test.step("variants that differ in flags and variables are compared, too", async () => {
    const variants = [
      { name: "by flag", commandLine: "-f config --data-value-yaml replicas=5", env: [], without: [] },
      {
        name: "by variable",
        commandLine: "-f config --data-values-env-yaml APP",
        env: [{ name: "APP_replicas", value: "40" }],
        without: [],
      },
    ];
    await page.goto(`./${link({ files: FILES, commandLine: "-f config", variants, view: "compare" })}`);
    await page.getByRole("combobox", { name: "Compare", exact: true }).selectOption("by flag");
    await page.getByLabel("Compare with").selectOption("by variable");
    await page.getByRole("button", { name: "Side by side" }).click();
    await expect(columns(playground).first()).toContainText("replicas: 5");
    await expect(columns(playground).last()).toContainText("replicas: 40");
    const broken = page.getByRole("region", { name: "by variable", exact: true });
    await expect(broken).toContainText("Fails: 1 problem, only here:");
    await page.getByRole("button", { name: "Data values", exact: true }).click();
    await expect(row(playground, "replicas").locator(".left")).toContainText("flag");
    await expect(row(playground, "replicas").locator(".right")).toContainText("environment");
  });
  await test.step("the fields of a variant begin at the same place", async () => {
    await open(playground);
    await page.getByRole("button", { name: "Edit dev" }).click();
    const left = await page
      .locator(".variant-editor .field :is(input, textarea)")
      .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().left)));
    expect(left).toHaveLength(3);
    expect(new Set(left).size).toBe(1);
  });
  await test.step("a run that fails shows its previous output dimmed", async () => {
    await page.getByRole("button", { name: "Edit dev" }).click();
    await expect(columns(playground).last()).toContainText("replicas: 20");
    const colours = () =>
      columns(playground).evaluateAll((all) => all.map((column) => getComputedStyle(column).filter));
    expect(await colours()).toEqual(["none", "none"]);
    await playground.openFile("envs/prod.yml");
    await playground.writeLine(1, "replicas: [");
    const prod = page.locator(".compare-verdicts").getByRole("region", { name: "prod", exact: true });
    await expect(prod).toContainText("Showing its previous output.");
    expect(await colours()).toEqual(["none", "grayscale(1)"]);
    await expect(columns(playground).last()).toContainText("replicas: 20");
    await expectAccessible(page, "a failed run beside another", inPlayground(".compare-pane"));
    await page.getByRole("button", { name: "Data values", exact: true }).click();
    await expect(prod).toContainText("Showing its previous data values.");
    const cell = row(playground, "replicas").locator("td.right");
    expect(await cell.evaluate((one) => getComputedStyle(one).filter)).toBe("grayscale(1)");
  });
});

test("a narrow page shows one column, with a switch", async ({ playground, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(
    `./${link({ files: FILES, commandLine: "-f config --data-values-file envs/dev.yml", view: "compare" })}`,
  );
  // The link shows the input first.
  await expect(playground.status.locator(".verdict")).toBeAttached();
  await page.getByRole("tab", { name: "Output", exact: true }).first().click();
  await page.getByRole("button", { name: "dev | prod" }).click();
  await expect(columns(playground).filter({ visible: true })).toHaveCount(1);
  await expect(columns(playground).first()).toContainText("replicas: 2");
  await expect(page.getByRole("button", { name: "dev", exact: true })).toHaveAttribute(
    "title",
    "Show the output of dev",
  );
  await page.getByRole("button", { name: "prod", exact: true }).click();
  await expect(columns(playground).first()).toBeHidden();
  await expect(columns(playground).last()).toContainText("replicas: 20");
  await page.getByRole("button", { name: "Data values", exact: true }).click();
  // Both values below their name, each with its side.
  await expect(page.locator(".column-switch")).toHaveCount(0);
  await expect(row(playground, "replicas").locator(".compared-value").filter({ visible: true })).toHaveText([
    "2",
    "20",
  ]);
  await expect(row(playground, "replicas").locator(".side").filter({ visible: true })).toHaveText(["dev", "prod"]);
  const boxes = await row(playground, "replicas")
    .locator("th, td")
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()));
  expect(boxes[1]?.top).toBeGreaterThanOrEqual(boxes[0]?.bottom ?? 0);
  expect(boxes[2]?.top).toBeGreaterThanOrEqual(boxes[1]?.bottom ?? 0);
  // The bar of a difference is beside the name, not over it.
  const [bar, name] = await row(playground, "replicas").evaluate((line) => [
    line.getBoundingClientRect().left + 3,
    line.querySelector("th span")?.getBoundingClientRect().left ?? 0,
  ]);
  expect(name).toBeGreaterThan(bar ?? 0);
  expect(
    await row(playground, "replicas")
      .locator("th")
      .evaluate((cell) => getComputedStyle(cell).boxShadow),
  ).toBe("none");
  await expectAccessible(page, "compared data values on a narrow page", inPlayground(".compare-pane"));
});
