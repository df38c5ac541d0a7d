// The help, the page about the version of ytt, and links to ytt's documentation.
import { readFileSync } from "node:fs";
import { YTT_VERSION } from "../../web/testing/ytt-version";
import { expect, fresh as test } from "./playground";

const DOCS = "https://carvel.dev/ytt/docs/latest/";

test("cards, the status bar and the help lead to ytt's documentation, the page about the version, the error reference and a report", async ({
  playground,
  page,
}) => {
  await test.step("cards link to the page about an annotation or a function", async () => {
    await playground.open();
    await playground.editor.getByText("@schema/validation").first().click();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F1");
    await expect(page.locator(".cm-insight").getByRole("link")).toHaveAttribute(
      "href",
      `${DOCS}schema-validations-cheat-sheet/`,
    );
  });
  await test.step("the status bar and the help lead to the page about the version, which is at most a screen", async () => {
    await page.keyboard.press("Escape");
    const version = playground.status.getByRole("button", { name: `ytt ${YTT_VERSION}` });
    await version.click();
    const dialog = page.getByRole("dialog", { name: `ytt ${YTT_VERSION}` });
    await expect(dialog).toContainText("the same output, messages and exit status");
    await expect(dialog.getByRole("heading", { level: 2 })).toBeFocused();
    const differences = readFileSync(`${__dirname}/../../docs/ytt-version.md`, "utf8").split("## Known differences")[1];
    const lists = dialog.getByRole("list");
    await expect(lists).toHaveCount(2);
    await expect(lists.last().getByRole("listitem")).toHaveCount(differences?.match(/^- /gm)?.length ?? 0);
    expect(await dialog.evaluate((dialog) => dialog.scrollHeight <= dialog.clientHeight)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(version).toBeFocused();

    // If the status bar is too narrow for it, it is in the help.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(version).toBeHidden();
    await page.getByRole("button", { name: "Help" }).click();
    await page.getByRole("button", { name: `ytt ${YTT_VERSION}: differences` }).click();
    await expect(dialog).toContainText("Known differences");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
  await test.step("the help says what ytt is, and leads to its documentation, the error reference and a report", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.getByRole("button", { name: "Help" }).click();
    const help = page.getByRole("dialog", { name: "Help" });
    await expect(help).toContainText("ytt is a command-line tool that makes YAML");
    await expect(help.getByRole("link", { name: "Documentation of ytt" })).toHaveAttribute("href", DOCS);
    await expect(help).toContainText("go to the next or previous file or pane");
    await help.getByRole("button", { name: "Copy a bug report" }).click();
    await expect(help.getByRole("status")).toHaveText(
      "Copied the report. Paste it into a message to the people who run this site.",
    );
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("Playground: http");
    const report = await page.evaluate(() => navigator.clipboard.readText());
    const link = /Playground: (\S+)/.exec(report)?.[1] ?? "";
    expect(link).toContain("#y");
    await help.getByRole("button", { name: "Error reference" }).click();
    await page.getByRole("button", { name: "Violated validation rule" }).click();
    await expect(page.getByRole("link", { name: "ytt’s documentation" })).toHaveAttribute(
      "href",
      `${DOCS}schema-validations-cheat-sheet/`,
    );
    await page.goto(link);
    await page.reload();
    await expect(playground.editor).toContainText("#@data/values-schema");
  });
});
