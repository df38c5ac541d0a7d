import { expect, test } from "vitest";
import { handledFailures, noted } from "./failures";

test("the newest failures are there to be inspected", async () => {
  for (let at = 0; at < 150; at++)
    expect(await Promise.reject(new Error(`${at}`)).catch(noted("trying"))).toBeUndefined();
  const found = handledFailures();
  expect(found).toHaveLength(100);
  expect(found[0]).toMatchObject({ action: "trying", error: new Error("50") });
  expect(found.at(-1)).toMatchObject({ error: new Error("149") });
});
