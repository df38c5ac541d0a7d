// The actions of lists and headings of files.
import { html } from "../../ui/html";
import { FolderOpen, icon, Plus } from "../../ui/icons";

export interface FileActions {
  /** The id of the file that is being renamed, or named as a new one; empty if none is. */
  readonly naming: string;
  /** It is a new file. */
  readonly adding: boolean;
  /** The objection to the typed name. */
  readonly refused: string;
  refuse: (objection: string) => void;
  add: () => void;
  /** Adds files that were selected on the user's machine. */
  open: (files: FileList) => void;
  /** Shows a file. The focus stays. */
  select: (id: string) => void;
  /** Shows a file and focuses its editor. */
  show: (id: string) => void;
  remove: (id: string) => void;
  startRename: (id: string) => void;
  /** `from`: its path before. */
  endRename: (id: string, from: string) => void;
  /** Keeps the name; a new file is removed again. */
  cancelRename: () => void;
  /** Formats a file as `ytt fmt` does. */
  format: (id: string) => Promise<void>;
  /** Shows the output of the line with the cursor. */
  showOutput: (id: string) => void;
}

export const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);

/** The buttons that add files. */
export function addFiles(actions: FileActions) {
  const choose = (event: Event) => {
    const input = event.target as HTMLInputElement;
    if (input.files?.length) actions.open(input.files);
  };
  return html`
    <div class="new-files">
      <button type="button" class="quiet add-file" aria-label="Add file" @click=${actions.add}>${icon(Plus)} <span class="long">Add file</span></button>
      <label class="icon-button" title="Open files from your computer, or drop them on the page">
        ${icon(FolderOpen)}<span class="for-readers">Open files</span>
        <input type="file" multiple class="for-readers" @change=${choose} />
      </label>
    </div>
  `;
}
