// The Open menu: files, folders, bundles and zips from the user's machine, a gist, an earlier work, an empty one.

import { nothing } from "lit";
import { titleOf } from "../../content/examples";
import type { Starter } from "../../content/starters";
import { gistId } from "../../formats/gist";
import { type Opened, openChosen } from "../../formats/local-files";
import { type Earlier, MOST_OWN } from "../../store/catalogue";
import { html } from "../../ui/html";
import {
  ChevronDown,
  ClipboardPaste,
  FilePlus,
  FileText,
  FolderOpen,
  History,
  icon,
  Link2,
  Package,
  X,
} from "../../ui/icons";
import { spread } from "../../ui/spread";
import type { Widgets } from "../../ui/widgets";
import type { Opening } from "./opening";

export interface OpenHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
  opening: Opening;
  /** Opens files. */
  take: (opening: Promise<Opened>) => void;
  /** Opens a bundle or a zip. */
  takePlayground: (file: File) => void;
  /** Opens the dialog for pasted text. */
  paste: () => void;
  /** Opens a new playground. */
  start: (starter: Starter) => void;
}

type Way = "files" | "folder" | "bundle" | "gist" | "earlier" | "paste" | Starter;

export class OpenMenu {
  #host: OpenHost;
  #menu;
  #wrongGist = "";
  #earlier: Earlier[] = [];

  constructor(widgets: Widgets, host: OpenHost) {
    this.#host = host;
    this.#menu = widgets.menu({ id: "open", select: (way) => this.#choose(way as Way) });
  }

  #find<T extends Element>(selector: string): T | null {
    return this.#host.root().querySelector<T>(selector);
  }

  #choose(way: Way): void {
    const { opening, changed, drawn } = this.#host;
    if (way === "blank" || way === "schema") {
      this.#host.start(way);
      return;
    }
    if (way === "paste") {
      this.#host.paste();
      return;
    }
    if (way === "gist" || way === "earlier") {
      this.#wrongGist = "";
      const ready = way === "earlier" ? opening.earlier() : Promise.resolve(this.#earlier);
      void ready.then(async (earlier) => {
        this.#earlier = earlier;
        changed();
        await drawn();
        this.#find<HTMLDialogElement>(`dialog.open-${way}`)?.showModal();
      });
      return;
    }
    this.#find<HTMLInputElement>(`#open-${way}`)?.click();
  }

  render() {
    const { parts } = this.#menu;
    const item = (value: Way, drawing: typeof X, label: string) =>
      html`<div class="menu-item line" ${spread(parts?.getItemProps({ value }) ?? {})}>${icon(drawing)} ${label}</div>`;
    const chosen = (use: (files: FileList) => void) => (event: Event) => {
      const input = event.target as HTMLInputElement;
      if (input.files?.length) use(input.files);
      input.value = "";
    };
    return html`
      <button class="quiet" type="button" ${spread({ ...this.#menu.trigger(), "aria-label": "Open" })}>${icon(FolderOpen)} <span class="long">Open</span> ${icon(ChevronDown)}</button>
      ${
        parts
          ? html`<div class="positioner" ${spread(parts.getPositionerProps())}>
        <div class="menu" ${spread({ ...parts.getContentProps(), "aria-label": "Open" })}>
          ${item("files", FileText, "Files…")} ${item("folder", FolderOpen, "Folder…")} ${item("bundle", Package, "Bundle or zip…")}
          ${item("paste", ClipboardPaste, "Paste…")}
          ${item("gist", Link2, "Gist…")} ${item("earlier", History, "Recent playgrounds…")}
          <div class="menu-group" ${spread(parts.getItemGroupProps({ id: "new" }))}>
            <div class="menu-label" ${spread(parts.getItemGroupLabelProps({ htmlFor: "new" }))}>New</div>
            ${item("blank", FilePlus, "Blank")} ${item("schema", FilePlus, "Schema, values and template")}
          </div>
        </div>
      </div>`
          : nothing
      }
      <input id="open-files" type="file" multiple hidden @change=${chosen((files) => this.#host.take(openChosen(files)))} />
      <input id="open-folder" type="file" webkitdirectory hidden @change=${chosen((files) => this.#host.take(openChosen(files)))} />
      <input id="open-bundle" type="file" accept=".yml,.yaml,.zip" hidden @change=${chosen((files) => files[0] && this.#host.takePlayground(files[0]))} />
    `;
  }

  dialogs() {
    return html`${this.#gistDialog()} ${this.#earlierDialog()}`;
  }

  #gistDialog() {
    const close = () => this.#find<HTMLDialogElement>("dialog.open-gist")?.close();
    const submit = (event: Event) => {
      event.preventDefault();
      const url = this.#find<HTMLInputElement>("#gist-url")?.value.trim() ?? "";
      if (!gistId(url)) {
        this.#wrongGist = "Enter the URL of a gist, such as https://gist.github.com/NAME/0123456789abcdef.";
        this.#host.changed();
        return;
      }
      close();
      this.#host.opening.go({ kind: "gist", url });
      this.#host.opening.loadAsked();
    };
    return html`
      <dialog class="open-gist" aria-labelledby="gist-title" @click=${(event: Event) => event.target === event.currentTarget && close()}>
        <div class="dialog-head">
          <h2 id="gist-title">Open a gist</h2>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${close}>${icon(X)}</button>
        </div>
        <form class="link-row" @submit=${submit}>
          <input type="text" id="gist-url" autofocus aria-label="Gist URL" aria-describedby="gist-wrong" aria-invalid=${this.#wrongGist ? "true" : "false"} placeholder="https://gist.github.com/…" autocomplete="off" spellcheck="false" />
          <button type="submit" class="primary">Load</button>
        </form>
        <p id="gist-wrong" class="objection" role="alert">${this.#wrongGist}</p>
        <p>This contacts GitHub only. None of your files are sent.</p>
      </dialog>
    `;
  }

  #earlierDialog() {
    const close = () => this.#find<HTMLDialogElement>("dialog.open-earlier")?.close();
    return html`
      <dialog class="open-earlier" aria-labelledby="earlier-title" @click=${(event: Event) => event.target === event.currentTarget && close()}>
        <div class="dialog-head">
          <h2 id="earlier-title">Recent playgrounds</h2>
          <button type="button" class="icon-button" aria-label="Close" title="Close" @click=${close}>${icon(X)}</button>
        </div>
        ${
          this.#earlier.length === 0
            ? html`<p>Nothing yet. Playgrounds you replace are kept here.</p>`
            : html`<ul class="earlier">${this.#earlier.map(
                (earlier, at) => html`
                  <li><button type="button" class="example-card" ?autofocus=${at === 0} @click=${() => {
                    close();
                    void this.#host.opening.openEarlier(earlier);
                  }}><strong>${titleOf(earlier) || earlier.files}</strong><span>${new Date(earlier.when).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}${earlier.elsewhere ? ", open in another tab" : ""}</span></button></li>
                `,
              )}</ul>
              <p class="hint">This browser keeps the latest ${MOST_OWN} until you clear this site’s data. Private windows lose them when you close the last one.</p>`
        }
      </dialog>
    `;
  }
}
