// Data from other pages, other versions of the page, or other programs is used, or kept as it was found.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { workOf } from "../../web/src/core/work";
import { writeLink } from "../../web/src/formats/link";
import { expect, fresh as test } from "./playground";
import { leaveInLocalStorage, notKept, notRead, storedWorks, waitUntilStored } from "./stored-works";

test.setTimeout(90_000);

/** An entry that a page leaves in localStorage for a record that its database does not have yet. */
const left = (id: string, address: string, work: unknown) => ({
  id,
  address,
  when: 1,
  version: { rev: 1, by: "another-page" },
  work,
});

test("what another page could not write before it was closed is written once", { tag: "@long" }, async ({
  playground,
  page,
}) => {
  const shared = workOf({ title: "Shared", files: [{ path: "a.yml", content: "shared: 0\n" }] });
  const address = `#${writeLink(shared)}`;
  const own = {
    title: "Mine",
    files: [
      { path: "a.yml", content: "mine: 1\r\n" },
      { path: "b", content: { base64: "_wD-" } },
    ],
  };
  const changed = { ...shared, files: [{ path: "a.yml", content: "shared: 1\n" }] };
  await leaveInLocalStorage(page, JSON.stringify([left("own", "", own), left("shared", address, changed)]));
  await playground.open();
  await expect(playground.editor).toContainText("mine: 1");
  const [stored] = (await storedWorks(page)).filter(({ id }) => id === "own");
  expect(stored?.files).toEqual({ "a.yml": "mine: 1\r\n", b: [255, 0, 254] });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(".last.")))).toEqual([]);
  await playground.writeLine(1, "mine: 2");
  await waitUntilStored(page, "mine: 2");
  await page.reload();
  await expect(playground.editor).toContainText("mine: 2");
  await page.goto(`./${address}`);
  await expect(playground.editor).toContainText("shared: 1");
  expect(await storedWorks(page)).toHaveLength(2);
});

const entry = (work: string) => `[${JSON.stringify(left("a", "", null)).replace(/"work":null/, `"work":${work}`)}]`;

for (const [name, text] of [
  ["half an entry", '[{"id":"a","work":{"files":[{"path":"a.yml","content":"precious: tr'],
  ["a string", '"precious"'],
  ["a list of other objects", '[{"precious":1}]'],
  [
    "a work with a path that is no string",
    entry('{"files":[{"path":7,"content":"precious"},{"path":"a.yml","content":"a: 1"}]}'),
  ],
  [
    "a work with a path out of its folder",
    entry('{"files":[{"path":"../precious","content":"x"},{"path":"a.yml","content":"a: 1"}]}'),
  ],
] as const) {
  test(`${name} in localStorage is kept as it was found, and can be saved`, { tag: "@long" }, async ({
    playground,
    page,
  }) => {
    await leaveInLocalStorage(page, text);
    await playground.open();
    await expect(notRead(playground).getByRole("alert")).toContainText("It has not been changed");
    await playground.write("typed: after\n");
    await waitUntilStored(page, "typed: after");
    await page.reload();
    await expect(playground.editor).toContainText("typed: after");
    const download = page.waitForEvent("download");
    await notRead(playground).getByRole("button", { name: "Save as file" }).click();
    expect(readFileSync(await (await download).path(), "utf8")).toBe(text);
    await notRead(playground).getByRole("button", { name: "Delete it" }).click();
    await expect(notRead(playground)).toHaveCount(0);
    await page.reload();
    await expect(playground.editor).toContainText("typed: after");
    await expect(notRead(playground)).toHaveCount(0);
  });
}

/** Changes the record of the latest work. */
const tamper = (page: Page, how: "newer" | "missing" | "hostile") =>
  page.evaluate(async (how) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("ytterby");
      request.onsuccess = () => resolve(request.result);
    });
    const tx = db.transaction(["works", "files"], "readwrite");
    const works = tx.objectStore("works");
    const done = new Promise((resolve) => {
      tx.oncomplete = resolve;
    });
    works.getAll().onsuccess = ({ target }) => {
      const [head] = (target as IDBRequest).result;
      if (how === "newer") works.put({ ...head, format: 2, layers: [{ secret: "of a later version" }] });
      if (how === "missing") tx.objectStore("files").delete([head.id, head.files[0].at]);
      if (how === "hostile") works.put({ ...head, about: "precious", files: [{ path: { evil: 1 }, at: -1 }, null, 7] });
    };
    await done;
    db.close();
  }, how);

for (const [how, found] of [
  ["newer", "of a later version"],
  ["missing", "plan.yml"],
  ["hostile", "precious"],
] as const) {
  test(`an invalid record (${how}) stays as it is, and can be saved`, { tag: "@long" }, async ({
    playground,
    page,
  }) => {
    await playground.open();
    await playground.openFile("values.yml");
    await playground.write("#@data/values\n---\nmine: true\n");
    await waitUntilStored(page, "mine: true");
    const [id] = (await storedWorks(page)).map(({ id }) => id);
    await tamper(page, how);
    await page.reload();
    await expect(playground.status).toContainText("Rendered in");
    await expect(playground.editor).not.toBeEmpty();
    await expect(notRead(playground)).toBeVisible();
    // What is typed now is another work.
    await playground.write("typed: after\n");
    const records = () =>
      page.evaluate(async () => {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open("ytterby");
          request.onsuccess = () => resolve(request.result);
        });
        const all = await new Promise<{ id: string }[]>((resolve) => {
          const request = db.transaction("works").objectStore("works").getAll();
          request.onsuccess = () => resolve(request.result);
        });
        db.close();
        return all.map(({ id }) => id);
      });
    await expect.poll(async () => (await records()).length).toBe(2);
    expect(await records()).toContain(id);
    const download = page.waitForEvent("download");
    await notRead(playground).getByRole("button", { name: "Save as file" }).click();
    expect(readFileSync(await (await download).path(), "utf8")).toContain(found);
    await notRead(playground).getByRole("button", { name: "Delete it" }).click();
    await expect.poll(async () => (await records()).length).toBe(1);
    expect(await records()).not.toContain(id);
  });
}

test("a database that a later version has upgraded is used as it is", async ({ playground, page }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await waitUntilStored(page, "mine: true");
  await page.goto("about:blank");
  await page.goto("./embed/");
  await page.evaluate(async () => {
    const request = indexedDB.open("ytterby", 7);
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    request.result.close();
  });
  await playground.open();
  await expect(playground.editor).toContainText("mine: true");
  await playground.write("mine: still\n");
  await waitUntilStored(page, "mine: still");
});

test("a later version can upgrade the database while a page is open, which keeps working", { tag: "@long" }, async ({
  playground,
  page,
  context,
}) => {
  await playground.open();
  await playground.write("mine: true\n");
  await waitUntilStored(page, "mine: true");
  const later = await context.newPage();
  await later.goto("./embed/");
  await later.evaluate(async () => {
    const request = indexedDB.open("ytterby", 7);
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve;
      request.onblocked = () => reject(new Error("the open page holds it"));
    });
    request.result.close();
  });
  await playground.write("mine: still\n");
  await waitUntilStored(page, "mine: still");
  await expect(notKept(playground)).toHaveCount(0);
});

test("clearing the site's data while a page is open loses nothing", async ({ playground, page }) => {
  await playground.open();
  await playground.write("mine: true\n");
  await waitUntilStored(page, "mine: true");
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: new URL(page.url()).origin, storageTypes: "all" });
  await playground.writeLine(1, "mine: still");
  await waitUntilStored(page, "mine: still");
  expect(Object.keys((await storedWorks(page))[0]?.files ?? {})).toEqual(["schema.yml", "values.yml", "plan.yml"]);
});
