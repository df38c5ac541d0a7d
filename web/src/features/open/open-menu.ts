// The Open menu: files, folders, bundles and zips from the user's machine, a gist, an earlier work, an empty one.
import { openChosen } from "../../formats/local-files";
import { html } from "../../ui/html";
import {
  ChevronDown,
  ClipboardPaste,
  FileInput,
  FilePlus,
  FileText,
  FolderOpen,
  History,
  icon,
  Link2,
  Package,
  type X,
} from "../../ui/icons";
import { Menu } from "../../ui/menu";
import { spread } from "../../ui/spread";
import type { OpenDialogs } from "./open-dialogs";
import type { Pasting } from "./pasting";
import type { Receiving } from "./receiving";

/** The parts that the menu uses, which are loaded lazily. */
export interface OpenParts {
  receiving: Receiving;
  openDialogs: OpenDialogs;
  pasting: Pasting;
  importing: { open(): unknown };
}

export class OpenMenu {
  readonly #root: ShadowRoot;
  readonly #use: (act: (parts: OpenParts) => unknown) => void;
  readonly #menu: Menu;

  /** `use` calls a function when the parts are loaded. */
  constructor(root: ShadowRoot, use: (act: (parts: OpenParts) => unknown) => void) {
    this.#root = root;
    this.#use = use;
    this.#menu = new Menu({ id: "open", root });
  }

  render() {
    const item = (drawing: typeof X, label: string, act: () => void) =>
      this.#menu.item(html`${icon(drawing)} ${label}`, act);
    /** An item that opens the browser's dialog of a field below. */
    const field = (id: string, drawing: typeof X, label: string) =>
      item(drawing, label, () => this.#root.querySelector<HTMLInputElement>(`#${id}`)?.click());
    const use = this.#use;
    const chosen = (use: (files: FileList) => void) => (event: Event) => {
      const input = event.target as HTMLInputElement;
      if (input.files?.length) use(input.files);
      input.value = "";
    };
    const take = (files: FileList) => {
      // Now: the list becomes empty with the field.
      const opened = openChosen(files);
      use(({ receiving }) => receiving.take(opened));
    };
    const takePlayground = ([file]: FileList) => file && use(({ receiving }) => receiving.takePlayground(file));
    return html`
      <button class="quiet" type="button" aria-label="Open" data-spread=${spread(this.#menu.button())}>${icon(FolderOpen)} <span class="long">Open</span> ${icon(ChevronDown)}</button>
      ${this.#menu.list(
        "Open",
        () => html`
          ${field("open-files", FileText, "Files…")}
          ${field("open-folder", FolderOpen, "Folder…")}
          ${field("open-bundle", Package, "Bundle or zip…")}
          ${item(ClipboardPaste, "Paste…", () => use(({ pasting }) => pasting.ask()))}
          ${item(Link2, "Gist…", () => use(({ openDialogs }) => openDialogs.open("gist")))}
          ${item(History, "Recent playgrounds…", () => use(({ openDialogs }) => openDialogs.open("earlier")))}
          <div class="menu-group" role="group" aria-labelledby="open-import">
            <div class="menu-label" id="open-import">Import</div>
            ${item(FileInput, "Helm values, JSON Schema, OpenAPI…", () => use(({ importing }) => importing.open()))}
          </div>
          <div class="menu-group" role="group" aria-labelledby="open-new">
            <div class="menu-label" id="open-new">New</div>
            ${item(FilePlus, "Blank", () => use(({ receiving }) => receiving.start("blank")))}
            ${item(FilePlus, "Schema, values and template", () => use(({ receiving }) => receiving.start("schema")))}
          </div>
        `,
      )}
      <input id="open-files" type="file" multiple hidden @change=${chosen(take)} />
      <input id="open-folder" type="file" webkitdirectory hidden @change=${chosen(take)} />
      <input id="open-bundle" type="file" accept=".yml,.yaml,.zip" hidden @change=${chosen(takePlayground)} />
    `;
  }
}
