// A compartment in an editor's states for extensions that are loaded lazily. Their keys work from the start: one that is pressed before they are
// loaded takes effect afterwards, as does a click that goes to a definition, and the last typed text opens completion.
import { Compartment, type Extension } from "@codemirror/state";
import { EditorView, type KeyBinding, keymap } from "@codemirror/view";
import { unchanged } from "./engine-questions";

type Parts = typeof import("./lazy-editing");
type Key = Pick<KeyBinding, "key" | "mac">;

/** The keys of find-panel.ts and go-to-line.ts. */
export const FIND: Key[] = [
  { key: "Mod-f" },
  { key: "F3" },
  { key: "Shift-F3" },
  { key: "Mod-d" },
  { key: "Mod-Shift-l" },
  { key: "Ctrl-g" },
  { key: "Mod-Alt-g" },
];
/** The keys of cards, definitions and completion, as bound in insight.ts and by CodeMirror. */
export const INSIGHT: Key[] = [
  { key: "F1" },
  { key: "F12" },
  { key: "Ctrl-Space" },
  { mac: "Alt-`" },
  { mac: "Alt-i" },
];

/** Runs the command of a key. */
function press(view: EditorView, { key, mac }: Key): void {
  const bindings = view.state.facet(keymap).flat();
  bindings.some((binding) => binding.key === key && binding.mac === mac && binding.run?.(view));
}

export class LazyExtension {
  #place = new Compartment();
  #make: (parts: Parts) => Extension;
  #made: Extension | undefined;
  #early: Extension;
  #loading: Promise<Parts> | undefined;
  #views: () => Iterable<EditorView>;
  /** The view of the last typed text, and whether nothing has changed in it since. */
  #lastTyped: { view: EditorView; same: () => boolean } | undefined;

  /** `views` returns those in use; `keys` are those of the lazy extensions. */
  constructor(views: () => Iterable<EditorView>, keys: Key[], make: (parts: Parts) => Extension) {
    this.#views = views;
    this.#make = make;
    const definitions = keys.some(({ key }) => key === "F12");
    const run = (key: Key) => (view: EditorView) => {
      void this.#afterLoading(view, (view) => press(view, key));
      return true;
    };
    this.#early = [
      keymap.of(keys.map((key) => ({ ...key, run: run(key), preventDefault: true }))),
      definitions ? EditorView.domEventHandlers({ mousedown: (event, view) => this.#clicked(event, view) }) : [],
      EditorView.updateListener.of(({ transactions, view }) => {
        if (transactions.some((transaction) => transaction.isUserEvent("input.type")))
          this.#lastTyped = { view, same: unchanged(view) };
      }),
    ];
  }

  /** A click with Ctrl or Cmd, which insight.ts handles. */
  #clicked(event: MouseEvent, view: EditorView): boolean {
    if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
    event.preventDefault();
    void this.#afterLoading(view, ({ contentDOM }) => contentDOM.dispatchEvent(new MouseEvent(event.type, event)));
    return true;
  }

  /** Unless the text or the selection has changed meanwhile. */
  async #afterLoading(view: EditorView, act: (view: EditorView) => unknown): Promise<void> {
    const same = unchanged(view);
    await this.load();
    if (same()) act(view);
  }

  /** For each new state. */
  get extension(): Extension {
    return this.#place.of(this.#made ?? this.#early);
  }

  /** Adds the loaded extensions to the current state, which may be older. */
  refresh(view: EditorView): void {
    if (this.#made && this.#place.get(view.state) !== this.#made)
      view.dispatch({ effects: this.#place.reconfigure(this.#made) });
  }

  async load(): Promise<Parts> {
    this.#loading ??= import("./lazy-editing").catch((error) => {
      this.#loading = undefined;
      throw error;
    });
    const parts = await this.#loading;
    const isFirst = !this.#made;
    this.#made ??= this.#make(parts);
    if (!isFirst) return parts;
    for (const view of this.#views()) this.refresh(view);
    if (this.#lastTyped?.same()) parts.completeTyped(this.#lastTyped.view);
    return parts;
  }
}
