// The native command on a real file system and in shells: `node --test tests/command/` after `cargo build --bins`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { root } from "../golden-cases.mjs";

const command = process.env.YTTERBY ?? join(root, "target/debug/ytterby");
let folder;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "command-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path, content = "") {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

function spawn(program, args, input = "") {
  // A file that is read by mistake may be a pipe into which nothing is written.
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    input,
    env: { ...process.env, COMMAND: command },
    encoding: "utf8",
    timeout: 60_000,
  });
  assert.equal(error, undefined);
  return { status, stdout, stderr };
}

const run = (args, input) => spawn(command, args, input);
const output = (stdout) => ({ status: 0, stdout, stderr: "" });
const failure = (text) => ({ status: 1, stdout: "", stderr: `ytt: Error: ${text}\n` });

/** A pipe that nothing writes to: a process that reads it waits forever. */
const pipe = (path) => assert.equal(spawn("mkfifo", [join(folder, path)]).status, 0);

test("files that are not needed are not read", () => {
  put("a.yml", "a: 1\n");
  pipe("data.bin");
  pipe("functions.go");
  assert.deepEqual(run(["-f", "."]), output("a: 1\n"));
  assert.deepEqual(run(["-f", ".", "--files-inspect"]), output("- a.yml\n- data.bin\n- functions.go\n"));
  pipe("b.yml");
  assert.deepEqual(run(["-f", ".", "--files-inspect"]), output("- a.yml\n- b.yml\n- data.bin\n- functions.go\n"));
  assert.deepEqual(run(["-f", ".", "--file-mark", "b.yml:type=data"]), output("a: 1\n"));
});

test("files that are needed are read then, and their errors are reported then", () => {
  put("a.yml", '#@ load("@ytt:data", "data")\na: #@ data.read("x.txt")\n');
  const missing = join(folder, "gone");
  assert.equal(spawn("ln", ["-s", missing, "b.yml"]).status, 0);
  const all = "--dangerous-allow-all-symlink-destinations";
  assert.deepEqual(run(["-f", "b.yml", all]), failure("open b.yml: no such file or directory"));
  assert.deepEqual(run(["-f", "b.yml", all, "--file-mark", "b.yml:type=data"]), output(""));
  const { stderr } = run(["-f", "a.yml", "-f", "x.txt=b.yml", all, "--file-mark", "b.yml:type=data"]);
  assert.match(stderr, /^- data\.read: open b\.yml: no such file or directory$/m);
});

test("errors about links show the path that was followed", () => {
  put("w/a.yml", "a: 1\n");
  assert.equal(spawn("ln", ["-s", "../gone", "w/b.yml"]).status, 0);
  const text =
    "Listing files 'w':\n  Checking symlink file 'w/b.yml':\n    Eval symlink: lstat w/../gone: no such file or directory";
  assert.deepEqual(run(["-f", "w"]), failure(text));
});

test("neither the size nor the number of files is limited", () => {
  put("a.yml", "a: 1\n");
  for (let index = 0; index < 10_001; index += 1) put(`more/${index}`);
  for (const index of [1, 2]) {
    put(`large-${index}.bin`);
    truncateSync(join(folder, `large-${index}.bin`), 60 << 20);
  }
  assert.deepEqual(run(["-f", "."]), output("a: 1\n"));
});

test("a run that is repeated has the same standard input and the same pipes", () => {
  // It is repeated because it changes a value of a loaded module.
  put("s.star", 'load("@ytt:struct", "struct")\ns = struct.make(l=[])\n');
  const template = '#@ load("s.star", "s")\n#@ s.l.append(1)\na: #@ len(s.l)\n';
  assert.deepEqual(run(["-f", "s.star", "-f", "-"], template), output("a: 1\n"));
  put("t.yml", template);
  const script = '"$COMMAND" -f s.star -f t.yml -f x.yml=<(echo "b: 1")';
  assert.deepEqual(spawn("bash", ["-c", script]), output("a: 1\n---\nb: 1\n"));
});

test("an error about an output directory names the part that cannot be created", () => {
  put("a.yml", "a: 1\n");
  const create = (directory) => run(["-f", "a.yml", "--output-files", directory]);
  assert.deepEqual(create("a.yml/x/y"), failure("mkdir a.yml: not a directory"));
  assert.deepEqual(create("/proc/no/x"), failure("mkdir /proc/no: no such file or directory"));
});

/** bash's completions of a line, with the functions of the script. */
function offeredByBash(line) {
  const { status, stdout, stderr } = spawn("bash", [
    "-c",
    `source <("$COMMAND" completion bash)
     compopt() { echo "compopt $*"; }
     COMP_LINE=$1 COMP_POINT=\${#1}
     read -r -a COMP_WORDS <<< "\${COMP_LINE//=/ = }"
     [[ $COMP_LINE == *[[:space:]=] ]] && COMP_WORDS+=('')
     COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
     _ytterby_complete
     printf '%s\\n' "\${COMPREPLY[@]}"`,
    "bash",
    line.replace("ytterby", command),
  ]);
  assert.deepEqual({ status, stderr }, { status: 0, stderr: "" });
  return stdout.split("\n").filter((word) => word !== "");
}

test("bash completes flags, commands and files", () => {
  assert.deepEqual(offeredByBash("ytterby --data-value-"), ["--data-value-file", "--data-value-yaml"]);
  assert.deepEqual(offeredByBash("ytterby -s --st"), []);
  assert.deepEqual(offeredByBash("ytterby fm"), ["fmt"]);
  assert.deepEqual(offeredByBash("ytterby completion "), ["bash", "fish", "powershell", "zsh"]);
  assert.deepEqual(offeredByBash("ytterby -f "), ["compopt -o default"]);
  assert.deepEqual(offeredByBash("ytterby --file=a"), ["compopt -o default"]);
  assert.deepEqual(offeredByBash("ytterby -v a=b --fil"), ["--file", "--file-mark", "--files-inspect"]);
});

/** Whether a shell is installed. */
const has = (shell) => spawnSync(shell, ["--version"]).status === 0;

test("fish completes flags, commands and files", { skip: !has("fish") && "fish is not installed" }, () => {
  put("config.yml");
  const offered = (line) => {
    const script = `"$COMMAND" completion fish --no-descriptions | source; complete --do-complete ${JSON.stringify(line)}`;
    const path = `set PATH ${dirname(command)} $PATH; `;
    return spawn("fish", ["--no-config", "-c", path + script])
      .stdout.trim()
      .split("\n");
  };
  assert.deepEqual(offered("ytterby --data-value-"), ["--data-value-file", "--data-value-yaml"]);
  assert.deepEqual(offered("ytterby fm"), ["fmt"]);
  assert.deepEqual(offered("ytterby -f co"), ["config.yml"]);
});

test("zsh reads its script", { skip: !has("zsh") && "zsh is not installed" }, () => {
  const script = `autoload -U compinit; compinit -u -D; source <("$COMMAND" completion zsh); echo $_comps[ytterby]`;
  assert.deepEqual(spawn("zsh", ["-f", "-c", script]), output("_ytterby_complete\n"));
});

test("a script is for the name of the command that wrote it", () => {
  assert.equal(spawn("ln", ["-s", command, "ytt"]).status, 0);
  assert.match(spawn(join(folder, "ytt"), ["completion", "bash"]).stdout, /^complete -F _ytt_complete ytt$/m);
  assert.deepEqual(
    run(["completion", "powershell"]),
    failure("There is no completion script for powershell; there are scripts for bash, fish and zsh"),
  );
});
