// A place in an editor's states for extensions that are loaded late. Whoever looks for something before they are there waits for them.
import { Compartment, type Extension } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

type Parts = typeof import("./late-editing");

export class LateExtension {
  #place = new Compartment();
  #make: (parts: Parts) => Extension;
  #made: Extension | undefined;
  #early: Extension;
  #loading: Promise<Parts> | undefined;

  /** `view` is the editor, which may not have been made yet. */
  constructor(view: () => EditorView, make: (parts: Parts) => Extension) {
    this.#make = make;
    const find = (): boolean => {
      void this.load(view()).then(({ openSearchPanel }) => openSearchPanel(view()));
      return true;
    };
    this.#early = keymap.of([{ key: "Mod-f", run: find }]);
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
    this.#made ??= this.#make(parts);
    this.refresh(view);
    return parts;
  }
}
