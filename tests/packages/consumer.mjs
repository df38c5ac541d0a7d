// Empty projects in temporary folders, in which the tests install the packages as their users do.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));
/** Packages of the page, which some projects also use: Vite, TypeScript, Playwright. */
export const ofPage = createRequire(join(root, "web/package.json"));
const artifacts = join(root, "target/test-artifacts");

/** stdout of a program, which must succeed. */
export function run(program, args, options = {}) {
  const { status, signal, error, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    ...options,
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...options.env },
  });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${error ?? signal ?? status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Packs the build with scripts/artifacts, and returns the path of each archive by its name without the version. */
export function packed(kind) {
  const into = join(artifacts, kind);
  rmSync(into, { recursive: true, force: true });
  run(join(root, "scripts/artifacts"), [into, kind]);
  return new Map(readdirSync(into).map((name) => [name.replace(/-\d+\.\d+\.\d+/, ""), join(into, name)]));
}

/** A new project with these files and packages. */
export function project(t, { files = {}, packages = [] }) {
  const folder = mkdtempSync(join(tmpdir(), "ytterby-consumer-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const all = { "package.json": '{ "private": true }', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // Without a registry: the packages need no others.
  if (packages.length > 0)
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-package-lock", ...packages], { cwd: folder });
  return folder;
}

/** Checks the TypeScript files of a project with the strictest settings; `lib`: the built-in types that it has. */
export function checkTypes(folder, lib) {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    module: "nodenext",
    target: "es2022",
    lib,
    types: [],
    noEmit: true,
  };
  const include = ["*.mts", "*.cts"];
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
  run(join(root, "web/node_modules/.bin/tsc"), ["-p", folder]);
}

/** The code blocks of a language in a Markdown file. */
export function blocks(path, language) {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, block]) => block);
}
