// Puts the first view into index.html: the page with the first example and its output, as a new visitor sees it, in a declarative shadow root. It is
// painted before any script runs; the live page adopts its elements. The views of examples at their addresses are files, which that loads.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rollup } from "vite";
import { addressOf, withImports } from "../chunks.ts";
import { exampleBundles } from "../example-bundles.ts";
import { oneFile } from "../one-file.ts";
import { pkg, root } from "../paths.ts";
import { versionPage } from "../version-page.ts";
import type { View } from "./first-view.ts";

interface Views {
  first: View;
  /** Views with an example at its address, by its id. */
  others: Record<string, View>;
  css: string;
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Modules of browsers, and their replacements. */
const substitutes: Plugin = {
  name: "first-view-substitutes",
  enforce: "pre",
  async resolveId(id, importer) {
    // CodeMirror's own modules create no views.
    if (id === "@codemirror/view" && /\/web\/src\/features\//.test(importer ?? "")) return here("static-view.ts");
    if (id.endsWith("/engine/worker-engine")) return here("node-engine.ts");
    return undefined;
  },
};

/** Builds the page for Node and has it render itself. */
async function rendered(): Promise<Views> {
  const outDir = mkdtempSync(join(tmpdir(), "ytterby-first-"));
  try {
    await build({
      root,
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      plugins: [substitutes, exampleBundles, versionPage],
      ssr: { noExternal: true },
      build: {
        ssr: here("first-view.ts"),
        outDir,
        emptyOutDir: true,
        minify: false,
        target: "node20",
        assetsInlineLimit: 0,
        rolldownOptions: { output: { entryFileNames: "first-view.mjs", chunkFileNames: "[name]-[hash].mjs" } },
      },
    });
    const output = execFileSync(process.execPath, [join(outDir, "first-view.mjs")], {
      env: { ...process.env, WASM: pkg },
      maxBuffer: 1 << 26,
      encoding: "utf8",
    });
    // Addresses in the page are relative.
    return JSON.parse(output.replaceAll('src=\\"/assets/', 'src=\\"./assets/'));
  } finally {
    rmSync(outDir, { recursive: true });
  }
}

/** The import of its styles, which become part of the page's. */
const STYLES = "virtual:first-view.css";

const ELEMENT = "<ytterby-page>";

/** Scripts and their imports. */
const LATER = / *<(?:script type="module"[^>]*><\/script>|link rel="modulepreload"[^>]*>)\n/g;

const FONTS = [/\/geist-latin-wght-normal-.*\.woff2$/, /\/geist-mono-latin-wght-normal-.*\.woff2$/];

/** A folder with a name that changes with its files, as they need the styles of the same build. */
const folderOf = (views: Views): string =>
  `assets/first-${createHash("sha256").update(JSON.stringify(views)).digest("hex").slice(0, 8)}/`;

/** `bundle` is that of the page. */
function withView(page: string, views: Views, bundle: Rollup.OutputBundle): string {
  const named = (pattern: RegExp) => addressOf(bundle, pattern);
  const style = `<link rel="stylesheet" crossorigin href="${named(/^assets\/page-[\w-]+\.css$/)}">`;
  const parts = page.split(ELEMENT);
  if (parts.length !== 2 || !page.includes(style)) throw new Error(`index.html has no ${ELEMENT} or no styles`);
  // Elements that the first paint does not need come after it in the document, so that browsers request them later.
  const scripts: string[] = [];
  const head = (parts[0] ?? "").replace(LATER, (tag) => {
    scripts.push(tag);
    return "";
  });
  const engine = `data-worker="${named(/^assets\/worker-[\w-]+\.js$/)}" data-wasm="${named(/^assets\/ytterby_bg-[\w-]+\.wasm$/)}"`;
  const examples = `data-views="./${folderOf(views)}" data-examples="${Object.keys(views.others).join(" ")}"`;
  const filesOf = (chunk: RegExp) =>
    withImports(bundle, named(chunk).replace("./", ""))
      .map((file) => `./${file}`)
      .join(" ");
  const lazy = `data-link="${filesOf(/^assets\/link-[\w-]+\.js$/)}" data-colours="${filesOf(/^assets\/plain-colours-[\w-]+\.js$/)}"`;
  const early = `<script src="${named(/^assets\/early-[\w-]+\.js$/)}" ${engine} ${examples} ${lazy}></script>\n    `;
  // Browsers request fonts only once styles are applied. Chromium requests nothing that comes after a script before it has run, because the page
  // declares its policy in a <meta> element.
  const preloadedStyle = style.replace('rel="stylesheet"', 'rel="preload" as="style"');
  const fonts = FONTS.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="${named(file)}" crossorigin>`,
  );
  const first = [...fonts, preloadedStyle].map((link) => `${link}\n    `).join("");
  return [
    head.replace("<link", `${first}${early}<link`),
    `${ELEMENT}<template shadowrootmode="open">${style}${views.first.markup}</template>`,
    (parts[1] ?? "").replace("  </body>", `${scripts.join("").trimEnd()}\n  </body>`),
  ].join("");
}

export function firstView(): Plugin {
  let rendering: Promise<Views> | undefined;
  let serving = false;
  const views = () => {
    rendering ??= rendered();
    return rendering;
  };
  return {
    name: "first-view",
    configResolved({ command }) {
      serving = command === "serve";
    },
    async buildStart() {
      rendering = undefined;
      if (!serving) this.emitFile({ type: "asset", name: "early.js", source: await oneFile("page/early.ts") });
    },
    resolveId: (id) => (id === STYLES ? `\0${STYLES}` : undefined),
    async load(id) {
      if (id !== `\0${STYLES}`) return undefined;
      return serving ? "" : (await views()).css;
    },
    async generateBundle() {
      const all = await views();
      const emit = (file: string, source: string) =>
        this.emitFile({ type: "asset", fileName: folderOf(all) + file, source });
      for (const [id, { markup, request, answer }] of Object.entries({ request: all.first, ...all.others })) {
        // No page of its own, which would need a policy. The element's tag is before the first comment.
        if (id in all.others) emit(`${id}.txt`, `<body>${markup}</body>\n`);
        emit(`${id}.json`, request);
        emit(`${id}.answer.json`, answer);
      }
    },
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle, path }) {
        return bundle && path === "/index.html" ? withView(html, await views(), bundle) : html;
      },
    },
  };
}
