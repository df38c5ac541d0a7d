// The script that reproduces a run: with the native command in place of ytt it gives what the page gives, for every example and for files and
// names that are hard to quote.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import { expect, test } from "@playwright/test";
import { scriptOf } from "../../web/src/share/script";
import { commandLineOf, words } from "../../web/src/share/shell";
import { environment, type Work, workOf } from "../../web/src/work/work";
import { examples } from "./works";

const COMMAND = `${__dirname}/../../target/debug/ytterby`;

function run(work: Work) {
  const { stdout, stderr, status } = spawnSync("sh", [], {
    input: scriptOf(work),
    env: { PATH: process.env.PATH, YTT: COMMAND },
  });
  return { stdout: String(stdout), report: String(stderr), exitStatus: status };
}

async function page(work: Work) {
  const { render } = await import("../wasm/engine.mjs");
  const { files, commandLine, env, checks } = work;
  const { stdout, report, exitStatus } = await render({ files, args: commandLine, env: environment(env), checks });
  return { stdout, report, exitStatus };
}

test.beforeAll(() => {
  expect(existsSync(COMMAND), "cargo build --bin ytterby").toBe(true);
});

for (const { id, work } of examples) {
  test(`the script of ${id} gives the page's output`, async () => {
    expect(run(work)).toEqual(await page(work));
  });
}

test("odd names, texts without an end, bytes, and a command line full of traps", async () => {
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

test("a script made of somebody else's playground runs ytt and nothing else, and writes nowhere else", () => {
  const folder = mkdtempSync(`${tmpdir()}/ytterby-script-`);
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
    // A wrapper, as version managers have them.
    spawnSync("sh", [], { input: script, env: { PATH: process.env.PATH, YTT: COMMAND } });
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
  expect(scriptOf(workOf({ files, commandLine: "--output-files ../x" }))).toContain("are left out");
  expect(scriptOf(workOf({ files, commandLine: "--output-files out/x" }))).toContain("--output-files out/x");
});

test("command lines are taken apart as a shell does", () => {
  for (const [line, expected] of [
    ["", []],
    ["  a  b\t'c d' \"e f\" g\\ h ", ["a", "b", "c d", "e f", "g h"]],
    ["'' \"\"", ["", ""]],
    [`a'b'"c"d`, ["abcd"]],
    [`"\\$x \\\\ \\a"`, ["$x \\ \\a"]],
    ["a # rest", ["a"]],
    ["a#b", ["a#b"]],
    ["'open", undefined],
  ] as const) {
    expect(words(line), line).toEqual(expected);
  }
  const odd = ["", "it's", "$HOME `id`", "a b", "\\", '"', "ä\n"];
  expect(words(commandLineOf(odd))).toEqual(odd);
});
