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
  assert.deepEqual([0.1, 1, 10].map(digest), ["d08530dbec963372", "af4d363e6521ba71", "88111d00ebb64c0c"]);
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
