// Reads the entries of a zip, in the order of its directory (APPNOTE 6.3, with zip64). fflate inflates them, but its own zip reader returns encrypted
// entries as if they were not, ignores checksums, and does not support zip64 for single entries.
import { Inflate } from "fflate";
import { crc32 } from "./crc32";

export interface Entry {
  name: string;
  /** The uncompressed size, according to the directory. */
  size: number;
  /** Returns the bytes, or why there are none. */
  read: () => Uint8Array | string;
}

const FULL = 0xffffffff;

/** Throws a RangeError if this is not a zip, or its directory is damaged. */
export function zipEntries(zip: Uint8Array): Entry[] {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
  const u16 = (at: number) => view.getUint16(at, true);
  const u32 = (at: number) => view.getUint32(at, true);
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  const expect = (at: number, signature: number) => {
    if (u32(at) !== signature) throw new RangeError("not a zip");
  };

  // A comment follows the record at the end.
  let end = zip.length - 22;
  while (end > zip.length - 70_000 && u32(end) !== 0x06054b50) end--;
  expect(end, 0x06054b50);
  let count = u16(end + 10);
  let at = u32(end + 16);
  if (count === 0xffff || at === FULL) {
    expect(end - 20, 0x07064b50);
    const record = u64(end - 12);
    expect(record, 0x06064b50);
    count = u64(record + 32);
    at = u64(record + 48);
  }

  const entries: Entry[] = [];
  for (let n = 0; n < count; n++) {
    expect(at, 0x02014b50);
    const [flags, method, crc] = [u16(at + 8), u16(at + 10), u32(at + 16)];
    const [nameLength, extraLength, commentLength] = [u16(at + 28), u16(at + 30), u16(at + 32)];
    // Unix file type; other systems leave these bits empty.
    const isLink = ((u32(at + 38) >>> 16) & 0o170000) === 0o120000;
    const name = text(zip.subarray(at + 46, at + 46 + nameLength));
    // Numbers that are too large for their fields are in the zip64 extra field, in this order.
    const wide = extra(view, at + 46 + nameLength, extraLength);
    const number = (field: number) => {
      if (u32(field) !== FULL || wide === undefined) return u32(field);
      const value = u64(wide.at);
      wide.at += 8;
      return value;
    };
    const size = number(at + 24);
    const packed = number(at + 20);
    const header = number(at + 42);
    at += 46 + nameLength + extraLength + commentLength;
    const read = (): Uint8Array | string => {
      if (isLink) return "is a symbolic link";
      if (flags & 1) return "is encrypted";
      if (method !== 0 && method !== 8) return "uses an unsupported compression method";
      try {
        expect(header, 0x04034b50);
        const start = header + 30 + u16(header + 26) + u16(header + 28);
        const bytes = zip.subarray(start, start + packed);
        const content = method === 0 ? (packed === size ? bytes.slice() : undefined) : inflated(bytes, size);
        return content?.length === size && crc32(content) === crc ? content : "is corrupted";
      } catch {
        // Positions beyond the end, or data that cannot be inflated.
        return "is corrupted";
      }
    };
    entries.push({ name, size, read });
  }
  return entries;
}

/**
 * Inflates; `undefined` if the size is not as specified. In small steps, and not beyond that size: a directory may list many entries with a small
 * size and the same few bytes as data, which inflate to gigabytes.
 */
function inflated(packed: Uint8Array, size: number): Uint8Array | undefined {
  const content = new Uint8Array(size);
  let length = 0;
  let ended = false;
  const inflate = new Inflate((piece, final) => {
    if (length + piece.length <= size) content.set(piece, length);
    length += piece.length;
    ended ||= final;
  });
  // A byte inflates to a thousand at most, and each step has a cost.
  const step = Math.min(Math.max(size >> 6, 256), 16_384);
  for (let at = 0; at < packed.length && length <= size && !ended; at += step)
    inflate.push(packed.subarray(at, at + step), at + step >= packed.length);
  return length === size ? content : undefined;
}

/** The offset of the zip64 numbers. */
function extra(view: DataView, from: number, length: number): { at: number } | undefined {
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === 1) return { at: at + 4 };
  }
  return undefined;
}

/** Many programs write UTF-8 without the flag for it. */
function text(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not UTF-8.
    return new TextDecoder("latin1").decode(bytes);
  }
}
