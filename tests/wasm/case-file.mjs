// Golden cases for the wasm runner: reads a .txtar file, makes a request of it, compares a response with its expectations.
// The format is described in tests/README.md; tests/native/case_file.rs does the same natively.
import { readdirSync, readFileSync } from "node:fs";

const TO_STDOUT = [
  "--data-values-inspect",
  "--data-values-schema-inspect",
  "--files-inspect",
  "-o",
  "--output",
  "--bulk-out",
  "--help",
  "-h",
  "--version",
];
const COMMANDS = ["schema-diff", "fmt", "version", "help", "website", "completion", "__complete", "__completeNoDesc"];
const OUTPUT_DIRECTORY = ["--output-files", "--dangerous-emptied-output-directory"];

/** Paths of all case files below a directory, relative to it, sorted. */
export function findCases(directory) {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".txtar")).sort();
}

export function readCase(path) {
  const found = {
    args: "",
    command: undefined,
    env: [],
    stdin: undefined,
    limits: undefined,
    inputs: [],
    expected: { files: [], warnings: "" },
  };
  // Bytes as characters, so that bytes that are not UTF-8 survive.
  const lines = readFileSync(path, "latin1").split(/(?<=\n)/);
  let section;
  const close = () => {
    if (!section) return;
    const { name, noNewline } = section;
    const content = noNewline ? section.content.replace(/\n$/, "") : section.content;
    const { expected } = found;
    if (!name.startsWith("expect/")) found.inputs.push({ path: name, content: fromLatin1(content) });
    else if (name.startsWith("expect/out/"))
      expected.files.push({ path: name.slice("expect/out/".length), content: fromLatin1(content) });
    // A response has text for them.
    else if (["stdout", "error", "warnings"].includes(name.slice(7)))
      expected[name.slice(7)] = Buffer.from(content, "latin1").toString("utf8");
    else throw new Error(`${path}: unknown section ${name}`);
  };
  for (const line of lines) {
    const marker = /^-- (.+?)( \(no newline\))? --\n?$/.exec(line);
    if (marker) {
      close();
      section = { name: Buffer.from(marker[1], "latin1").toString(), noNewline: Boolean(marker[2]), content: "" };
    } else if (section) {
      section.content += line;
    } else {
      readHeader(found, Buffer.from(line, "latin1").toString().replace(/\n$/, ""), path);
    }
  }
  close();
  return found;
}

function readHeader(found, line, path) {
  if (!line.trim() || line.startsWith("#")) return;
  const [, key, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
  if (key === "args") found.args = value;
  else if (key === "cmd") found.command = value;
  else if (key === "limits") found.limits = JSON.parse(value);
  else if (key === "stdin") found.stdin = value;
  else if (key === "env") found.env.push(value);
  else throw new Error(`${path}: bad header line ${line}`);
}

/** Text where the bytes are UTF-8, else bytes. */
function fromLatin1(characters) {
  const bytes = Buffer.from(characters, "latin1");
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : new Uint8Array(bytes);
}

/** Splits as a shell does: quotes and backslashes, nothing else. */
function shellWords(line) {
  const words = [];
  let word;
  for (const [piece, single, double, escaped, plain] of line.matchAll(
    /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\]+)|\s+/g,
  )) {
    if (/^\s/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + (single ?? double?.replace(/\\(["\\$`])/g, "$1") ?? escaped ?? plain);
    }
  }
  return word === undefined ? words : [...words, word];
}

/** The case as a request. If files are compared, the command line gets an output directory. */
export function requestOf(found) {
  const args =
    found.command === undefined
      ? [...found.inputs.flatMap(({ path }) => ["-f", path]), ...shellWords(found.args)]
      : shellWords(found.command).slice(1);
  const files = [...found.inputs];
  // The command has no inputs without -f; a request's files would all be.
  if (!args.some((word) => /^-\w*f|^--(file|bulk-in)\b(?!-)/.test(word)) && !COMMANDS.includes(args[0])) {
    files.push({ path: "nothing/", content: "" });
    args.push("-f", "nothing");
  }
  if (
    !wantsStdout(found, args) &&
    !args.some((word) => OUTPUT_DIRECTORY.some((flag) => word === flag || word.startsWith(`${flag}=`)))
  )
    args.push("--output-files", "/out");
  if (found.stdin !== undefined)
    files.push({ path: "-", content: found.inputs.find(({ path }) => path === found.stdin).content });
  return { files, args, env: found.env, ...(found.limits && { limits: found.limits }) };
}

function wantsStdout({ expected }, args) {
  if (expected.stdout !== undefined || expected.files.length) return expected.stdout !== undefined;
  return (
    COMMANDS.includes(args[0]) ||
    args.some(
      (word) =>
        TO_STDOUT.includes(word) ||
        TO_STDOUT.some((flag) => flag.startsWith("--") && word.startsWith(`${flag}=`)) ||
        /^-o[a-z]/.test(word),
    )
  );
}

/** The differences, in a line each; empty when the response is as expected. */
export function compare({ expected }, response) {
  const [warnings, error] = splitReport(response);
  const problems = [];
  if ((expected.error === undefined) !== (error === undefined))
    return [`expected ${expected.error === undefined ? "success" : "an error"}, got:\n${response.report}`];
  if (error !== undefined) {
    if (withoutCounters(error) !== withoutCounters(expected.error)) problems.push(`error text differs:\n${error}`);
  } else if (expected.stdout !== undefined) {
    if (response.stdout !== expected.stdout) problems.push(`stdout differs:\n${response.stdout}`);
  } else {
    const shape = (files) =>
      JSON.stringify(files.map(({ path, content }) => [path, typeof content === "string" ? content : [...content]]));
    if (shape(response.files) !== shape(expected.files)) problems.push(`output files differ: ${shape(response.files)}`);
  }
  if (warnings !== expected.warnings) problems.push(`warnings differ:\n${warnings}`);
  return problems;
}

/** Standard error as [the rest, the text after `ytt: Error: `]. */
function splitReport({ report, exitStatus }) {
  // A comparison that found something that breaks ends with 1, and reports nothing.
  if (exitStatus === 0 || report === "") return [report, undefined];
  const found = /(^|\n)ytt: Error: /.exec(report);
  if (!found) return ["", report];
  const end = found.index + found[0].length;
  return [report.slice(0, found.index + found[1].length), report.slice(end)];
}

/** ytt's internal names carry a counter of its process, which need not be matched. */
const withoutCounters = (text) => String(text).replace(/__ytt_tpl\d+_/g, "__ytt_tpl_");
