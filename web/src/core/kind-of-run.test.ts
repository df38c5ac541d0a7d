import { expect, test } from "vitest";
import { kindOfRun } from "./kind-of-run";

test.each([
  ["", "--data-value a=b -s"],
  ["--strict", "--data-val"],
  ["-o json", "--output=json -v a=b"],
  ["", "-o yaml"],
  ["-h", "--help"],
  ["", "-v 'unclosed"],
  ["", "-- --help"],
])("the same kind of run: %j and %j", (a, b) => expect(kindOfRun(a)).toBe(kindOfRun(b)));

test.each([
  ["", "--help"],
  ["", "version"],
  ["", "--data-values-inspect"],
  ["--data-values-inspect", "--data-values-schema-inspect"],
  ["", "-o json"],
  ["-ojson", "-o=pos"],
  ["", "--output-files=out"],
  ["", "--output-files out"],
  ["", "fmt -f a.yml"],
])("another kind of run: %j and %j", (a, b) => expect(kindOfRun(a)).not.toBe(kindOfRun(b)));
