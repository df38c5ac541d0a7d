// The schema proposal in the page: warnings, rules, the reference, exports, completion and a new values file; and none of it if it is disabled.
import { expect, type Playground, test } from "./playground";

const FLAG = "--enable-extension schema-proposal";
const options = ({ page }: Playground) => page.locator(".cm-tooltip-autocomplete li");
const tab = ({ page }: Playground, name: string) => page.getByRole("tab", { name, exact: true }).click();

test.beforeEach(async ({ playground }) => {
  await playground.open();
});

test("a value for a deprecated key is a warning, with advice and links to both positions", async ({
  playground,
  page,
}) => {
  await playground.openExample("Required values of a platform");
  await expect(playground.status).toContainText("8 violations, 1 warning");
  const warning = playground.problems.filter({ hasText: "remove_limits" });
  await expect(warning).toContainText("Replaced by quotas in version 2");
  await warning.getByRole("button", { name: "values.yml:13" }).click();
  await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("remove_limits: true");
  await warning.getByRole("button", { name: "Explain" }).click();
  await expect(page.getByRole("dialog")).toContainText("Deprecated data value");
});

test("rules have messages of the schema", { tag: "@quick" }, async ({ playground }) => {
  await playground.openExample("Rules for rewriting labels");
  await expect(playground.problems).toHaveCount(0);
  await playground.openFile("values.yml");
  await playground.writeLine(5, "- from: [__meta_pod_nam]");
  await expect(playground.problems.first()).toContainText("did you mean __meta_pod_name?");
  await playground.writeLine(3, "interval: 5 minutes");
  await expect(playground.problems.first()).toContainText("interval");
  await expect(playground.problems.first()).toContainText("1h30m");
});

test("the reference lists key patterns; JSON Schema does, too", async ({ playground, page }) => {
  await playground.openExample("Maps with user-defined keys");
  await tab(playground, "Schema");
  await expect(page.getByRole("row", { name: /^any key string/ })).toContainText("any number");
  await expect(page.getByRole("row", { name: /^some keys/ })).toContainText(
    "a key that matches [a-z][a-z0-9-]*: at least 1",
  );
  await expect(page.getByRole("row", { name: /^memory/ })).toContainText("integer or string");
  await page.getByText("JSON Schema", { exact: true }).click();
  await expect(page.locator(".export")).toContainText('"patternProperties"');
});

test("completion offers its annotations and keywords where it is enabled", async ({ playground, page }) => {
  await playground.openFile("schema.yml");
  await playground.write("#@schema/definition\n---\n#@schema/");
  await page.keyboard.press("Control+Space");
  await expect(options(playground).first()).toBeVisible();
  await expect(options(playground).filter({ hasText: "any-key" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await playground.flags.fill(FLAG);
  await playground.write('#@schema/definition\n---\n#@schema/validate format="');
  await page.keyboard.press("Control+Space");
  await expect(options(playground).filter({ hasText: "hostname" })).toHaveCount(1);
});

test("a new values file has only comments for key patterns", async ({ playground, page }) => {
  await playground.openExample("Maps with user-defined keys");
  await tab(playground, "Data values");
  await page.getByRole("button", { name: "New values file" }).click();
  const lines = playground.editor.locator(".cm-line");
  await expect(lines.filter({ hasText: /^#! any key \(any number\), each: string$/ })).toHaveCount(1);
  await expect(lines.filter({ hasText: /_:/ })).toHaveCount(0);
});

test("without the flag an example of it gives ytt's result", async ({ playground, page }) => {
  await playground.openExample("Maps with user-defined keys");
  await playground.flags.fill("");
  await expect(page.locator(".lint").filter({ hasText: "@schema/any-key" }).first()).toContainText(
    "It is part of the schema proposal",
  );
  await playground.flags.fill(FLAG);
  await expect(page.locator(".lint").filter({ hasText: "@schema/any-key" })).toHaveCount(0);
});
