// Pasted text that is more than text: a saved playground, several files, or a command line. The page offers to open it; a paste into the editor stays
// what it is, until the user accepts the offer. "Paste" in the Open menu opens such a text, or any other as one file.
import { nothing } from "lit";
import type { Project } from "../../core/project";
import { pathObjection, type WorkFile } from "../../core/work";
import { descriptionOf, type Pasted, recognised } from "../../formats/pasted";
import { type PastedCommand, withVariables } from "../../formats/pasted-command";
import { html } from "../../ui/html";
import { ClipboardPaste, icon, X } from "../../ui/icons";
import type { Notices } from "../../ui/notices";
import type { Receiving } from "./receiving";

export interface PastingHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  project: Project;
  notices: Notices;
  receiving: Receiving;
  /** Replaces texts of files; returns the undo. */
  write: (files: readonly WorkFile[]) => () => void;
  focusEditor: () => void;
}

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
  #host: PastingHost;
  #offer: { paste: EditorPaste; pasted: Pasted } | undefined;
  /** The text in the dialog, and what it is. */
  #typed: { text: string; pasted: Pasted | undefined } = { text: "", pasted: undefined };
  #wrongName = "";

  constructor(host: PastingHost) {
    this.#host = host;
    // Any other change means that the user goes on with the text.
    host.project.onChange((change) => change !== "open" && this.#dismiss());
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.root().querySelector("dialog.open-paste");
  }

  /** Looks at a text that was pasted into the editor. */
  consider(paste: EditorPaste): void {
    const pasted = recognised(paste.text);
    this.#offer = pasted && { paste, pasted };
    this.#host.changed();
  }

  #dismiss = (): void => {
    if (!this.#offer) return;
    this.#offer = undefined;
    this.#host.changed();
  };

  /** The text is removed from the editor, and opened. */
  async #accept(): Promise<void> {
    const { project, write, focusEditor } = this.#host;
    const offer = this.#offer;
    if (!offer) return;
    const { paste, pasted } = offer;
    const putBack = project.byPath(paste.path) ? write([{ path: paste.path, content: paste.before }]) : () => {};
    this.#dismiss();
    if (await this.#open(paste.text, pasted)) focusEditor();
    else putBack();
  }

  /** Returns whether it was opened. */
  async #open(text: string, pasted: Pasted): Promise<boolean> {
    const { receiving } = this.#host;
    switch (pasted.kind) {
      case "bundle":
        return receiving.bundle(NAME, text);
      case "files": {
        const { files, command } = pasted;
        return receiving.open({ files, left: [], ...command });
      }
      case "command":
        this.#run(pasted);
        return true;
    }
  }

  #run({ commandLine, env }: PastedCommand): void {
    const { project, notices } = this.#host;
    const before = { commandLine: project.commandLine, env: project.env };
    project.setCommandLine(commandLine);
    if (env.length > 0) project.setEnv(withVariables(project.env, env));
    notices.report("Changed the command line.", () => {
      project.setCommandLine(before.commandLine);
      project.setEnv(before.env);
    });
  }

  /** The offer to open what was pasted into the editor. */
  bar() {
    if (!this.#offer) return nothing;
    const { pasted } = this.#offer;
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
    const { changed, drawn } = this.#host;
    this.#typed = { text: "", pasted: undefined };
    this.#wrongName = "";
    changed();
    await drawn();
    this.#dialog?.showModal();
  }

  async #submit(event: Event): Promise<void> {
    event.preventDefault();
    const { receiving, changed, focusEditor } = this.#host;
    const { text, pasted } = this.#typed;
    const close = () => this.#dialog?.close();
    if (text.trim() === "") return;
    if (pasted) {
      close();
      if (await this.#open(text, pasted)) focusEditor();
      return;
    }
    const path = this.#dialog?.querySelector<HTMLInputElement>("#paste-name")?.value.trim() ?? "";
    this.#wrongName = pathObjection(path) ?? "";
    if (this.#wrongName) return changed();
    close();
    if (await receiving.open({ files: [{ path, content: text }], left: [] })) focusEditor();
  }

  dialog() {
    const { text, pasted } = this.#typed;
    const close = () => this.#dialog?.close();
    const input = (event: Event) => {
      const typed = (event.target as HTMLTextAreaElement).value;
      this.#typed = { text: typed, pasted: recognised(typed) };
      this.#host.changed();
    };
    const unknown = text.trim() !== "" && !pasted;
    return html`
      <dialog class="open-paste" aria-labelledby="paste-title" @click=${(event: Event) => event.target === event.currentTarget && close()}>
        <div class="dialog-head">
          <h2 id="paste-title">Paste</h2>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${close}>${icon(X)}</button>
        </div>
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
              ? html`<label class="paste-name">Name <input type="text" id="paste-name" class="file-name-input" value="config.yml" spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="paste-wrong" aria-invalid=${this.#wrongName ? "true" : "false"} /></label>
                <p id="paste-wrong" class="objection" role="alert">${this.#wrongName}</p>`
              : nothing
          }
          <div class="dialog-actions">
            <button type="submit" class="primary" ?disabled=${text.trim() === ""}>${pasted ? actionOf(pasted) : "Open"}</button>
          </div>
        </form>
      </dialog>
    `;
  }
}
