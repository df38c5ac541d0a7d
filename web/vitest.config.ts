// The unit tests: in Node, next to the code. Examples are imported as in the page, with `?index`, `?whole` and so on.
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { exampleBundles } from "./build/example-bundles";
import { versionPage } from "./build/version-page";
import page from "./vite.config";

export default defineConfig({
  ...page,
  // The others are about building and serving.
  plugins: [exampleBundles, versionPage],
  test: {
    include: ["web/**/*.test.ts"],
    // Without it, one processor stays idle.
    maxWorkers: availableParallelism(),
    passWithNoTests: false,
    allowOnly: !process.env.CI,
    // Only ends tests that hang: tests of speed measure CPU time themselves.
    testTimeout: 60_000,
  },
});
