import type { Plugin } from "vite";
import { parsed } from "../src/content/markdown-tree.ts";

/**
 * docs/ytt-version.md, which a test generates from the engine's version and the known differences: the text below its title as parsed Markdown; with
 * `?version`, the version in the title.
 */
export const versionPage: Plugin = {
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
