// The input files of a narrow page as tabs, in the order in which ytt processes them, and the menu of the open one. Arrow keys select, F2 renames, Delete deletes, Alt and an arrow key
// moves.
import { classMap } from "lit/directives/class-map.js";
import type { Project } from "../../core/project";
import { html } from "../../ui/html";
import { pathName } from "../../ui/path-name";
import { repeat } from "../../ui/repeat";
import { spread } from "../../ui/spread";
import type { Tabs } from "../../ui/tabs";
import { addFiles, type FileActions } from "./file-actions";
import { HAS_PLACES, type Marks, markOf, spoken } from "./marks";

export function fileTabs(
  project: Project,
  tabs: Tabs,
  marks: Marks,
  used: readonly string[],
  actions: FileActions,
  menu: unknown,
) {
  const { files } = project;
  const key = (event: KeyboardEvent, id: string) => {
    const at = files.findIndex((file) => file.id === id);
    if (event.altKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      project.move(id, event.key === "ArrowLeft" ? at - 1 : at + 1);
      (event.currentTarget as HTMLElement).focus();
    } else if (event.key === "F2") actions.startRename(id);
    else if (event.key === "Delete") actions.remove(id);
    else return;
    // Before the tab list, which selects another tab on an arrow key.
    event.preventDefault();
    event.stopPropagation();
  };
  return html`
    <div class="files">
      <div class="file-tabs" aria-label="Input files" data-spread=${spread(tabs.list())}>
        ${repeat(
          files,
          ({ id }) => id,
          ({ id, path }) => {
            const mark = marks[path];
            return html`<button
              type="button"
              class=${classMap({ "file-tab": true, bad: !!mark?.errors, warned: !!mark?.warnings, used: used.includes(path) })}
              title=${path}
              aria-label="${path}${spoken(mark)}${used.includes(path) ? HAS_PLACES : ""}"
              data-spread=${spread(tabs.tab(id))}
              @keydown=${{ handleEvent: (event: KeyboardEvent) => key(event, id), capture: true }}
              @dblclick=${() => actions.startRename(id)}
            >${pathName(path)}${markOf(mark)}</button>`;
          },
        )}
      </div>
      ${menu}
      ${addFiles(actions)}
    </div>
  `;
}
