// Prints where changelog, versions and licences of a release do not agree; exits with 1 if there is such a place: node scripts/agreement.mjs VERSION.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { groups } from "./packages.mjs";

/** Manifests of npm packages that are published, whose versions are the same. */
const MANIFESTS = ["web/packages/engine/package.json", "web/embed/package.json"];

/** Locks that name the crates of this repository. */
const LOCKS = ["Cargo.lock", "tests/fuzz/Cargo.lock"];

/** Crates that have another version than the one of the workspace, or that need another version of each other. */
function wrongCrates(version, read) {
  const [, members = ""] = /^members = \[\n([^\]]*)\]/m.exec(read("Cargo.toml")) ?? [];
  const crates = [...members.matchAll(/"([^"]+)"/g)].map(([, folder]) => {
    const path = `${folder}/Cargo.toml`;
    const text = read(path);
    const name = /^name = "(.*)"$/m.exec(text)?.[1];
    return { path, text, name, isPublished: !/^publish = false$/m.test(text) };
  });
  // A crate with a version of its own replaces a package of others.
  const own = crates.filter(({ text }) => /^version\.workspace = true$/m.test(text));
  const names = new Set(own.map(({ name }) => name));
  const wrong = crates
    .filter((crate) => crate.isPublished && !own.includes(crate))
    .map(({ path }) => `${path} is published, and does not have the version of the workspace`);
  for (const { path, text, isPublished } of crates) {
    const needed = [...text.matchAll(/^([\w-]+) = \{(.*\bpath = .*)\}$/gm)].map(([, name, fields]) => {
      const its = /\bversion = "(.*?)"/.exec(fields)?.[1];
      return { name, its: its ?? (isPublished ? "without a version" : version) };
    });
    for (const { list, its } of others(needed)) wrong.push(`${path} needs ${list} ${its}, not ${version}`);
  }
  for (const path of LOCKS) {
    const locked = [...read(path).matchAll(/^name = "(.*)"\nversion = "(.*)"\n(?!source = )/gm)];
    for (const { list, its } of others(locked.map(([, name, its]) => ({ name, its }))))
      wrong.push(`${path} has ${list} ${its}, not ${version}`);
  }
  return wrong;

  /** Of crates of the workspace, those with other versions, grouped by version. */
  function others(all) {
    const found = groups(
      all.filter(({ name, its }) => names.has(name) && its !== version),
      ({ its }) => its,
    );
    return [...found].map(([its, list]) => ({ its, list: list.map(({ name }) => name).join(", ") }));
  }
}

/** Whether npm's lock was made from the manifest beside it. */
function isLocked(manifest, lock) {
  const kinds = ["version", "dependencies", "devDependencies", "engines"];
  const asked = (of) => JSON.stringify(kinds.map((kind) => of[kind]));
  return asked(JSON.parse(manifest)) === asked(JSON.parse(lock).packages[""]);
}

/** Sentences about what is wrong; `read` returns the text of a file of the repository. */
export function disagreements(version, read) {
  const wrong = [];
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) wrong.push(`"${version}" is not a version such as 1.2.0`);

  const workspace = /\[workspace\.package\]\n(?:[^[].*\n)*/.exec(read("Cargo.toml"))?.[0] ?? "";
  const field = (name) => new RegExp(`^${name} = "(.*)"$`, "m").exec(workspace)?.[1];
  if (field("version") !== version) wrong.push(`Cargo.toml has version ${field("version")}, not ${version}`);
  const licence = field("license");
  if (licence !== "Apache-2.0" || !/Apache License\s+Version 2\.0/.test(read("LICENSE")))
    wrong.push(`Cargo.toml has licence ${licence}, and LICENSE another text`);
  for (const manifest of MANIFESTS) {
    const { version: its, license } = JSON.parse(read(manifest));
    if (its !== version) wrong.push(`${manifest} has version ${its}, not ${version}`);
    if (license !== licence) wrong.push(`${manifest} has licence ${license}, not ${licence}`);
  }

  wrong.push(...wrongCrates(version, read));
  if (!isLocked(read("web/package.json"), read("web/package-lock.json")))
    wrong.push("web/package-lock.json was made from another package.json");

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
  const root = new URL("../", import.meta.url);
  const wrong = disagreements(process.argv[2] ?? "", (path) => readFileSync(new URL(path, root), "utf8"));
  for (const sentence of wrong) console.error(`release: ${sentence}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
