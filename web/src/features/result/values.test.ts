import { expect, test } from "vitest";
import type { DataValue } from "../../engine/types";
import { missingNotes } from "./values";

test("values without a default are missing, and other defaults break their own rules", () => {
  const value = (path: string, value: string | null, missing = true) => ({ path, value, missing, children: [] });
  const notes = (...all: unknown[]) => missingNotes(all as DataValue[]);
  expect(notes(value("name", '""'), value("token", "null"), value("port", "80", false))).toEqual([
    { text: "2 required values are missing", paths: ["name", "token"] },
  ]);
  expect(notes(value("image", "nginx:1.27"), value("name", '""'))).toEqual([
    { text: "One required value is missing", paths: ["name"] },
    { text: "The default breaks its own rule", paths: ["image"] },
  ]);
});
