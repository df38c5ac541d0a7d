// docs/dependencies.md is current, and nothing is used without a reason: `node --test tests/supply/dependencies.test.mjs`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { document, FILE, page, programs, root, rust } from "../../scripts/dependencies.mjs";

const { direct, all } = rust();

test("Rust's packages come from the registry", () => {
  assert.ok(all.length > 200, `${all.length} packages of Rust`);
  // Cargo compares their bytes with the digests in the lock.
  for (const { name, source } of all)
    assert.equal(source, "registry+https://github.com/rust-lang/crates.io-index", name);
});

test("what is used directly has a reason", () => {
  assert.ok(direct.length > 30, `${direct.length} direct packages of Rust`);
  for (const { name, reason, manifest } of direct) assert.ok(reason, `a comment above ${name} in ${manifest}`);
  const used = page().filter(({ direct }) => direct);
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
  const named = programs().map(([name]) => name);
  const apt = [...setup.matchAll(/missing\+=\((.*)\)|apt_install \w+ ([a-z].*)$/gm)];
  const installed = apt.flatMap(([, several, one]) => (several ?? one).split(" "));
  const built = [...setup.matchAll(/cargo install .*?"?([a-z][\w-]+)@/g)].map(([, name]) => name);
  assert.ok(installed.length >= 6 && built.length >= 1, `${installed} ${built}`);
  for (const name of [...installed, ...built]) assert.ok(named.includes(name), name);
});

test("the list is what scripts/dependencies makes", () => {
  assert.equal(readFileSync(join(root, FILE), "utf8"), document(), `${FILE} is not current: scripts/dependencies`);
});
