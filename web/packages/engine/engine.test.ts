import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { loader } from "./engine";

const wasm = () => readFile(new URL("../../pkg/ytterby_bg.wasm", import.meta.url));
const nowhere = () => Promise.reject(new Error("not needed"));

test("the wasm is compiled once, and again after a failure", async () => {
  let reads = 0;
  const own = async () => {
    reads++;
    if (reads === 1) throw new Error("offline");
    return wasm();
  };
  const load = loader({ own, at: nowhere });
  await expect(load()).rejects.toThrow("offline");
  await Promise.all([load(), load()]);
  await load();
  expect(reads).toBe(2);
});

test("a server that reports an error is named", async () => {
  const load = loader({ own: () => new Response("", { status: 503 }), at: nowhere });
  await expect(load()).rejects.toThrow("the engine could not be loaded: 503");
});
