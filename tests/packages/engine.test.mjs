// The npm package `ytterby`, installed into empty projects: `node --test tests/packages/`, after scripts/build and `cargo wasm whole`.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { opened, served } from "./browser.mjs";
import { blocks, checkTypes, ofPage, packed, project, root, run } from "./consumer.mjs";

const README = join(root, "web/packages/engine/README.md");
let tarball;

before(() => {
  tarball = packed("engine").get("ytterby.tgz");
});

const install = (t, files) => project(t, { files, packages: [tarball] });
const node = (folder, ...args) => run(process.execPath, args, { cwd: folder });

/** Uses every function, in any module system. */
const EVERYTHING = `
  const ytt = await load();
  const files = [
    { path: "schema.yml", content: '#@data/values-schema\\n---\\n#@schema/desc "Degrees"\\npeak: 1240\\n' },
    { path: "config.yml", content: '#@ load("@ytt:data", "data")\\n---\\nheat: #@ data.values.peak\\n' },
  ];
  const request = { files, args: "--data-value-yaml peak=900" };
  const first = ytt.render(request);
  check(first.exitStatus, 0);
  check(first.files[0].content, "heat: 900\\n");
  check(ytt.render({ files: [{ path: "a.yml", content: "a: #@ nobody\\n" }] }).exitStatus, 1);
  const workspace = new ytt.Workspace();
  check(workspace.render(request).files[0].content, "heat: 900\\n");
  check(workspace.render(request), workspace.render(request));
  workspace.free();
  check(ytt.format("a:   1\\n").text, "a: 1\\n");
  check(JSON.parse(ytt.exportSchema({ files }, "json-schema").text).properties.peak.description, "Degrees");
  check(ytt.diffSchemas({ files }, [{ path: "schema.yml", content: "#@data/values-schema\\n---\\nother: 1\\n" }]).changes.length, 2);
  check(ytt.phases({ files }).phases.length, 1);
  check(ytt.importSchema('{"type": "object", "properties": {"a": {"type": "integer"}}}').schema.includes("a: 0"), true);
  check(ytt.hover({ files }, "config.yml", 55) !== undefined, true);
  check(ytt.complete({ files }, "config.yml", 55) !== undefined, true);
  check(ytt.definition({ files }, "config.yml", 55) !== undefined, true);
  check(ytt.renameTarget({ files }, "schema.yml", 53) !== undefined, true);
  check(Array.isArray(ytt.used({ files }, "config.yml", 3)), true);
  check(Array.isArray(ytt.lint({ files }).diagnostics), true);
  check(ytt.flagDescriptions().length > 10, true);
  const text = ytt.writeBundle({ title: "T", files: [{ path: "a.yml", content: "a: 1\\n" }] });
  check(ytt.readBundle(text).bundle.title, "T");
  check(/0\\.48/.test(ytt.version()), true);
`;
const CHECK = `const check = (found, expected) => {
  if (found !== expected) throw new Error(JSON.stringify({ found, expected }));
};`;

test("the package contains what it declares, its licences, and the whole engine", (t) => {
  const folder = join(install(t), "node_modules/ytterby");
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const named = JSON.stringify(manifest).match(/\.\/[\w.-]+/g);
  for (const file of new Set(named)) assert.ok(existsSync(join(folder, file)), file);
  assert.equal(manifest.sideEffects, false);
  assert.match(readFileSync(join(folder, "licenses.txt"), "utf8"), /\nwasm-bindgen 0\./);
  assert.match(readFileSync(join(folder, "LICENSE"), "utf8"), /Apache License/);
  const sizes = readdirSync(folder).map((name) => `${name} ${readFileSync(join(folder, name)).length}`);
  console.log(`ytterby.tgz: ${readFileSync(tarball).length} bytes (${sizes.join(", ")})`);
  const split = ["bg", "rest"].map((name) => readFileSync(join(root, `web/pkg/ytterby_${name}.wasm`)).length);
  const whole = readFileSync(join(folder, "ytterby.wasm")).length;
  assert.ok(
    whole > Math.max(...split) && whole < split[0] + split[1] + 100_000,
    `${whole} bytes, ${split} in two parts`,
  );
});

test("Node, ES modules: every function", (t) => {
  const folder = install(t, { "main.mjs": `import { load } from "ytterby";\n${CHECK}${EVERYTHING}` });
  node(folder, "main.mjs");
});

test("Node, CommonJS: every function", (t) => {
  const folder = install(t, {
    "main.cjs": `const { load } = require("ytterby");\n${CHECK}\n(async () => {${EVERYTHING}})();`,
  });
  node(folder, "main.cjs");
});

test("the examples of the README, one after the other", (t) => {
  const [render, worker, others] = blocks(README, "js");
  assert.ok(worker.startsWith("// worker.js"));
  const folder = install(t, {
    "main.mjs": `${render}\n${others}\nconsole.log(text, Object.keys(JSON.parse(jsonSchema)));`,
  });
  const [first, second] = node(folder, "main.mjs").split("\n\n");
  assert.equal(first, '0 heat: "900"');
  assert.match(second, /^a: 1$/m);
});

test("engines are independent; one that has crashed says so, and another works", (t) => {
  const folder = install(t, {
    "main.mjs": `import { load } from "ytterby";\n${CHECK}
      const [one, other] = await Promise.all([load(), load()]);
      const workspace = new one.Workspace();
      const endless = "#@ def f(n):\\n#@   return f(n + 1)\\n#@ end\\na: #@ f(1)\\n";
      const request = { files: [{ path: "a.yml", content: endless }], limits: { callDepth: 1_000_000, nesting: 1_000_000 } };
      let crash;
      try { one.render(request); } catch (error) { crash = error; }
      check(crash instanceof RangeError || crash instanceof WebAssembly.RuntimeError, true);
      for (const call of [() => one.version(), () => workspace.render({}), () => new one.Workspace()])
        try { call(); check("a result", "an error"); } catch (error) { check(error.cause, crash); }
      workspace.free();
      check(other.format("a:  1\\n").text, "a: 1\\n");
      check((await load()).format("a:  1\\n").text, "a: 1\\n");`,
  });
  node(folder, "main.mjs");
});

test("the wasm can come from elsewhere", (t) => {
  const folder = install(t, {
    "main.mjs": `import { load } from "ytterby";\n${CHECK}
      import { readFile } from "node:fs/promises";
      const path = new URL(import.meta.resolve("ytterby/ytterby.wasm"));
      const bytes = await readFile(path);
      const type = { headers: { "content-type": "application/wasm" } };
      const sources = [path, path.pathname, bytes, readFile(path), new WebAssembly.Module(bytes), new Response(bytes, type), new Response(bytes)];
      for (const wasm of sources) check((await load({ wasm })).format("a:  1\\n").text, "a: 1\\n");
      let error;
      await load({ wasm: new Response("", { status: 404 }) }).catch((thrown) => { error = thrown; });
      check(error.message, "the engine could not be loaded: 404 for ");`,
  });
  node(folder, "main.mjs");
});

test("strict TypeScript, without types of a browser or of Node, in both module systems", (t) => {
  const use = `
    export async function use(text: string | undefined): Promise<string | null> {
      const ytt: Ytt = await load();
      const request: Request = { files: [{ path: "a.yml", content: "a: 1" }], args: ["-v", "a=1"] };
      const response: Response = ytt.render(request);
      const workspace: Workspace = new ytt.Workspace();
      const diagnostic: Diagnostic | undefined = workspace.render(request).diagnostics[0];
      const path: string | null = diagnostic?.path ?? null;
      await load({ wasm: "https://example.org/ytterby.wasm" });
      // @ts-expect-error: with exactOptionalPropertyTypes
      ytt.render({ args: text });
      // @ts-expect-error: there is no such field
      ytt.render({ file: [] });
      // @ts-expect-error: how the page loads its engine
      ytt.provideRest;
      return ytt.exportSchema(request, "json-schema").text ?? path ?? response.report;
    }`;
  const folder = install(t, {
    "esm.mts": `import { load, type Diagnostic, type Request, type Response, type Workspace, type Ytt } from "ytterby";${use}`,
    "common.cts": `import { load, type Diagnostic, type Request, type Response, type Workspace, type Ytt } from "ytterby";${use}`,
  });
  checkTypes(folder, ["es2022"]);
});

const APP = {
  "index.html": `<!doctype html><title>App</title><link rel="icon" href="data:,"><pre id="out"></pre><script type="module" src="./main.js"></script>`,
  "main.js": `import { load } from "ytterby";
    const request = { files: [{ path: "a.yml", content: "a: #@ 40 + 2\\n" }] };
    const ytt = await load();
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onerror = (error) => console.error("worker", error.message);
    worker.onmessage = ({ data }) => {
      out.textContent = "page " + ytt.render(request).files[0].content + "worker " + data.files[0].content;
    };
    worker.postMessage(request);`,
};

test("a Vite app: on the page, and in the worker of the README", async (t) => {
  const folder = install(t, { ...APP, "worker.js": blocks(README, "js")[1] });
  const { build } = await import(ofPage.resolve("vite"));
  await build({ root: folder, configFile: false, logLevel: "warn", worker: { format: "es" } });
  const { page, wrong } = await opened(t, await served(t, join(folder, "dist")));
  await page.getByText("page a: 42\nworker a: 42").waitFor();
  assert.deepEqual(wrong, []);
  const copies = readdirSync(join(folder, "dist/assets")).filter((name) => name.endsWith(".wasm"));
  assert.equal(copies.length, 1);
});

test("the development server of Vite, with the setting of the README", async (t) => {
  const [setting] = /optimizeDeps: (\{.*?\})/.exec(readFileSync(README, "utf8")).slice(1);
  const folder = install(t, {
    ...APP,
    "worker.js": blocks(README, "js")[1],
    "vite.config.mjs": `export default { optimizeDeps: ${setting}, logLevel: "warn" };`,
  });
  const { createServer } = await import(ofPage.resolve("vite"));
  const server = await createServer({ root: folder, server: { port: 0, host: "localhost" } });
  t.after(() => server.close());
  await server.listen();
  const { page, wrong } = await opened(t, server.resolvedUrls.local[0]);
  await page.getByText("page a: 42\nworker a: 42").waitFor();
  assert.deepEqual(wrong, []);
});

test("a page without a bundler, also from a server that does not know .wasm", async (t) => {
  const folder = install(t, {
    "index.html": `<!doctype html><title>Page</title><link rel="icon" href="data:,"><pre id="out"></pre>
      <script type="module">
        import { load } from "./node_modules/ytterby/browser.js";
        const ytt = await load();
        out.textContent = ytt.format("a:    1").text;
      </script>`,
  });
  for (const types of [{}, { ".wasm": "application/octet-stream" }]) {
    const { page, wrong } = await opened(t, await served(t, folder, types));
    await page.getByText("a: 1").waitFor();
    assert.deepEqual(wrong, []);
  }
});
