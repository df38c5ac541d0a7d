import { expect, test } from "vitest";
import type { UseKind, Uses } from "../engine/types";
import { usesText } from "./uses-text";

const caret = { line: 1, column: 0, offset: 0 };
const uses = (kinds: UseKind[], setBy: string[] = []): Uses => ({
  path: "kiln.heat",
  places: kinds.map((kind) => ({ kind, file: "a.yml", span: { start: caret, end: caret } })),
  setBy,
  origin: null,
  lines: [],
});

test.each<[Uses, number, string]>([
  [uses(["value", "declaration", "rule", "rule", "use"]), 4, "kiln.heat: value, 2 rules, 1 use, 4 output lines"],
  [uses(["declaration"]), 0, "kiln.heat: default"],
  [uses(["use"]), 0, "kiln.heat: not declared, 1 use"],
  [uses(["value", "use", "use"], ["--data-value kiln.heat=1"]), 1, "kiln.heat: 2 values, 2 uses, 1 output line"],
])("%# what is marked is counted", (found, lines, text) => expect(usesText(found, lines)).toBe(text));
