// The programs that are compared: the native command, the wasm, the real ytt (a process for each program, in a directory of its own).
// An answer is { status, stdout, report, files }; of files, [path, content] in output order. Strings are as `bytes.mjs` says.
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bytesOf, textOf, withReplacements } from "./bytes.mjs";

/** The time limit of a process: some programs never end in the real ytt. */
const LIMIT_MS = 10_000;

/** Whether a program can be a request: its command line and environment are text, and it is no other command. */
export const isRequest = ({ args, env }) => [...args, ...env].every((word) => word.isWellFormed()) && args[0] !== "fmt";

/** Whether a response shows everything: its texts have no bytes that are not UTF-8. */
const isText = (program) => program.files.every(({ content }) => content.isWellFormed());

/** The boundary's request for a program. */
export const requestOf = ({ files, args, env }) => ({
  files: files.map(({ path, content }) => ({
    path,
    content: content.isWellFormed() ? content : [...bytesOf(content)],
  })),
  args,
  env,
});

/** The boundary's response as an answer. */
export function answerOf(response) {
  const { exitStatus, report, stdout, files } = response;
  const text = (content) => (typeof content === "string" ? content : textOf(Buffer.from(content)));
  // Of files with one path, the last stays on the disk.
  const written = new Map(files.map(({ path, content }) => [path, text(content)]));
  return {
    status: exitStatus,
    stdout,
    report,
    files: files.map(({ path }) => [path, written.get(path)]),
    panicked: PANIC.test(report),
  };
}

const PANIC = /panicked|The engine stopped/;

/** Built by `cargo build`, with debug assertions. */
const DEBUG = fileURLToPath(new URL("../../target/debug/ytterby", import.meta.url));

/** The native command: `ytterby request` as one process for all requests, started again if it ends. */
export function startNative(path = process.env.YTTERBY ?? DEBUG) {
  if (!existsSync(path)) throw new Error(`${path} is not built: cargo build`);
  let child;
  let lines;
  const start = () => {
    child = spawn(path, ["request"], { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.on("error", () => {});
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  };
  start();
  const ask = async (request) => {
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await lines.next();
    if (!done) return JSON.parse(value);
    start();
    return { exitStatus: 101, report: "the native command ended\n", stdout: "", files: [] };
  };
  return {
    ask,
    /** The answer, and the response if the program can be a request. */
    async answer(program) {
      const response = isRequest(program) ? await ask(requestOf(program)) : undefined;
      if (response && isText(program)) return { ours: answerOf(response), response };
      const ours = await runCommand(path, program);
      return { ours: { ...ours, exact: true, panicked: PANIC.test(ours.report) }, response };
    },
    end: () => child.stdin.end(),
  };
}

/**
 * The real ytt. Its answers can be stored in a file, named by their questions, so that a second run only asks new ones.
 */
export function realYtt(path, answers) {
  const known = new Map();
  if (answers && existsSync(answers))
    for (const line of readFileSync(answers, "utf8").split("\n").filter(Boolean)) known.set(...JSON.parse(line));
  const ask = (program) => runCommand(path, program);
  return {
    ask,
    async answer(program) {
      const { files, args, env } = program;
      const name = createHash("sha1").update(JSON.stringify({ files, args, env })).digest("base64");
      if (known.has(name)) return known.get(name);
      const answer = await ask(program);
      known.set(name, answer);
      if (answers) appendFileSync(answers, `${JSON.stringify([name, answer])}\n`);
      return answer;
    },
  };
}

/** A program as a process of a command. */
async function runCommand(path, { files, args, env }) {
  const directory = await mkdtemp(join(tmpdir(), "ytt-"));
  try {
    for (const { path: name, content } of files) {
      const target = join(directory, name);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytesOf(content));
    }
    const { status, stdout, report } = await new Promise((done) => {
      execFile(
        ...commandLine(path, args, env),
        {
          cwd: directory,
          env: { PATH: process.env.PATH, HOME: directory },
          timeout: LIMIT_MS,
          killSignal: "SIGKILL",
          maxBuffer: 1 << 26,
          encoding: "buffer",
        },
        (error, out, err) =>
          done({ status: error ? (error.code ?? "no end") : 0, stdout: textOf(out), report: textOf(err) }),
      );
    });
    return { status, stdout, report, files: await written(directory, stdout, args) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The command and its words. A shell makes the words, since Node's are always text. */
function commandLine(path, args, env) {
  const words = [...env, path, ...args];
  if (words.every((word) => word.isWellFormed())) return ["env", words];
  const octal = (word) => [...bytesOf(word)].map((value) => `\\${value.toString(8).padStart(3, "0")}`).join("");
  // `$(…)` drops line feeds at the end, so each word ends with a character that is dropped after it.
  const line = words.map((word, at) => `w${at}=$(printf '${octal(word)}x'); w${at}="\${w${at}%x}"`).join("\n");
  return ["sh", ["-c", `LC_ALL=C\n${line}\nexec env ${words.map((_, at) => `"$w${at}"`).join(" ")}`]];
}

/** The files of `--output-files`, in the order in which ytt says that it writes them. */
async function written(directory, stdout, args) {
  const at = args.indexOf("--output-files");
  if (at < 0) return [];
  const paths = [...stdout.matchAll(/^creating: (.*)$/gm)].map(([, path]) => path);
  return Promise.all(
    paths.map(async (path) => [path.slice(args[at + 1].length + 1), textOf(await readFile(join(directory, path)))]),
  );
}

/** An answer with the texts that a response has. */
export const asResponse = (answer) => ({
  ...answer,
  stdout: withReplacements(answer.stdout),
  report: withReplacements(answer.report),
});
