// Pasted text that is more than text: a saved playground, several files, or a command line. The page offers to open it; a paste into the editor stays
// what it is, until the user accepts the offer. "Paste" in the Open menu opens such a text, or any other as one file.
import { computed, signal } from "@preact/signals-core";
import { nothing } from "lit";
import type { Bench } from "../../components/bench";
import { pathObjection } from "../../core/work";
import { descriptionOf, type Pasted, recognised } from "../../formats/pasted";
import { type PastedCommand, withVariables } from "../../formats/pasted-command";
import { Dialog } from "../../ui/dialog";
import { html } from "../../ui/html";
import { ClipboardPaste, icon, X } from "../../ui/icons";
import type { PlainValues } from "./plain-values";
import type { Receiving } from "./receiving";

/** A paste into the editor: the text of the file before it. */
export interface EditorPaste {
  text: string;
  path: string;
  before: string;
}

const NAME = "the pasted text";

function actionOf(pasted: Pasted): string {
  switch (pasted.kind) {
    case "bundle":
      return "Open playground";
    case "command":
      return "Use this command";
    case "files":
      return pasted.files.length === 1 ? "Open as a file" : `Open as ${pasted.files.length} files`;
  }
}

export class Pasting {
  readonly #bench: Bench;
  readonly #receiving: Receiving;
  readonly #plainValues: Pick<PlainValues, "offerPasted">;
  readonly #focusEditor: () => void;
  readonly #offer = signal<{ paste: EditorPaste; pasted: Pasted } | undefined>(undefined);
  readonly #text = signal("");
  /** The content of the text in the dialog. */
  readonly #pasted = computed(() => recognised(this.#text.value));
  readonly #wrongName = signal("");
  readonly #dialog = new Dialog("open-paste");

  constructor(
    bench: Bench,
    receiving: Receiving,
    plainValues: Pick<PlainValues, "offerPasted">,
    focusEditor: () => void,
  ) {
    this.#bench = bench;
    this.#receiving = receiving;
    this.#plainValues = plainValues;
    this.#focusEditor = focusEditor;
    // Any other change means that the user goes on with the text.
    bench.project.onChange((change) => change !== "open" && this.#dismiss());
  }

  /** Looks at a text that was pasted into the editor. `isValues`: it is the whole file now, and plain values. */
  consider(paste: EditorPaste, isValues: boolean): void {
    const pasted = recognised(paste.text);
    this.#offer.value = pasted && { paste, pasted };
    if (!pasted && isValues) this.#plainValues.offerPasted(paste.path);
  }

  #dismiss = (): void => {
    this.#offer.value = undefined;
  };

  /** The text is removed from the editor, and opened. */
  async #accept(): Promise<void> {
    const { project, editor } = this.#bench;
    const offer = this.#offer.value;
    if (!offer) return;
    const { paste, pasted } = offer;
    const putBack = project.byPath(paste.path) ? editor.write([{ path: paste.path, content: paste.before }]) : () => {};
    this.#dismiss();
    if (await this.#open(paste.text, pasted)) this.#focusEditor();
    else putBack();
  }

  /** Returns whether it was opened. */
  async #open(text: string, pasted: Pasted): Promise<boolean> {
    switch (pasted.kind) {
      case "bundle":
        return this.#receiving.bundle(NAME, text);
      case "files": {
        const { files, command } = pasted;
        return this.#receiving.open({ files, left: [], ...command });
      }
      case "command":
        this.#run(pasted);
        return true;
    }
  }

  #run({ commandLine, env }: PastedCommand): void {
    const { project, notices } = this.#bench;
    const before = { commandLine: project.commandLine, env: project.env };
    project.setCommandLine(commandLine);
    if (env.length > 0) project.setEnv(withVariables(project.env, env));
    notices.report("Changed the command line.", () => {
      project.setCommandLine(before.commandLine);
      project.setEnv(before.env);
    });
  }

  /** The offer to open the text that was pasted into the editor. */
  bar() {
    const offer = this.#offer.value;
    if (!offer) return nothing;
    const { pasted } = offer;
    return html`
      <section class="opened-bar line pasted-bar" aria-label="Pasted text">
        ${icon(ClipboardPaste)}
        <p role="status">${descriptionOf(pasted)}</p>
        <button type="button" class="primary" @click=${() => void this.#accept()}>${actionOf(pasted)}</button>
        <button type="button" class="icon-button" aria-label="Keep as text" title="Keep as text" @click=${this.#dismiss}>${icon(X)}</button>
      </section>
    `;
  }

  /** Opens the dialog. */
  async ask(): Promise<void> {
    this.#text.value = "";
    this.#wrongName.value = "";
    await this.#dialog.open();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const text = this.#text.value;
    const pasted = this.#pasted.value;
    if (text.trim() === "") return;
    const path = this.#dialog.find<HTMLInputElement>("#paste-name")?.value.trim() ?? "";
    this.#wrongName.value = (!pasted && pathObjection(path)) || "";
    if (this.#wrongName.value) return;
    this.#dialog.close();
    const opened = pasted
      ? this.#open(text, pasted)
      : this.#receiving.open({ files: [{ path, content: text }], left: [] });
    if (!(await opened)) return;
    if (!pasted) this.#plainValues.offerPasted(path);
    this.#focusEditor();
  }

  dialog() {
    return this.#dialog.render(() => ({ title: "Paste", content: this.#form() }));
  }

  #form() {
    const text = this.#text.value;
    const pasted = this.#pasted.value;
    const wrongName = this.#wrongName.value;
    const input = (event: Event) => {
      this.#text.value = (event.target as HTMLTextAreaElement).value;
    };
    const unknown = text.trim() !== "" && !pasted;
    return html`
      <form class="import-form" @submit=${(event: Event) => void this.#submit(event)}>
        <label for="paste-text">Files, a saved playground or a ytt command</label>
        <textarea
          id="paste-text"
          rows="12"
          autofocus
          spellcheck="false"
          autocomplete="off"
          autocapitalize="off"
          aria-describedby="paste-hint"
          .value=${text}
          @input=${input}
        ></textarea>
        <p id="paste-hint" class="hint">Several files: Markdown with a name before each code block, documents after a comment such as <code># config/app.yml</code>, or a script with <code>cat > app.yml &lt;&lt;EOF</code>.</p>
        <p class="found" role="status">${pasted ? descriptionOf(pasted) : unknown ? "This looks like one file." : nothing}</p>
        ${
          unknown
            ? html`<label class="paste-name">Name <input type="text" id="paste-name" class="file-name-input" value="config.yml" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="paste-wrong" aria-invalid=${wrongName ? "true" : "false"} /></label>
              <p id="paste-wrong" class="objection" role="alert">${wrongName}</p>`
            : nothing
        }
        <div class="dialog-actions">
          <button type="submit" class="primary" ?disabled=${text.trim() === ""}>${pasted ? actionOf(pasted) : "Open"}</button>
        </div>
      </form>
    `;
  }
}
