// Prints where changelog, versions and licences of a release do not agree; exits with 1 if there is such a place: node scripts/agreement.mjs VERSION.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Manifests of what is published, whose versions are the same. */
const MANIFESTS = ["web/packages/engine/package.json", "web/embed/package.json"];

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
