// The Open menu: files, folders, bundles and zips from the user's machine, a gist, an earlier work, an empty one.

import { nothing } from "lit";
import type { Starter } from "../../content/starters";
import { type Opened, openChosen } from "../../formats/local-files";
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
  type X,
} from "../../ui/icons";
import { spread } from "../../ui/spread";
import type { Widgets } from "../../ui/widgets";

export interface OpenHost {
  root: () => ShadowRoot;
  /** Opens files. */
  take: (opening: Promise<Opened>) => void;
  /** Opens a bundle or a zip. */
  takePlayground: (file: File) => void;
  /** Opens the dialog for a gist, or that with the earlier works. */
  ask: (way: "gist" | "earlier") => void;
  /** Opens the dialog for pasted text. */
  paste: () => void;
  /** Opens a new playground. */
  start: (starter: Starter) => void;
}

type Way = "files" | "folder" | "bundle" | "gist" | "earlier" | "paste" | Starter;

export class OpenMenu {
  #host: OpenHost;
  #menu;

  constructor(widgets: Widgets, host: OpenHost) {
    this.#host = host;
    this.#menu = widgets.menu({ id: "open", select: (way) => this.#choose(way as Way) });
  }

  #choose(way: Way): void {
    if (way === "blank" || way === "schema") {
      this.#host.start(way);
      return;
    }
    if (way === "paste") {
      this.#host.paste();
      return;
    }
    if (way === "gist" || way === "earlier") {
      this.#host.ask(way);
      return;
    }
    this.#host.root().querySelector<HTMLInputElement>(`#open-${way}`)?.click();
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
}
