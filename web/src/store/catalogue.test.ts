import { expect, test } from "vitest";
import { workOf } from "../core/work";
import { earlierHeads, MOST_OWN, oldest } from "./catalogue";
import { FORMAT, type Head } from "./database";

const head = (id: string, address: string, when: number, format = FORMAT): Head => ({
  id,
  address,
  when,
  format,
  rev: 1,
  by: "page",
  about: workOf({ title: id }),
  files: [],
});
const ids = (heads: readonly Head[]) => heads.map(({ id }) => id);

test("earlier works are all own ones, and what an address had before its newest", () => {
  const heads = [head("own", "", 5), head("set aside", "-", 4), head("newest", "#a", 3), head("older", "#a", 2)];
  expect(ids(earlierHeads(heads))).toEqual(["own", "set aside", "older"]);
});

test("records of a later format are no earlier works, and never removed", () => {
  const later = head("later", "", 1, FORMAT + 1);
  expect(earlierHeads([later])).toEqual([]);
  expect(oldest(Array.from({ length: 200 }, (_, at) => head(`later ${at}`, "", at, FORMAT + 1)))).toEqual([]);
});

test("the oldest own works are removed first, whatever else is kept", () => {
  const own = Array.from({ length: MOST_OWN + 2 }, (_, at) => head(`own ${at}`, at % 2 ? "" : "-", at));
  const shared = Array.from({ length: 20 }, (_, at) => head(`shared ${at}`, `#${at}`, -at));
  expect(oldest([...shared, ...own])).toEqual(["own 1", "own 0"]);
});

test("works of addresses have a limit of their own", () => {
  const shared = Array.from({ length: 101 }, (_, at) => head(`shared ${at}`, `#${at}`, at));
  expect(oldest([...shared, head("own", "", -1)])).toEqual(["shared 0"]);
});
