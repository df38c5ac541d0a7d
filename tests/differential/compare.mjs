// Compares answers, and recognises where the real ytt has none: by how it ends, never by the program's text.

/** What differs between ours and another's answer, as a short name; nothing when they are the same. */
export function difference(ours, theirs, { filesWritten }) {
  if (ours.status !== theirs.status) return theirs.status === 0 ? "rejects good" : "accepts bad";
  if (withoutCounters(ours.report) !== withoutCounters(theirs.report)) return ours.status === 0 ? "warnings" : "error text";
  if (ours.status !== 0) return undefined;
  if (filesWritten) return JSON.stringify(ours.files) === JSON.stringify(theirs.files) ? undefined : "output files";
  return ours.stdout === theirs.stdout ? undefined : "output";
}

/** ytt's internal names carry a counter of its process. */
export const withoutCounters = (text) => text.replace(/__ytt_tpl\d+_/g, "__ytt_tpl_");

export const writesFiles = ({ args }) => args.includes("--output-files");

/** Why the real ytt's answer is none; nothing when it is one. */
export function noAnswer({ status, stdout, report }) {
  if (status === "no end") return "ytt does not end";
  if (status !== 0 && status !== 1) return "ytt crashes";
  if (/^goroutine \d+|^panic: |runtime error: |\(backtrace: /m.test(report)) return "ytt crashes";
  // `-o pos` takes texts for Go formats, and shows keys that are collections as Go's structures.
  if (/%![^(]*\(/.test(stdout)) return "ytt prints Go's formatting faults";
  // A key's text is put into the code that ytt generates, as a comment; a line break in the key makes code of the rest.
  if (/ \(generated\)$/m.test(report)) return "ytt runs a key's second line";
  return undefined;
}

/** Why ours is known to differ: limits that the engine states itself (tests/differences/). */
export function ourLimit({ report }) {
  if (report.includes("strings that are not UTF-8 are not supported")) return "strings that are not UTF-8";
  return undefined;
}

/** Why a difference is the real ytt's doing: asks it again, and finds that it does not answer always the same. */
export async function explained(program, theirs, ask) {
  const asked = { filesWritten: writesFiles(program) };
  for (let again = 0; again < 8; again++) if (difference(await ask(program), theirs, asked)) return "ytt is random";
  return undefined;
}
