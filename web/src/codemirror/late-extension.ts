// A place in an editor's states for extensions that are loaded late. Their keys work from the start: one that is pressed before they are loaded
// takes effect afterwards, and so does what was typed last, for completion.
import { Compartment, type Extension } from "@codemirror/state";
import { EditorView, type KeyBinding, keymap } from "@codemirror/view";
import { unchanged } from "./asking";

type Parts = typeof import("./late-editing");
type Key = Pick<KeyBinding, "key" | "mac">;

export const FIND: Key[] = [{ key: "Mod-f" }];
/** What is known of a word, its definition, completion: as they are bound in insight.ts and by CodeMirror. */
export const INSIGHT: Key[] = [
  { key: "F1" },
  { key: "F12" },
  { key: "Ctrl-Space" },
  { mac: "Alt-`" },
  { mac: "Alt-i" },
];

export class LateExtension {
  #place = new Compartment();
  #make: (parts: Parts) => Extension;
  #made: Extension | undefined;
  #early: Extension;
  #loading: Promise<Parts> | undefined;
  /** Whether nothing has changed since something was typed. */
  #isLastTyped = () => false;

  /** `view` is the editor, which may not have been made yet; `keys` are those of what is loaded. */
  constructor(view: () => EditorView, keys: Key[], make: (parts: Parts) => Extension) {
    this.#make = make;
    const run = (key: Key) => () => {
      void this.#afterLoading(view(), key);
      return true;
    };
    this.#early = [
      keymap.of(keys.map((key) => ({ ...key, run: run(key), preventDefault: true }))),
      EditorView.updateListener.of(({ transactions, view }) => {
        if (transactions.some((transaction) => transaction.isUserEvent("input.type")))
          this.#isLastTyped = unchanged(view);
      }),
    ];
  }

  /** Runs what is bound to a key, unless the text or the selection has changed meanwhile. */
  async #afterLoading(view: EditorView, { key, mac }: Key): Promise<void> {
    const same = unchanged(view);
    await this.load(view);
    if (!same()) return;
    const bindings = view.state.facet(keymap).flat();
    bindings.some((binding) => binding.key === key && binding.mac === mac && binding.run?.(view));
  }

  /** For every state that is made. */
  get extension(): Extension {
    return this.#place.of(this.#made ?? this.#early);
  }

  /** Puts what is loaded into the state on show, which may be from before. */
  refresh(view: EditorView): void {
    if (this.#made && this.#place.get(view.state) !== this.#made)
      view.dispatch({ effects: this.#place.reconfigure(this.#made) });
  }

  async load(view: EditorView): Promise<Parts> {
    this.#loading ??= import("./late-editing").catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    const parts = await this.#loading;
    const isFirst = !this.#made;
    this.#made ??= this.#make(parts);
    this.refresh(view);
    if (isFirst && this.#isLastTyped()) parts.completeTyped(view);
    return parts;
  }
}
