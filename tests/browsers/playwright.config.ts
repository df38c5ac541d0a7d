// The flows of tests/browsers in Chromium, Firefox and WebKit, controlled by WebDriver: Playwright is only the runner, because it cannot control
// browsers of a Linux distribution other than Chromium.
import { defineConfig } from "@playwright/test";
import { BROWSERS, type BrowserName } from "./drivers";

export default defineConfig<object, { browserUsed: BrowserName }>({
  testDir: ".",
  outputDir: "../../web/test-results/browsers",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"], ["./table-reporter.ts"]],
  projects: BROWSERS.map((browserUsed) => ({ name: browserUsed, use: { browserUsed } })),
});
