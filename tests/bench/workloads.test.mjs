// Figures of different days can be compared only while the workloads stay the same.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { edited, editsOf, filesOf, names } from "./workloads.mjs";

test("the workloads are the same bytes as ever", () => {
  const digest = (scale) => {
    const hash = createHash("sha256");
    for (const name of names)
      for (const { path, content } of filesOf(name, scale)) hash.update(`${name}/${path}\n${content}`);
    return hash.digest("hex").slice(0, 16);
  };
  assert.deepEqual([0.1, 1, 10].map(digest), ["6cf1a4d22c2cfbb1", "26c89a40c9a2208d", "739ae3f069b4f230"]);
});

test("every edit changes one file, each number in another way", () => {
  for (const name of names) {
    const files = filesOf(name, 0.1);
    for (const kind of editsOf(name)) {
      const texts = [1, 2].map((n) => edited(name, files, kind, n));
      for (const changed of texts)
        assert.equal(files.filter(({ content }, at) => content !== changed[at].content).length, 1, `${name} ${kind}`);
      assert.notDeepEqual(...texts);
    }
  }
});
