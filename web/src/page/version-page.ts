// The dialog about the version of ytt that the page follows: unknown changes, and the known differences.
import { signal } from "@preact/signals-core";
import type { MarkdownNode } from "../content/markdown-tree";
import { versionText, YTT_VERSION } from "../content/ytt-version";
import { noted } from "../core/failures";
import { markdownText } from "../features/gallery/markdown-text";
import { Dialog } from "../ui/dialog";
import { html } from "../ui/html";

/** It links to no files of a playground. */
const NO_FILES = { file: () => false, goTo: () => {} };

export class VersionPage {
  readonly #text = signal<{ source: string; read: MarkdownNode } | undefined>(undefined);
  readonly #dialog = new Dialog("version", { focus: "h2" });

  open = async (): Promise<void> => {
    this.#text.value ??= await Promise.resolve(versionText()).catch(noted("loading the page about the version"));
    await this.#dialog.open();
  };

  render() {
    return this.#dialog.render(() => {
      const text = this.#text.value;
      return {
        title: `ytt ${YTT_VERSION}`,
        content: text
          ? markdownText(text.source, text.read, NO_FILES)
          : html`<p class="objection" role="alert">Could not load this page. Check your connection and try again.</p>`,
      };
    });
  }
}
