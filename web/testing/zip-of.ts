// Zips with any content, valid or not.
import { deflateRawSync } from "node:zlib";
import { crc32 } from "../src/formats/crc32";

export interface Entry {
  name: string | Uint8Array;
  content?: Uint8Array | string;
  /** These replace the true values in the central directory. */
  crc?: number;
  size?: number;
  flags?: number;
  mode?: number;
  method?: number;
  /** The entry refers to the data of the previous one. */
  same?: boolean;
  packed?: Uint8Array;
}

/** A zip with any entries, valid or not. `end` replaces values in the end record. */
export function zipOf(entries: readonly Entry[], end: { count?: number; at?: number } = {}): Uint8Array {
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
