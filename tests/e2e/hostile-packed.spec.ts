// Zips, links, bundles, gists and Markdown that would fill the memory, hold the page up, or leave the folder that they are put in: each ends in a
// message that names what was left out, in no more time than somebody waits.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { type Page, expect as plainExpect, test as plainTest } from "@playwright/test";
import { parsed } from "../../web/src/gallery/markdown";
import { html } from "../../web/src/page/html";
import { readAddress } from "../../web/src/share/address";
import { toBase64url } from "../../web/src/share/base64url";
import { isBundle, readBundle } from "../../web/src/share/bundle";
import { crc32 } from "../../web/src/share/crc32";
import { gistId } from "../../web/src/share/gist";
import { readLink, writeLink } from "../../web/src/share/link";
import { markdownOf } from "../../web/src/share/markdown";
import { scriptOf } from "../../web/src/share/script";
import { readZip } from "../../web/src/share/zip";
import { told, workOf } from "../../web/src/work/work";
import {
  CONTROLS,
  count,
  DISGUISES,
  expectUnharmed,
  GROUPS,
  guard,
  MARKUP,
  NAMES,
  pathsOf,
  remember,
  sayCount,
} from "./hostile";
import { expect, Playground, test, watch } from "./playground";

// The machine may be busy.
plainTest.describe.configure({ timeout: 180_000 });
plainTest.afterEach(() => sayCount());

interface Made {
  name: string | Uint8Array;
  content?: Uint8Array | string;
  /** What the directory says in place of what is so. */
  crc?: number;
  size?: number;
  flags?: number;
  mode?: number;
  method?: number;
  /** The entry is the bytes of the one before. */
  same?: boolean;
  packed?: Uint8Array;
}

/** A zip of whatever entries, true or not. */
function zipOf(entries: readonly Made[], end: { count?: number; at?: number } = {}): Uint8Array {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  let start = 0;
  for (const one of entries) {
    const name = Buffer.from(one.name);
    const content = Buffer.from(one.content ?? "");
    const packed = Buffer.from(one.packed ?? (one.method === 0 ? content : deflateRawSync(content)));
    const crc = one.crc ?? crc32(content);
    const size = one.size ?? content.length;
    if (!one.same) {
      const local = Buffer.alloc(30);
      local.writeUInt32LE(0x04034b50, 0);
      local.writeUInt16LE(one.method ?? 8, 8);
      local.writeUInt32LE(crc, 14);
      local.writeUInt32LE(packed.length, 18);
      local.writeUInt32LE(size, 22);
      local.writeUInt16LE(name.length, 26);
      start = at;
      bodies.push(local, name, packed);
      at += 30 + name.length + packed.length;
    }
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(one.mode === undefined ? 20 : (3 << 8) | 20, 4);
    entry.writeUInt16LE(one.flags ?? 0, 8);
    entry.writeUInt16LE(one.method ?? 8, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(((one.mode ?? 0) << 16) >>> 0, 38);
    entry.writeUInt32LE(start, 42);
    directory.push(entry, name);
  }
  const list = Buffer.concat(directory);
  const last = Buffer.alloc(22);
  last.writeUInt32LE(0x06054b50, 0);
  last.writeUInt16LE(Math.min(0xfffe, end.count ?? entries.length), 10);
  last.writeUInt32LE(list.length, 12);
  last.writeUInt32LE(end.at ?? at, 16);
  return Buffer.concat([...bodies, list, last]);
}

/** What becomes of it, and how long that took. */
function taken(zip: Uint8Array): { files: string[]; left: string[]; message?: string; milliseconds: number } {
  const begun = busy();
  count(1);
  try {
    const { work, left } = readZip(zip);
    return { files: work.files.map(({ path }) => path), left, milliseconds: busy() - begun };
  } catch (error) {
    return {
      files: [],
      left: [],
      message: (error as { message: string }).message,
      milliseconds: busy() - begun,
    };
  }
}

/** Milliseconds that this process has worked: others may be at work as well. */
const busy = () => process.cpuUsage().user / 1000;

/** Longer than this nobody waits. */
const PATIENCE = 4_000;
const ok = { name: "ok.yml", content: "ok: 1\n" };

plainTest("zips that lead out of the folder, lie, lock or link: what is good is taken, the rest is named", () => {
  const bad: [Made, string][] = [
    [{ name: "../up.yml", content: "x" }, "was left out. A name is a path inside"],
    [{ name: "a/../../up.yml", content: "x" }, "was left out. A name is a path inside"],
    [{ name: "/etc/passwd", content: "x" }, "was left out. A name is a path inside"],
    [{ name: "//server/share", content: "x" }, "was left out. A name is a path inside"],
    [{ name: "C:\\Windows\\x", content: "x" }, "was left out. A name does not begin with a drive"],
    [{ name: "c:/x", content: "x" }, "was left out. A name does not begin with a drive"],
    [{ name: "..\\..\\up.yml", content: "x" }, "was left out. A name is a path inside"],
    [{ name: "a\0b.yml", content: "x" }, "control characters"],
    [{ name: "esc\u001b[2J.yml", content: "x" }, "control characters"],
    [{ name: "line\nbreak.yml", content: "x" }, "control characters"],
    [{ name: "x".repeat(60_000), content: "x" }, "too long"],
    [{ name: "link", content: "/etc/passwd", mode: 0o120777 }, "is a link to another file"],
    [{ name: "locked", content: "x", flags: 1 }, "is locked with a password"],
    [{ name: "crc", content: "x", crc: 7 }, "is damaged"],
    [{ name: "longer", content: "x", size: 100 }, "is damaged"],
    [{ name: "shorter", content: "x".repeat(100), size: 1 }, "is damaged"],
    [{ name: "stored", content: "xx", size: 1, method: 0 }, "is damaged"],
    [{ name: "nonsense", packed: Buffer.from("nonsense"), size: 3 }, "is damaged"],
    [{ name: "method", content: "x", method: 99 }, "is packed in a way that is not known"],
    [{ name: "ok.yml", content: "another" }, "There is another of that name"],
  ];
  for (const [one, why] of bad) {
    const { files, left } = taken(zipOf([ok, one]));
    plainExpect(files, String(one.name)).toEqual(["ok.yml"]);
    plainExpect(left, String(one.name)).toEqual([plainExpect.stringContaining(why)]);
    // The message has the beginning of the name, and no control character as it is.
    plainExpect(told(left)).not.toMatch(/\p{Cc}/u);
    plainExpect(told(left).length).toBeLessThan(300);
  }
  const all = taken(zipOf([ok, ...bad.map(([one]) => one)]));
  plainExpect(all.files).toEqual(["ok.yml"]);
  plainExpect(all.left).toHaveLength(bad.length);
});

plainTest("names in a zip are what they are: those of objects, turned around, and not in UTF-8", () => {
  const names = [...new Set([...NAMES, ...pathsOf([...MARKUP, ...DISGUISES])])].filter((name) => !name.startsWith("."));
  const { files, left } = taken(zipOf(names.map((name) => ({ name, content: "a: 1\n" }))));
  plainExpect(left).toEqual([]);
  plainExpect(files.toSorted()).toEqual(names.toSorted());
  plainExpect(taken(zipOf([{ name: Uint8Array.of(0xe4, 0xff, 0x61), content: "x" }])).files).toEqual(["äÿa"]);
  plainExpect(Object.keys(Object.prototype)).toEqual([]);
  count(names.length);
});

plainTest("bombs are not unpacked: by what they say, by what they are, nested and overlapping", () => {
  const zeros = Buffer.alloc(40_000_000);
  const kernel = deflateRawSync(zeros);
  const mega = { crc: crc32(zeros), packed: kernel };
  for (const [what, zip, expected] of [
    ["one of 40 MB", zipOf([ok, { name: "bomb", ...mega, size: zeros.length }]), "The zip holds more than 20 MB."],
    [
      "many of a little each",
      zipOf(Array.from({ length: 60_000 }, (_, at) => ({ name: `f${at}`, ...mega, size: 1_000_000, same: at > 0 }))),
      "The zip holds more than 20 MB.",
    ],
    ["one that says it is short", zipOf([ok, { name: "bomb", ...mega, size: 10 }]), "is damaged"],
    [
      "40,000 that overlap and say they are short",
      zipOf(Array.from({ length: 40_000 }, (_, at) => ({ name: `f${at}`, ...mega, size: 10, same: at > 0 }))),
      "is damaged",
    ],
    [
      "40,000 of ours",
      zipOf(
        Array.from({ length: 40_000 }, (_, at) => ({
          name: `.ytterby-${at + 1}.json`,
          ...mega,
          size: 400,
          same: at > 0,
        })),
      ),
      "",
    ],
    ["19 MB that turn out to be 40", zipOf([ok, { name: "bomb", ...mega, size: 19_000_000 }]), "is damaged"],
    [
      "a zip in a zip",
      zipOf([ok, { name: "inner.zip", content: zipOf([{ name: "bomb", ...mega, size: zeros.length }]) }]),
      "",
    ],
  ] as const) {
    const { files, left, message, milliseconds } = taken(zip);
    plainExpect(`${message ?? ""} ${left.join(" ")}`, what).toContain(expected);
    plainExpect(milliseconds, what).toBeLessThan(PATIENCE);
    plainExpect(files.length, what).toBeLessThanOrEqual(2);
  }
});

plainTest("65,000 entries: as many files as a playground holds, and that it holds no more is told", () => {
  const many = (name: (at: number) => string) =>
    zipOf(Array.from({ length: 65_000 }, (_, at) => ({ name: name(at), content: "a: 1\n" })));
  const files = taken(many((at) => `f${at}.yml`));
  plainExpect(files.files).toHaveLength(200);
  plainExpect(files.left).toEqual(["Only 200 files were taken."]);
  const out = taken(many((at) => (at === 64_999 ? "ok.yml" : `../${at}`)));
  plainExpect(out.files).toEqual(["ok.yml"]);
  plainExpect(told(out.left)).toMatch(/And 64994 more like these\.$/);
  const same = taken(many(() => "ok.yml"));
  plainExpect(same.files).toEqual(["ok.yml"]);
  plainExpect(same.left).toHaveLength(64_999);
  for (const { milliseconds } of [files, out, same]) plainExpect(milliseconds).toBeLessThan(PATIENCE);
});

plainTest("directories that lie about themselves are no zips", () => {
  for (const end of [{ count: 60_000 }, { at: 0xfffffff0 }, { at: 7 }, { count: 3, at: 2 ** 31 }]) {
    plainExpect(taken(zipOf([ok], end)).message, JSON.stringify(end)).toBe("This is not a zip, or it is damaged.");
  }
  // With zip64, a count that no zip has.
  const zip = Buffer.from(zipOf([ok]));
  const wide = Buffer.alloc(76);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(2n ** 63n, 32);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(zip.length - 22), 64);
  const end = Buffer.from(zip.subarray(-22));
  end.writeUInt16LE(0xffff, 10);
  plainExpect(taken(Buffer.concat([zip.subarray(0, -22), wide, end])).message).toBe(
    "This is not a zip, or it is damaged.",
  );
});

const link = (payload: Uint8Array, base = "d") => {
  const before = `y1:${base}.${toBase64url(deflateRawSync(payload))}`;
  const crc = crc32(new TextEncoder().encode(before));
  return `${before}.${toBase64url(Uint8Array.of(crc >>> 24, crc >>> 16, crc >>> 8, crc))}`;
};

plainTest("links that hold gigabytes, nothing, or what no playground has", async () => {
  const text = (header: unknown) => Buffer.from(`${typeof header === "string" ? header : JSON.stringify(header)}\n`);
  const deep = `{"f":[],"k":[{"value":"a","is":${"[".repeat(100_000)}${"]".repeat(100_000)}}]}`;
  for (const [what, payload, expected] of [
    ["zeros", Buffer.alloc(300_000_000), "more than 8 MB"],
    ["a header without end", Buffer.alloc(9_000_000, "["), "more than 8 MB"],
    ["arrays in arrays", Buffer.concat([Buffer.alloc(3_000_000, "["), Buffer.from("\n")]), "damaged"],
    ["a value nested without end", text(deep), "nested too deep"],
    [
      "files that are no files",
      text({ f: [1, null, "x", [], ["a"], ["a", -1], ["a", "1"], [["a"], 1], { 0: "a", 1: 1 }] }),
      "",
    ],
    [
      "lengths that lie",
      text({
        f: [
          ["a.yml", 1e308],
          ["b.yml", 9e15],
          ["c.yml", 0.5],
          ["d.yml", Number.MAX_SAFE_INTEGER],
        ],
      }),
      "is cut off",
    ],
    ["300,000 files", text({ f: Array.from({ length: 300_000 }, (_, at) => [`f${at}`, 0]) }), "Only 200 files"],
    ["300,000 files of one name", text({ f: Array.from({ length: 300_000 }, () => ["f", 0]) }), "another of that name"],
    [
      "fields that are something else",
      text({ f: {}, t: [], d: {}, l: 1, o: "0", c: {}, e: "x", k: "x", n: [[]], w: {} }),
      "",
    ],
    [
      "prototypes",
      text(
        `{"f":[["__proto__",0]],"__proto__":{"t":"x","polluted":1},"constructor":{"prototype":{"polluted":1}},"e":[["__proto__","1"]],"k":[{"__proto__":{"polluted":1},"value":"a","is":{"__proto__":{"polluted":1}}}],"n":[["__proto__","",[["__proto__","x"]],["__proto__"]]]}`,
      ),
      "",
    ],
    [
      "150,000 variables",
      text({ f: [], e: Array.from({ length: 150_000 }, (_, at) => [`V${at}`, "x"]) }),
      "Only 1000 of 150000 variables",
    ],
  ] as const) {
    const begun = busy();
    const read = await readLink(link(payload), async () => undefined);
    const said =
      read.kind === "work"
        ? told(read.left)
        : read.message + told(read.kind === "damaged" ? (read.read?.left ?? []) : []);
    plainExpect(said, what).toContain(expected);
    plainExpect(busy() - begun, what).toBeLessThan(PATIENCE);
    plainExpect(({} as { polluted?: number }).polluted, what).toBeUndefined();
    count(1);
    if (read.kind !== "work") continue;
    // It can be shared again, and is the same.
    const again = await readLink(writeLink(read.work), async () => undefined);
    plainExpect(again, what).toEqual({ kind: "work", work: read.work, left: [] });
  }
});

plainTest("long addresses are told from others without a wait", () => {
  const dots = ".".repeat(1_500_000);
  const blanks = " ".repeat(1_500_000);
  for (const address of [
    `#example:${dots}x`,
    `#gist:${dots}x`,
    `#gist:https://gist.github.com/${blanks}x`,
    `#${dots}x`,
    `#example:${"…".repeat(500_000)}x`,
    `#y1:${dots}`,
  ]) {
    const begun = busy();
    const read = readAddress(address);
    if (read.kind === "gist") gistId(read.url);
    plainExpect(busy() - begun, address.slice(0, 20)).toBeLessThan(PATIENCE / 4);
    count(1);
  }
  for (const text of [
    "\n".repeat(2_000_000),
    "#\n".repeat(1_000_000),
    "---\n".repeat(500_000),
    " \n".repeat(1_000_000),
  ]) {
    const begun = busy();
    plainExpect(isBundle(text)).toBe(false);
    plainExpect(busy() - begun).toBeLessThan(PATIENCE / 4);
    count(1);
  }
});

plainTest("Markdown that is nested or marked without end is read in no time, and not too deep", () => {
  const depth = (node: ReturnType<typeof parsed>): number =>
    1 + Math.max(0, ...node.children.slice(0, 1000).map(depth));
  for (const source of [
    `${">".repeat(100_000)} x`,
    "- ".repeat(50_000),
    "[".repeat(100_000),
    `${"[a](".repeat(30_000)}`,
    "*a **b ".repeat(20_000),
    "`".repeat(100_000),
    `${"<a ".repeat(30_000)}`,
    `${"![".repeat(50_000)}`,
    "~~~\n".repeat(30_000),
    `${"    ".repeat(40_000)}x`,
  ]) {
    const begun = busy();
    plainExpect(depth(parsed(source.slice(0, 200_000))), source.slice(0, 10)).toBeLessThanOrEqual(42);
    plainExpect(busy() - begun, source.slice(0, 10)).toBeLessThan(PATIENCE);
    count(1);
  }
});

plainTest("a template marks text between tags and in what is read, and nothing else", () => {
  const odd = "a\u202eb";
  const said = "a⟨U+202E⟩b";
  const { values } =
    html`<p title=${odd} id=${odd} aria-label="x ${odd} y > ${odd}" .value=${odd} href=${odd} @click=${odd}>${odd} ${["plain", odd, [odd]]}<option>${odd}</option></p><!-- ${"plain"} -->${"plain"}`;
  const pieces = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(pieces) : typeof value === "string" ? value : "mark";
  plainExpect(values.map(pieces)).toEqual([
    said,
    odd,
    said,
    said,
    odd,
    odd,
    odd,
    ["a", "mark", "b"],
    ["plain", ["a", "mark", "b"], [["a", "mark", "b"]]],
    said,
    "plain",
    "plain",
  ]);
  count(9);
});

plainTest("a schema to import that is a bomb, or goes down without end", async () => {
  const engine = await import("../wasm/engine.mjs");
  const aliases = `a0: &a0 {type: string}\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} {anyOf: [${Array(10).fill(`*a${at}`).join()}]}`).join("\n")}\ntype: object\nproperties: {x: *a30}\n`;
  const deep = `${'{"type":"array","items":'.repeat(20_000)}{}${"}".repeat(20_000)}`;
  const round = JSON.stringify({ type: "object", properties: { a: { $ref: "#" }, b: { $ref: "#/properties/b" } } });
  const names = JSON.stringify({
    type: "object",
    properties: Object.fromEntries(NAMES.map((name) => [name, { type: "string" }])),
  });
  for (const text of [aliases, deep, round, names.replace('"0"', '"__proto__":{"type":"string"},"0"')]) {
    const begun = busy();
    const read = (await engine.ask("importSchema", text)) as { schema?: string | null; error?: string | null };
    plainExpect(Boolean(read.schema) || Boolean(read.error), text.slice(0, 40)).toBe(true);
    plainExpect((read.schema ?? "").length).toBeLessThan(5_000_000);
    plainExpect(busy() - begun, text.slice(0, 40)).toBeLessThan(PATIENCE);
    count(1);
  }
});

plainTest("a bundle of aliases, of nesting, of everything else that it must not be", async () => {
  const engine = await import("../wasm/engine.mjs");
  const bomb = (by: string) =>
    `ytterby: 1\na0: &a0 ${by}\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(10).fill(`*a${at}`).join()}]`).join("\n")}\n`;
  const files = "files: [{path: a.yml, content: 'a: 1'}]\n";
  for (const [what, text, expected] of [
    ["aliases of aliases", bomb("[x, x, x]"), /unknown field|alias|anchors|large|copy/],
    [
      "aliases where a file is",
      `ytterby: 1\nfiles:\n- path: a.yml\n  content: &a "${"x".repeat(5000)}"\n${Array.from({ length: 400 }, (_, at) => `- {path: f${at}.yml, content: *a}`).join("\n")}\n`,
      /anchors|alias|copy|megabyte/,
    ],
    [
      "merges of merges",
      `ytterby: 1\nenv: &e {A: x}\n${files}variants:\n${Array.from({ length: 50 }, (_, at) => `- {name: v${at}, env: {<<: *e}}`).join("\n")}\n`,
      /./,
    ],
    [
      "nesting",
      `ytterby: 1\n${files}checks:\n- {value: a, is: ${"[".repeat(5000)}${"]".repeat(5000)}}\n`,
      /nested|deep/,
    ],
    ["a name of objects", `ytterby: 1\n__proto__: {polluted: 1}\n${files}`, /unknown field|__proto__/],
    ["a tag", `ytterby: 1\ntitle: !!js/function 'x'\n${files}`, /./],
    ["a key that is a map", `ytterby: 1\n? {a: 1}\n: x\n${files}`, /./],
    ["two of one key", `ytterby: 1\ntitle: a\ntitle: b\n${files}`, /title|duplicate/],
  ] as const) {
    const begun = busy();
    const read = (await engine.ask("readBundle", text)) as { bundle?: unknown; problem?: { message: string } };
    plainExpect(read.problem?.message ?? "read", what).toMatch(expected);
    plainExpect(busy() - begun, what).toBeLessThan(PATIENCE);
    plainExpect(({} as { polluted?: number }).polluted, what).toBeUndefined();
    count(1);
  }
  const named = `ytterby: 1\nfiles:\n${NAMES.map((name) => `- {path: "${name}", content: "x"}`).join("\n")}\nenv:\n${NAMES.map((name) => `  "${name}": "${name}"`).join("\n")}\n`;
  const { work, left } = await readBundle({ ask: async () => engine.ask("readBundle", named) as never }, named);
  plainExpect(left).toEqual([]);
  plainExpect(work.files.map(({ path }) => path)).toEqual([...NAMES]);
  plainExpect(work.env).toEqual(NAMES.map((name) => ({ name, value: name })));
});

// What is taken out: the script is really run, with a command in place of ytt that says how it was called.

/** Not a shell script: shells drop variables with names that they do not like. */
const FAKE = `#!${process.execPath}
const { cpSync, readFileSync, writeFileSync } = require("node:fs");
writeFileSync(process.env.LOG, JSON.stringify({ args: process.argv.slice(2), env: readFileSync('/proc/self/environ', 'utf8').split('\\0') }));
cpSync(".", process.env.LOG + ".copy", { recursive: true });
`;

function runScript(script: string, shell: string) {
  const folder = mkdtempSync(join(tmpdir(), "ytterby-hostile-"));
  const bin = join(folder, "bin");
  const home = join(folder, "home");
  mkdirSync(bin);
  mkdirSync(home);
  writeFileSync(join(bin, "ytt"), FAKE, { mode: 0o755 });
  const log = join(folder, "log");
  const run = spawnSync(shell, [], {
    input: script,
    cwd: home,
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: home, LOG: log, TMPDIR: folder },
  });
  return { folder, home, log, run };
}

for (const shell of ["sh", "bash", "busybox"].filter((name) => name !== "busybox" && existsSync(`/bin/${name}`))) {
  plainTest(`a script made of hostile texts, run by ${shell}, calls ytt with them and does nothing else`, async () => {
    for (const [group, texts] of Object.entries(GROUPS)) {
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
      // What a terminal would act on, or turn around, is not in it as it is.
      plainExpect(script.replaceAll(/[\n\t]/g, ""), group).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u);
      const { home, log, run } = runScript(script, shell);
      plainExpect(String(run.stderr), group).toBe("");
      plainExpect(readdirSync(home), group).toEqual([]);
      const { args, env } = JSON.parse(readFileSync(log, "utf8"));
      plainExpect(args.slice(-words.length), group).toEqual(words);
      for (const { name, value } of work.env) plainExpect(env, `${group} ${name}`).toContain(`${name}=${value}`);
      plainExpect(
        readdirSync(`${log}.copy`, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length,
      ).toBe(files.length);
      for (const file of files)
        plainExpect(readFileSync(join(`${log}.copy`, file.path), "utf8"), `${group} ${file.path}`).toBe(file.content);
      count(texts.length * 5);
    }
  });
}

plainTest("Markdown made of hostile texts keeps them in code", () => {
  for (const texts of [...Object.values(GROUPS), ["```", "~~~", "`````\n````", "</details>", "` `` ```"]] as const) {
    for (const text of texts) {
      const markdown = markdownOf(
        workOf({
          title: text,
          files: [{ path: pathsOf([text])[0] ?? "a.yml", content: `${text}\n\`\`\`\n${text}` }],
          commandLine: text,
          env: [{ name: "A", value: text }],
        }),
        { exitStatus: 1, files: [], stdout: text, report: `${text}\n\`\`\`\`\n` } as never,
        "",
      );
      // As Markdown reads it, the text is in code wherever it stands but in the heading.
      const tree = parsed(markdown);
      const names = tree.children.map(({ name }) => name);
      plainExpect(names, text).not.toContain("HTMLBlock");
      plainExpect(names.filter((name) => name === "FencedCode").length, text).toBe(4);
      // The heading is words: no link, no image, no markup, no emphasis.
      const heading = tree.children.find(({ name }) => name === "ATXHeading2");
      const marks = (heading?.children ?? [])
        .map(({ name }) => name)
        .filter((name) => !/^(HeaderMark|Escape|URL)$/.test(name));
      plainExpect(marks, text).toEqual([]);
      const inline = tree.children
        .filter(({ name }) => name === "Paragraph")
        .flatMap(({ children }) => children.map(({ name }) => name));
      plainExpect(
        inline.filter((name) => name !== "InlineCode"),
        text,
      ).toEqual([]);
      count(1);
    }
  }
  const begun = busy();
  const ticks = Array.from({ length: 300_000 }, () => "```").join("\n");
  plainExpect(markdownOf(workOf({ files: [{ path: "a.yml", content: ticks }] }), undefined, "")).toContain("````yaml");
  const ends = Array.from({ length: 1_900 }, (_, at) => `END_OF_FILE${"_".repeat(at)}`).join("\n");
  plainExpect(scriptOf(workOf({ files: [{ path: "a.yml", content: `${ends}\n` }] }))).toContain(
    `END_OF_FILE${"_".repeat(1_900)}`,
  );
  plainExpect(busy() - begun).toBeLessThan(PATIENCE);
  count(2);
});

// In the page.

async function drop(page: Page, name: string, content: Uint8Array): Promise<void> {
  await page.locator("#open-bundle").setInputFiles({ name, mimeType: "application/zip", buffer: Buffer.from(content) });
}

test("the page says what it left out of a zip, and goes on", async ({ playground, page }) => {
  await guard(page);
  await playground.open();
  await remember(page);
  const zeros = Buffer.alloc(40_000_000);
  const bomb = { name: "bomb", crc: crc32(zeros), packed: deflateRawSync(zeros) };
  const notice = page.locator("footer .notice");
  await drop(page, "bomb.zip", zipOf([ok, { ...bomb, size: zeros.length }]));
  await expect(notice).toContainText("bomb.zip: The zip holds more than 20 MB.");
  await drop(page, "liar.zip", zipOf([ok, { ...bomb, size: 5 }, { name: "../up\u202e.yml", content: "x" }]));
  await expect(notice).toContainText("is damaged, and was left out.");
  await expect(notice.locator(".unseen")).toHaveAttribute("data-number", "U+202E");
  await expect(page.locator(".file-tab")).toHaveCount(1);
  await drop(page, "huge.zip", new Uint8Array(21_000_000));
  await expect(notice).toContainText("huge.zip is larger than 20 MB.");
  count(3);
  await expectUnharmed(page, "zips");
  await playground.write("after: #@ 1 + 1\n");
  await expect(playground.output).toContainText("after: 2");
  sayCount();
});

test("the page says that a link holds too much, and goes on", async ({ playground, page }) => {
  await guard(page);
  await playground.open();
  await remember(page);
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    link(Buffer.alloc(300_000_000)),
  );
  await expect(page.getByText("This link holds more than 8 MB")).toBeVisible();
  await page.getByRole("button", { name: "Back to my work" }).click();
  await playground.openFile("plan.yml");
  await playground.write("after: #@ 1 + 1\n");
  await expect(playground.output).toContainText("after: 2");
  await expectUnharmed(page, "link");
  count(1);
  sayCount();
});

plainTest.describe("gists", () => {
  const file = (filename: unknown, more: object = {}) => ({ filename, content: "a: 1\n", ...more });
  const cases: [string, string, RegExp][] = [
    [
      "too large",
      `{"files":{"a.yml":${JSON.stringify(file("a.yml", { content: "x".repeat(21_000_000) }))}}}`,
      /The gist holds more than 20 MB/,
    ],
    ["no JSON", "<!doctype html><script>hacked=1</script>", /no gist/],
    ["null", "null", /no gist/],
    ["a list", "[1,2,3]", /no gist/],
    [
      "files that are none",
      JSON.stringify({ files: { a: null, b: 1, c: [], d: {} }, description: { toString: 1 } }),
      /left out/,
    ],
    [
      "names that are none",
      JSON.stringify({ files: [file(null), file(1), file("../up"), file("ok.yml"), file("C:/x")] }),
      /was left out/,
    ],
    [
      "many",
      JSON.stringify({
        files: Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`f${at}`, file(`f${at}.yml`)])),
      }),
      /Only 200 files/,
    ],
    [
      "prototypes",
      `{"description":"x","files":{"__proto__":${JSON.stringify(file("__proto__"))},"constructor":${JSON.stringify(file("constructor"))}}}`,
      /Gist: x/,
    ],
    [
      "texts elsewhere",
      JSON.stringify({
        files: {
          a: file("a.yml", { truncated: true, raw_url: "https://evil.test/a" }),
          b: file("b.yml", { truncated: true, raw_url: "https://gist.githubusercontent.com.evil.test/" }),
          c: file("ok.yml"),
        },
      }),
      /too large/,
    ],
    [
      "hostile texts",
      JSON.stringify({
        description: MARKUP.join(" ") + DISGUISES.join(" ") + CONTROLS.join(" "),
        files: Object.fromEntries(
          [...MARKUP, ...DISGUISES, ...CONTROLS, ...NAMES].map((text) => [text, file(text, { content: text })]),
        ),
      }),
      /./,
    ],
  ];
  for (const [what, body, expected] of cases) {
    plainTest(`that are ${what} end in a message or in their files`, async ({ page, baseURL }) => {
      const origin = new URL(baseURL ?? "").origin;
      const wrong = await watch(page, origin);
      const dialogs = await guard(page);
      await page.route("https://api.github.com/**", (route) =>
        route.fulfill({ body, headers: { "access-control-allow-origin": "*" } }),
      );
      await page.goto(`${baseURL}`);
      await expect(new Playground(page).status).toContainText("Rendered in");
      await remember(page);
      await page.evaluate(() => {
        location.hash = "#gist:0123456789abcdef0123";
      });
      await page.getByRole("button", { name: "Load the gist" }).click();
      await plainExpect(page.locator("ytterby-page .opened-bar").filter({ hasText: expected }).first()).toBeVisible();
      count(1);
      await expectUnharmed(page, what);
      plainExpect(dialogs).toEqual([]);
      plainExpect(
        wrong.filter(
          (one) => !one.startsWith("asked another origin: https://api.github.com/gists/0123456789abcdef0123"),
        ),
      ).toEqual([]);
    });
  }
});
