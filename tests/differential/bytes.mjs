// Bytes that are not UTF-8, within strings: each is a surrogate that has no partner, U+DC00 plus the byte. A program is then plain data
// that can be changed, printed and compared like any text.

const ALONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A byte as a character of a string. */
export const byte = (value) => String.fromCharCode(0xdc00 + value);

/** The bytes that a string is written as. */
export function bytesOf(text) {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = [];
  let from = 0;
  for (const { index, 0: character } of text.matchAll(ALONE)) {
    parts.push(Buffer.from(text.slice(from, index)), Buffer.of(character.charCodeAt(0) & 0xff));
    from = index + 1;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(from))]);
}

/** Bytes as a string. */
export function textOf(bytes) {
  const text = bytes.toString();
  if (!text.includes("\ufffd") || Buffer.from(text).equals(bytes)) return text;
  let result = "";
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => isCharacter(bytes.subarray(at, at + count)));
    result += length ? bytes.toString("utf8", at, at + length) : byte(bytes[at]);
    at += length ?? 1;
  }
  return result;
}

function isCharacter(bytes) {
  const text = bytes.toString();
  return (text === "\ufffd" || !text.includes("\ufffd")) && Buffer.from(text).equals(bytes);
}

/** A string in which bytes that are no part of a character are U+FFFD, as responses have them. */
export const withReplacements = (text) => (text.isWellFormed() ? text : bytesOf(text).toString());
