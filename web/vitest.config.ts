// The unit tests: in Node, next to the code. Examples are imported as in the page, with `?index`, `?read` and so on.
import { availableParallelism } from "node:os";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import page from "./vite.config";

const plugins = page.plugins as Plugin[];

export default defineConfig({
  ...page,
  // The others are about building and serving.
  plugins: plugins.filter(({ name }) => ["example-bundles", "version-page"].includes(name)),
  test: {
    include: ["web/**/*.test.ts"],
    // Without it, one processor stays idle.
    maxWorkers: availableParallelism(),
    passWithNoTests: false,
    allowOnly: !process.env.CI,
    // Only ends what hangs: tests of speed measure CPU time themselves.
    testTimeout: 60_000,
  },
});
