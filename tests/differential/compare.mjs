// Compares answers.
import { bytesOf } from "./bytes.mjs";

/** The difference between our answer and another, as a short name; nothing when they are the same. */
export function difference(ours, theirs, { filesWritten }) {
  if (ours.status !== theirs.status) return theirs.status === 0 ? "rejects good" : "accepts bad";
  if (withoutCounters(ours.report) !== withoutCounters(theirs.report))
    return ours.status === 0 ? "warnings" : "error text";
  if (ours.status !== 0) return undefined;
  if (filesWritten) return JSON.stringify(ours.files) === JSON.stringify(theirs.files) ? undefined : "output files";
  return ours.stdout === theirs.stdout ? undefined : "output";
}

/** ytt's internal names carry a counter of its process. */
export const withoutCounters = (text) => text.replace(/__ytt_tpl\d+_/g, "__ytt_tpl_");

export const writesFiles = ({ args }) => args.includes("--output-files");

/** A response as JSON, without times. Of runs that fail, without their use of limits: the time limit may have stopped them anywhere. */
export function comparable({ timings, usage, ...rest }) {
  const text = JSON.stringify(rest, (_, value) => (value instanceof Uint8Array ? [...value] : value));
  if (/stopped after \d+ ms \(limit/.test(text)) return "stopped by the time limit";
  return rest.exitStatus === 0 ? text + JSON.stringify(usage) : text;
}

/** Prints a string as the bytes that it is. */
export const printBytes = (text) => process.stdout.write(bytesOf(`${text}\n`));
