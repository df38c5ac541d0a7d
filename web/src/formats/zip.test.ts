import { readdirSync, readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { cpuTime, LIMIT_MS } from "../../testing/cpu-time";
import { DISGUISES, MARKUP, NAMES, pathsOf } from "../../testing/hostile-texts";
import { examples, generatedWorks } from "../../testing/works";
import { type Entry, zipOf } from "../../testing/zip-of";
import type { UserError } from "../core/user-error";
import { summaryOf } from "../core/work";
import { crc32 } from "./crc32";
import { readZip, writeZip } from "./zip";

test("examples and generated works survive a zip", () => {
  for (const { id, work } of [...examples, ...generatedWorks])
    expect(readZip(writeZip(work)), id).toEqual({ work, left: [], saved: true });
});

test("the same work gives the same zip", () => {
  for (const { id, work } of examples) expect(writeZip(work), id).toEqual(writeZip(work));
});

describe("zips from other programs", () => {
  const FOLDER = `${__dirname}/../../../tests/zips`;
  const bytes = (name: string) => readFileSync(`${FOLDER}/${name}`);

  // Made by Python's zipfile and Info-ZIP; some with a byte changed afterwards.
  const expected: Record<string, { files: string[]; left: string[] }> = {
    "plain.zip": { files: ["p/b.yml", "p/ä.yml"], left: [] },
    "streamed.zip": { files: ["a.yml", "b/c.yml"], left: [] },
    "streamed64.zip": { files: ["a.yml"], left: [] },
    "z64.zip": { files: ["a.yml", "d/b.yml"], left: [] },
    "names.zip": {
      files: ["dot.yml", "__proto__", "back/slash.yml", "constructor", "ok.yml"],
      left: ['"../up.yml"', '"/abs.yml"', '"C:/x.yml"', '"a/../b.yml"', '"ok.yml"'],
    },
    "enc.zip": { files: [], left: ["encrypted", "encrypted"] },
    "lzma.zip": { files: [], left: ["unsupported compression method"] },
    "link.zip": { files: ["a.yml"], left: ["is a symbolic link"] },
    "damaged.zip": { files: [], left: ["is corrupted"] },
    "liar.zip": { files: [], left: ["is corrupted"] },
    "about1.zip": { files: ["a.yml"], left: ['"b.yml" is missing'] },
    "about3.zip": { files: ["a.yml"], left: [] },
    "rezipped.zip": { files: ["a.yml", "new.yml"], left: [] },
  };

  test("every zip of the folder is tested", () => {
    expect([...Object.keys(expected), "huge.zip"].toSorted()).toEqual(readdirSync(FOLDER).toSorted());
  });

  for (const [name, { files, left }] of Object.entries(expected)) {
    test(`${name} gives its files, and a message for each that is left out`, () => {
      const read = readZip(bytes(name));
      expect(read.work.files.map(({ path }) => path)).toEqual(files);
      expect(read.left).toEqual(left.map((text) => expect.stringContaining(text)));
    });
  }

  test("one of ours that was packed again still has its title and flags", () => {
    expect(readZip(bytes("rezipped.zip")).work).toMatchObject({
      title: "T",
      commandLine: "-o json",
      files: [{ content: "a: 2\n" }, {}],
    });
  });

  test("one with more than 20 MB is refused", () => {
    expect(() => readZip(bytes("huge.zip"))).toThrow(
      expect.objectContaining({ message: "The zip contains more than 20 MB." }),
    );
  });

  test("a truncated one is refused, wherever it ends", () => {
    const whole = bytes("plain.zip");
    for (let length = 0; length < whole.length; length++) {
      expect(() => readZip(whole.subarray(0, length))).toThrow(
        expect.objectContaining({ message: expect.stringMatching(/not a zip/) }),
      );
    }
  });

  test("with any byte changed, no file has a wrong content", () => {
    const whole = bytes("plain.zip");
    for (let at = 0; at < whole.length; at++) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 255;
      try {
        for (const { content } of readZip(changed).work.files) expect(["a: 1\n", "b: 1\n", ""]).toContain(content);
      } catch (error) {
        expect((error as UserError).message).toMatch(/not a zip|20 MB/);
      }
    }
  });
});

describe("hostile zips", () => {
  const ok = { name: "ok.yml", content: "ok: 1\n" };

  /** The files or the message, and the CPU time that reading took. */
  function read(zip: Uint8Array): { files: string[]; left: string[]; message?: string; milliseconds: number } {
    const begun = cpuTime();
    try {
      const { work, left } = readZip(zip);
      return { files: work.files.map(({ path }) => path), left, milliseconds: cpuTime() - begun };
    } catch (error) {
      return { files: [], left: [], message: (error as { message: string }).message, milliseconds: cpuTime() - begun };
    }
  }

  test("entries that lead out of the folder, or are damaged, encrypted or symbolic links, are left out and named", () => {
    const bad: [Entry, string][] = [
      [{ name: "../up.yml", content: "x" }, "was skipped. Names are paths inside"],
      [{ name: "a/../../up.yml", content: "x" }, "was skipped. Names are paths inside"],
      [{ name: "/etc/passwd", content: "x" }, "was skipped. Names are paths inside"],
      [{ name: "//server/share", content: "x" }, "was skipped. Names are paths inside"],
      [{ name: "C:\\Windows\\x", content: "x" }, "was skipped. Names cannot start with a drive"],
      [{ name: "c:/x", content: "x" }, "was skipped. Names cannot start with a drive"],
      [{ name: "..\\..\\up.yml", content: "x" }, "was skipped. Names are paths inside"],
      [{ name: "a\0b.yml", content: "x" }, "control characters"],
      [{ name: "esc\u001b[2J.yml", content: "x" }, "control characters"],
      [{ name: "line\nbreak.yml", content: "x" }, "control characters"],
      [{ name: "x".repeat(60_000), content: "x" }, "too long"],
      [{ name: "link", content: "/etc/passwd", mode: 0o120777 }, "is a symbolic link"],
      [{ name: "locked", content: "x", flags: 1 }, "is encrypted"],
      [{ name: "crc", content: "x", crc: 7 }, "is corrupted"],
      [{ name: "longer", content: "x", size: 100 }, "is corrupted"],
      [{ name: "shorter", content: "x".repeat(100), size: 1 }, "is corrupted"],
      [{ name: "stored", content: "xx", size: 1, method: 0 }, "is corrupted"],
      [{ name: "nonsense", packed: Buffer.from("nonsense"), size: 3 }, "is corrupted"],
      [{ name: "method", content: "x", method: 99 }, "uses an unsupported compression method"],
      [{ name: "ok.yml", content: "another" }, "Another file has this name"],
    ];
    for (const [entry, why] of bad) {
      const { files, left } = read(zipOf([ok, entry]));
      expect(files, String(entry.name)).toEqual(["ok.yml"]);
      expect(left, String(entry.name)).toEqual([expect.stringContaining(why)]);
      // Names are shortened, and control characters escaped.
      expect(summaryOf(left)).not.toMatch(/\p{Cc}/u);
      expect(summaryOf(left).length).toBeLessThan(300);
    }
    const all = read(zipOf([ok, ...bad.map(([entry]) => entry)]));
    expect(all.files).toEqual(["ok.yml"]);
    expect(all.left).toHaveLength(bad.length);
  });

  test("names are taken as they are: property names of objects, direction marks, not UTF-8", () => {
    const names = [...new Set([...NAMES, ...pathsOf([...MARKUP, ...DISGUISES])])].filter(
      (name) => !name.startsWith("."),
    );
    const { files, left } = read(zipOf(names.map((name) => ({ name, content: "a: 1\n" }))));
    expect(left).toEqual([]);
    expect(files.toSorted()).toEqual(names.toSorted());
    expect(read(zipOf([{ name: Uint8Array.of(0xe4, 0xff, 0x61), content: "x" }])).files).toEqual(["äÿa"]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test("bombs are not unpacked: with true or false sizes, nested or overlapping", () => {
    const zeros = Buffer.alloc(40_000_000);
    const packed = { crc: crc32(zeros), packed: deflateRawSync(zeros) };
    for (const [what, zip, expected] of [
      [
        "one of 40 MB",
        zipOf([ok, { name: "bomb", ...packed, size: zeros.length }]),
        "The zip contains more than 20 MB.",
      ],
      [
        "60,000 of 1 MB each",
        zipOf(
          Array.from({ length: 60_000 }, (_, at) => ({ name: `f${at}`, ...packed, size: 1_000_000, same: at > 0 })),
        ),
        "The zip contains more than 20 MB.",
      ],
      ["one with too small a size", zipOf([ok, { name: "bomb", ...packed, size: 10 }]), "is corrupted"],
      [
        "40,000 that overlap, with too small a size",
        zipOf(Array.from({ length: 40_000 }, (_, at) => ({ name: `f${at}`, ...packed, size: 10, same: at > 0 }))),
        "is corrupted",
      ],
      [
        "40,000 named as our own entry",
        zipOf(
          Array.from({ length: 40_000 }, (_, at) => ({
            name: `.ytterby-${at + 1}.json`,
            ...packed,
            size: 400,
            same: at > 0,
          })),
        ),
        "",
      ],
      ["40 MB that claim to be 19", zipOf([ok, { name: "bomb", ...packed, size: 19_000_000 }]), "is corrupted"],
      [
        "a zip in a zip",
        zipOf([ok, { name: "inner.zip", content: zipOf([{ name: "bomb", ...packed, size: zeros.length }]) }]),
        "",
      ],
    ] as const) {
      const { files, left, message, milliseconds } = read(zip);
      expect(`${message ?? ""} ${left.join(" ")}`, what).toContain(expected);
      expect(milliseconds, what).toBeLessThan(LIMIT_MS);
      expect(files.length, what).toBeLessThanOrEqual(2);
    }
  });

  test("of 65,000 entries as many files are read as a playground may have, and a message says that there are more", () => {
    const content = Buffer.from("a: 1\n");
    const file = { content, crc: crc32(content), packed: deflateRawSync(content) };
    const many = (name: (at: number) => string) =>
      zipOf(Array.from({ length: 65_000 }, (_, at) => ({ name: name(at), ...file })));
    const files = read(many((at) => `f${at}.yml`));
    expect(files.files).toHaveLength(200);
    expect(files.left).toEqual(["Only the first 200 files were read."]);
    const out = read(many((at) => (at === 64_999 ? "ok.yml" : `../${at}`)));
    expect(out.files).toEqual(["ok.yml"]);
    expect(summaryOf(out.left)).toMatch(/And 64994 more\.$/);
    const same = read(many(() => "ok.yml"));
    expect(same.files).toEqual(["ok.yml"]);
    expect(same.left).toHaveLength(64_999);
    for (const { milliseconds } of [files, out, same]) expect(milliseconds).toBeLessThan(LIMIT_MS);
  });

  test("zips with a wrong end record are refused", () => {
    for (const end of [{ count: 60_000 }, { at: 0xfffffff0 }, { at: 7 }, { count: 3, at: 2 ** 31 }]) {
      expect(read(zipOf([ok], end)).message, JSON.stringify(end)).toBe("This is not a zip file, or it is corrupted.");
    }
    // zip64, with an impossible number of entries.
    const zip = Buffer.from(zipOf([ok]));
    const wide = Buffer.alloc(76);
    wide.writeUInt32LE(0x06064b50, 0);
    wide.writeBigUInt64LE(2n ** 63n, 32);
    wide.writeUInt32LE(0x07064b50, 56);
    wide.writeBigUInt64LE(BigInt(zip.length - 22), 64);
    const end = Buffer.from(zip.subarray(-22));
    end.writeUInt16LE(0xffff, 10);
    expect(read(Buffer.concat([zip.subarray(0, -22), wide, end])).message).toBe(
      "This is not a zip file, or it is corrupted.",
    );
  });
});
