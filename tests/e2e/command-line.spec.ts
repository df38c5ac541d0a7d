// The command bar: problems in the command line have a place there.
import { expect, test } from "./playground";

test("a wrong flag is named below the bar and selected by a click", async ({ playground, page }) => {
  await playground.open();
  await playground.flags.fill("--strict --fiel x");
  await expect(page.locator(".wrong-arguments")).toContainText("There is no flag --fiel; did you mean --file?");
  await expect(playground.flags).toHaveAccessibleDescription(/There is no flag --fiel/);
  await playground.problems.first().getByRole("button", { name: "Go to the command line" }).click();
  await expect(playground.flags).toBeFocused();
  const selected = () =>
    playground.flags.evaluate((input: HTMLInputElement) =>
      input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
    );
  await expect.poll(selected).toBe("--fiel");
});
