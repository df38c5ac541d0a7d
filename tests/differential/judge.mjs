// The outcome of a program: the same from all, a difference for a known reason, or a difference that is not explained.
import { answerOf, asResponse, requestOf } from "./commands.mjs";
import { comparable, difference, writesFiles } from "./compare.mjs";
import { noAnswer, reasons } from "./reasons.mjs";

/**
 * `native` and `ytt` are those of commands.mjs, `render` is the wasm's; both others may be missing. `old` is whether ytt is older than 0.55.
 * @returns {Promise<{ outcome: string } | { reasons: string[] } | { wrong: { name: string, ours, theirs, details? } }>}
 */
export async function judge(program, { native, render, ytt, old }) {
  const { ours, response } = await native.answer(program);
  if (ours.panicked) return { wrong: { name: "we panic", ours, theirs: ours } };
  if (render && response) {
    const theirs = await render(requestOf(program));
    const [here, there] = [comparable(response), comparable(theirs)];
    if (here !== there)
      return { wrong: { name: "wasm is not native", ours, theirs: answerOf(theirs), details: [here, there] } };
  }
  if (ytt) {
    // A response has U+FFFD where the bytes of a message are no characters.
    const asOurs = ours.exact ? (answer) => answer : asResponse;
    const theirs = asOurs(await ytt.answer(program));
    const reason = noAnswer(theirs);
    if (reason) return { reasons: [reason] };
    const name = difference(ours, theirs, { filesWritten: writesFiles(program) });
    if (name) {
      const ask = async (other) => asOurs(await ytt.ask(other));
      const found = await reasons({ program, ours, theirs, ask, old });
      return found.length ? { reasons: found } : { wrong: { name, ours, theirs } };
    }
  }
  return { outcome: ours.status === 0 ? "the same output" : "the same error" };
}
