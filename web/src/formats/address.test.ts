import { expect, test } from "vitest";
import { cpuTime, LIMIT_MS } from "../../testing/cpu-time";
import { type Address, hashOf, readAddress } from "./address";
import { gistId } from "./gist";

test("every kind of address is read, and written as it was", () => {
  const addresses: [string, Address][] = [
    ["", { kind: "own" }],
    ["#y1:d.AAAA.BBBB", { kind: "link", link: "y1:d.AAAA.BBBB" }],
    ["#y12:x", { kind: "link", link: "y12:x" }],
    ["#example:kiln", { kind: "example", id: "kiln" }],
    ["#gist:https://gist.github.com/a/0123456", { kind: "gist", url: "https://gist.github.com/a/0123456" }],
    ["#explain:some-code/wrong", { kind: "explain", code: "some-code", which: "wrong" }],
    ["#explain:some-code/neither", { kind: "unknown", text: "explain:some-code/neither" }],
    ["#example:", { kind: "unknown", text: "example:" }],
    ["#section", { kind: "unknown", text: "section" }],
  ];
  for (const [hash, address] of addresses) {
    expect(readAddress(hash), hash).toEqual(address);
    expect(hashOf(address)).toBe(hash);
  }
});

test("percent escapes, and punctuation after an example's name, are ignored", () => {
  expect(readAddress("#example:kiln).")).toEqual({ kind: "example", id: "kiln" });
  expect(readAddress("#example%3Akiln")).toEqual({ kind: "example", id: "kiln" });
  expect(readAddress("#y1%3Ad.A.B")).toEqual({ kind: "link", link: "y1:d.A.B" });
  expect(readAddress("#100%")).toEqual({ kind: "unknown", text: "100%" });
});

test("addresses of a million characters are read in linear time", () => {
  const dots = ".".repeat(1_500_000);
  const spaces = " ".repeat(1_500_000);
  for (const address of [
    `#example:${dots}x`,
    `#gist:${dots}x`,
    `#gist:https://gist.github.com/${spaces}x`,
    `#${dots}x`,
    `#example:${"…".repeat(500_000)}x`,
    `#y1:${dots}`,
  ]) {
    const begun = cpuTime();
    const read = readAddress(address);
    if (read.kind === "gist") gistId(read.url);
    expect(cpuTime() - begun, address.slice(0, 20)).toBeLessThan(LIMIT_MS / 4);
  }
});
