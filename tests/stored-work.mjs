// Stores a work in the browser as the page does (web/src/store/database.ts), in place of all others.

/** `address` is a document of the page's origin that runs no script, such as licenses.txt. */
export async function storeWork(page, address, work) {
  await page.goto(address);
  await page.evaluate(async (work) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("ytterby.last.")) localStorage.removeItem(key);
    // The page then waits for its database before it shows anything.
    localStorage.setItem("ytterby.kept", "1");
    sessionStorage.removeItem("ytterby.tab");
    const db = await new Promise((resolve, reject) => {
      const request = indexedDB.open("ytterby", 2);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("heads", { keyPath: "id" }).createIndex("newest", ["address", "when"]);
        request.result.createObjectStore("contents");
      };
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const tx = db.transaction(["heads", "contents"], "readwrite");
    const heads = tx.objectStore("heads");
    const contents = tx.objectStore("contents");
    heads.clear();
    contents.clear();
    const id = "stored-by-a-test";
    const { title = "", example = "", files } = work;
    heads.put({
      id,
      address: "",
      when: Date.now(),
      rev: 1,
      by: id,
      title,
      example,
      paths: files.map(({ path }) => path),
    });
    contents.put(work, id);
    await new Promise((resolve, reject) => {
      tx.oncomplete = resolve;
      tx.onabort = () => reject(tx.error);
    });
    db.close();
  }, work);
}
