import { expect, test } from "vitest";
import { leftOut } from "./left-out";

test("flags that name a file are left out with it", () => {
  for (const [line, rest, flags] of [
    ["--data-values-file prod.yml --strict", "--strict", ["--data-values-file prod.yml"]],
    ["--strict --data-values-file=prod.yml", "--strict", ["--data-values-file=prod.yml"]],
    ["-f schema.yml -f 'prod.yml'", "-f schema.yml", ["-f 'prod.yml'"]],
    ["--data-values-file @lib:prod.yml -s", "-s", ["--data-values-file @lib:prod.yml"]],
    ["--data-value-file tls.key=prod.yml -s", "-s", ["--data-value-file tls.key=prod.yml"]],
  ] as const)
    expect([line, leftOut(line, ["prod.yml", "x.yml"])]).toEqual([line, { line: rest, flags }]);
});

test("other flags stay as they are", () => {
  for (const line of [
    "--data-values-file dev.yml",
    "--data-value name=prod.yml",
    "-o prod.yml",
    "--data-values-file",
    "",
  ])
    expect(leftOut(line, ["prod.yml"])).toEqual({ line, flags: [] });
});
