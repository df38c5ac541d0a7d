// The artifacts of scripts/release, and its refusals: `node --test tests/packages/`, after scripts/build.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { disagreements } from "../../scripts/agreement.mjs";
import { packagesOf } from "../../scripts/dependencies.mjs";
import { packed, project, root } from "./consumer.mjs";

const FILES = {
  LICENSE: "Apache License\n  Version 2.0, January 2004\n",
  "web/packages/engine/package.json": '{ "version": "1.2.0", "license": "Apache-2.0" }',
  "web/embed/package.json": '{ "version": "1.2.0", "license": "Apache-2.0" }',
  "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-01-31\n\n- Something.\n\n## 1.1.0 - 2026-01-01\n",
};
const crate = (fields) => ({
  manifest: "Cargo.toml",
  version: "1.2.0",
  licence: "Apache-2.0",
  publish: null,
  isMember: true,
  dependencies: [{ name: "serde", req: "^1" }],
  ...fields,
});
const wrong = (changed, { version = "1.2.0", crates = [crate()] } = {}) =>
  disagreements(version, (path) => ({ ...FILES, ...changed })[path], crates);

test("a release whose changelog, versions and licences agree", () => {
  assert.deepEqual(wrong({}), []);
});

test("what does not agree is named", () => {
  const manifest = "web/embed/package.json";
  const changelog = (text) => wrong({ "CHANGELOG.md": text });
  assert.match(wrong({}, { version: "v1.2.0" })[0], /"v1\.2\.0" is not a version/);
  assert.equal(wrong({}, { version: "1.3.0" }).length, 4);
  assert.deepEqual(wrong({ [manifest]: '{ "version": "1.1.0", "license": "MIT" }' }), [
    `${manifest} has version 1.1.0, not 1.2.0`,
    `${manifest} has licence MIT, not Apache-2.0`,
  ]);
  assert.match(wrong({ LICENSE: "MIT License" })[0], /LICENSE is not the text of Apache-2\.0/);
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

test("crates of another version, and such that need one, are named", () => {
  const crates = (...all) => wrong({}, { crates: all.map(crate) });
  const text = { name: "ytterby-text", path: "crate/text", req: "^1.2.0" };
  const older = { name: "ytterby-yaml", path: "crate/yaml", req: "^1.1.0" };
  assert.deepEqual(crates({ dependencies: [text] }), []);
  assert.deepEqual(crates({ dependencies: [text, older, { ...text, req: "*" }] }), [
    "Cargo.toml needs ytterby-yaml ^1.1.0, ytterby-text *, not ^1.2.0",
  ]);
  assert.deepEqual(crates({ version: "1.1.0" }), ["Cargo.toml has version 1.1.0, not 1.2.0"]);
  // Packages that are not published need not have a version, but not a wrong one either.
  assert.deepEqual(crates({ version: "1.13.1", publish: [], dependencies: [{ ...text, req: "*" }] }), []);
  assert.deepEqual(crates({ publish: [], dependencies: [older] }), [
    "Cargo.toml needs ytterby-yaml ^1.1.0, not ^1.2.0",
  ]);
});

test("the manifests of this repository have the same version and licence", () => {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const { version } = JSON.parse(read("web/embed/package.json"));
  assert.deepEqual(
    disagreements(version, read, packagesOf(".")).filter((sentence) => !sentence.includes("CHANGELOG.md")),
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
