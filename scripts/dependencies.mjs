// Makes docs/dependencies.md of manifests and locks: `scripts/dependencies`. tests/supply/dependencies.test.mjs asks that it is what this makes.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  askedOfRust,
  byName,
  described,
  groups,
  locked,
  ofPage,
  places,
  programs,
  root,
  workspaces,
} from "./packages.mjs";

export const FILE = "docs/dependencies.md";

const INTRODUCTION = `# What it is made with

Everything that others wrote: what is used directly, with the reason, then all that comes with it. \`scripts/dependencies\`
makes this file of the manifests (a comment there is the reason here), of the locks and of \`scripts/setup\`; a test says when
it is not current. \`deny.toml\` has the licences that Rust's packages may have, \`tests/supply/\` those of npm's.

Where it ends up:

- **wasm**: in the engine that the page loads, as far as something of it is called. **page**: in the page's scripts, styles and
  fonts; or types that its scripts are checked with. Both are named in the page's \`licenses.txt\`, with their licences.
- **command**: in the native command only.
- **build**: runs while it is built, lies beside the page or writes parts of it, but is no part of it. **tests**: runs in tests only.
- **other systems**: named in a lock, and taken on systems or with features that are not used here.
`;

const table = (head, rows) =>
  [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows.map((row) => `| ${row.join(" | ")} |`)].join(
    "\n",
  );

const code = (text) => `\`${text}\``;

/** All of Rust's packages that come from elsewhere, of all workspaces: what is asked for, and everything. */
export function rust() {
  const all = new Map();
  const direct = [];
  for (const folder of workspaces) {
    const packages = locked(folder);
    const known = described(folder);
    const ends = places(folder);
    for (const { name, version, source } of packages) {
      const key = `${name} ${version}`;
      if (!source || all.has(key)) continue;
      const place = ends.find(([, set]) => set.has(key))?.[0] ?? "other systems";
      const by = packages.filter(({ needs }) => needs.includes(key)).map(({ name }) => name);
      all.set(key, { name, version, licence: known.get(key)?.licence, place, by: [...new Set(by)] });
    }
    for (const { name, version, reason, manifest } of askedOfRust(folder))
      direct.push({ ...all.get(`${name} ${version}`), ...placeOf(manifest), reason, manifest });
  }
  return { direct: direct.sort(byName), all: [...all.values()].sort(byName) };
}

/** What a manifest uses a package for, where that is not what most use it for. */
function placeOf(manifest) {
  if (manifest.startsWith("scripts/")) return { place: "build" };
  return manifest.startsWith("tests/") ? { place: "tests" } : {};
}

/** The page's packages; one that is there once for each system and processor is one line. */
export function page() {
  const packages = ofPage();
  const all = packages
    .filter(({ system }) => !system)
    .map((each) => ({
      ...each,
      by: [
        ...(each.direct ? ["the page"] : []),
        ...packages.filter(({ needs }) => needs.includes(each.name)).map(({ name }) => name),
      ],
    }));
  const systems = groups(
    packages.filter(({ system }) => system),
    ({ name, version, licence }) =>
      [packages.find((user) => user.needs.includes(name))?.name, version, licence].join(" "),
  );
  return { all: all.sort(byName), systems };
}

export function document() {
  const { direct, all } = rust();
  const npm = page();
  const manifests = groups(direct, ({ manifest }) => manifest);
  const row = ({ name, version, licence, place, reason }) => [code(name), version, licence, place, reason];
  const rest = ({ name, version, licence, place, by }) => [code(name), version, licence, place, by.join(", ")];
  const head = ["package", "version", "licence", "where", "why"];
  const heads = ["package", "version", "licence", "where", "brought by"];
  return [
    INTRODUCTION,
    "## Used directly\n",
    ...[...manifests]
      .sort()
      .map(([manifest, packages]) => `### Rust, \`${manifest}\`\n\n${table(head, packages.map(row))}\n`),
    `### npm, \`web/package.json\`\n\n${table(head, npm.all.filter(({ direct }) => direct).map(row))}\n`,
    `### Programs\n\n${table(
      ["program", "licence", "where", "why"],
      programs().map(({ name, licence, place, reason }) => [name, licence, place, reason]),
    )}\n`,
    `## All of Rust's: ${all.length}\n\n${table(heads, all.map(rest))}\n`,
    `## All of npm's: ${npm.all.length + [...npm.systems.values()].flat().length}\n\n${table(heads, npm.all.map(rest))}\n`,
    "One of these is taken, for the system it runs on; `npm` names them all in the lock:\n",
    ...[...npm.systems.values()].map(
      (packages) =>
        `- ${packages.map(({ name }) => code(name)).join(", ")}: ${packages[0]?.licence}, ${packages[0]?.place}, ${packages[0]?.version}`,
    ),
    "",
  ].join("\n");
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  writeFileSync(join(root, FILE), document());
  console.log(`${FILE} is written`);
}
