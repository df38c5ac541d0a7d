// The unit tests: in Node, next to the code. Examples are imported as in the page, with `?index`, `?read` and so on.
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import page from "./vite.config";

const plugins = page.plugins as Plugin[];

export default defineConfig({
  ...page,
  // The others are about building and serving.
  plugins: plugins.filter(({ name }) => name === "example-bundles"),
  test: {
    include: ["web/**/*.test.ts"],
    passWithNoTests: false,
    allowOnly: !process.env.CI,
    // Only ends what hangs: tests of speed measure CPU time themselves.
    testTimeout: 60_000,
  },
});
