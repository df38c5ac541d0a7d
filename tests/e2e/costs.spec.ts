// The times of a run.
import { expectAccessible, inPlayground } from "./accessible";
import { expect, test } from "./playground";

test("the time in the status bar leads to the time of phases, files and libraries", async ({ playground, page }) => {
  await page.goto("./#example:library");
  await expect(playground.status).toContainText("Rendered in");
  await page.getByRole("button", { name: /^Rendered in/ }).click();
  const dialog = page.getByRole("dialog", { name: "Where time goes" });
  const rows = (title: string) => dialog.getByRole("table", { name: title }).locator("tbody tr");
  await expect(rows("Phases")).toHaveCount(6);
  await expect(rows("Libraries").filter({ hasText: "_ytt_lib/" })).not.toHaveCount(0);
  await expectAccessible(page, "where time goes", inPlayground("dialog[open]"));
  const file = rows("Files").filter({ hasText: "_ytt_lib/" }).first();
  const path = (await file.getByRole("rowheader").textContent()) ?? "";
  await file.getByRole("button").click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(".file-pane.chosen .file-name")).toHaveText(path.trim());
});
