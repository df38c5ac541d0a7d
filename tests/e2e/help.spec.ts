// The help, and links to ytt's documentation.
import { expect, fresh as test } from "./playground";

const DOCS = "https://carvel.dev/ytt/docs/v0.48.0/";

test("the help says what ytt is, and leads to its documentation, the error reference and a report", async ({
  playground,
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await playground.open();
  await page.getByRole("button", { name: "Help" }).click();
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toContainText("ytt is a command-line tool that makes YAML");
  await expect(help.getByRole("link", { name: "Documentation of ytt" })).toHaveAttribute("href", DOCS);
  await expect(help).toContainText("go to the next or previous pane");
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

test("cards link to the page about an annotation or a function", async ({ playground, page }) => {
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
