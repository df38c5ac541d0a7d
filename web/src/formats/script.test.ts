// Real shells run the scripts.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cpuTime, LIMIT_MS } from "../../testing/cpu-time";
import { render } from "../../testing/engine";
import { GROUPS, pathsOf } from "../../testing/hostile-texts";
import { examples } from "../../testing/works";
import { environment, type Work, workOf } from "../core/work";
import { scriptOf } from "./script";

const COMMAND = `${__dirname}/../../../target/debug/ytterby`;
const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ytterby-script-"));
  folders.push(folder);
  return folder;
}

beforeAll(() => {
  if (!existsSync(COMMAND)) throw new Error("target/debug/ytterby is missing: cargo build --bin ytterby");
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Runs a work's script with the native command in place of ytt. */
function run(work: Work) {
  const { stdout, stderr, status } = spawnSync("sh", [], {
    input: scriptOf(work),
    env: { PATH: process.env.PATH, YTT: COMMAND },
  });
  return { stdout: String(stdout), report: String(stderr), exitStatus: status };
}

/** The result in the page. */
async function page(work: Work) {
  const { files, commandLine, env, checks } = work;
  const { stdout, report, exitStatus } = await render({ files, args: commandLine, env: environment(env), checks });
  return { stdout, report, exitStatus };
}

for (const { id, work } of examples) {
  test(`the script of the example ${id} gives the output of the page`, async () => {
    expect(run(work)).toEqual(await page(work));
  });
}

test("odd names, files without a final newline, binary files, and a command line with shell syntax", async () => {
  const work = workOf({
    title: "Two\nlines $(touch /tmp/never)",
    files: [
      { path: "z 'quoted' $HOME.yml", content: "a: 1\nb: END_OF_FILE\n" },
      { path: "dir/näme 🔥.yml", content: "no: end" },
      { path: "-dash.txt", content: "END_OF_FILE\nEND_OF_FILE_\n" },
      { path: "empty.txt", content: "" },
      { path: "dos.txt", content: "a\r\nb\r\n" },
      { path: "lines.txt", content: "a\n\n\n" },
      { path: "raw.bin", content: Uint8Array.from({ length: 256 }, (_, at) => at) },
    ],
    commandLine: `--data-value-yaml 'a=$(id); \`id\`' --output-files "out dir"`,
    env: [{ name: "odd", value: "it's $HOME" }],
  });
  const script = run(work);
  const expected = await page(work);
  expect(script.exitStatus).toBe(expected.exitStatus);
  expect(script.report).toBe(expected.report);
  const plain = { ...work, commandLine: "" };
  expect(run(plain)).toEqual(await page(plain));
});

test("a script made of a hostile playground runs nothing but ytt, and writes nowhere else", () => {
  const folder = temporaryFolder();
  const never = `${folder}/never`;
  const files = [
    { path: "a.yml", content: "a: 1\n" },
    { path: "run.sh", content: `touch ${never}\n` },
    { path: "no-end ) ' \" ` $(id)", content: `') ; touch ${never} "\`touch ${never}\`` },
    { path: "ytt", content: `#!/bin/sh\ntouch ${never}\n` },
  ];
  const variables = [
    `-Stouch ${never}`,
    `-S`,
    `--split-string=touch ${never} #`,
    "BASH_ENV",
    "ENV",
    "PATH",
    "LD_PRELOAD",
    "LD_PRELOAD=./run.sh #",
    "A;B",
    "A\nB",
  ];
  for (const name of variables) {
    const script = scriptOf(workOf({ files, env: [{ name, value: "./run.sh" }] }));
    spawnSync("sh", [], { input: script, env: { PATH: process.env.PATH, YTT: COMMAND } });
    // As if ytt were a wrapper script, which version managers install.
    spawnSync("bash", [], { input: script, env: { PATH: process.env.PATH, YTT: "/bin/bash" } });
    expect(readdirSync(folder), name).toEqual([]);
  }
  for (const flags of [
    `--output-files=${never}`,
    `--output-files ${never}`,
    `--dangerous-emptied-output-directory '${never}'`,
    `-f --output-files --output-files=${never}`,
    `--output-files --output-files=${never} ${never}`,
    "--output-files=out/../../never",
    "--output-files ..",
    `--output-files out --file-mark a.yml:path=../../${basename(folder)}/never`,
    `--file-mark=a.yml:path=x/../../../${basename(folder)}/never --output-files=out`,
    `-f ../../${basename(folder)}/never=a.yml --output-files out`,
    `; touch ${never}`,
    `\ntouch ${never}`,
    `-f <(touch ${never}) -f $(touch ${never})`,
  ]) {
    run(workOf({ files, commandLine: flags }));
    expect(readdirSync(folder), flags).toEqual([]);
  }
  expect(scriptOf(workOf({ files, commandLine: "--output-files ../x" }))).toContain("are omitted");
  expect(scriptOf(workOf({ files, commandLine: "--output-files out/x" }))).toContain("--output-files out/x");
});

test("a script that needs the schema proposal says so, and runs ytterby", () => {
  const work = workOf({ title: "Clay", files: [{ path: "clay.yml", content: "clay: red\n" }] });
  const script = scriptOf({ ...work, commandLine: "ytterby --enable-extension schema-proposal" });
  expect(script).toMatch(/^#!\/bin\/sh\n# Runs a Ytterby playground with ytterby: Clay\n# Not portable to ytt\./);
  expect(script).toMatch(/\n"\$\{YTT:-ytterby\}" -f \. --enable-extension schema-proposal\n$/);
  expect(script).toContain("clay: red");
  expect(scriptOf(work)).toMatch(/\n"\$\{YTT:-ytt\}" -f \. *\n$/);
  expect(scriptOf(work)).not.toContain("Not portable to ytt");
});

/**
 * In place of ytt: writes its arguments and environment to files, and copies its folder. Not a shell script: shells drop variables with invalid
 * names.
 */
const RECORDER = `#!${process.execPath}
const { cpSync, readFileSync, writeFileSync } = require("node:fs");
writeFileSync(process.env.LOG, JSON.stringify({ args: process.argv.slice(2), env: readFileSync('/proc/self/environ', 'utf8').split('\\0') }));
cpSync(".", process.env.LOG + ".copy", { recursive: true });
`;

function record(script: string, shell: string) {
  const folder = temporaryFolder();
  const bin = join(folder, "bin");
  const home = join(folder, "home");
  mkdirSync(bin);
  mkdirSync(home);
  writeFileSync(join(bin, "ytt"), RECORDER, { mode: 0o755 });
  const log = join(folder, "log");
  const { stderr } = spawnSync(shell, [], {
    input: script,
    cwd: home,
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: home, LOG: log, TMPDIR: folder },
  });
  return { home, log, stderr: String(stderr) };
}

for (const shell of ["sh", "bash"]) {
  for (const [group, texts] of Object.entries(GROUPS)) {
    test(`a script made of hostile texts (${group}) passes them to ytt unchanged and does nothing else, in ${shell}`, () => {
      const content = [
        ...texts,
        "END_OF_FILE",
        "END_OF_FILE_",
        "EN\0D_OF_FILE",
        "$(touch hacked)",
        "`touch hacked`",
        "touch hacked",
      ].join("\n");
      const words = texts.filter((text) => !text.includes("\0"));
      const files = [
        ...pathsOf(texts).map((path) => ({ path, content: `${content}\n` })),
        { path: "C:x.yml", content },
        { path: "-rf", content },
        { path: "nul", content: `a\0b\nEN\0D_OF_FILE\ntouch hacked\n` },
      ];
      const work = workOf({
        title: texts.join("\n"),
        description: content,
        files,
        commandLine: words.map((word) => `'${word.replaceAll("'", `'"'"'`)}'`).join(" "),
        env: words.filter((word) => !word.includes("=")).map((name) => ({ name, value: `${name}\n` })),
      });
      const script = scriptOf(work);
      // No control characters or direction marks, which a terminal would act on.
      expect(script.replaceAll(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u);
      const { home, log, stderr } = record(script, shell);
      expect(stderr).toBe("");
      expect(readdirSync(home)).toEqual([]);
      const { args, env } = JSON.parse(readFileSync(log, "utf8"));
      expect(args.slice(-words.length)).toEqual(words);
      for (const { name, value } of work.env) expect(env, name).toContain(`${name}=${value}`);
      const copied = readdirSync(`${log}.copy`, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
      expect(copied).toHaveLength(files.length);
      for (const file of files)
        expect(readFileSync(join(`${log}.copy`, file.path), "utf8"), file.path).toBe(file.content);
    });
  }
}

test("a file with 1,900 possible end markers takes no long time", () => {
  const begun = cpuTime();
  const ends = Array.from({ length: 1_900 }, (_, at) => `END_OF_FILE${"_".repeat(at)}`).join("\n");
  expect(scriptOf(workOf({ files: [{ path: "a.yml", content: `${ends}\n` }] }))).toContain(
    `END_OF_FILE${"_".repeat(1_900)}`,
  );
  expect(cpuTime() - begun).toBeLessThan(LIMIT_MS);
});
