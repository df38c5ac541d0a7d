// Links that build on an example need that very text of it, for ever. tests/links/examples.json has the digest of every text that an example had in
// a release. When a test here fails, an example was changed: keep its old text as web/examples/earlier/ID.DIGEST.yml, and add the new digest.
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { load } from "js-yaml";
import { digest } from "../../web/src/share/link";
import { type WrittenBundle, workOfWritten } from "../../web/src/share/written-bundle";
import { examples } from "./works";

const released: Record<string, string[]> = JSON.parse(readFileSync(`${__dirname}/../links/examples.json`, "utf8"));

test("the text of every example is known", () => {
  const unknown = examples.filter(({ id, work }) => !released[id]?.includes(digest(work)));
  expect(unknown.map(({ id, work }) => `${id}: ${digest(work)}`)).toEqual([]);
});

test("every text that an example ever had is there", () => {
  for (const [id, texts] of Object.entries(released)) {
    const now = examples.find((example) => example.id === id);
    for (const text of texts) {
      if (now && digest(now.work) === text) continue;
      const path = `${__dirname}/../../web/examples/earlier/${id}.${text}.yml`;
      expect(existsSync(path), path).toBe(true);
      expect(digest(workOfWritten(load(readFileSync(path, "utf8")) as WrittenBundle)), path).toBe(text);
    }
  }
});
