// Byte order marks, and bytes that are not UTF-8, in files, flags and variables.
import { byte } from "../bytes.mjs";

const MARK = "\ufeff";
/** One byte of two, an end of three, a byte that is in no character, a surrogate, an overlong `/`. */
const BYTES = [[0xe9], [0x82, 0xac], [0xff], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xe2, 0x82], [0x80]].map((list) =>
  list.map(byte).join(""),
);

/** Changes some files of a program, and words of its command line. */
export function withBytes(r, { files, args, env, ...rest }) {
  const marked = r.chance(0.05);
  const raw = r.chance(0.04);
  return {
    ...rest,
    files: files.map((file) => {
      let { content } = file;
      if (marked && r.chance(0.6)) content = r.chance(0.9) ? MARK + content : insert(r, content, MARK);
      // YAML files are rejected as a whole, so they are seldom chosen.
      if (raw && r.chance(/\.ya?ml$/.test(file.path) ? 0.1 : 0.8)) content = insert(r, content, r.pick(BYTES));
      return { ...file, content };
    }),
    args:
      raw && r.chance(0.3)
        ? args.map((word) => (word.includes("=") && r.chance(0.5) ? word + r.pick(BYTES) : word))
        : args,
    env: raw ? env.map((pair) => (r.chance(0.5) ? pair + r.pick(BYTES) : pair)) : env,
  };
}

/** Mostly within a string, where that is possible. */
function insert(r, content, text) {
  const strings = [...content.matchAll(/["'][^"'\n\\]*["']/g)];
  const { index, 0: found } = strings.length && r.chance(0.6) ? r.pick(strings) : { index: 0, 0: content };
  const characters = [...found];
  const at = r.below(Math.max(1, characters.length - 1)) + (found === content ? 0 : 1);
  const before = content.slice(0, index) + characters.slice(0, at).join("");
  return before + text + content.slice(before.length);
}
