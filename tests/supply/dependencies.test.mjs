// docs/dependencies.md is current, and nothing is used without a reason: `node --test tests/supply/dependencies.test.mjs`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { document, FILE, page, rust } from "../../scripts/dependencies.mjs";
import { locked, ofPage, programs, root, workspaces } from "../../scripts/packages.mjs";

const text = readFileSync(join(root, FILE), "utf8");

test("every package of every lock has its line", () => {
  const entries = workspaces.flatMap(locked).filter(({ source }) => source);
  assert.ok(entries.length > 200, `${entries.length} packages of Rust`);
  for (const { name, version } of entries)
    assert.ok(text.includes(`| \`${name}\` | ${version} |`), `${name} ${version}`);
  for (const { name, version, system } of ofPage())
    assert.ok(text.includes(system ? `\`${name}\`` : `| \`${name}\` | ${version} |`), `${name} ${version}`);
});

test("Rust's packages come from the registry, each with the digest of its bytes", () => {
  for (const { name, source, checksum } of workspaces.flatMap(locked)) {
    if (!source) continue;
    assert.equal(source, "registry+https://github.com/rust-lang/crates.io-index", name);
    assert.match(checksum, /^[0-9a-f]{64}$/, name);
  }
});

test("what is used directly has a reason", () => {
  const { direct } = rust();
  assert.ok(direct.length > 30, `${direct.length} direct packages of Rust`);
  for (const { name, reason, manifest } of direct) assert.ok(reason, `a comment above ${name} in ${manifest}`);
  const used = page().all.filter(({ direct }) => direct);
  for (const { name, reason } of used) assert.ok(reason, `"//" of web/package.json says nothing of ${name}`);
  const reasons = Object.keys(JSON.parse(readFileSync(join(root, "web/package.json"), "utf8"))["//"]);
  for (const name of reasons)
    assert.ok(
      used.some((each) => each.name === name),
      `${name} has a reason and is not used`,
    );
});

test("every program that scripts/setup installs has a reason", () => {
  const setup = readFileSync(join(root, "scripts/setup"), "utf8");
  const named = programs().map(({ name }) => name);
  const apt = [...setup.matchAll(/missing\+=\((.*)\)|apt_install \w+ ([a-z].*)$/gm)];
  const installed = apt.flatMap(([, several, one]) => (several ?? one).split(" "));
  const built = [...setup.matchAll(/cargo install .*?"?([a-z][\w-]+)@/g)].map(([, name]) => name);
  assert.ok(installed.length >= 6 && built.length >= 1, `${installed} ${built}`);
  for (const name of [...installed, ...built]) assert.ok(named.includes(name), name);
});

test("the list is what scripts/dependencies makes", () => {
  assert.equal(text, document(), `${FILE} is not current: scripts/dependencies`);
});
