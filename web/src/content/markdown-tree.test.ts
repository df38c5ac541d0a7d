import { expect, test } from "vitest";
import { cpuTime, LIMIT_MS } from "../../testing/cpu-time";
import { parsed } from "./markdown-tree";

test("deeply nested or unclosed Markdown is read soon, and its tree is not too deep to show", () => {
  const depth = (node: ReturnType<typeof parsed>): number =>
    1 + Math.max(0, ...node.children.slice(0, 1000).map(depth));
  for (const source of [
    `${">".repeat(100_000)} x`,
    "- ".repeat(50_000),
    "[".repeat(100_000),
    `${"[a](".repeat(30_000)}`,
    "*a **b ".repeat(20_000),
    "`".repeat(100_000),
    `${"<a ".repeat(30_000)}`,
    `${"![".repeat(50_000)}`,
    "~~~\n".repeat(30_000),
    `${"    ".repeat(40_000)}x`,
  ]) {
    const begun = cpuTime();
    expect(depth(parsed(source.slice(0, 200_000))), source.slice(0, 10)).toBeLessThanOrEqual(42);
    expect(cpuTime() - begun, source.slice(0, 10)).toBeLessThan(LIMIT_MS);
  }
});
