// The share dialog: links, and Markdown.
import type { Work } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { expect, test } from "./playground";
import { bar, follow, lake, openShare, sharing } from "./shared-playground";

test("a playground, an example and a changed one are shared as links, and a playground as Markdown; a long link is reported", {
  tag: "@quick",
}, async ({ playground, page, context }) => {
  await test.step("the link of the share dialog opens the same playground", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await playground.open();
    await playground.openFile("plan.yml");
    await playground.write("shared: #@ 40 + 2\n");
    await openShare(playground);
    await page.getByLabel("Title").fill("Forty-two");
    await sharing(playground).getByRole("button", { name: "Copy", exact: true }).click();
    await expect(sharing(playground).getByRole("status")).toHaveText("Copied the link.");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain("#y1:d.");
    await page.keyboard.press("Escape");
    const other = await context.newPage();
    await other.goto(link);
    await expect(other.getByRole("region", { name: "Open playground" })).toContainText("Shared: Forty-two");
    await expect(other.locator(".output .cm-content")).toContainText("shared: 42");
    await other.close();
  });
  await test.step("an example is shared by its name, and a changed one as a change to it", async () => {
    await playground.openExample("A bakery with violations");
    await openShare(playground);
    await expect(page.getByRole("textbox", { name: "Link", exact: true })).toHaveValue(/#example:bakery-violations$/);
    await page.keyboard.press("Escape");
    await playground.write("#! Mine.\n#@data/values\n---\n{}\n");
    await openShare(playground);
    const link = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
    expect(link).toContain("#y1:bakery-violations~");
    expect(link.length).toBeLessThan(160);
    await expect(page.locator("#share-size")).toContainText("short enough");
  });
  await test.step("a long link is reported, with alternatives", async () => {
    await page.keyboard.press("Escape");
    const noise = Array.from({ length: 700 }, (_, at) => `k${at}: ${Math.imul(at + 1, 2654435761) >>> 0}`).join("\n");
    await playground.write(`${noise}\n`);
    await openShare(playground);
    await expect(page.locator("#share-size")).toContainText("too long for Discord and Slack");
  });
  await test.step("Markdown for an issue has the files, the command and its result", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("Escape");
    await follow(playground, `#${writeLink({ ...lake, view: "" } satisfies Work)}`);
    await expect(bar(playground)).toContainText("Shared: A lake");
    await openShare(playground);
    await page.getByRole("button", { name: "Markdown for an issue" }).click();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    for (const part of [
      "## A lake",
      "`lake.yml`",
      "depth: 12",
      "LAKE=deep ytt -f . --data-value-yaml depth=40",
      "depth: 40",
      "[Open in the playground](http",
    ])
      expect(text).toContain(part);
  });
});
