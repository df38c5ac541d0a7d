// Generates docs/dependencies.md from manifests and lock files: `scripts/dependencies`. tests/supply/dependencies.test.mjs fails if it is out of date.
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
`;

const table = (head, rows) =>
  [`| ${head.join(" | ")} |`, `|${"---|".repeat(head.length)}`, ...rows.map((row) => `| ${row.join(" | ")} |`)].join(
    "\n",
  );

const code = (text) => `\`${text}\``;

/** The external Rust packages of all workspaces: direct dependencies, and all. */
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

/** Where the packages of a manifest are used, if that differs from the others. */
function placeOf(manifest) {
  if (manifest.startsWith("scripts/")) return { place: "build" };
  return manifest.startsWith("tests/") ? { place: "tests" } : {};
}

/** The page's packages; those with a variant for each system and processor are grouped. */
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
  const heads = ["package", "version", "licence", "where", "required by"];
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
    `## All Rust packages: ${all.length}\n\n${table(heads, all.map(rest))}\n`,
    `## All npm packages: ${npm.all.length + [...npm.systems.values()].flat().length}\n\n${table(heads, npm.all.map(rest))}\n`,
    "Of each of these lists, `npm` installs the package for the current system; the lock file has all of them:\n",
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
