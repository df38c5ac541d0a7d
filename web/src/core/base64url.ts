// Base64 for URL fragments: bytes as characters that need no escaping, without padding.
export function toBase64url(bytes: Uint8Array): string {
  // In pieces: one character at a time takes seconds for a few megabytes, and a function call takes only so many arguments.
  const PIECE = 0x8000;
  let binary = "";
  for (let at = 0; at < bytes.length; at += PIECE) binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** `undefined` if the text is not valid. */
export function fromBase64url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
  } catch {
    // The wrong number of characters.
    return undefined;
  }
}
