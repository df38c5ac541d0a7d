// The Open menu: files, folders, bundles and zips from the user's machine, a gist, an earlier work, an empty one.
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
import { Menu } from "../../ui/menu";
import { spread } from "../../ui/spread";

export interface OpenHost {
  root: () => ShadowRoot;
  changed: () => void;
  drawn: () => Promise<unknown>;
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
  #menu: Menu;

  constructor(host: OpenHost) {
    this.#host = host;
    const { root } = host;
    this.#menu = new Menu({ id: "open", root: root(), select: (way) => this.#choose(way as Way) });
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
    const item = (value: Way, drawing: typeof X, label: string) =>
      this.#menu.item(value, html`${icon(drawing)} ${label}`);
    const chosen = (use: (files: FileList) => void) => (event: Event) => {
      const input = event.target as HTMLInputElement;
      if (input.files?.length) use(input.files);
      input.value = "";
    };
    return html`
      <button class="quiet" type="button" aria-label="Open" ${spread(this.#menu.button())}>${icon(FolderOpen)} <span class="long">Open</span> ${icon(ChevronDown)}</button>
      ${this.#menu.list(
        "Open",
        () => html`
          ${item("files", FileText, "Files…")} ${item("folder", FolderOpen, "Folder…")} ${item("bundle", Package, "Bundle or zip…")}
          ${item("paste", ClipboardPaste, "Paste…")}
          ${item("gist", Link2, "Gist…")} ${item("earlier", History, "Recent playgrounds…")}
          <div class="menu-group" role="group" aria-labelledby="open-new">
            <div class="menu-label" id="open-new">New</div>
            ${item("blank", FilePlus, "Blank")} ${item("schema", FilePlus, "Schema, values and template")}
          </div>
        `,
      )}
      <input id="open-files" type="file" multiple hidden @change=${chosen((files) => this.#host.take(openChosen(files)))} />
      <input id="open-folder" type="file" webkitdirectory hidden @change=${chosen((files) => this.#host.take(openChosen(files)))} />
      <input id="open-bundle" type="file" accept=".yml,.yaml,.zip" hidden @change=${chosen((files) => files[0] && this.#host.takePlayground(files[0]))} />
    `;
  }
}
