// Why an answer may differ from the real ytt's. Each reason is recognised by the answers, if need be to a changed program, and
// `recognised.json` has an example of each: `differential.test.mjs` fails if a reason does not apply to its example any more.
import { difference, writesFiles } from "./compare.mjs";

/** The trace of a panic, and the texts of panics that ytt turns into errors. */
const CRASH =
  /^goroutine \d+|^panic: |^- \(p\) |^- Expected to find compiled template line \d|runtime error: |\(backtrace: /m;

/** The real ytt has no answer, or none that can be compared. */
const NO_ANSWER = {
  "ytt does not end": ({ status }) => status === "no end",
  "ytt crashes": ({ status, report }) => (status !== 0 && status !== 1 && status !== "no end") || CRASH.test(report),
  // `-o pos` and `fmt` show keys that are collections as Go's structures.
  "ytt prints Go's structures": ({ stdout }) => /(^| )&?\[\{[\s\S]*?\}\]:/m.test(stdout),
  // A key's text is put into the code that ytt generates, as a comment; a line break in the key makes code of the rest.
  "ytt runs a key's second line": ({ report }) => / \(generated\)$/m.test(report),
};

/** The known differences of tests/differences/, and those in places in which ytt's result depends on its own code. */
const KNOWN = {
  // The text of a key that is a collection is put into that code as well, as Go's `%s` shows it, after a line feed in it.
  "ytt reads a collection's text as code": (_, theirs) =>
    /^ *- (got '[%<]', want |unexpected input character '!')/m.test(theirs.report),
  // While it skips a comment, ytt's parser drops errors of its reader.
  "ytt reads on after bytes in a comment": (ours, theirs) =>
    /yaml: (in\w+ .*UTF-8|invalid Unicode character|control characters)/.test(ours.report) &&
    theirs.status === 1 &&
    /yaml: |unknown event: none/.test(theirs.report),
  // The code after such a key is one line further down. Without the line break, the places are the same.
  "ytt counts the lines of a key": async (ours, theirs, { program, ask }) => {
    if (withoutPlaces(theirs.report) !== withoutPlaces(ours.report)) return false;
    const changed = changedFiles(program, keysOnOneLine);
    return changed !== undefined && (await ask(changed)).report === keysOnOneLine(ours.report);
  },
};

const keysOnOneLine = (text) => text.replace(/"(?:[^"\\\n]|\\.)*"(?= *:)/g, (key) => key.replaceAll("\\n", " "));

/** The program with other contents of its files; `undefined` if they are the same. */
function changedFiles(program, change) {
  const files = program.files.map((file) => ({ ...file, content: change(file.content) }));
  return files.some(({ content }, at) => content !== program.files[at].content) ? { ...program, files } : undefined;
}

const withoutPlaces = (report) => report.replace(/^ +(\S+:)?\d+ \| .*$/gm, "");

/**
 * ytt's changes up to 0.55.3, for a real ytt of 0.48: both answers without the differences of these versions. The second answer may be that to
 * another program. Each is a function of { ours, theirs, program, ask }.
 */
const CHANGED = {
  "0.55: byte order mark": async ({ ours, theirs, program, ask }) => {
    const without = withoutMarks(program);
    return { ours, theirs: without ? await ask(without) : theirs };
  },
  // Before the frames: they are compared line by line.
  "0.55: md5 is deprecated": inReports((text) => text.replace(MD5, "")),
  "0.55: file of a Starlark frame": ({ ours, theirs }) => ({
    ours: { ...ours, report: asFrames(ours.report, theirs.report) },
    theirs,
  }),
  "0.55: infinity in toml": (answers) => inOutputs(withoutSigns)(inReports(withoutSigns)(answers)),
  "0.55: fmt at the end": ({ program, ...answers }) =>
    program.args[0] === "fmt" ? inOutputs((text) => text.replace(/^\n*---\n/gm, ""))(answers) : answers,
};

/** Changes that cannot be undone in one of the answers: signs that the versions differ here. */
const REPLACED = {
  "0.55: version": ({ theirs }) => theirs.report.includes("Malformed version: develop"),
  // `assert.try_to` puts an error into the output.
  "0.55: toml errors": ({ ours, theirs }) =>
    [ours, theirs].some(({ report, stdout }) => TOML.test(report) || TOML.test(stdout)),
  "0.55: url": ({ ours }) => URL_HOST.test(ours.report),
  "0.55: empty collections in fmt": ({ ours, program }) =>
    program.args[0] === "fmt" && /[:-] (\{\}|\[\])( #.*)?$/m.test(ours.stdout),
};

/** Texts of infinity, and of a float that is not a number. */
const withoutSigns = (text) => text.replace(/([=[,] )(\+inf|-nan)\b/g, (_, before, number) => before + number.slice(1));

const MD5 =
  "\nWarning: @ytt:md5 module is deprecated because MD5 is a cryptographically weak hash algorithm; use @ytt:sha256 instead.\n";
const TOML = /\btoml\.(decode|encode): toml: /;
const URL_HOST = /^ *- url\.parse: parse .*(invalid host: |invalid port .* after host)/m;
const MARK = "\ufeff";

function withoutMarks(program) {
  const raw = program.args
    .filter((_, at) => program.args[at - 1] === "--data-value-file")
    .map((word) => word.replace(/^.*=/, ""));
  const marked = ({ path, content }) => content.startsWith(MARK) && !raw.includes(path);
  if (!program.files.some(marked)) return undefined;
  const files = program.files.map((file) => (marked(file) ? { ...file, content: file.content.slice(1) } : file));
  return { ...program, files };
}

/** A report without the files of lines that have no file in the older one. */
function asFrames(report, older) {
  const lines = older.split("\n");
  const without = (line) => line.replace(/^( +)\S.*?:(\d+ \| )/, "$1$2");
  return report
    .split("\n")
    .map((line, at) => (without(line) === lines[at] ? lines[at] : line))
    .join("\n");
}

function inReports(change) {
  const changed = (answer) => ({ ...answer, report: change(answer.report) });
  return ({ ours, theirs }) => ({ ours: changed(ours), theirs: changed(theirs) });
}

function inOutputs(change) {
  const changed = (answer) => ({
    ...answer,
    stdout: change(answer.stdout),
    files: answer.files.map(([path, content]) => [path, change(content)]),
  });
  return ({ ours, theirs }) => ({ ours: changed(ours), theirs: changed(theirs) });
}

/** The reasons that apply to answers that differ; none if the difference is not explained. */
export async function reasons({ program, ours, theirs, ask, old }) {
  const wanted = { filesWritten: writesFiles(program) };
  const first = await reason({ program, ours, theirs, ask, old });
  if (first) return [first];
  if (old) {
    let answers = { ours, theirs };
    const used = [];
    for (const [name, change] of Object.entries(CHANGED)) {
      const next = await change({ ...answers, program, ask });
      if (JSON.stringify(next) === JSON.stringify(answers)) continue;
      answers = next;
      used.push(name);
      if (noAnswer(answers.theirs) || !difference(answers.ours, answers.theirs, wanted)) return used;
      const further = await reason({ program, ...answers, ask, old });
      if (further) return [...used, further];
    }
  }
  for (let again = 0; again < 8; again++) if (difference(await ask(program), theirs, wanted)) return [RANDOM];
  return [];
}

/** The first reason that explains a difference alone. */
async function reason({ program, ours, theirs, ask, old }) {
  for (const [name, applies] of Object.entries(KNOWN)) if (await applies(ours, theirs, { program, ask })) return name;
  return old ? Object.keys(REPLACED).find((name) => REPLACED[name]({ program, ours, theirs })) : undefined;
}

const RANDOM = "ytt is random";

/** Why the real ytt's answer is none; nothing when it is one. */
export const noAnswer = (theirs) => Object.keys(NO_ANSWER).find((name) => NO_ANSWER[name](theirs));

/** All reasons, in order; without those for an older ytt if it is not one. */
export const allReasons = ({ old }) => [
  ...Object.keys({ ...NO_ANSWER, ...KNOWN }),
  RANDOM,
  ...(old ? Object.keys({ ...REPLACED, ...CHANGED }) : []),
];
