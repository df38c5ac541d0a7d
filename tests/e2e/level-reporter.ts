// Fails a run of a level (web/playwright.config.ts) that has too few tests, and lists those that were skipped.
import type { FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";

export default class LevelReporter implements Reporter {
  readonly #least: number;
  #tests: TestCase[] = [];

  constructor({ least }: { least: number }) {
    this.#least = least;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  async onEnd({ status }: FullResult) {
    for (const test of this.#tests)
      if (test.results.some((result) => result.status === "skipped"))
        console.log(`skipped: ${test.titlePath().slice(2).join(" › ")}`);
    if (this.#tests.length >= this.#least) return { status };
    console.error(`This level has ${this.#tests.length} tests, and should have at least ${this.#least}.`);
    return { status: "failed" as const };
  }
}
