// Checks and comparisons.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./playground";

test("checks are made of what the run gives, turn red when it gives something else, and survive a reload", async ({
  playground,
  page,
}) => {
  await playground.open();
  await page.getByRole("tab", { name: /^Checks/ }).click();
  const checks = page.locator(".check");
  const before = await checks.count();
  await page.getByRole("button", { name: "plan.yml as it is" }).click();
  await page.getByRole("button", { name: "The run succeeds" }).click();
  await page.getByLabel("Data value", { exact: true }).selectOption("kiln.peak");
  await page.getByRole("button", { name: "The data value as it is" }).click();
  await expect(checks).toHaveCount(before + 3);
  await expect(page.locator(".check.passed")).toHaveCount(before + 3);
  await playground.openFile("values.yml");
  await playground.writeLine(5, "  peak: 1400");
  await expect(page.locator(".check.failed").filter({ hasText: "data value kiln.peak" }).first()).toContainText("1400");
  await expect(page.getByRole("tab", { name: /^Checks.*failed/ })).toBeVisible();
  await page.getByRole("button", { name: "The violation", exact: true }).click();
  await expect(page.locator(".check.passed").filter({ hasText: "kiln.peak" })).toHaveCount(1);
  await page.waitForTimeout(400);
  await page.reload();
  await expect(checks).toHaveCount(before + 4);
  await page
    .locator(".check")
    .last()
    .getByRole("button", { name: /^Remove the check/ })
    .click();
  await expect(checks).toHaveCount(before + 3);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`two environments side by side, with what only one of them finds wrong, ${colorScheme}`, async ({
    playground,
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width: 1700, height: 1000 });
    await playground.open();
    await page.getByRole("tab", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Add an environment" }).click();
    const fields = page.getByRole("region", { name: /^Environment / });
    await fields.getByLabel("Name").fill("hotter");
    await fields.getByLabel("Flags").fill("--data-value-yaml kiln.peak=1500");
    const run = page.getByRole("region", { name: "hotter", exact: true });
    await expect(run).toContainText("1 problem, fails");
    await expect(run).toContainText("Only here:");
    await expect(run).toContainText("kiln.peak");
    const output = page.getByRole("region", { name: "plan.yml", exact: true });
    await expect(output.getByRole("heading")).toContainText("different");
    await expect(output.locator(".cm-content").first()).toContainText("1240");
    await expect(output.locator(".cm-content").last()).toContainText("1500");
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join()}`,
      ),
    ).toEqual([]);

    // Without the values file it is the schema's defaults that are compared.
    await fields.getByLabel("Flags").fill("");
    await fields.getByLabel("values.yml").uncheck();
    await expect(output.locator(".cm-content").last()).toContainText("1000");
    await fields.getByLabel("values.yml").check();
    await expect(output.getByRole("heading")).toContainText("the same");
    await page.waitForTimeout(400);
    await page.reload();
    await expect(page.getByLabel("Compare with")).toHaveValue("hotter");
  });
}

test("one's changes are compared with what was shared", async ({ playground, page }) => {
  await page.goto("./#example:kiln");
  await expect(playground.status).toContainText("Rendered in");
  await playground.openFile("values.yml");
  await playground.writeLine(5, "  peak: 1111");
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByLabel("Compare with").selectOption("As it was shared");
  const output = page.getByRole("region", { name: "plan.yml", exact: true });
  await expect(output).toContainText("1111");
  await expect(output).toContainText("1240");
});
