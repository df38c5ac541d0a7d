// The Open menu: files, folders, bundles and zips from the user's machine, a gist, an earlier work, an empty one.
import type { Starter } from "../../content/starters";
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

type Way = "files" | "folder" | "bundle" | "gist" | "earlier" | "paste" | "import" | Starter;

export class OpenMenu {
  readonly #root: ShadowRoot;
  readonly #use: (act: (parts: OpenParts) => unknown) => void;
  readonly #menu: Menu;

  /** `use` calls a function when the parts are loaded. */
  constructor(root: ShadowRoot, use: (act: (parts: OpenParts) => unknown) => void) {
    this.#root = root;
    this.#use = use;
    this.#menu = new Menu({ id: "open", root, select: (way) => this.#choose(way as Way) });
  }

  #choose(way: Way): void {
    if (way === "blank" || way === "schema") this.#use(({ receiving }) => receiving.start(way));
    else if (way === "import") this.#use(({ importing }) => importing.open());
    else if (way === "paste") this.#use(({ pasting }) => pasting.ask());
    else if (way === "gist" || way === "earlier") this.#use(({ openDialogs }) => openDialogs.open(way));
    else this.#root.querySelector<HTMLInputElement>(`#open-${way}`)?.click();
  }

  render() {
    const item = (value: Way, drawing: typeof X, label: string) =>
      this.#menu.item(value, html`${icon(drawing)} ${label}`);
    const chosen = (use: (files: FileList) => void) => (event: Event) => {
      const input = event.target as HTMLInputElement;
      if (input.files?.length) use(input.files);
      input.value = "";
    };
    const take = (files: FileList) => {
      // Now: the list becomes empty with the field.
      const opened = openChosen(files);
      this.#use(({ receiving }) => receiving.take(opened));
    };
    const takePlayground = ([file]: FileList) => file && this.#use(({ receiving }) => receiving.takePlayground(file));
    return html`
      <button class="quiet" type="button" aria-label="Open" ${spread(this.#menu.button())}>${icon(FolderOpen)} <span class="long">Open</span> ${icon(ChevronDown)}</button>
      ${this.#menu.list(
        "Open",
        () => html`
          ${item("files", FileText, "Files…")} ${item("folder", FolderOpen, "Folder…")} ${item("bundle", Package, "Bundle or zip…")}
          ${item("paste", ClipboardPaste, "Paste…")}
          ${item("gist", Link2, "Gist…")} ${item("earlier", History, "Recent playgrounds…")}
          <div class="menu-group" role="group" aria-labelledby="open-import">
            <div class="menu-label" id="open-import">Import</div>
            ${item("import", FileInput, "Helm values, JSON Schema, OpenAPI…")}
          </div>
          <div class="menu-group" role="group" aria-labelledby="open-new">
            <div class="menu-label" id="open-new">New</div>
            ${item("blank", FilePlus, "Blank")} ${item("schema", FilePlus, "Schema, values and template")}
          </div>
        `,
      )}
      <input id="open-files" type="file" multiple hidden @change=${chosen(take)} />
      <input id="open-folder" type="file" webkitdirectory hidden @change=${chosen(take)} />
      <input id="open-bundle" type="file" accept=".yml,.yaml,.zip" hidden @change=${chosen(takePlayground)} />
    `;
  }
}
