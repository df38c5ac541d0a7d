// Opening links: their content, their addresses, and the user's own work beside them.
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { link } from "./axe-visits";
import { expect, test } from "./playground";
import { bar, follow, lake, named } from "./shared-playground";
import { openEarlier } from "./stored-works";

test("a link opens files, flags, environment, checks and view, and names the browser's tab; the user's own work is not changed", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("a link opens files, flags, environment, checks and view; the user's own work is not changed", async () => {
    await playground.open();
    await playground.openFile("plan.yml");
    await playground.write("mine: true\n");
    await expect(playground.output).toContainText("mine: true");
    await follow(playground, `#${writeLink(lake)}`);
    await page.reload();
    await expect(bar(playground)).toContainText("Shared: A lake");
    await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
    await expect(page.locator(".file-pane.chosen .file-name")).toHaveText("values.yml");
    await expect(playground.flags).toHaveValue("--data-value-yaml depth=40");
    await expect(page.getByRole("tab", { name: "Data values" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("button", { name: "Environment 1" })).toBeVisible();
    await expect(page.getByRole("tab", { name: /^Checks/ })).toContainText("1");
    await page.getByRole("button", { name: "Back to my playground" }).click();
    await expect(playground.editor).toContainText("mine: true");
    await expect(bar(playground)).toBeHidden();
    expect(new URL(page.url()).hash).toBe("");
  });
  await test.step("links to the official playground's examples open the corresponding ones", async () => {
    await follow(playground, "#example:example-if");
    await expect(bar(playground)).toContainText("Example: ");
    await follow(playground, "#example:no-such");
    await playground.page.reload();
    await expect(bar(playground).getByRole("alert")).toContainText("There is no example");
  });
  await test.step("the title of the browser's tab is that of the playground", async () => {
    await page.goto("./#example:bakery-violations");
    await expect(page).toHaveTitle("A bakery with violations · Ytterby");
    await page.goto(`./${link({ title: "Kettles", files: [{ path: "a.yml", content: "a: 1\n" }] })}`);
    await expect(page).toHaveTitle("Kettles · Ytterby");
    await page.goto(`./${link({ files: [{ path: "a.yml", content: "a: 1\n" }] })}`);
    await expect(page).toHaveTitle("Shared: untitled playground · Ytterby");
    await page.goto("./");
    await expect(page).toHaveTitle(/^(?!Shared)/);
  });
});

test("changes to a shared playground are stored under its address, and can be discarded or become the user's own work, and both can be undone", {
  tag: "@long",
}, async ({ playground, page }) => {
  await follow(playground, `#${writeLink(lake)}`);
  await playground.write("#@data/values\n---\ndepth: 13\nmore: 1\n");
  await expect(bar(playground)).toContainText("edited");
  await page.reload();
  await expect(playground.editor).toContainText("depth: 13");
  await expect(bar(playground)).toContainText("edited");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(playground.editor).toContainText("depth: 12");
  await page.reload();
  await expect(bar(playground)).not.toContainText("edited");
  // The discarded text is an earlier work.
  await openEarlier(playground, 0);
  await expect(playground.editor).toContainText("depth: 13");
  await follow(playground, `#${writeLink(lake)}`);
  await page.getByRole("button", { name: "Save as my playground" }).click();
  await expect(bar(playground)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(bar(playground)).toBeVisible();
  await page.getByRole("button", { name: "Save as my playground" }).click();
  await expect(bar(playground)).toBeHidden();
  expect(new URL(page.url()).hash).toBe("");
  await page.reload();
  await expect.poll(() => playground.files()).toEqual(["lake.yml", "values.yml"]);
});

test("an opened link can be undone, and a damaged one is opened in part", async ({ playground, page }) => {
  await test.step("an opened link can be undone, and the browser's back and forward go between the two", async () => {
    await playground.open();
    await playground.write("mine: true\n");
    await playground.openExample("An orchard of functions");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(playground.editor).toContainText("mine: true");
    await page.goBack();
    await expect(bar(playground)).toContainText("An orchard of functions");
    await page.goForward();
    await expect(playground.editor).toContainText("mine: true");
  });
  await test.step("what is before a missing character in the middle of a link is opened, and named as recovered", async () => {
    const lines = (word: string) => Array.from({ length: 200 }, (_, n) => `${word}${n * n}: ${n}\n`).join("");
    const files = ["a.yml", "b.yml"].map((path) => ({ path, content: lines(path[0] ?? "") }));
    const link = writeLink(workOf({ files }));
    const middle = Math.floor(link.length * 0.8);
    await follow(playground, `#${link.slice(0, middle)}${link.slice(middle + 1)}`);
    await expect(bar(playground).getByRole("alert")).toContainText("This link is corrupted");
    await page.getByRole("button", { name: "Open what could be recovered" }).click();
    await expect(bar(playground)).toContainText("Recovered from a corrupted link");
    await expect.poll(() => playground.files()).toEqual(["a.yml", "b.yml"]);
    await expect(playground.editor).toContainText("a400: 20");
    await playground.openFile("b.yml");
    await expect(playground.editor).toContainText("b400: 20");
  });
  await test.step("whoever goes back in the browser finds the open file, its cursor and its scroll position as they were", async () => {
    await page.setViewportSize({ width: 1280, height: 400 });
    const pane = page.locator(".file-pane.chosen");
    const visible = () => pane.locator(".cm-scroller").evaluate(({ scrollTop }) => scrollTop);
    await page.goto("./#example:orchard-functions");
    await expect(bar(playground)).toContainText("An orchard of functions");
    await pane.locator(".cm-content").press("ControlOrMeta+End");
    await pane.locator(".cm-content").press("ArrowUp");
    await expect.poll(visible).toBeGreaterThan(20);
    const [path, line, scrolled] = [
      await pane.locator(".file-name").textContent(),
      await pane.locator(".cm-lineNumbers .cm-activeLineGutter").textContent(),
      await visible(),
    ];
    await page.goto("./#example:deployment");
    await expect(bar(playground)).toContainText("Deployment");
    await page.goBack();
    await expect(bar(playground)).toContainText("An orchard of functions");
    await expect(pane.locator(".file-name")).toHaveText(path ?? "");
    await expect(pane.locator(".cm-lineNumbers .cm-activeLineGutter")).toHaveText(line ?? "");
    await expect.poll(visible).toBe(scrolled);
  });
});

test("changes belong to the open work, even if the address is another meanwhile", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  await playground.open();
  await playground.openExample("An orchard of functions");
  for (const hash of ["#example:no-such", "#gist:0123456789abcdef0123", "#nonsense"]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, hash);
    await expect(named(playground)).toBeVisible();
    await playground.write(`at: "${hash}"\n`);
    await page.goBack();
    await expect(bar(playground)).toContainText("An orchard of functions edited");
    await expect(playground.editor).toContainText(`at: "${hash}"`);
  }
  await page.goForward();
  await expect(named(playground).getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).first().click();
  expect(new URL(page.url()).hash).toMatch(/^#example:/);
});
