// Compares answers, and recognises where the real ytt has none: by how it ends, never by the program's text.

/** What differs between ours and another's answer, as a short name; nothing when they are the same. */
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

/** Why the real ytt's answer is none; nothing when it is one. */
export function noAnswer({ status, stdout, report }) {
  if (status === "no end") return "ytt does not end";
  if (status !== 0 && status !== 1) return "ytt crashes";
  if (/^goroutine \d+|^panic: |runtime error: |\(backtrace: /m.test(report)) return "ytt crashes";
  // `-o pos` shows keys that are collections as Go's structures.
  if (/ [&]?\[\{[\s\S]*?\}\]:/.test(stdout)) return "ytt prints Go's structures";
  // A key's text is put into the code that ytt generates, as a comment; a line break in the key makes code of the rest.
  if (/ \(generated\)$/m.test(report)) return "ytt runs a key's second line";
  return undefined;
}

/** Why ours is known to differ: what tests/differences/ shows. */
export function knownDifference(ours, theirs) {
  if (ours.report.includes("strings that are not UTF-8 are not supported")) return "strings that are not UTF-8";
  if (theirs.status === 0) return undefined;
  // Places in the code that ytt generates, for which it has no text.
  if (theirs.report.includes(" | (unavailable)") && withoutPlaces(theirs.report) === withoutPlaces(ours.report))
    return "ytt names lines of its own code";
  // An annotation's name goes into that code as it is, with its backslashes.
  if (/expected to find .* on node node tag/.test(theirs.report)) return "ytt reads an annotation's name as code";
  // The text of a key that is a collection is put into that code as well, as Go's `%s` shows it.
  if (
    ours.report.includes("expected map key to be a scalar") &&
    /^- unexpected input character '!'$/m.test(theirs.report)
  )
    return "ytt runs a key's second line";
  if (bothFail(ours, theirs)) return "which fault of a call is named";
  return undefined;
}

const withoutPlaces = (report) => report.replace(/^ +(\S+:)?\d+ \| .*$/gm, "");

/** At one place, ytt misses the member that is called, we name the fault of an argument. */
function bothFail(ours, theirs) {
  const member = /^- .* has no \.(\S+) field or method/m.exec(theirs.report)?.[1];
  const places = (report) => /^ +\S+:\d+ \| .*$/m.exec(report)?.[0];
  return (
    member !== undefined &&
    places(ours.report) === places(theirs.report) &&
    places(theirs.report)?.includes(`.${member}(`)
  );
}

/** Why a difference is the real ytt's doing: asks it again, and finds that it does not answer always the same. */
export async function explained(program, theirs, ask) {
  const asked = { filesWritten: writesFiles(program) };
  for (let again = 0; again < 8; again++) if (difference(await ask(program), theirs, asked)) return "ytt is random";
  return undefined;
}

/** A response as JSON, without times. Of runs that fail, without their use of limits: the time limit may have stopped them anywhere. */
export function comparable({ timings, usage, ...rest }) {
  const text = JSON.stringify(rest, (_, value) => (value instanceof Uint8Array ? [...value] : value));
  if (/stopped after \d+ ms \(limit/.test(text)) return "stopped by the time limit";
  return rest.exitStatus === 0 ? text + JSON.stringify(usage) : text;
}
