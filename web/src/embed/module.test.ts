import { expect, test } from "vitest";

test("the module can be imported where there is no DOM", async () => {
  expect(globalThis).not.toHaveProperty("document");
  const { locatePlayground } = await import("./module");
  locatePlayground("/docs/playground");
  locatePlayground(new URL("https://play.example/ytt/"));
});
