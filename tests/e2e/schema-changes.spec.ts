// Comparing two schemas: with the playground as it was opened, with a pasted text, with a file; breaking changes come first.
import type { Page } from "@playwright/test";
import { workOf } from "../../web/src/core/work";
import { link } from "./axe-visits";
import { expect, type Playground, test } from "./playground";

const FLAG = "--enable-extension schema-proposal";

const OLD = `#@data/values-schema
---
#@schema/desc "Where pots are fired"
kiln:
  #@schema/validation max=1300
  peak: 1000
  celsius: 0
`;
const NEW = `#@data/values-schema
---
#@schema/desc "Where pots are fired"
kiln:
  #@schema/validation max=1200
  peak: 1000
  cone: 6
`;
const kiln = workOf({
  title: "A kiln",
  files: [{ path: "schema.yml", content: OLD }],
  commandLine: FLAG,
  view: "schema",
});

const changes = (page: Page) => page.getByRole("group", { name: "Schema changes" });
const change = (page: Page, path: string) =>
  changes(page)
    .getByRole("listitem")
    .filter({ has: page.getByText(path, { exact: true }) });
const compare = (page: Page) => page.getByRole("button", { name: "Compare", exact: true });

async function open({ page }: Playground): Promise<void> {
  await page.goto(`./${link(kiln)}`);
  await expect(page.getByRole("row", { name: /^celsius/ })).toBeVisible();
  await compare(page).click();
}

test("the edited schema is compared with the opened one, a stored moment, a pasted one, or one from a file, with links to its lines", {
  tag: "@quick",
}, async ({ playground, page }) => {
  await test.step("the edited schema is compared with the opened one, with links to its lines", async () => {
    await open(playground);
    await expect(changes(page).getByRole("status")).toHaveText("No changes.");
    await playground.write(NEW);
    await expect(changes(page).getByRole("status")).toHaveText("3 changes, 2 breaking");
    const badges = changes(page).getByRole("listitem").locator(".badge");
    await expect(badges).toHaveText(["breaking", "breaking", "not breaking"]);
    await expect(change(page, "kiln.celsius")).toContainText("previously at schema.yml:7: celsius: 0");
    await expect(change(page, "kiln.cone").locator(".badge")).toHaveText("not breaking");
    const peak = change(page, "kiln.peak");
    await expect(peak.locator("del")).toContainText("1300");
    await expect(peak.locator("ins")).toContainText("1200");
    await change(page, "kiln.cone").getByRole("button", { name: "kiln.cone: go to schema.yml:7" }).click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("cone: 6");
    await expect(peak).toBeVisible();
  });
  await test.step("it is compared with a stored moment, until another playground is opened", async () => {
    await page.getByRole("button", { name: "Set as baseline" }).click();
    await expect(page.getByRole("radio", { name: /^Version of \d/ })).toBeChecked();
    await expect(changes(page).getByRole("status")).toHaveText("No changes.");
    await playground.write(NEW.replace("cone: 6", "cone: six"));
    await expect(changes(page).getByRole("status")).toHaveText("1 change, 1 breaking");
    await expect(change(page, "kiln.cone").locator("ins")).toContainText("string");
    await page.getByText("Opened version", { exact: true }).click();
    await expect(change(page, "kiln.celsius")).toBeVisible();
  });
  await test.step("a pasted schema, or one from a file, is compared with the current one", async () => {
    // The comparison stays open.
    await page.goto(`./${link(workOf({ ...kiln, title: "Another kiln" }))}`);
    await expect(changes(page).getByRole("status")).toHaveText("No changes.");
    await expect(page.getByRole("radio", { name: /^Version of/ })).toHaveCount(0);
    await page.getByText("Other schema", { exact: true }).click();
    const field = page.getByLabel("Paste the earlier schema");
    await expect(changes(page).getByRole("status")).toHaveCount(0);
    await field.fill(OLD.replace("celsius: 0", "kelvin: 0"));
    await expect(change(page, "kiln.celsius").or(change(page, "kiln.kelvin")).first()).toContainText(
      "previously at line 7: kelvin: 0",
    );
    await field.fill("#@data/values-schema\n---\nkiln: #@ nobody\n");
    await expect(changes(page)).toContainText("The schemas cannot be compared");
    await expect(changes(page).locator(".report")).toContainText("nobody");
    await changes(page)
      .getByLabel("Choose a file")
      .setInputFiles({ name: "before.yml", mimeType: "", buffer: Buffer.from(NEW) });
    await expect(change(page, "kiln.cone").locator(".badge")).toHaveText("breaking");
    await expect(field).toHaveValue(NEW);
  });
});

test("the user's own work is compared with a pasted schema, by keyboard; without the proposal there is no comparison", async ({
  playground,
  page,
}) => {
  await playground.open();
  await page.getByRole("tab", { name: "Schema", exact: true }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(compare(page)).toHaveCount(0);
  await playground.flags.fill(FLAG);
  await expect(compare(page)).toHaveAttribute("aria-pressed", "false");
  await compare(page).press("Enter");
  await expect(compare(page)).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("Opened version")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Set as baseline" })).toBeVisible();
  await page.getByLabel("Paste the earlier schema").focus();
  await page.keyboard.insertText(OLD);
  await expect(changes(page).getByRole("listitem").first()).toBeVisible();
  await playground.flags.fill("");
  await expect(changes(page)).toHaveCount(0);
  await expect(page.getByRole("table")).toBeVisible();
});
