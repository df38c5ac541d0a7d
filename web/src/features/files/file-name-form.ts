// The form for the name of a file, in place of its heading.
import type { Project, ProjectFile } from "../../core/project";
import { html } from "../../ui/html";
import { Check, icon, X } from "../../ui/icons";
import type { FileActions } from "./file-actions";

const endingOf = (path: string): string => /(\.[^./]*)?$/.exec(path)?.[0] ?? "";

export function fileNameForm(project: Project, file: ProjectFile, actions: FileActions) {
  const { adding, refused, refuse } = actions;
  const typed = (form: Element | null) => form?.querySelector("input")?.value.trim() ?? "";
  const finish = (event: Event) => {
    event.preventDefault();
    const path = typed((event.currentTarget as HTMLElement).closest("form"));
    const objection = project.objection(file.id, path);
    if (objection) return refuse(objection);
    const from = file.path;
    project.rename(file.id, path);
    actions.endRename(file.id, from);
  };
  /** A dot before the ending, which was not selected, begins another one. */
  const typing = ({ target, data }: InputEvent) => {
    const { value, selectionStart: from, selectionEnd: to } = target as HTMLInputElement;
    const isAtEnding = from !== null && from === to && value.slice(from) === endingOf(file.path);
    if (data === "." && isAtEnding) (target as HTMLInputElement).setRangeText("", from, value.length, "end");
  };
  const [done, cancel] = adding
    ? [
        ["Add", "Add (Enter)"],
        ["Do not add", "Do not add (Escape)"],
      ]
    : [
        ["Rename", "Rename (Enter)"],
        ["Cancel renaming", "Cancel renaming (Escape)"],
      ];
  return html`
    <form class="file-heading rename" @submit=${finish}>
      <input
        type="text"
        class="file-name-input"
        aria-label=${adding ? "Name of the new file" : `New name of ${file.path}`}
        aria-invalid=${refused ? "true" : "false"}
        aria-describedby="name-objection"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        .value=${file.path}
        @beforeinput=${typing}
        @input=${({ target }: Event) => refuse(project.objection(file.id, typed((target as Element).closest("form"))) ?? "")}
        @keydown=${({ key }: KeyboardEvent) => key === "Escape" && actions.cancelRename()}
      />
      <button type="submit" class="icon-button" aria-label=${done?.[0]} title=${done?.[1]}>${icon(Check)}</button>
      <button type="button" class="icon-button" aria-label=${cancel?.[0]} title=${cancel?.[1]} @click=${actions.cancelRename}>${icon(X)}</button>
      <span id="name-objection" class="objection" role="alert">${refused}</span>
    </form>
  `;
}
