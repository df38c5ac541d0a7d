// Builds the npm package `ytterby` into target/packages/ytterby, after `cargo wasm whole`: `npm run --prefix web build:engine`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, defineConfig, type Plugin } from "vite";
import { notice } from "../../build/notice.mjs";
import { declarations } from "./declarations.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const source = (file: string) => join(root, "web/packages/engine", file);
const pkg = (file: string) => join(root, "web/pkg-whole", file);
const target = "es2022";

/** wasm-bindgen's JavaScript with the wasm of the package, which the entries load. */
const bindings: Plugin = {
  name: "bindings",
  enforce: "pre",
  resolveId: (id) => (/\/pkg\/ytterby\.js$/.test(id) ? pkg("ytterby.js") : undefined),
  transform(code, id) {
    if (id !== pkg("ytterby.js")) return;
    // Vite would take it for a file to copy.
    const address = "new URL('ytterby_bg.wasm', import.meta.url)";
    const parts = code.split(address);
    return parts.length === 1 ? code : { code: parts.join("undefined"), map: null };
  },
};

/** instance.ts with everything that it imports as one function; see there. */
const ownScope: Plugin = {
  name: "own-scope",
  enforce: "pre",
  async load(id) {
    if (id !== source("instance.ts")) return;
    const result = await build({
      root,
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      plugins: [bindings],
      build: { write: false, minify: false, target, lib: { entry: id, formats: ["iife"], name: "instance" } },
    });
    const [output] = Array.isArray(result) ? result : [result];
    const chunk = output && "output" in output ? output.output[0] : undefined;
    if (chunk?.type !== "chunk") throw new Error("instance.ts gave no script");
    const code = `export async function instantiate(module) {\n${chunk.code}\nreturn instance.instantiate(module);\n}\n`;
    return { code, map: null, moduleType: "js" };
  },
};

/** The files that are not compiled. */
const files: Plugin = {
  name: "files",
  async buildStart() {
    const read = (file: string) => readFileSync(source(file), "utf8");
    const licence = readFileSync(join(root, "LICENSE"), "utf8");
    // The names in FUNCTIONS of engine.ts.
    const list = /const FUNCTIONS = \[([^\]]*)\]/.exec(read("engine.ts"))?.[1] ?? "";
    const functions = [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
    const types = declarations(readFileSync(pkg("ytterby.d.ts"), "utf8"), functions);
    const texts = {
      ...Object.fromEntries(
        ["browser.js", "node.js", "node.cjs", "node-address.cjs", "package.json", "README.md"].map((file) => [
          file,
          read(file),
        ]),
      ),
      "index.d.ts": types,
      "index.d.cts": types,
      LICENSE: licence,
      "licenses.txt": notice(JSON.parse(readFileSync(pkg("licenses.json"), "utf8")), licence.trimEnd()),
    };
    for (const [fileName, source] of Object.entries(texts)) this.emitFile({ type: "asset", fileName, source });
    this.emitFile({ type: "asset", fileName: "ytterby.wasm", source: readFileSync(pkg("ytterby_bg.wasm")) });
  },
};

export default defineConfig({
  root,
  publicDir: false,
  cacheDir: "web/node_modules/.vite",
  plugins: [bindings, ownScope, files],
  build: {
    outDir: "target/packages/ytterby",
    emptyOutDir: true,
    target,
    // Users of the package minify it with their own code.
    minify: false,
    reportCompressedSize: false,
    lib: {
      entry: source("engine.ts"),
      formats: ["es", "cjs"],
      fileName: (format) => `engine.${format === "es" ? "js" : "cjs"}`,
    },
  },
});
