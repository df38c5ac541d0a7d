import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DOCS, docsOfCode, docsOfTitle } from "./ytt-docs";

const codes = readdirSync(join(import.meta.dirname, "../../explain")).map((name) => name.replace(/\.yml$/, ""));

test.each(codes)("the explanation of %s has a page of ytt's documentation", (code) => {
  expect(docsOfCode(code)).toMatch(/^https:\/\/carvel\.dev\/ytt\/docs\/latest\/[a-z-]+\/$/);
});

test.each([
  ["@schema/type any=True", "lang-ref-ytt-schema/"],
  ["@schema/validation min=1", "schema-validations-cheat-sheet/"],
  ["@data/values-schema", "lang-ref-ytt-schema/"],
  ["@data/values", "ytt-data-values/"],
  ["@overlay/match by=…", "lang-ref-ytt-overlay/"],
  ["@ytt:regexp", "lang-ref-ytt/#regexp"],
  ["overlay.subset(expected)", "lang-ref-ytt-overlay/"],
  ["json.encode(value, indent=0)", "lang-ref-ytt/#json"],
  ["math.pi", "lang-ref-ytt/#math"],
])("the card of %s", (title, path) => expect(docsOfTitle(title)).toBe(`${DOCS}${path}`));

test.each(["kiln.peak: integer", "url.host: string", "labels(of)", "@schema/definition", "@mine/own", "mine.f()"])(
  "the card of %s has none",
  (title) => expect(docsOfTitle(title)).toBeUndefined(),
);
