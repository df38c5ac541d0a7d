// Several tabs of one browser do not overwrite each other's work. A private window stores it until it is closed.
import { expect, Playground, fresh as test } from "./playground";
import { chooseOpen, openEarlier, openTab, storedWorks, waitUntilStored } from "./stored-works";

test.setTimeout(90_000);

test("two edited tabs store a work each, and neither is lost when both are closed", {
  tag: "@quick",
}, async ({ playground, page, context }) => {
  await playground.open();
  await playground.write("from: A\n");
  await waitUntilStored(page, "from: A");
  const other = await openTab(context);
  await expect(other.editor).toContainText("from: A");
  await other.write("from: B\n");
  await expect(other.status).toContainText("saved as a separate copy");
  await waitUntilStored(page, "from: B");
  // Neither shows the text of the other, typed at the same time or not.
  await playground.write("from: A, again\n");
  await other.write("from: B, again\n");
  await waitUntilStored(page, "from: A, again");
  await waitUntilStored(page, "from: B, again");
  await page.reload();
  await expect(playground.editor).toContainText("from: A, again");
  await other.page.reload();
  await expect(other.editor).toContainText("from: B, again");
  expect(await storedWorks(page)).toHaveLength(2);

  await other.write("from: B, the newest\n");
  await waitUntilStored(page, "from: B, the newest");
  await page.close();
  await other.page.close();
  const third = await openTab(context);
  await expect(third.editor).toContainText("from: B, the newest");
  await openEarlier(third, 0);
  await expect(third.editor).toContainText("from: A, again");
  // The work that was open is an earlier work now, and no work was duplicated.
  await third.write("from: A, in the third\n");
  await waitUntilStored(third.page, "from: A, in the third");
  expect(await storedWorks(third.page)).toHaveLength(2);
});

test("edits in a duplicated tab create another work", { tag: "@long" }, async ({ playground, page, context }) => {
  await playground.open();
  await playground.write("from: A\n");
  await waitUntilStored(page, "from: A");
  // The browser copies sessionStorage to a tab that a tab opens, and to a duplicate.
  const opening = context.waitForEvent("page");
  await page.evaluate(() => void open(location.href));
  const duplicate = new Playground(await opening);
  await duplicate.page.waitForLoadState();
  await expect(duplicate.editor).toContainText("from: A");
  expect(await duplicate.page.evaluate(() => sessionStorage.getItem("ytterby.tab"))).toBe(
    await page.evaluate(() => sessionStorage.getItem("ytterby.tab")),
  );
  await duplicate.write("from: the duplicate\n");
  await waitUntilStored(page, "from: the duplicate");
  await playground.writeLine(1, "from: A, still");
  await waitUntilStored(page, "from: A, still");
  expect(await storedWorks(page)).toHaveLength(2);
});

test("a private window stores the work until it is closed, and says so", async ({
  playground,
  page,
  browser,
  baseURL,
}) => {
  // Every context here is "off the record" in Chromium: a private window.
  await playground.open();
  await playground.write("private: true\n");
  await waitUntilStored(page, "private: true");
  await page.reload();
  await expect(playground.editor).toContainText("private: true");
  await chooseOpen(playground, "Blank");
  await chooseOpen(playground, "Recent playgrounds");
  const dialog = page.getByRole("dialog", { name: "Recent playgrounds" });
  await expect(dialog).toContainText("Private windows lose them");
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  const outside = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await openTab(outside);
  expect(await storedWorks(other.page)).toEqual([]);
  await outside.close();
});
