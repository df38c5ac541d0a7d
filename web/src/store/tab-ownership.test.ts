import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeLocks, refusing, stubLocks, stubStorage } from "../../testing/browser-storage";
import { handledFailures } from "../core/failures";
import { Claim, heldRecords, remember, remembered } from "./tab-ownership";

beforeEach(() => {
  stubStorage();
  stubLocks(new FakeLocks());
});
afterEach(() => vi.unstubAllGlobals());

/** Lets promises settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test("the first claim to a record owns it, the next one when that is released", async () => {
  const first = new Claim("a", false);
  await first.granted;
  const second = new Claim("a", false);
  await settle();
  expect([first.owned, second.owned]).toEqual([true, false]);
  first.release();
  await second.granted;
  expect(second.owned).toBe(true);
});

test("a claim to a new record owns it at once, and to another record does not wait", async () => {
  const created = new Claim("new", true);
  expect(created.owned).toBe(true);
  const other = new Claim("b", false);
  await other.granted;
  expect(await heldRecords()).toEqual(new Set(["new", "b"]));
});

test("a claim that is released while it waits is never granted", async () => {
  const first = new Claim("a", false);
  await first.granted;
  const given = new Claim("a", false);
  const third = new Claim("a", false);
  given.release();
  first.release();
  await third.granted;
  expect(given.owned).toBe(false);
});

test("without locks, every claim owns its record", async () => {
  stubLocks(undefined);
  const claim = new Claim("a", false);
  await claim.granted;
  expect(claim.owned).toBe(true);
  expect(await heldRecords()).toEqual(new Set());
});

test("locks that fail leave the record to its version", async () => {
  const failing = {
    request: () => Promise.reject(new Error("no locks")),
    query: () => Promise.reject(new Error("no")),
  };
  stubLocks(failing as unknown as FakeLocks);
  const claim = new Claim("a", false);
  await claim.granted;
  expect(claim.owned).toBe(true);
  expect(await heldRecords()).toEqual(new Set());
  expect(handledFailures().at(-1)?.action).toBe("asking for locks");
});

test("a tab remembers its own work, and the newest of an address", () => {
  expect(remembered()).toEqual({});
  remember("", "mine");
  remember("#a", "first");
  remember("#b", "second");
  expect(remembered()).toEqual({ own: "mine", address: "#b", id: "second" });
  remember("", "other");
  expect(remembered()).toEqual({ own: "other", address: "#b", id: "second" });
});

test("what the tab remembers may be anything, or may not be stored", () => {
  stubStorage().setItem("ytterby.tab", "[[[");
  expect(remembered()).toEqual({});
  stubStorage(refusing);
  remember("", "mine");
  expect(remembered()).toEqual({});
});
