// A flag in the command line that the user has not typed completely.
import { wordsIn } from "./shell-words";

/** A flag with a value such as `name=value`, which ytt rejects without the `=`. */
const WITH_NAME = /^(-v|--data-value(-yaml|-file)?)$/;

/** Whether the word at the caret is the name of a data value without its value. With `:` in place of `=` it is a mistake. */
export function isUnfinished(line: string, caret: number): boolean {
  const { all } = wordsIn(line);
  const at = all.findIndex(({ from, to }) => from < caret && caret <= to);
  const word = all[at]?.text ?? "";
  const [, flag = all[at - 1]?.text ?? "", name = word] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  return WITH_NAME.test(flag) && name !== "" && !/[=:]/.test(name.replace(/^@[^:]*:/, ""));
}
