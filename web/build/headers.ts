import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { embedPageSource, root } from "./paths.ts";

/** The Content-Security-Policy in the page's meta element. */
function policyOf(page: string): string {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(readFileSync(page, "utf8"))?.[1];
  if (!policy) throw new Error(`${page} has no Content-Security-Policy`);
  return policy;
}

/** Headers for servers that read them from a file in the folder. A worker has the policy of its own script. */
export const headers: Plugin = {
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
  /** The preview sends the built headers, like a host that reads that file: the browser tests run under these policies and those of the pages. */
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
