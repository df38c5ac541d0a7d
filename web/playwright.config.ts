// The browser tests: the built page (web/dist), served as static files, in the machine's own Chromium. No browser is downloaded.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";

const port = Number(process.env.PORT ?? 4173);

interface Level {
  grep?: RegExp;
  grepInvert?: RegExp;
  /** The least number of tests: with fewer, a tag or a file is missing. */
  least: number;
}

/** Chosen by the environment variable TEST_LEVEL, which scripts/test sets. Without it, no tag is left out. */
const LEVELS: Record<string, Level> = {
  // A test or two of each part of the page.
  quick: { grep: /@quick/, least: 44 },
  default: { grepInvert: /@long/, least: 180 },
  // Also slow tests: axe over all views, docs sites of four generators, traps, large input, long loops.
  all: { least: 240 },
};

const name = process.env.TEST_LEVEL;
const level = name === undefined ? { least: 0 } : LEVELS[name];
if (!level) throw new Error(`TEST_LEVEL is ${name}, and may be: ${Object.keys(LEVELS).join(", ")}`);

// After "playwright test": files or names of tests, which may be few.
const narrowed = process.argv
  .slice(3)
  .some((arg) => /^([^-]|-g|--grep|--last-failed|--only-changed|--shard)/.test(arg));

/** The same browser as CHROME without windows and tabs of its own: pages take half as much processor time. Missing in some distributions. */
const SHELL = "/usr/bin/chromium-headless-shell";
/** The browser at the level `all`. */
const CHROME = process.env.CHROMIUM ?? "/usr/bin/chromium";
const usesShell = name !== "all" && process.env.CHROMIUM === undefined && existsSync(SHELL);

export default defineConfig({
  testDir: "../tests/e2e",
  outputDir: "test-results",
  ...(level.grep && { grep: level.grep }),
  ...(level.grepInvert && { grepInvert: level.grepInvert }),
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Tests also wait, for timers and frames: one more than processors takes a fifth less time.
  workers: availableParallelism() + 1,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["../tests/e2e/level-reporter.ts", { least: narrowed ? 0 : level.least }]],
  use: {
    baseURL: `http://localhost:${port}/`,
    // Tests do not need a second copy of everything; those of working offline allow it.
    serviceWorkers: "block",
    viewport: { width: 1400, height: 900 },
    launchOptions: {
      executablePath: usesShell ? SHELL : CHROME,
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: `npx vite preview --port ${port} --strictPort`,
    url: `http://localhost:${port}/`,
    reuseExistingServer: false,
  },
});
