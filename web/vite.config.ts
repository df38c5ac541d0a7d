// Builds the page. Its entry, index.html, is in the repository's root, so that is Vite's root too; everything else of the page is in web/.
import { join } from "node:path";
import { defineConfig } from "vite";
import { embedding } from "./build/embedding.ts";
import { exampleBundles } from "./build/example-bundles.ts";
import { firstView } from "./build/first/plugin.ts";
import { headers } from "./build/headers.ts";
import { licences } from "./build/licences.ts";
import { offline } from "./build/offline.ts";
import { cssTarget } from "./build/one-file.ts";
import { embedPage, pkg, root } from "./build/paths.ts";
import { shortTurns } from "./build/short-turns.ts";
import { versionPage } from "./build/version-page.ts";

export default defineConfig({
  root,
  base: "./",
  // The default would be a `.vite` folder in the root.
  cacheDir: "web/node_modules/.vite",
  publicDir: false,
  plugins: [exampleBundles, versionPage, shortTurns, embedding, headers, firstView(), licences, offline],
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
