// Files and works that others replace can be restored.
import type { Page } from "@playwright/test";
import { expect, fresh as test } from "./playground";
import { chooseOpen, earlierWorks, openEarlier, storedWorks, waitUntilStored } from "./stored-works";

test.setTimeout(90_000);

const file = (name: string, content: string) => ({ name, mimeType: "", buffer: Buffer.from(content) });

/** Answers the dialog: adds the files in place of those with the same names. */
async function addOver(page: Page): Promise<void> {
  await page.getByLabel("Overwrite the existing file").check();
  await page.getByRole("button", { name: "Add to the playground" }).click();
}

test("a deleted file can be restored, whatever was typed since", { tag: "@long" }, async ({ playground, page }) => {
  await playground.open();
  await playground.openFile("values.yml");
  await playground.fileAction("values.yml", "Delete");
  await playground.openFile("plan.yml");
  await playground.write("typed: since\n");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml"]);
  await playground.openFile("plan.yml");
  await expect(playground.editor).toContainText("typed: since");
});

test("a replaced file can be restored, and text typed since stays", { tag: "@long" }, async ({ playground, page }) => {
  await playground.open();
  await playground.openFile("plan.yml");
  await playground.write("mine: true\n");
  await page
    .getByLabel("Open files")
    .setInputFiles([file("plan.yml", "other: true\n"), file("more.yml", "more: true\n")]);
  await addOver(page);
  await expect(playground.editor).toContainText("other: true");
  await playground.openFile("values.yml");
  await playground.write("#@data/values\n---\n#! typed since\n");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "plan.yml"]);
  await expect(playground.editor).toContainText("#! typed since");
  await playground.openFile("plan.yml");
  await expect(playground.editor).toContainText("mine: true");

  await page.getByLabel("Open files").setInputFiles(file("plan.yml", "other: true\n"));
  await addOver(page);
  await expect(playground.editor).toContainText("other: true");
  await playground.writeLine(1, "typed: in it");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => playground.files()).toEqual(["schema.yml", "values.yml", "restored-plan.yml", "plan.yml"]);
  await playground.openFile("restored-plan.yml");
  await expect(playground.editor).toContainText("mine: true");
});

test("changes that were discarded by Start over become an earlier work", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  await page.goto("./#example:orchard-functions");
  await expect(playground.status).toContainText("Rendered in");
  await expect(page.getByRole("region", { name: "Open playground" })).toContainText("Example:");
  await playground.write("changed: true\n");
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(playground.editor).not.toContainText("changed: true");
  await page.reload();
  await expect(page.getByRole("region", { name: "Open playground" })).toContainText("Example:");
  await expect(page.getByRole("region", { name: "Open playground" })).not.toContainText("edited");
  await openEarlier(playground, 0);
  await expect(playground.editor).toContainText("changed: true");
});

/** Blocks other transactions of the database until it is called with false. */
const blockDatabase = (page: Page, blocked: boolean) =>
  page.evaluate(async (blocked) => {
    const state = window as { blocked?: boolean };
    state.blocked = blocked;
    if (!blocked) return;
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("ytterby");
      request.onsuccess = () => resolve(request.result);
    });
    const heads = db.transaction(["heads", "contents"], "readwrite").objectStore("heads");
    // A transaction stays active as long as it has requests.
    const keepOpen = () => {
      if (!state.blocked) return db.close();
      heads.count().onsuccess = keepOpen;
    };
    await new Promise((resolve) => {
      heads.count().onsuccess = resolve;
    });
    keepOpen();
  }, blocked);

for (const state of ["is being written", "is written, and what follows is not"] as const)
  test(`Start over while the change ${state} restores nothing`, { tag: "@long" }, async ({ playground, page }) => {
    const bar = page.getByRole("region", { name: "Open playground" });
    const written = (text: string) =>
      expect.poll(async () => JSON.stringify((await storedWorks(page)).map(({ files }) => files))).toContain(text);
    await page.goto("./#example:orchard-functions");
    await expect(playground.status).toContainText("Rendered in");
    await playground.write("first: true\n");
    await written("first: true");
    const whileWritten = state === "is being written";
    await blockDatabase(page, true);
    if (whileWritten) await playground.write("changed: true\n");
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(playground.editor).not.toContainText("true");
    if (whileWritten) {
      await blockDatabase(page, false);
      await written("changed: true");
    }
    await page.reload();
    await expect(bar).toContainText("Example:");
    await expect(playground.status).toContainText("Rendered in");
    await expect(bar).not.toContainText("edited");
    await openEarlier(playground, 0);
    await expect(playground.editor).toContainText(whileWritten ? "changed: true" : "first: true");
  });

test("a work that was replaced by a new one, a bundle or an example is restored by undo, and later from the list", {
  tag: "@long",
}, async ({ playground, page }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await waitUntilStored(page, "mine: true");
  const replacing: [string, () => Promise<void>][] = [
    ["Blank", () => chooseOpen(playground, "Blank")],
    [
      "a bundle",
      () =>
        page
          .locator("#open-bundle")
          .setInputFiles(file("b.yml", "ytterby: 1\nfiles:\n  - path: b.yml\n    content: bundle\n")),
    ],
    [
      "an example",
      async () => {
        await playground.openExample("An orchard of functions");
        await page.getByRole("button", { name: "Save as my playground" }).click();
      },
    ],
  ];
  for (const [name, replace] of replacing) {
    await test.step(name, async () => {
      await replace();
      await expect(playground.editor).not.toContainText("mine: true");
      await page.getByRole("button", { name: "Undo" }).click();
      if (name === "an example") await page.getByRole("button", { name: "Back to my playground" }).click();
      await expect(playground.editor).toContainText("mine: true");
      expect(await earlierWorks(playground)).toEqual([]);
      await replace();
      await expect(playground.editor).not.toContainText("mine: true");
      await page.reload();
      await expect(playground.status).toContainText("Rendered in");
      await openEarlier(playground, 0);
      await expect(playground.editor).toContainText("mine: true");
      // Cleans up for the next step.
      for (const { id, files } of await storedWorks(page)) {
        if (JSON.stringify(files).includes("mine: true")) continue;
        await page.evaluate(async (id) => {
          const db = await new Promise<IDBDatabase>((resolve) => {
            const request = indexedDB.open("ytterby");
            request.onsuccess = () => resolve(request.result);
          });
          db.transaction("heads", "readwrite").objectStore("heads").delete(id);
          db.close();
        }, id);
      }
    });
  }
});
