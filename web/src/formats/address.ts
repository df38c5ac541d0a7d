// The fragment of the page's URL: empty for the user's own work; otherwise a link that contains a playground, an example, a gist, or the example of
// an explanation. The official ytt playground also uses `#example:ID` and `#gist:URL`.

export type Address =
  | { kind: "own" }
  | { kind: "link"; link: string }
  | { kind: "example"; id: string }
  | { kind: "gist"; url: string }
  | { kind: "explain"; code: string; which: "wrong" | "right" }
  | { kind: "unknown"; text: string };

/** Whether a fragment is a link of any version (link.ts). */
export const isLink = (fragment: string): boolean => /^y\d+:/.test(fragment);

/** Characters after a URL in a text that are taken for a part of it. */
const AFTER = /[\s.,;:!?()<>[\]{}'"*_…”’]/u;

/** Removes them. From the end: a regular expression that is tried at every position takes hours for a long URL of dots. */
export function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && AFTER.test(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

export function readAddress(hash: string): Address {
  const text = hash.replace(/^#/, "");
  if (text === "") return { kind: "own" };
  const plain = unescaped(text);
  if (isLink(plain)) return { kind: "link", link: plain };
  const [, kind, rest = ""] = /^(example|gist|explain):(.+)$/s.exec(plain) ?? [];
  if (kind === "example") return { kind, id: withoutEnd(rest) };
  if (kind === "gist") return { kind, url: rest };
  const [, code, which] = /^([\w-]+)\/(wrong|right)$/.exec(rest) ?? [];
  if (kind === "explain" && code) return { kind, code, which: which as "wrong" | "right" };
  return { kind: "unknown", text: plain };
}

export function hashOf(address: Address): string {
  switch (address.kind) {
    case "own":
      return "";
    case "link":
      return `#${address.link}`;
    case "example":
      return `#example:${address.id}`;
    case "gist":
      return `#gist:${address.url}`;
    case "explain":
      return `#explain:${address.code}/${address.which}`;
    case "unknown":
      return `#${address.text}`;
  }
}

/** Some programs escape more than necessary. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // It contains a literal %.
    return text;
  }
}
