import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { VIEW } from "../src/embed/contract.ts";
import { filesToStart } from "./chunks.ts";
import { oneFile } from "./one-file.ts";
import { embedPage, embedPageSource, root, source } from "./paths.ts";

/** The page for frames, in a folder of its own, and the files that docs pages load. Their names never change. */
export const embedding: Plugin = {
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
    const files = filesToStart(bundle, source("embed/mount.ts"));
    const imported = files.map((file) => `import "../${file}";\n`).join("");
    const emit = (fileName: string, source: string) => this.emitFile({ type: "asset", fileName, source });
    emit(VIEW, `${imported}export { mount } from "../${files[0]}";\n`);
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
