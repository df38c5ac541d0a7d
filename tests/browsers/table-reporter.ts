// Prints which flow passed in which browser.
import type { FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { BROWSERS } from "./drivers";

export default class TableReporter implements Reporter {
  #tests: TestCase[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onEnd(_result: FullResult): void {
    const flows = new Map<string, string[]>();
    for (const test of this.#tests) {
      const row = flows.get(test.title) ?? BROWSERS.map(() => "-");
      const browser = (BROWSERS as readonly unknown[]).indexOf(test.parent.project()?.name);
      row[browser] = test.outcome() === "expected" ? "yes" : test.outcome() === "skipped" ? "-" : "NO";
      flows.set(test.title, row);
    }
    const rows = [
      ["flow", ...BROWSERS],
      ["---", ...BROWSERS.map(() => "---")],
      ...[...flows].map(([flow, row]) => [flow, ...row]),
    ];
    console.log(`\n${rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`);
  }
}
