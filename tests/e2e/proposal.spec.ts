// The schema proposal in the page: warnings, and rules with messages of the schema.
import { expect, test } from "./playground";

test("a value for a deprecated key is a warning, and rules have messages of the schema", { tag: "@quick" }, async ({
  playground,
  page,
}) => {
  await test.step("a value for a deprecated key is a warning, with advice and links to both positions", async () => {
    await playground.open();
    await playground.openExample("Required values of a platform");
    await expect(playground.status).toContainText("8 violations, 1 warning");
    const warning = playground.problems.filter({ hasText: "remove_limits" });
    await expect(warning).toContainText("Replaced by quotas in version 2");
    await warning.getByRole("button", { name: "values.yml:13" }).click();
    await expect(page.locator(".file-pane.chosen .cm-jump-target")).toContainText("remove_limits: true");
    await warning.getByRole("button", { name: "Explain" }).click();
    await expect(page.getByRole("dialog")).toContainText("Deprecated data value");
  });
  await test.step("rules have messages of the schema", async () => {
    await playground.page.keyboard.press("Escape");
    await playground.openExample("Rules for rewriting labels");
    await expect(playground.problems).toHaveCount(0);
    await playground.openFile("values.yml");
    await playground.writeLine(5, "- from: [__meta_pod_nam]");
    await expect(playground.problems.first()).toContainText("did you mean __meta_pod_name?");
    await playground.writeLine(3, "interval: 5 minutes");
    await expect(playground.problems.first()).toContainText("interval");
    await expect(playground.problems.first()).toContainText("1h30m");
  });
});
