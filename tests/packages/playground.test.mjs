// The npm package `ytterby-playground`, installed into empty projects: `node --test tests/packages/`, after scripts/build and `cargo wasm whole`.
import assert from "node:assert/strict";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { opened, served } from "./browser.mjs";
import { blocks, checkTypes, ofPage, packed, project, root, run } from "./consumer.mjs";

const README = join(root, "web/packages/playground/README.md");
let tarball;

before(() => {
  tarball = packed("playground").get("ytterby-playground.tgz");
});

const install = (t, files) => project(t, { files, packages: [tarball] });

/** Copies the folder as the README says. */
function copyFolder(folder, to) {
  const [, from, target] = /^cp -r (\S+) static\/(\S+)$/.exec(blocks(README, "sh")[1].trim());
  cpSync(join(folder, from), join(folder, to, target), { recursive: true });
}

async function runs(page) {
  const run = page.getByRole("button", { name: /^Run/ });
  await run.click();
  await page.locator("ytt-playground .output .cm-content").getByText("heat: 1240").waitFor();
}

test("the package contains what it declares, and its licences", (t) => {
  const folder = join(install(t), "node_modules/ytterby-playground");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  for (const file of [
    "./index.html",
    "./embed.js",
    "./embed.css",
    "./embed/index.html",
    "./LICENSE",
    "./README.md",
    "./licenses.txt",
  ])
    assert.ok(existsSync(join(folder, file)), file);
  for (const file of JSON.stringify(manifest.exports["."]).match(/\.\/[\w.-]+/g))
    assert.ok(existsSync(join(folder, file)), file);
  console.log(`ytterby-playground.tgz: ${readFileSync(tarball).length} bytes`);
});

test("a docs page with a copy of the folder, as in the README", async (t) => {
  const page = `<!doctype html><title>Docs</title><link rel="icon" href="data:,">${blocks(README, "html")[0]}`;
  const folder = install(t, { "static/index.html": page });
  copyFolder(folder, "static");
  const { page: docs, wrong } = await opened(t, await served(t, join(folder, "static")));
  await runs(docs);
  assert.deepEqual(wrong, []);
});

test("the folder is the whole playground", async (t) => {
  const folder = install(t);
  const { page, wrong } = await opened(t, await served(t, join(folder, "node_modules/ytterby-playground")));
  await page.getByText("Rendered in").waitFor();
  assert.deepEqual(wrong, []);
});

test("a Vite app that imports the module and the styles, as in the README", async (t) => {
  const element = /<ytt-playground.*<\/ytt-playground>/s.exec(blocks(README, "html")[0])[0];
  const folder = install(t, {
    "index.html": `<!doctype html><title>App</title><link rel="icon" href="data:,">${element}<script type="module" src="./main.js"></script>`,
    "main.js": blocks(README, "js")[0],
  });
  copyFolder(folder, "public");
  const { build } = await import(ofPage.resolve("vite"));
  await build({ root: folder, configFile: false, logLevel: "warn" });
  const { page, wrong } = await opened(t, await served(t, join(folder, "dist")));
  await runs(page);
  assert.deepEqual(wrong, []);
});

test("on a server, the import does nothing", (t) => {
  const folder = install(t, {
    "main.mjs": 'import { locatePlayground } from "ytterby-playground"; locatePlayground("/p/");',
  });
  run(process.execPath, ["main.mjs"], { cwd: folder });
});

test("strict TypeScript", (t) => {
  const folder = install(t, {
    "use.mts": `
      import { locatePlayground, type RenderedDetail } from "ytterby-playground";
      locatePlayground(new URL("https://example.org/playground/"));
      const element = document.createElement("ytt-playground");
      element.files = [{ path: "a.yml", content: "a: 1" }];
      element.values = { peak: 1240 };
      element.addEventListener("ytt-rendered", ({ detail }) => show(detail));
      function show({ exitStatus, problems }: RenderedDetail): string {
        return \`\${exitStatus} \${problems[0]?.file ?? ""}\`;
      }
      // @ts-expect-error: files are not texts
      element.files = ["a: 1"];`,
  });
  checkTypes(folder, ["es2022", "dom"]);
});
