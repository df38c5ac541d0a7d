// The command bar: completion of flags, files and data values; problems in the command line have a place there.
import { expect, test } from "./playground";

test("flags, files and data values are completed; wrong and unfinished flags are reported", async ({
  playground,
  page,
}) => {
  await test.step("flags, files and data values are completed", async () => {
    await playground.open();
    const list = page.getByRole("listbox", { name: "Completions" });
    await playground.flags.click();
    await playground.flags.pressSequentially("--data-value");
    await expect(list.getByRole("option").first()).toContainText("--data-value");
    await expect(list).toContainText("Set specific data value to given value, as string");
    await page.keyboard.press("ArrowDown");
    await expect(list.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(playground.flags).toHaveValue("--data-value ");
    await expect(list.getByRole("option").filter({ hasText: "kiln.peak=" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(playground.flags).toBeFocused();
    await playground.flags.fill("-f ");
    await list.getByRole("option").filter({ hasText: "schema.yml" }).click();
    await expect(playground.flags).toHaveValue("-f schema.yml");
    await playground.flags.fill("");
    await playground.flags.pressSequentially("--data-value-y");
    await expect(list.getByRole("option").first()).toContainText("--data-value-yaml");
    await page.keyboard.press("Tab");
    await expect(playground.flags).toHaveValue("--data-value-yaml ");
    await expect(list.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(playground.flags).not.toBeFocused();
  });
  await test.step("completions open at the word, common flags first", async () => {
    await playground.flags.fill("");
    const list = page.getByRole("listbox", { name: "Completions" });
    const left = async () => (await list.boundingBox())?.x ?? 0;
    await playground.flags.click();
    await playground.flags.pressSequentially("--");
    await expect(list.getByRole("option").first()).toContainText("--data-value");
    await expect(list.getByRole("option").last()).toContainText("--dangerous-");
    const field = (await playground.flags.boundingBox())?.x ?? 0;
    expect(Math.abs((await left()) - field)).toBeLessThan(20);
    await playground.flags.fill("");
    await playground.flags.pressSequentially("--strict --data-value kiln");
    await expect(list).toContainText("kiln.peak=");
    // The width of 22 characters before the word.
    expect((await left()) - field).toBeGreaterThan(100);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(playground.flags).toHaveValue(/^--strict --data-value kiln\..*=$/);
  });
  await test.step("a wrong flag is named below the bar and selected by a click", async () => {
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
  await test.step("a data value without its value is reported when the field is left", async () => {
    await playground.flags.fill("");
    await expect(playground.status).toContainText("No problems");
    await playground.flags.click();
    await playground.flags.pressSequentially("--data-value ki");
    // unfinished-flag.test.ts and session.test.ts test responses that wait until the field is left.
    await expect(page.getByRole("listbox", { name: "Completions" })).toContainText("kiln.");
    await expect(playground.problems).toHaveCount(0);
    await playground.editor.click();
    await expect(playground.problems).toHaveCount(1);
  });
});
