// Packages by others: Rust's as cargo reports them, npm's as in package-lock.json, with the reasons in the manifests.
// `scripts/dependencies` writes docs/dependencies.md; tests/supply/dependencies.test.mjs fails if it is out of date.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const FILE = "docs/dependencies.md";
const read = (path) => readFileSync(join(root, path), "utf8");
const compare = (one, other) => (one < other ? -1 : Number(one > other));
export const byName = (one, other) =>
  compare(one.name.toLowerCase(), other.name.toLowerCase()) || compare(one.version, other.version);

/** The fuzz targets are a workspace of their own: they need other flags. */
export const WORKSPACES = [".", "tests/fuzz"];

export const WASM = "wasm32-unknown-unknown";
/** Named, so that the list is the same wherever it is made. */
const LINUX = "x86_64-unknown-linux-gnu";

/** Fails if the lock file does not have all packages, or other digests. */
function cargo(folder, ...args) {
  const stdio = ["ignore", "pipe", "inherit"];
  const options = { cwd: join(root, folder), encoding: "utf8", stdio, maxBuffer: 1 << 28 };
  return execFileSync(process.env.CARGO ?? "cargo", [...args, "--locked", "--quiet"], options);
}

/** The licences of packages with a file in place of a licence in the manifest. cargo-deny reads them too, and finds the same. */
const IN_FILES = new Map([["libyaml-safer", "MIT"]]);

/** All packages of a workspace, or those that a target needs. `key` is `name version`; those of this repository have no source. */
export function packagesOf(folder, target) {
  const args = target ? ["--filter-platform", target] : [];
  const { packages, resolve, workspace_members } = JSON.parse(
    cargo(folder, "metadata", "--format-version", "1", ...args),
  );
  const keys = new Map(packages.map(({ id, name, version }) => [id, `${name} ${version}`]));
  const needs = new Map(resolve.nodes.map(({ id, dependencies }) => [id, dependencies.map((need) => keys.get(need))]));
  return packages.map(({ id, license, license_file, manifest_path, ...fields }) => ({
    ...fields,
    key: keys.get(id),
    needs: needs.get(id),
    licence: license?.replaceAll("/", " OR ") ?? IN_FILES.get(fields.name) ?? `its ${license_file}`,
    folder: dirname(manifest_path),
    manifest: relative(root, manifest_path),
    isMember: workspace_members.includes(id),
  }));
}

/** The packages that a build takes, as a set of `name version`. */
function built(folder, ...args) {
  const lines = cargo(folder, "tree", "--prefix", "none", "--format", "{p}", ...args).split("\n");
  return new Set(lines.filter(Boolean).map((line) => line.split(" ").slice(0, 2).join(" ").replace(" v", " ")));
}

const SHIPPED = ["-e", "no-dev,no-build,no-proc-macro", "--target"];

/** The packages with code in the wasm, or with code that would be in it if anything called it. */
export const inWasm = () => built(".", "-p", "ytterby-wasm", ...SHIPPED, WASM);

/** The packages in the command for a system. */
export const inCommand = (target) => built(".", "-p", "ytterby-cli", ...SHIPPED, target);

/** The places where Rust's packages end up, nearest to the reader first; a package is listed under the first of these that has it. */
function places(folder) {
  const linux = ["--target", LINUX];
  if (folder !== ".") return [["tests", built(folder, "-e", "normal,build,dev", ...linux)]];
  return [
    ["wasm", inWasm()],
    ["command", inCommand(LINUX)],
    ["build", built(".", "-p", "ytterby-cli", "-p", "declarations", "-p", "xtask", "-e", "no-dev", ...linux)],
    ["build", built(".", "-p", "ytterby-wasm", "-e", "no-dev", "--target", WASM)],
    ["tests", built(".", "--workspace", "--all-features", "-e", "normal,build,dev", ...linux)],
  ];
}

/** The place where the packages of a manifest are used, if that differs from the others. */
const placeOf = (manifest) => ({ scripts: "build", tests: "tests" })[manifest.split("/")[0]];

/** The comment above a dependency: it is for all that follow up to the next one, or to an empty line. */
function reasonIn(manifest, name) {
  const [, comment = ""] =
    new RegExp(`((?:^#.*\\n)+)(?:^[^#\\n[].*\\n)*?"?${name}"? =`, "m").exec(read(manifest)) ?? [];
  return comment.replace(/^# ?/gm, "").trim().replaceAll("\n", " ");
}

/** The packages of others in all workspaces: direct dependencies, and all. */
export function rust() {
  const all = new Map();
  const direct = [];
  for (const folder of WORKSPACES) {
    const packages = packagesOf(folder);
    const ends = places(folder);
    for (const each of packages) {
      if (!each.source || all.has(each.key)) continue;
      const place = ends.find(([, set]) => set.has(each.key))?.[0] ?? "other systems";
      const by = packages.filter(({ needs }) => needs.includes(each.key)).map(({ name }) => name);
      all.set(each.key, { ...each, place, by: [...new Set(by)].sort() });
    }
    for (const { manifest, needs, isMember } of packages)
      for (const used of isMember ? needs.flatMap((key) => all.get(key) ?? []) : [])
        direct.push({
          ...used,
          place: placeOf(manifest) ?? used.place,
          reason: reasonIn(manifest, used.name),
          manifest,
        });
  }
  return { direct: direct.sort(byName), all: [...all.values()].sort(byName) };
}

/** The page's packages, but for those that are for one system or processor. */
export function page() {
  const manifest = JSON.parse(read("web/package.json"));
  const packages = Object.entries(JSON.parse(read("web/package-lock.json")).packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, entry]) => ({
      ...entry,
      name: folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
      needs: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }),
    }));
  return packages
    .filter(({ os, cpu }) => !os && !cpu)
    .map(({ name, version, license, dev }) => {
      const direct = name in { ...manifest.dependencies, ...manifest.devDependencies };
      const by = packages.filter(({ needs }) => needs.includes(name)).map(({ name }) => name);
      const place = dev ? "build" : "page";
      const reason = manifest["//"][name];
      return { name, version, licence: license, place, direct, by: direct ? ["the page", ...by] : by, reason };
    })
    .sort(byName);
}

/** Programs that are no package of either: scripts/setup has a line for each, `#   NAME | LICENCE | WHERE | WHY`. */
export const programs = () =>
  [...read("scripts/setup").matchAll(/^# {3}(\S.*?) \| (.*?) \| (.*?) \| (.*)$/gm)].map(([, ...fields]) => fields);

const INTRODUCTION = `# Dependencies

The direct dependencies with the reason for each, then all transitive ones. \`scripts/dependencies\` generates this file from the
manifests (the reason is the comment there), the lock files and \`scripts/setup\`; a test fails when it is out of date. \`deny.toml\` lists
the licences that Rust packages may have, \`tests/supply/\` those of npm packages.

Where a dependency is used:

- **wasm**: compiled into the engine that the page loads. **page**: bundled into the page's scripts, styles and fonts, or types that
  its scripts are checked with. Both are listed in the page's \`licenses.txt\`, with their licences.
- **command**: in the native command only.
- **build**: used by the build, and not part of its result. **tests**: used by tests only.
- **other systems**: in a lock file, but only used on systems or with features that are not used here.

Packages of npm that are for one system or processor are left out.
`;

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  return `${line(head)}|${"---|".repeat(head.length)}\n${rows.map(line).join("")}`;
}

export function document() {
  const { direct, all } = rust();
  const npm = page();
  const list = (rows, last, value) =>
    table(
      ["package", "version", "licence", "where", last],
      rows.map((row) => [`\`${row.name}\``, row.version, row.licence, row.place, value(row)]),
    );
  const used = (rows) => list(rows, "why", ({ reason }) => reason);
  const required = (rows) => list(rows, "required by", ({ by }) => by.join(", "));
  const manifests = [...new Set(direct.map(({ manifest }) => manifest))].sort();
  return [
    INTRODUCTION,
    "## Used directly\n",
    ...manifests.map((path) => `### Rust, \`${path}\`\n\n${used(direct.filter(({ manifest }) => manifest === path))}`),
    `### npm, \`web/package.json\`\n\n${used(npm.filter(({ direct }) => direct))}`,
    `### Programs\n\n${table(["program", "licence", "where", "why"], programs())}`,
    `## All Rust packages: ${all.length}\n\n${required(all)}`,
    `## All npm packages: ${npm.length}\n\n${required(npm)}`,
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, FILE), document());
  console.log(`${FILE} is written`);
}
