import { expect, test } from "vitest";
import { workOf } from "../core/work";
import { markdownOf } from "./markdown";
import { descriptionOf, recognised } from "./pasted";
import { flagsIn } from "./pasted-command";
import { scriptOf } from "./script";

const SCHEMA = "#@data/values-schema\n---\na: 1\n";
const CONFIG = "a: 1\nb: 2\n";

/** The files that are recognised in a text, by path. */
function filesIn(text: string): Record<string, unknown> | undefined {
  const found = recognised(text);
  if (found?.kind !== "files") return undefined;
  return Object.fromEntries(found.files.map(({ path, content }) => [path, content]));
}

const commandOf = (text: string) => {
  const found = recognised(text);
  return found?.kind === "command" ? found.commandLine : undefined;
};

test("ordinary text is not recognised", () => {
  for (const text of [
    "",
    "a: 1\n",
    CONFIG,
    SCHEMA,
    `# values.yml\n${CONFIG}`,
    "a: 1\n---\n# config.yml\nb: 1\n",
    "ytt is a tool for templates",
    "ytt",
    "Run ytt -f . and look.\nThen go on.\n",
    "#@ load('values.star', 'x')\n---\n#! see schema.yml\na: 1\n#! see values.yml\n",
    "# A title\n\n```yaml\na: 1\n```\n",
    "script: |\n  cat file.txt\n  echo <<x\n",
  ])
    expect(recognised(text), text).toBe(undefined);
});

test("a bundle is recognised", () => {
  const text = "ytterby: 1\nfiles: []\n";
  expect(recognised(text)).toEqual({ kind: "bundle" });
  expect(recognised(`\ufeff# A comment\r\n${text}`)).toEqual({ kind: "bundle" });
});

test("code blocks with names in their first line", () => {
  for (const info of [
    'yaml title="config.yml"',
    "yaml config.yml",
    "config.yml",
    "yaml:config.yml",
    "yaml {filename=config.yml}",
  ])
    expect(filesIn(`Text.\n\n\`\`\`${info}\n${CONFIG}\`\`\`\n`), info).toEqual({ "config.yml": CONFIG });
});

test("code blocks with names in the line before, or in a comment", () => {
  for (const before of [
    "`config/app.yml`",
    "**config/app.yml**:",
    "### config/app.yml",
    "## `config/app.yml`",
    "1. Create the template `config/app.yml`:",
    "File: ./config/app.yml",
  ])
    expect(filesIn(`${before}\n\n~~~yaml\n${CONFIG}~~~\n`), before).toEqual({ "config/app.yml": CONFIG });
  expect(filesIn(`Text.\n\n  \`\`\`\`yaml\n  #! config/app.yml\n  a: 1\n  \`\`\`\`\n`)).toEqual({
    "config/app.yml": "a: 1\n",
  });
});

test("blocks of the same name are all kept, and the command is found", () => {
  const text = `\`a.yml\`\n\`\`\`yaml\na: 1\n\`\`\`\n\n\`a.yml\`\n\`\`\`yaml\na: 2\n\`\`\`\nRun:\n\`\`\`console\n$ ytt -f . -v a=1\na: 1\n\`\`\`\n`;
  expect(recognised(text)).toEqual({
    kind: "files",
    files: [
      { path: "a.yml", content: "a: 1\n" },
      { path: "a-2.yml", content: "a: 2\n" },
    ],
    command: { commandLine: "-v a=1", env: [] },
  });
});

const WORK = workOf({
  title: "Kiln",
  files: [
    { path: "schema.yml", content: SCHEMA },
    { path: "template files/b.yml", content: CONFIG },
  ],
  commandLine: "--data-value a='b c'",
});

test("this page's own Markdown and scripts are recognised", () => {
  const work = workOf({
    ...WORK,
    files: WORK.files.map(({ path, content }) => ({ path: path.replace(" ", "-"), content })),
  });
  const response = { exitStatus: 0, files: [{ path: "schema.yml", content: "no input" }], stdout: "", report: "" };
  const markdown = markdownOf(work, response as unknown as Parameters<typeof markdownOf>[1], "");
  expect(filesIn(markdown)).toEqual({ "schema.yml": SCHEMA, "template-files/b.yml": CONFIG });
  expect(filesIn(scriptOf(WORK))).toEqual({ "schema.yml": SCHEMA, "template files/b.yml": CONFIG });
  expect(recognised(scriptOf(WORK))).toMatchObject({ command: { commandLine: "--data-value 'a=b c'" } });
});

test("here-documents", () => {
  const text = [
    "mkdir -p config",
    "cat > config/a.yml <<EOF",
    "a: \\$x",
    "EOF",
    "cat <<-'END' >b.yml",
    "\tb: \\$x",
    "\tEND",
    'tee c.yml > /dev/null << "EOF"',
    "c: 1",
    "EOF",
    "cat >> c.yml <<EOF",
    "d: 1",
    "EOF",
    "A=1 ytt -f config \\",
    "  --data-values-env A | kubectl apply -f-",
  ].join("\n");
  expect(recognised(text)).toEqual({
    kind: "files",
    files: [
      { path: "config/a.yml", content: "a: $x\n" },
      { path: "b.yml", content: "b: \\$x\n" },
      { path: "c.yml", content: "c: 1\nd: 1\n" },
    ],
    command: { commandLine: "-f config --data-values-env A", env: [{ name: "A", value: "1" }] },
  });
});

test("paths outside of the playground are no files", () => {
  expect(recognised("cat > ../a.yml <<EOF\na: 1\nEOF\ncat > /etc/passwd <<EOF\nx\nEOF\n")).toBe(undefined);
});

test("documents after comments with their paths", () => {
  const expected = { "schema.yml": SCHEMA, "config/app.yml": CONFIG };
  for (const text of [
    `# schema.yml\n${SCHEMA}\n# config/app.yml\n${CONFIG}`,
    `---\n# Source: schema.yml\n${SCHEMA}---\n# Source: config/app.yml\n${CONFIG}`,
    `#! schema.yml\n${SCHEMA}---\n#! config/app.yml\n${CONFIG}\n`,
    `-- schema.yml --\n${SCHEMA}\n-- config/app.yml --\n${CONFIG}`,
    `# schema.yml\r\n${SCHEMA}# config/app.yml\r\n---\r\n${CONFIG}`.replace("---\r\n", ""),
  ])
    expect(filesIn(text.replace("a: 1\n# config", "a: 1\n\n# config")), text).toEqual(expected);
  expect(filesIn("# a.yml\n---\na: 1\n\n# b.yml\n---\nb: 1\n")).toEqual({
    "a.yml": "---\na: 1\n",
    "b.yml": "---\nb: 1\n",
  });
});

test("command lines", () => {
  for (const [text, flags] of [
    ["ytt -f . --data-value a=1", "--data-value a=1"],
    ["ytt -f . -f more.yml", "-f . -f more.yml"],
    ["$ ytt -f config/\na: 1\nb: 2\n", "-f config/"],
    ["  ytt -f . \\\n    -v 'a=b c' > out.yml", "-v 'a=b c'"],
    ["ytt -f a.yml | kbld -f -", "-f a.yml"],
    ["ytt -f a.yml; echo", "-f a.yml"],
    ["/usr/local/bin/ytt -f .", ""],
  ] as const)
    expect(commandOf(text), text).toBe(flags);
});

test("flags lose the prompt and the program before them", () => {
  const flagsOf = (text: string) => flagsIn(text).commandLine;
  expect(flagsOf("$ ytt -f . -v a=1")).toBe("-v a=1");
  expect(flagsOf("ytt -f . \\\n  -v a=1")).toBe("-v a=1");
  expect(flagsOf("ytt")).toBe("");
  expect(flagsIn("A=1 ytt -f a.yml")).toEqual({ commandLine: "-f a.yml", env: [{ name: "A", value: "1" }] });
  for (const flags of ["-v a=1", "yttt -v", "--data-value ytt=1"]) expect(flagsOf(flags)).toBe(flags);
});

test("descriptions", () => {
  const described = (text: string) => {
    const found = recognised(text);
    return found && descriptionOf(found);
  };
  const script = (...paths: string[]) => paths.map((path) => `cat > ${path} <<E\nE\n`).join("");
  expect(described(script("a.yml"))).toBe("This looks like a file: a.yml.");
  expect(described(script("a.yml", "b.yml"))).toBe("This looks like 2 files: a.yml and b.yml.");
  expect(described(script("a", "b", "c", "d", "e", "f"))).toBe("This looks like 6 files: a, b, c and 3 more.");
  expect(described(`${script("a.yml")}ytt -f .\n`)).toBe("This looks like a file: a.yml, and a ytt command.");
});
