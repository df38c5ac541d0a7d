import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { handledFailures, noted, watchFailures } from "./failures";

test("the newest failures are there to be inspected", async () => {
  for (let at = 0; at < 150; at++)
    expect(await Promise.reject(new Error(`${at}`)).catch(noted("trying"))).toBeUndefined();
  const found = handledFailures();
  expect(found).toHaveLength(100);
  expect(found[0]).toMatchObject({ action: "trying", error: new Error("50") });
  expect(found.at(-1)).toMatchObject({ error: new Error("149") });
});

test("a listener gets earlier and later failures until it stops", () => {
  const count = handledFailures().length;
  const seen: unknown[] = [];
  const stop = watchFailures(({ error }) => seen.push(error));
  expect(seen).toHaveLength(count);
  noted("trying")("later");
  expect(seen.at(-1)).toBe("later");
  stop();
  noted("trying")("unseen");
  expect(seen.at(-1)).toBe("later");
});

test("a catch that ignores its error says why", () => {
  const source = fileURLToPath(new URL("..", import.meta.url));
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));
  const silent = files.filter((path) => /\bcatch \{\s*(?!\/\/)\S/.test(readFileSync(source + path, "utf8")));
  expect(silent).toEqual([]);
});
