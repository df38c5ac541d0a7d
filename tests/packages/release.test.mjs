// What scripts/release builds and when it refuses to: `node --test tests/packages/`, after scripts/build.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { disagreements } from "../../scripts/agreement.mjs";
import { packed, project, root } from "./consumer.mjs";

const lock = (version) => `version = 4

[[package]]
name = "serde"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "ytterby"
version = "${version}"
dependencies = [
 "ytterby-text",
]

[[package]]
name = "ytterby-text"
version = "${version}"
`;
const FILES = {
  "Cargo.toml":
    '[workspace]\nmembers = [\n    "crate/text",\n    "crate/api",\n    "crate/regex",\n]\n\n[workspace.package]\nversion = "1.2.0"\nlicense = "Apache-2.0"\n\n[profile.dev]\n',
  LICENSE: "Apache License\n  Version 2.0, January 2004\n",
  "crate/text/Cargo.toml": '[package]\nname = "ytterby-text"\nversion.workspace = true\n',
  "crate/api/Cargo.toml":
    '[package]\nname = "ytterby"\nversion.workspace = true\n\n[dependencies]\nytterby-text = { path = "../text", version = "1.2.0" }\nserde = "1"\n',
  "crate/regex/Cargo.toml": '[package]\nname = "regex"\nversion = "1.13.1"\npublish = false\n',
  "Cargo.lock": lock("1.2.0"),
  "tests/fuzz/Cargo.lock": lock("1.2.0"),
  "web/package.json": '{ "private": true, "dependencies": { "lit": "3.3.3" } }',
  "web/package-lock.json": '{ "packages": { "": { "name": "page", "dependencies": { "lit": "3.3.3" } } } }',
  "web/packages/engine/package.json": '{ "version": "1.2.0", "license": "Apache-2.0" }',
  "web/embed/package.json": '{ "version": "1.2.0", "license": "Apache-2.0" }',
  "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-01-31\n\n- Something.\n\n## 1.1.0 - 2026-01-01\n",
};
const wrong = (changed, version = "1.2.0") => disagreements(version, (path) => ({ ...FILES, ...changed })[path]);

test("a release whose changelog, versions and licences agree", () => {
  assert.deepEqual(wrong({}), []);
});

test("what does not agree is named", () => {
  const manifest = "web/embed/package.json";
  const changelog = (text) => wrong({ "CHANGELOG.md": text });
  assert.match(wrong({}, "v1.2.0")[0], /"v1\.2\.0" is not a version/);
  assert.equal(wrong({}, "1.3.0").length, 7);
  assert.deepEqual(wrong({ [manifest]: '{ "version": "1.1.0", "license": "MIT" }' }), [
    `${manifest} has version 1.1.0, not 1.2.0`,
    `${manifest} has licence MIT, not Apache-2.0`,
  ]);
  assert.match(wrong({ LICENSE: "MIT License" })[0], /LICENSE another text/);
  assert.match(
    changelog("# Changelog\n\n## 1.2.0 - 2026-01-31\n\n- A.\n")[0],
    /does not begin with a section Unreleased/,
  );
  assert.match(
    changelog(FILES["CHANGELOG.md"].replace("Unreleased\n", "Unreleased\n\n- B.\n"))[0],
    /changes in Unreleased/,
  );
  assert.match(changelog(FILES["CHANGELOG.md"].replace("- Something.\n", ""))[0], /1\.2\.0 of CHANGELOG.md is empty/);
  assert.match(
    changelog("# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-01-01\n\n- A.\n")[0],
    /no section "1\.2\.0 - DATE"/,
  );
});

test("crates and locks of another version are named", () => {
  const api = "crate/api/Cargo.toml";
  const needs = (version) => wrong({ [api]: FILES[api].replace(', version = "1.2.0"', version) });
  assert.deepEqual(needs(', version = "1.1.0"'), [`${api} needs ytterby-text 1.1.0, not 1.2.0`]);
  assert.deepEqual(needs(""), [`${api} needs ytterby-text without a version, not 1.2.0`]);
  assert.deepEqual(wrong({ [api]: `${FILES[api].replace(', version = "1.2.0"', "")}publish = false\n` }), []);
  assert.deepEqual(wrong({ [api]: FILES[api].replace("version.workspace = true", 'version = "1.2.0"') }), [
    `${api} is published, and does not have the version of the workspace`,
  ]);
  assert.deepEqual(wrong({ "tests/fuzz/Cargo.lock": lock("1.1.0") }), [
    "tests/fuzz/Cargo.lock has ytterby, ytterby-text 1.1.0, not 1.2.0",
  ]);
  assert.deepEqual(wrong({ "web/package.json": '{ "dependencies": { "lit": "3.3.4" } }' }), [
    "web/package-lock.json was made from another package.json",
  ]);
});

test("the manifests of this repository have the same version and licence", () => {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const { version } = JSON.parse(read("web/embed/package.json"));
  assert.deepEqual(
    disagreements(version, read).filter((sentence) => !sentence.includes("CHANGELOG.md")),
    [],
  );
});

test("a checkout with changes is refused", (t) => {
  const folder = project(t, { files: { "scripts/release": readFileSync(join(root, "scripts/release"), "utf8") } });
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const { status, stderr } = spawnSync("bash", ["scripts/release", "1.2.0"], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^release: there are changes that are not committed: .*package\.json/);
});

test("packing twice gives the same bytes", () => {
  for (const kind of ["engine", "playground", "static", "command", "crates"]) {
    const contents = () => [...packed(kind)].map(([name, path]) => [name, readFileSync(path)]);
    const [first, second] = [contents(), contents()];
    assert.ok(first.length > 0, kind);
    for (const [at, [name, bytes]] of first.entries()) assert.ok(bytes.equals(second[at][1]), name);
  }
});
