// Builds the page. Its entry, index.html, is in the repository's root, so that is Vite's root too; everything else of the page is in web/.
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { defineConfig, type Plugin } from "vite";

/** Examples are YAML bundles, and so are explanations, nearly. They become JSON
    while building, so that the page carries no YAML parser of its own; with `?title`, the title alone; with `?index`, what a list of examples shows. */
const exampleBundles: Plugin = {
  name: "example-bundles",
  enforce: "pre",
  transform(text, id) {
    const [path = "", query] = id.split("?");
    if (!/\/web\/(examples|explain)\/[^/]+\.yml$/.test(path)) return;
    const bundle = load(text) as { title: string; description: string; topics?: string[]; official?: string[] };
    const { title, description, topics = [], official = [] } = bundle;
    const part = query === "title" ? title : query === "index" ? { title, description, topics, official } : bundle;
    return { code: `export default ${JSON.stringify(part)}`, map: null };
  },
};

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  base: "./",
  // The default would be a `.vite` folder in the root.
  cacheDir: "web/node_modules/.vite",
  publicDir: false,
  plugins: [exampleBundles],
  worker: { format: "es" },
  build: {
    outDir: "web/dist",
    emptyOutDir: true,
    // An inlined font would be a data: URL, which the page's Content-Security-Policy refuses.
    assetsInlineLimit: 0,
    // Keeps `light-dark()` as written; older browsers than these have no support for it.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
  },
  server: { watch: { ignored: ["**/target/**", "**/web/dist/**"] } },
});
