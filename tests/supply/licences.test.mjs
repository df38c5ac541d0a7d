// The built page contains the licences of its parts: `node --test tests/supply/licences.test.mjs`, after scripts/build.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inWasm, page } from "../../scripts/dependencies.mjs";

const dist = (path) => readFileSync(new URL(`../../web/dist/${path}`, import.meta.url), "utf8");
const text = dist("licenses.txt");

/** Named in the lock for the page, and no part of it, because: */
const NOT_BUNDLED = {
  "@types/trusted-types": "types",
  "@lit-labs/ssr-dom-shim": "what a server has in place of a browser",
};

test("every package of the wasm is named, with its version", () => {
  const others = [...inWasm()].filter((key) => !/^(ytterby(-[a-z-]+)?|regex) /.test(key));
  assert.ok(others.length > 100, `${others.length} packages`);
  for (const key of others) assert.ok(text.includes(`\n${key}: `), key);
  assert.match(text, /\nRust's standard library 1\.\d+\.\d+: MIT OR Apache-2\.0\n/);
});

test("every package of the page is named, and its licence is there with whose it is", () => {
  for (const { name, version, licence, place } of page()) {
    if (place !== "page") continue;
    const named = text.includes(`\n${name} ${version}: ${licence}\n`);
    // Types are named where a module with nothing in it was read.
    assert.ok(named || NOT_BUNDLED[name], `${name} is not named`);
    if (named) assert.match(text, new RegExp(`={80}\\n(.*, )?${name} ${version.replaceAll(".", "\\.")}[,\\n]`), name);
  }
});

test("the texts are whole", () => {
  assert.ok(text.includes(readFileSync(new URL("../../LICENSE", import.meta.url), "utf8").trimEnd()));
  // Two fonts, which must be distributed with their licence.
  assert.equal(text.split("SIL OPEN FONT LICENSE Version 1.1").length - 1, 2);
  for (const holder of ["Marijn Haverbeke", "Google LLC", "Orson Peters", "Unicode, Inc."])
    assert.ok(text.includes(holder), holder);
});

test("the page leads to them, and keeps no copy for offline use", () => {
  const { pathname } = new URL("../../web/src/page/help.ts", import.meta.url);
  assert.match(readFileSync(pathname, "utf8"), /href="\.\/licenses\.txt"/);
  assert.ok(!dist("sw.js").includes("licenses.txt"));
});
