// Stores a work in the browser as the page does (web/src/store/database.ts), in place of all others.

/** `address` is a document of the page's origin that runs no script, such as licenses.txt. */
export async function storeWork(page, address, work) {
  await page.goto(address);
  await page.evaluate(async ({ files, ...about }) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("ytterby.last.")) localStorage.removeItem(key);
    // The page then waits for its database before it shows anything.
    localStorage.setItem("ytterby.kept", "1");
    sessionStorage.removeItem("ytterby.tab");
    const db = await new Promise((resolve, reject) => {
      const request = indexedDB.open("ytterby", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("works", { keyPath: "id" }).createIndex("newest", ["address", "when"]);
        request.result.createObjectStore("files");
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const tx = db.transaction(["works", "files"], "readwrite");
    const works = tx.objectStore("works");
    const contents = tx.objectStore("files");
    works.clear();
    contents.clear();
    const id = "stored-by-a-test";
    for (const [at, { content }] of files.entries()) contents.put(content, [id, at]);
    works.put({
      id,
      address: "",
      when: Date.now(),
      rev: 1,
      by: id,
      format: 1,
      about,
      files: files.map(({ path }, at) => ({ path, at })),
    });
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve;
      tx.onabort = () => reject(tx.error);
    });
    db.close();
  }, work);
}
