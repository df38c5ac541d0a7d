// Links with a valid checksum around any content, valid or not.
import { deflateRawSync } from "node:zlib";
import { toBase64url } from "../src/core/base64url";
import { crc32 } from "../src/formats/crc32";

/** Appends the checksum. */
export function sealed(before: string): string {
  const sum = crc32(new TextEncoder().encode(before));
  return `${before}.${toBase64url(Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum))}`;
}

export const sealedPayload = (payload: Uint8Array): string =>
  sealed(`y1:d.${toBase64url(deflateRawSync(payload, { level: 1 }))}`);
