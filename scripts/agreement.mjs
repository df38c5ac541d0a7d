// Prints where changelog, versions and licences of a release do not agree; exits with 1 if there is such a place: node scripts/agreement.mjs VERSION.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packagesOf, root, WORKSPACES } from "./dependencies.mjs";

/** Manifests of npm packages that are published, with the same version. */
const MANIFESTS = ["web/packages/engine/package.json", "web/embed/package.json"];

const LICENCE = "Apache-2.0";

const wrongFields = (manifest, its, version) => [
  ...(its.version === version ? [] : [`${manifest} has version ${its.version}, not ${version}`]),
  ...(its.licence === LICENCE ? [] : [`${manifest} has licence ${its.licence}, not ${LICENCE}`]),
];

/** The problems of a crate. Only those that are published must name versions of each other. */
function wrongCrate({ manifest, publish, dependencies, ...its }, version) {
  const isPublished = publish === null;
  const needed = dependencies.filter(({ path, req }) => path && (isPublished || req !== "*"));
  const others = needed.filter(({ req }) => req !== `^${version}`).map(({ name, req }) => `${name} ${req}`);
  return [
    ...(isPublished ? wrongFields(manifest, its, version) : []),
    ...(others.length > 0 ? [`${manifest} needs ${others.join(", ")}, not ^${version}`] : []),
  ];
}

/** Problems in sentences; `read` returns the text of a file of the repository, `packages` are those of Rust (packagesOf). */
export function disagreements(version, read, packages) {
  const wrong = packages.filter(({ isMember }) => isMember).flatMap((crate) => wrongCrate(crate, version));
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) wrong.unshift(`"${version}" is not a version such as 1.2.0`);
  if (!/Apache License\s+Version 2\.0/.test(read("LICENSE"))) wrong.push(`LICENSE is not the text of ${LICENCE}`);
  for (const manifest of MANIFESTS) {
    const { license: licence, ...its } = JSON.parse(read(manifest));
    wrong.push(...wrongFields(manifest, { ...its, licence }, version));
  }

  const [, unreleased, newest] = read("CHANGELOG.md").split(/^## /m);
  const [title = "", ...lines] = (newest ?? "").split("\n");
  if (!unreleased?.startsWith("Unreleased\n")) wrong.push("CHANGELOG.md does not begin with a section Unreleased");
  else if (unreleased.trim() !== "Unreleased")
    wrong.push(`CHANGELOG.md has changes in Unreleased; move them to a section "${version} - DATE"`);
  if (!new RegExp(`^${version.replaceAll(".", "\\.")} - \\d{4}-\\d{2}-\\d{2}$`).test(title))
    wrong.push(`CHANGELOG.md has no section "${version} - DATE" after Unreleased`);
  else if (lines.join("").trim() === "") wrong.push(`the section ${version} of CHANGELOG.md is empty`);
  return wrong;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (path) => readFileSync(join(root, path), "utf8");
  // Cargo fails if a lock file has other versions.
  const wrong = disagreements(
    process.argv[2] ?? "",
    read,
    WORKSPACES.flatMap((folder) => packagesOf(folder)),
  );
  for (const sentence of wrong) console.error(`release: ${sentence}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
