import { expect, test } from "vitest";
import type { DataValue } from "../engine/types";
import { hasItems } from "./chosen-value";

test("a path into a value that is no list any more is gone", () => {
  const value = (path: string, type: string, value: string | null, children: unknown[] = []) =>
    ({ path, type, value, children }) as unknown as DataValue;
  const ports = value("ports", "array", null, [value("ports[0]", "integer", "80")]);
  const root = value("", "map", null, [value("replicas", "integer", "1"), ports]);
  expect(["replicas", "ports[0]", "ports[3]", "other[0]"].map((path) => hasItems(root, path))).toEqual(
    Array(4).fill(true),
  );
  expect(["replicas[0]", "replicas[]", "ports[0][1]"].map((path) => hasItems(root, path))).toEqual(
    Array(3).fill(false),
  );
  expect(hasItems(undefined, "replicas[0]")).toBe(true);
});
