// The line above the editor: the open file's name with actions for the file, or the form for its new name.
import { nothing } from "lit";
import type { Project } from "../../core/project";
import { html, markInvisibleInName } from "../../ui/html";
import { ArrowDown, ArrowUp, Check, icon, Pencil, SquareArrowRight, TextAlignStart, Trash2, X } from "../../ui/icons";
import { type FileActions, isYaml } from "./files";

export function fileHeader(project: Project, actions: FileActions, wrap: unknown) {
  const { naming, adding, refused, refuse } = actions;
  const file = project.current;
  if (!file) return html`<div class="pane-head"></div>`;
  const at = project.files.indexOf(file);
  if (naming) {
    const finish = (event: Event) => {
      event.preventDefault();
      const input = (event.currentTarget as HTMLElement).closest("form")?.querySelector("input");
      const path = input?.value.trim() ?? "";
      const objection = project.objection(file.id, path);
      if (objection) return refuse(objection);
      project.rename(file.id, path);
      actions.endRename();
    };
    return html`
      <form class="pane-head rename" @submit=${finish}>
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
          @input=${(event: InputEvent) => refuse(project.objection(file.id, (event.target as HTMLInputElement).value.trim()) ?? "")}
          @keydown=${(event: KeyboardEvent) => event.key === "Escape" && actions.cancelRename()}
        />
        ${
          adding
            ? html`<button type="submit" class="icon-button" aria-label="Add" title="Add (Enter)">${icon(Check)}</button>
              <button type="button" class="icon-button" aria-label="Do not add" title="Do not add (Escape)" @click=${actions.cancelRename}>${icon(X)}</button>`
            : html`<button type="submit" class="icon-button" aria-label="Rename" title="Rename (Enter)">${icon(Check)}</button>
              <button type="button" class="icon-button" aria-label="Cancel renaming" title="Cancel renaming (Escape)" @click=${actions.cancelRename}>${icon(X)}</button>`
        }
        <span id="name-objection" class="objection" role="alert">${refused}</span>
      </form>
    `;
  }
  const button = (
    label: string,
    keys: string,
    drawing: ReturnType<typeof icon>,
    click: () => void,
    disabled = false,
  ) => html`
    <button type="button" class="icon-button" aria-label="${label} ${file.path}" title="${label} (${keys})" ?disabled=${disabled} @click=${click}>${drawing}<span class="word">${label}</span></button>
  `;
  return html`
    <div class="pane-head">
      <h2 class="open-file">${markInvisibleInName(file.path)}</h2>
      <div class="pane-tools">
        ${wrap}
        <button type="button" class="icon-button" aria-label="Show the output of this line" title="Show the output of this line (Alt Enter)" @click=${actions.showOutput}>${icon(SquareArrowRight)}<span class="word">Output</span></button>
        ${isYaml(file.path) ? button("Format", "Shift Alt F in the editor", icon(TextAlignStart), () => void actions.format()) : nothing}
        ${button("Rename", "F2 in the list", icon(Pencil), actions.startRename)}
        ${button("Move up", "Alt ↑ in the list", icon(ArrowUp), () => project.move(file.id, at - 1), at === 0)}
        ${button("Move down", "Alt ↓ in the list", icon(ArrowDown), () => project.move(file.id, at + 1), at === project.files.length - 1)}
        ${button("Delete", "Delete in the list", icon(Trash2), () => actions.remove(file.id))}
      </div>
    </div>
  `;
}
