// Builds the page. Its entry, index.html, is in the repository's root, so that is Vite's root too; everything else of the page is in web/.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { build, defineConfig, type Plugin } from "vite";
import { firstView } from "./build/first/plugin.ts";
import { notice, type Package, packagesOf } from "./licences.mjs";
import type { ExampleText } from "./src/content/example-texts.ts";
import { parsed } from "./src/content/markdown-tree.ts";
import { portable } from "./src/core/extension.ts";
import { VIEW } from "./src/embed/contract.ts";
import { type WrittenBundle, workOfWritten } from "./src/formats/written-bundle.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const source = (path: string) => join(root, "web/src", path);
/** Where the built wasm is: scripts/run uses another folder than scripts/build. */
const pkg = join(root, process.env.WASM_PKG ?? "web/pkg");
/** Keeps `light-dark()` as written; older browsers than these have no support for it. */
const cssTarget = ["chrome123", "firefox120", "safari17.5"];

/** The lesson with its steps, as plain text, and the files. */
function searchedTexts(bundle: WrittenBundle): ExampleText[] {
  const { lesson, steps, files } = workOfWritten(bundle);
  const markdown = [lesson, ...steps.map(({ text }) => text)].join("\n");
  const plain = markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/`|\*\*/g, "");
  const texts = files.flatMap(({ path, content }) => (typeof content === "string" ? [{ path, text: content }] : []));
  return [{ path: "", text: plain }, ...texts];
}

/**
 * Examples and explanations are written in YAML. They become JSON during the build, so that the page needs no YAML parser; with `?title`, only the
 * title; with `?index`, the data for a list of examples; with `?texts`, what its search looks through; with `?whole`, also description, lesson and steps
 * as parsed Markdown.
 */
const exampleBundles: Plugin = {
  name: "example-bundles",
  enforce: "pre",
  transform(text, id) {
    const [path = "", query] = id.split("?");
    if (!/\/web\/(examples|examples\/earlier|explain)\/[^/]+\.yml$/.test(path)) return;
    const bundle = load(text) as WrittenBundle & { topics?: string[]; official?: string[] };
    const { title, description = "", topics = [], official = [] } = bundle;
    const whole = () => {
      const steps = (bundle.steps ?? []).map(({ text }) => text ?? "");
      return { bundle, read: [description, bundle.lesson ?? "", ...steps].map((text) => parsed(text.trim())) };
    };
    const index = () => ({ title, description, topics, official, portable: portable(workOfWritten(bundle)) });
    const parts: Record<string, () => unknown> = {
      title: () => title,
      index,
      texts: () => searchedTexts(bundle),
      whole,
    };
    const part = parts[query ?? ""]?.() ?? bundle;
    return { code: `export default ${JSON.stringify(part)}`, map: null };
  },
};

/**
 * docs/ytt-version.md, which a test generates from the engine's version and the known differences: the text below its title as parsed Markdown; with
 * `?version`, the version in the title.
 */
const versionPage: Plugin = {
  name: "version-page",
  enforce: "pre",
  transform(text, id) {
    const [path = "", query] = id.split("?");
    if (!path.endsWith("/docs/ytt-version.md")) return;
    const [, version, source] = /^# ytt (\S+)\n+(.*)$/s.exec(text) ?? [];
    if (!version || !source) throw new Error(`${path} has no version in its title`);
    const part = query === "version" ? version : { source, read: parsed(source) };
    return { code: `export default ${JSON.stringify(part)}`, map: null };
  },
};

/**
 * CodeMirror parses ahead for highlighting in slices of 100 ms, with pauses of the same length. Here both are shorter. It has no setting for either.
 */
const shortTurns: Plugin = {
  name: "short-turns",
  transform(code, id) {
    if (!/@codemirror\/language\/dist\/index\.js$/.test(id.split("?")[0] ?? "")) return;
    const settings: [from: string, to: string, times: number][] = [
      ["100 /* Work.Slice */", "25", 1],
      ["100 /* Work.MinPause */", "25", 2],
      // The part that is parsed before a change is shown.
      ["20 /* Work.Apply */", "10", 2],
    ];
    return settings.reduce((text, [from, to, times]) => {
      if (text.split(from).length !== times + 1) throw new Error(`@codemirror/language has no ${from} any more`);
      return text.replaceAll(from, to);
    }, code);
  },
};

/** A script of one file, which shares nothing with other chunks: a plain script, or an ES module. */
async function oneFile(
  entry: string,
  { define = {}, format = "iife" }: { define?: Record<string, string>; format?: "iife" | "es" } = {},
): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define,
    build: {
      write: false,
      cssTarget,
      lib: { entry: source(entry), formats: [format], name: "ytterby" },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && "output" in output ? output.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error(`${entry} gave no script`);
  return chunk.code;
}

const embedPage = join(root, "embed/index.html");
const embedPageSource = join(root, "web/embed/index.html");

/** The page for frames, in a folder of its own, and the files that docs pages load, whose names never change. */
const embedding: Plugin = {
  name: "embedding",
  buildStart() {
    if (this.meta.watchMode) return;
    this.emitFile({ type: "chunk", id: source("embed/mount.ts"), name: "embed-view", preserveSignature: "strict" });
  },
  resolveId(id) {
    return id === embedPage ? id : undefined;
  },
  load(id) {
    return id === embedPage ? readFileSync(embedPageSource, "utf8") : undefined;
  },
  configureServer(server) {
    server.middlewares.use(async (request, response, next) => {
      if (!/^\/embed\/(index\.html)?([?#]|$)/.test(request.url ?? "")) return next();
      response.setHeader("content-type", "text/html");
      response.end(await server.transformIndexHtml("/embed/index.html", readFileSync(embedPageSource, "utf8")));
    });
  },
  async generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
    const view = chunks.find(({ facadeModuleId }) => facadeModuleId === source("embed/mount.ts"));
    if (!view) throw new Error("the embed's view is not among the chunks");
    // The view and everything that it needs to start, so that all of it is downloaded at once.
    const files = new Set<string>([view.fileName]);
    for (const file of files)
      for (const needed of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(needed);
    const parts = [...files].map((file) => `import "../${file}";\n`).join("");
    const emit = (fileName: string, source: string) => this.emitFile({ type: "asset", fileName, source });
    emit(VIEW, `${parts}export { mount } from "../${view.fileName}";\n`);
    emit("embed.js", await oneFile("embed/loader.ts"));
    // Bundlers of other sites must leave the import of the view alone.
    const module = await oneFile("embed/module.ts", { format: "es" });
    const imports = module.split(/\bimport\((?:\/\*.*?\*\/)?/);
    if (imports.length < 2) throw new Error("embed-module.js does not import the view");
    emit("embed-module.js", imports.join("import(/* @vite-ignore */ /* webpackIgnore: true */ "));
    const given = (file: string) => readFileSync(join(root, "web/embed", file), "utf8");
    for (const file of ["embed-module.d.ts", "package.json"]) emit(file, given(file));
    // Each page with an embed loads it: without comments and indents.
    emit("embed.css", given("embed.css").replace(/\/\*.*?\*\/|^\s+/gms, ""));
  },
};

/** The Content-Security-Policy in the page's meta element. */
function policyOf(page: string): string {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(readFileSync(page, "utf8"))?.[1];
  if (!policy) throw new Error(`${page} has no Content-Security-Policy`);
  return policy;
}

/** Headers for servers that read them from a file in the folder. A worker has the policy of its own script. */
const headers: Plugin = {
  name: "headers",
  generateBundle() {
    const policies: Record<string, string> = {
      page: `${policyOf(join(root, "index.html"))}; frame-ancestors 'none'`,
      embed: `${policyOf(embedPageSource)}; frame-ancestors *`,
      parts: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    };
    const sample = readFileSync(join(root, "web/hosting/_headers"), "utf8");
    const text = sample
      .replace(/^#.*\n/gm, "")
      .trimStart()
      .replace(/%(\w+)%/g, (_, name) => policies[name] ?? "");
    this.emitFile({ type: "asset", fileName: "_headers", source: text });
  },
};

/** The preview sends the built headers, like a host that reads that file: the browser tests run under these policies and those of the pages. */
const previewHeaders: Plugin = {
  name: "preview-headers",
  configurePreviewServer(server) {
    const rules = new Map<string, [string, string][]>();
    let address = "";
    for (const line of readFileSync(join(root, server.config.build.outDir, "_headers"), "utf8").split("\n")) {
      const [, name, value] = /^ +([\w-]+): (.*)$/.exec(line) ?? [];
      if (line.startsWith("/")) address = line;
      if (name && value) rules.set(address, [...(rules.get(address) ?? []), [name, value]]);
    }
    server.middlewares.use((request, response, next) => {
      const path = new URL(request.url ?? "/", "http://localhost").pathname;
      for (const [rule, headers] of rules) {
        if (rule !== path && !(rule.endsWith("*") && path.startsWith(rule.slice(0, -1)))) continue;
        for (const [name, value] of headers) if (name !== "Cache-Control") response.setHeader(name, value);
      }
      next();
    });
  },
};

/** Preloads the fonts of the first view, which browsers request only once styles are applied. */
const preloads: Plugin = {
  name: "preloads",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle, path }) {
      if (!bundle || path !== "/index.html") return;
      const named = (pattern: RegExp) => {
        const found = Object.keys(bundle).find((file) => pattern.test(file));
        if (!found) throw new Error(`nothing is built that is called ${pattern}`);
        return `./${found}`;
      };
      const link = (attrs: Record<string, string | boolean>) => ({
        tag: "link",
        attrs: { ...attrs, crossorigin: true },
        injectTo: "head" as const,
      });
      const font = (pattern: RegExp) => link({ rel: "preload", as: "font", type: "font/woff2", href: named(pattern) });
      return [font(/\/geist-latin-wght-normal-.*\.woff2$/), font(/\/geist-mono-latin-wght-normal-.*\.woff2$/)];
    },
  },
};

/** Third-party code with its licences, as these require. */
const licences: Plugin = {
  name: "licences",
  generateBundle(_, bundle) {
    const engine: Package[] = JSON.parse(readFileSync(join(pkg, "licenses.json"), "utf8"));
    // Style sheets that others import are no modules, but the fonts in them are assets.
    const assets = Object.values(bundle).flatMap((file) => (file.type === "asset" ? file.originalFileNames : []));
    const page = packagesOf([...this.getModuleIds(), ...assets.map((path) => join(root, path))]);
    const source = notice([...engine, ...page], readFileSync(join(root, "LICENSE"), "utf8").trimEnd());
    this.emitFile({ type: "asset", fileName: "licenses.txt", source });
  },
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** For servers; the list itself; rarely read, and not small; for bundlers; for first visits. */
const NOT_OFFLINE = /^(_headers|sw\.js|licenses\.txt|package\.json|embed-module\.d\.ts|assets\/first-.*)$/;

/** The service worker, with the list of all built files and their hashes. Last, from the files on the disk. */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  enforce: "post",
  async writeBundle({ dir }) {
    if (!dir) return;
    const files = filesIn(dir).filter((path) => !NOT_OFFLINE.test(path));
    const list = files.map((path) => {
      const hash = createHash("sha256")
        .update(readFileSync(join(dir, path)))
        .digest("base64");
      // A page is requested by its folder: servers often redirect from the name of its file.
      return [path.replace(/(^|\/)index\.html$/, "$1"), `sha256-${hash}`];
    });
    const build = createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 12);
    const define = { __FILES__: JSON.stringify(list), __BUILD__: JSON.stringify(build) };
    writeFileSync(join(dir, "sw.js"), await oneFile("page/service-worker.ts", { define }));
  },
};

export default defineConfig({
  root,
  base: "./",
  // The default would be a `.vite` folder in the root.
  cacheDir: "web/node_modules/.vite",
  publicDir: false,
  plugins: [
    exampleBundles,
    versionPage,
    shortTurns,
    embedding,
    headers,
    previewHeaders,
    preloads,
    firstView({ root, pkg, plugins: [exampleBundles, versionPage], early: () => oneFile("page/early.ts") }),
    licences,
    offline,
  ],
  resolve: { alias: [{ find: /^(\.\.\/)+pkg(?=\/ytterby)/, replacement: pkg }] },
  worker: { format: "es" },
  build: {
    outDir: "web/dist",
    emptyOutDir: true,
    // An inlined font would be a data: URL, which the page's Content-Security-Policy rejects.
    assetsInlineLimit: 0,
    // Editor, highlighting and widgets are one chunk, which the page and the embed both start with.
    chunkSizeWarningLimit: 1000,
    cssTarget,
    // All browsers that support the styles support it.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { page: join(root, "index.html"), embed: embedPage },
      // A warning about plugins that take long, on a machine that is slow or busy.
      checks: { bundlerTimings: false },
    },
  },
  server: { watch: { ignored: ["**/target/**", "**/web/dist*/**"] } },
});
