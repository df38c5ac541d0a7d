// A part of the page that cannot be loaded.
import { expect, fresh as test } from "./playground";
import { waitUntilStored } from "./stored-works";

test.setTimeout(90_000);

test("a part that the server no longer has is reported, and nothing is lost", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  let gone = true;
  await page.route(/assets\/lazy-part-modules-/, (route) =>
    gone ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  );
  page.removeAllListeners("console");
  await playground.open();
  await playground.write("mine: true\n");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(playground.status).toContainText("Could not load this part of the page");
  await expect(playground.editor).toContainText("mine: true");
  await waitUntilStored(page, "mine: true");
  gone = false;
  await page.reload();
  await expect(playground.editor).toContainText("mine: true");
  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog", { name: "Share" })).toBeVisible();
});
