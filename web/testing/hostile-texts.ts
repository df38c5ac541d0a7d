// Texts that could be interpreted: markup, terminal control sequences, invisible characters, property names of objects.
import { pathObjection } from "../src/core/work";

/** Markup and code. Running any of it would set `hacked`. */
export const MARKUP = [
  "<script>globalThis.hacked = 1</script>",
  "<img src=x onerror=globalThis.hacked=1>",
  `"><svg onload=globalThis.hacked=1>`,
  `' onfocus='globalThis.hacked=1' autofocus='`,
  `" onmouseover="globalThis.hacked=1`,
  "</textarea></title></style></script><iframe srcdoc='<script>parent.hacked=1</script>'>",
  "<style>*{display:none!important}</style>",
  "<base href=//evil.test/><link rel=stylesheet href=//evil.test/x.css>",
  "<form action=//evil.test/><button>Go</button>",
  "<a href='javascript:globalThis.hacked=1'>click</a>",
  "<ytterby-page></ytterby-page><dialog open>",
  "<!--?lit$0$--><!----><!--lit-part-->",
  "lit$0$ ?hidden=1 .innerHTML=<b>x</b> @click=alert(1)",
  "{{constructor.constructor('hacked=1')()}}",
  "&lt;b&gt;&#60;i&#62;&amp;",
  "javascript:globalThis.hacked=1",
  "data:text/html,<script>opener.hacked=1</script>",
  "[x](javascript:globalThis.hacked=1)",
  "![x](https://evil.test/x.png)",
  "<https://evil.test>",
  "$(touch hacked)`touch hacked`$HOME",
  "'; touch hacked; '",
] as const;

/** Control characters and sequences. File names cannot contain these. */
export const CONTROLS = [
  "\u001b[31mred\u001b[0m",
  "\u001b]0;title\u0007",
  "\u001b]8;;https://evil.test\u001b\\link\u001b]8;;\u001b\\",
  "\u009b31mred",
  "back\b\b\b\bforth",
  "one\rtwo",
  "nul\u0000nul",
  "del\u007f",
  "next\u0085line",
] as const;

/** Characters that change the direction of text or are invisible. */
export const DISGUISES = [
  "\u202egnp.lmy",
  "a\u202d\u202eb\u202c",
  "\u2066a\u2067b\u2069",
  "a\u200e\u200fb\u061c",
  "zero\u200bwidth",
  "joiner\u200d",
  "no\u2060break\ufeff",
  "soft\u00adhyphen",
  "tag\u{e0041}\u{e007f}",
  "filler\u3164\u115f",
  "blank\u00a0\u2003\u3000",
  "line\u2028paragraph\u2029",
  "variation\ufe0e\u{e0100}",
  "fire🔥\u200d",
  "braille\u2800",
  "interlinear\ufff9a\ufffab\ufffb",
] as const;

/** Properties of every JavaScript object, and the like. */
export const NAMES = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "__lookupSetter__",
  "isPrototypeOf",
  "length",
  "then",
  "0",
  "-1",
  "null",
  "undefined",
  "NaN",
] as const;

export const GROUPS = { markup: MARKUP, controls: CONTROLS, disguises: DISGUISES, names: NAMES } as const;
export type Group = keyof typeof GROUPS;

/** Valid file names made from the texts. */
export const pathsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const path = `${text.replaceAll("/", "∕")}.yml`;
    return pathObjection(path) ? [] : [path];
  });
