// The dialog about the version of ytt that the page follows: what is not known of it, and the known differences.
import { nothing } from "lit";
import type { MarkdownNode } from "../content/markdown-tree";
import { versionText, YTT_VERSION } from "../content/ytt-version";
import { noted } from "../core/failures";
import { markdownText } from "../features/gallery/markdown-text";
import { html } from "../ui/html";
import { icon, X } from "../ui/icons";

export interface VersionPageHost {
  root: ShadowRoot;
  changed: () => void;
  /** Resolves when the current state is rendered. */
  drawn: () => Promise<unknown>;
}

/** It links to no files of a playground. */
const NO_FILES = { file: () => false, goTo: () => {} };

export class VersionPage {
  #host: VersionPageHost;
  /** Nothing is rendered before it is opened. */
  #opened = false;
  #text: { source: string; read: MarkdownNode } | undefined;

  constructor(host: VersionPageHost) {
    this.#host = host;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.root.querySelector<HTMLDialogElement>("dialog.version");
  }

  open = async (): Promise<void> => {
    this.#opened = true;
    this.#text ??= await Promise.resolve(versionText()).catch(noted("loading the page about the version"));
    this.#host.changed();
    await this.#host.drawn();
    this.#dialog?.showModal();
    this.#dialog?.querySelector("h2")?.focus();
  };

  render() {
    if (!this.#opened) return nothing;
    const close = () => this.#dialog?.close();
    const text = this.#text;
    return html`
      <dialog class="version" aria-labelledby="version-title" @click=${(event: Event) => event.target === event.currentTarget && close()}>
        <div class="dialog-head">
          <h2 id="version-title" tabindex="-1">ytt ${YTT_VERSION}</h2>
          <span class="spring"></span>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${close}>${icon(X)}</button>
        </div>
        ${text ? markdownText(text.source, text.read, NO_FILES) : html`<p class="objection" role="alert">Could not load this page. Check your connection and try again.</p>`}
      </dialog>
    `;
  }
}
