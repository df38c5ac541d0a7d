// The three that answer: the native command (one process for all), the wasm, the real ytt (a process a program, in a directory of its own).
// An answer is { status, stdout, report, files }; of files, [path, content] in output order.
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** How long the real ytt may take: where it never ends, this says so. */
const PATIENCE = 10_000;

/** The boundary's request for a program. */
export const requestOf = ({ files, args, env }) => ({ files, args, env });

/** The boundary's response as an answer. */
export function answerOf(response) {
  const { exitStatus, report, stdout, files } = response;
  // Bytes that are not UTF-8 come as an array; those of the real ytt are read as text, too. Of files with one path, the last stays.
  const text = (content) => (typeof content === "string" ? content : `${Buffer.from(content)}`);
  const written = new Map(files.map(({ path, content }) => [path, text(content)]));
  return {
    status: exitStatus,
    stdout,
    report,
    files: files.map(({ path }) => [path, written.get(path)]),
    panicked: /panicked|The engine stopped/.test(report),
  };
}

/** Built by `cargo build`, with debug assertions. */
const DEBUG = fileURLToPath(new URL("../../target/debug/ytterby", import.meta.url));

/** `ytterby request` as one process for all requests; started again if it ends. */
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
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (!done) return JSON.parse(value);
      start();
      return { exitStatus: 101, report: "the native command ended\n", stdout: "", files: [] };
    },
    end: () => child.stdin.end(),
  };
}

/**
 * The real ytt. Its answers can be kept in a file, named by what was asked, so that a second run only asks what is new.
 */
export function realYtt(path, answers) {
  const known = new Map();
  if (answers && existsSync(answers))
    for (const line of readFileSync(answers, "utf8").split("\n").filter(Boolean)) known.set(...JSON.parse(line));
  const ask = (program) => runYtt(path, program);
  return {
    ask,
    async answer(program) {
      const name = createHash("sha1")
        .update(JSON.stringify(requestOf(program)))
        .digest("base64");
      if (known.has(name)) return known.get(name);
      const answer = await ask(program);
      known.set(name, answer);
      if (answers) appendFileSync(answers, `${JSON.stringify([name, answer])}\n`);
      return answer;
    },
  };
}

async function runYtt(path, { files, args, env }) {
  const directory = await mkdtemp(join(tmpdir(), "ytt-"));
  try {
    for (const { path: name, content } of files) {
      const target = join(directory, name);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    }
    const variables = Object.fromEntries(
      env.map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
    );
    const { status, stdout, report } = await new Promise((done) => {
      execFile(
        path,
        args,
        {
          cwd: directory,
          env: { PATH: process.env.PATH, HOME: directory, ...variables },
          timeout: PATIENCE,
          killSignal: "SIGKILL",
          maxBuffer: 1 << 26,
        },
        (error, out, err) => done({ status: error ? (error.code ?? "no end") : 0, stdout: out, report: err }),
      );
    });
    return { status, stdout, report, files: await written(directory, stdout, args) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The files of `--output-files`, in the order in which ytt says that it writes them. */
async function written(directory, stdout, args) {
  const at = args.indexOf("--output-files");
  if (at < 0) return [];
  const paths = [...stdout.matchAll(/^creating: (.*)$/gm)].map(([, path]) => path);
  return Promise.all(
    paths.map(async (path) => [path.slice(args[at + 1].length + 1), await readFile(join(directory, path), "utf8")]),
  );
}
