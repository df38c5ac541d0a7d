// Links that contain a whole playground: `y1:BASE.PAYLOAD.CHECK`, all in the fragment, which browsers do not send to servers.
//
//   y1       the version of this format. Later versions get other numbers; this one stays readable (tests/links has links of each version).
//   BASE     `d`: the payload is independent. `ID~DIGEST`: the payload was compressed with that example as the dictionary, so that a link to a
//            slightly changed example contains little more than the changes. DIGEST identifies a text of the example.
//   PAYLOAD  the work's body (body.ts), deflated (RFC 1951) with the dictionary of the version, in base64url.
//   CHECK    the CRC-32 of everything before it, in base64url, to detect links that were truncated or changed.

import { deflateSync, Inflate } from "fflate";
import { fromBase64url, toBase64url } from "../core/base64url";
import { noted } from "../core/failures";
import { joined } from "../core/joined";
import type { Checked, Work } from "../core/work";
import { fromBody, toBody } from "./body";
import { crc32 } from "./crc32";
import { DICTIONARY } from "./link-dictionary";

const VERSION = 1;
/** Larger links are rejected: they would be attempts to exhaust the memory. */
export const MOST_BYTES = 8_000_000;
/** Deflated bytes that inflate to about `MOST_BYTES` at most. */
const LONG_STEP = 8_192;
/** Deflate's window. */
const WINDOW = 32_768;

/** An example that a link may be based on. */
export interface Base {
  id: string;
  work: Work;
}

/** The result of reading a link. */
export type Read =
  | ({ kind: "work" } & Checked)
  /** Changed or truncated. `read` is the readable part of it. */
  | { kind: "damaged"; message: string; read?: Checked }
  /** A link of an unknown version, or based on something that cannot be loaded now. */
  | { kind: "newer" | "unavailable"; message: string };

/** Finds the text of an example that a link is based on, by its digest. Rejects if it cannot be loaded. */
export type FindBase = (id: string, digest: string) => Promise<Work | undefined>;

const bytes = (text: string) => new TextEncoder().encode(text);

function number32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

/** Six characters that identify a text of an example. */
export const digest = (work: Work): string => toBase64url(number32(crc32(toBody(work))));

/** Deflate encodes near matches with the fewest bits, so the text of the base comes last. */
function dictionary(base: Work | undefined): Uint8Array {
  if (!base) return DICTIONARY;
  const body = toBody(base);
  const both = new Uint8Array(DICTIONARY.length + body.length);
  both.set(DICTIONARY);
  both.set(body, DICTIONARY.length);
  return both.subarray(Math.max(0, both.length - WINDOW));
}

/** The link of a work, without the `#`: the shorter of an independent one and one that is based on an example. */
export function writeLink(work: Work, base?: Base): string {
  const body = toBody(work);
  const link = (name: string, on?: Work) => {
    const payload = deflateSync(body, { level: 9, mem: 9, dictionary: dictionary(on) });
    const before = `y${VERSION}:${name}.${toBase64url(payload)}`;
    return `${before}.${toBase64url(number32(crc32(bytes(before))))}`;
  };
  const alone = link("d");
  if (!base) return alone;
  const built = link(`${base.id}~${digest(base.work)}`, base.work);
  return built.length < alone.length ? built : alone;
}

/** Reads a link, without the `#`. Never throws. */
export async function readLink(link: string, find: FindBase): Promise<Read> {
  const version = /^y(\d+):/.exec(link)?.[1];
  if (version === undefined) return { kind: "damaged", message: "This is not a valid playground link." };
  if (Number(version) !== VERSION)
    return {
      kind: "newer",
      message: `This link has version ${Number(version)}, and this page reads links up to version ${VERSION}. Reload the page to update it, or open the link where it was made.`,
    };
  // Mail programs and chats break lines and escape characters.
  const cleaned = unescaped(link).replace(/[\s\u00ad\u200b-\u200d\u2060\ufeff]+/g, "");
  const [name = "", payload = "", end = ""] = cleaned.slice(cleaned.indexOf(":") + 1).split(".");
  // Characters after the checksum are not part of the link: punctuation, brackets, parameters of trackers.
  const check = end.slice(0, 6);
  const before = `${cleaned.slice(0, cleaned.indexOf(":"))}:${name}.${payload}`;
  const whole = check.length === 6 && check === toBase64url(number32(crc32(bytes(before))));
  const [id = "", text] = name.split("~");
  const base =
    text === undefined
      ? undefined
      : await find(id, text).catch((error) => {
          noted("loading the example that a link builds on")(error);
          return "unavailable" as const;
        });
  if (base === "unavailable")
    return {
      kind: base,
      message: `This link is based on the example “${id.slice(0, 40)}”, which could not be loaded. Check your connection and reload the page.`,
    };
  if (text !== undefined && !base)
    return {
      kind: whole ? "newer" : "damaged",
      message: whole
        ? `This link is based on a version of the example “${id.slice(0, 40)}” that this page does not have. Reload the page to update it.`
        : "This link is corrupted. Ask for a new one.",
    };
  const { body, complete } = inflated(payload, dictionary(base), whole);
  const read = body && fromBody(body);
  if (whole && complete && read) return { kind: "work", ...read };
  const fault = check.length < 6 ? "incomplete: its end is missing" : "corrupted";
  const most = body && body.length >= MOST_BYTES;
  return {
    kind: "damaged",
    message: most
      ? `This link contains more than ${MOST_BYTES / 1_000_000} MB, and the rest was ignored.`
      : `This link is ${fault}. Ask for a new one, or for the playground as a file.`,
    ...(read && read.work.files.length > 0 ? { read } : {}),
  };
}

function unescaped(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    // It contains a literal %.
    return link;
  }
}

/** Inflates as much as possible. `whole`: without a fault in the link. */
function inflated(payload: string, dictionary: Uint8Array, whole: boolean): { body?: Uint8Array; complete: boolean } {
  // Other characters than base64url's end the readable part, and so does a single last one.
  const good = /^[\w-]*/.exec(payload)?.[0] ?? "";
  const packed = fromBase64url(good.length % 4 === 1 ? good.slice(0, -1) : good);
  if (!packed) return { complete: false };
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isComplete = false;
  const inflate = new Inflate({ dictionary }, (piece, final) => {
    if (length < MOST_BYTES) pieces.push(piece.slice(0, MOST_BYTES - length));
    length += piece.length;
    isComplete ||= final;
  });
  // In steps, so that too much output is noticed early, and because the output of a step before a fault is lost. Each step has a cost.
  const step = Math.max(whole ? LONG_STEP : 64, packed.length >> 7);
  try {
    for (let at = 0; at < packed.length && length < MOST_BYTES; at += step)
      inflate.push(packed.subarray(at, at + step));
    if (length < MOST_BYTES) inflate.push(new Uint8Array(), true);
  } catch {
    // The output before the fault is used, and reported as incomplete.
    isComplete = false;
  }
  return { body: joined(pieces), complete: isComplete && length < MOST_BYTES && good.length === payload.length };
}
