// Another build of the page, for tests of updates.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** Replaces the build in a folder by another one: a text of an explanation is different, and with it all names with hashes. */
export function rebuild(folder: string, from: string, to: string): void {
  const assets = join(folder, "assets");
  const texts = () =>
    [
      join(folder, "index.html"),
      join(folder, "embed/index.html"),
      join(folder, "embed/view-1.js"),
      join(folder, "sw.js"),
    ].concat(
      readdirSync(assets)
        .filter((name) => name.endsWith(".js"))
        .map((name) => join(assets, name)),
    );
  const replace = (old: string, by: string) => {
    const changed: string[] = [];
    for (const path of texts()) {
      const text = readFileSync(path, "utf8");
      if (!text.includes(old)) continue;
      writeFileSync(path, text.replaceAll(old, by));
      if (path.startsWith(assets)) changed.push(path.slice(assets.length + 1));
    }
    return changed;
  };
  const renamed = new Set<string>();
  const waiting = replace(from, to);
  expect(waiting).toHaveLength(1);
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    // Two changed files may import the same one.
    if (renamed.has(name) || !existsSync(join(assets, name))) continue;
    const next = name.replace(/-[\w-]{8}\.js$/, "-changed1.js");
    renamed.add(next);
    renameSync(join(assets, name), join(assets, next));
    waiting.push(...replace(name, next).filter((other) => !renamed.has(other)));
  }
  const sw = join(folder, "sw.js");
  const list = readFileSync(sw, "utf8").replace(/\[`([^`]*)`,`sha256-[^`]*`\]/g, (_, path: string) => {
    const file = join(folder, /(^|\/)$/.test(path) ? `${path}index.html` : path);
    return `[\`${path}\`,\`sha256-${createHash("sha256").update(readFileSync(file)).digest("base64")}\`]`;
  });
  writeFileSync(
    sw,
    list.replace(/`[0-9a-f]{12}`/, `\`${createHash("sha256").update(list).digest("hex").slice(0, 12)}\``),
  );
}

/** The text of web/explain/name.yml, and its replacement in the other build. */
export const SAID = "The code uses a name that is not defined at this place";
export const SAYS = "Nothing has defined this name";
