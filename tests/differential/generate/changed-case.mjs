// A golden case with one to three faults, so that its combination of features also meets errors that the cases do not have.
import { ownCases, peerCases, peerFolder, root } from "../../golden-cases.mjs";
import { readCase, requestOf } from "../../wasm/case-file.mjs";
import { textOf } from "../bytes.mjs";
import { mutate } from "../mutate.mjs";
import { Random } from "../random.mjs";

/** Cases of features that ytt does not have, or has in another way. */
const OURS = /\/(differences|limits|schema-proposal)\//;

/** Cases of changes since 0.48 that `reasons.mjs` does not recognise in other programs. */
const SINCE = /\/(bom-decode|bom-flag|json-encode-control-characters|toml-escaped-breaks|url-hosts)\.txtar$/;

const paths = casePaths();

/** The program with this number: always the same one, as long as the cases are. Numbers that follow each other go through all cases. */
export function changedCase(seed) {
  const path = paths[seed % paths.length];
  const { args, files, env } = requestOf(readCase(path));
  const [name, folder] = path.split("/").toReversed();
  const texts = files.map(({ path, content }) => ({
    path,
    content: typeof content === "string" ? content : textOf(Buffer.from(content)),
  }));
  // That a case compares files is a matter of its test.
  const own = args.at(-1) === "/out" ? args.slice(0, -2) : args;
  const project = mutate(new Random(seed), { files: texts, args: own });
  return { seed, kind: `${folder}/${name.replace(/\.txtar$/, "")}`, wildness: 1, env, ...project };
}

function casePaths() {
  const peer = peerFolder();
  const all = [
    ...ownCases().map((path) => `${root}tests/${path}`),
    ...(peer ? peerCases(peer).map((path) => `${peer}/${path}`) : []),
  ];
  return all.filter(isComparable);
}

/** Whether the real ytt can run a case in a directory that has its files. */
function isComparable(path) {
  if (OURS.test(path) || SINCE.test(path)) return false;
  const found = readCase(path);
  if (found.limits || found.stdin !== undefined || found.inputs.length === 0) return false;
  const words = found.command ?? found.args;
  if (/--output-files|--dangerous|^ytt (schema-diff|website|completion|version|help)\b/.test(words)) return false;
  return requestOf(found).files.every(
    ({ path }) => !path.endsWith("/") && !path.startsWith("/") && !path.includes(".."),
  );
}
