// The folders of the golden cases and the examples, for the runners in Node. A folder that is missing, or has lost many of its files, is an error.
import assert from "node:assert/strict";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findCases } from "./wasm/case-file.mjs";

export const root = fileURLToPath(new URL("../", import.meta.url));

/** Fewest files of each kind: a little below how many there are. */
const OWN = 1800;
const PEER = 1270;
const EXAMPLES = 85;

function atLeast(count, list, name) {
  assert.ok(list.length >= count, `${list.length} ${name}, expected at least ${count}`);
  return list;
}

/** Paths of the project's own cases, relative to `tests/`. */
export function ownCases() {
  const paths = ["cases", "differences"].flatMap((folder) =>
    findCases(`${root}tests/${folder}`).map((path) => `${folder}/${path}`),
  );
  return atLeast(OWN, paths, "golden cases");
}

/** The folder of the cases from ytt's own tests and documentation; undefined where it is not available. */
export function peerFolder() {
  const folder = process.env.YTT_PEER_CASES;
  if (folder === undefined) {
    const beside = `${root}../shared/cases/peer`;
    return existsSync(beside) ? beside : undefined;
  }
  assert.ok(statSync(folder, { throwIfNoEntry: false })?.isDirectory(), `YTT_PEER_CASES is no folder: ${folder}`);
  return folder;
}

/** Paths of the cases in `peerFolder()`, relative to it. */
export const peerCases = (folder) => atLeast(PEER, findCases(folder), "peer cases");

/** Paths of the page's examples. */
export function examples() {
  const folder = `${root}web/examples/`;
  const names = readdirSync(folder).filter((name) => name.endsWith(".yml"));
  return atLeast(EXAMPLES, names.sort(), "examples").map((name) => `${folder}${name}`);
}
