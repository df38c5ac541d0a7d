import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeLocks, refusing, stubStorage } from "../../testing/browser-storage";
import { claim, newId, remember, remembered } from "./tab-ownership";

let locks: FakeLocks;
const inTab = (tab: string) => vi.stubGlobal("navigator", { locks: locks.of(tab) });

beforeEach(() => {
  stubStorage();
  locks = new FakeLocks();
});
afterEach(() => vi.unstubAllGlobals());

test("a record is the tab's that claims it first, until that is closed", async () => {
  const id = newId();
  inTab("other");
  await navigator.locks.request(`ytterby ${id}`, {}, () => Promise.resolve());
  inTab("mine");
  expect(await claim(id)).toBe(false);
  locks.close("other");
  expect(await claim(id)).toBe(true);
  expect(await claim(id)).toBe(true);
});

test("a tab that is being closed, for a reload, releases the record in time", async () => {
  const id = newId();
  inTab("before");
  await navigator.locks.request(`ytterby ${id}`, {}, () => Promise.resolve());
  inTab("after");
  setTimeout(() => locks.close("before"), 100);
  expect(await claim(id)).toBe(true);
});

test("without locks, or if they fail, only a record's version protects it", async () => {
  vi.stubGlobal("navigator", {});
  expect(await claim(newId())).toBe(true);
  vi.stubGlobal("navigator", { locks: { request: () => Promise.reject(new Error("no locks")) } });
  expect(await claim(newId())).toBe(true);
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
