// How an embed is arranged: input and result side by side, or one pane at a time behind tabs; the files behind tabs, or one below the other.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { editorElement } from "../codemirror/editor-element";
import { titleOf } from "../content/examples";
import { binary, type ProjectFile } from "../core/project";
import type { Session } from "../engine/session";
import { diagnosticsOf, problemsIn, wrongIn } from "../features/problems/problems";
import { html } from "../ui/html";
import { pathName } from "../ui/path-name";
import { repeat } from "../ui/repeat";
import { spread } from "../ui/spread";
import type { Tabs } from "../ui/tabs";
import type { View as Pane } from "../workbench/panes";
import type { Workbench } from "../workbench/workbench";
import { commandBar } from "./command-bar";
import { linesOf, type Start } from "./start";
import type { Begun } from "./work-of";

export interface LayoutHost {
  start: Start;
  original: Begun;
  workbench: Workbench;
  panes: Tabs;
  /** The level of headings. */
  level: string;
  /** All files one below the other. The result is beside them, or below in little space: with tabs instead, the result would hide the files there. */
  stacked: boolean;
  /** One pane at a time. */
  single: boolean;
  narrow: boolean;
  foot: unknown;
  explanation: unknown;
}

/** Number of diagnostics of a file. */
const wrongInFile = (session: Session, path: string): number =>
  diagnosticsOf(session.response).filter(({ primary }) => primary?.file === path).length;

/** Stacked files have the height of their text; this is the least one, for the result beside them. */
const LEAST_LINES = linesOf([{ content: "" }]);

const numberOf = (wrong: number) =>
  wrong > 0
    ? html`<span class="mark error-mark"><span class="for-readers">, problems: </span>${wrong}</span>`
    : nothing;

const binaryNote = (bytes: Uint8Array | undefined) =>
  bytes ? html`<p class="note">Binary file, ${bytes.length} bytes.</p>` : nothing;

export function layout(host: LayoutHost) {
  const { start, original, workbench, panes, stacked, single, narrow, foot, explanation } = host;
  const label = start.label ?? titleOf(original.work);
  const lines = stacked && start.files.length > 0 ? LEAST_LINES : linesOf(start.files);
  const { project, session, editor, stack, fileTabs: files, problemActions } = workbench;
  const problems = wrongIn(session);
  const { current } = project;
  const tab = (value: Pane, text: unknown) =>
    html`<button type="button" class="pane-tab" data-spread=${spread(panes.tab(value))}>${text}</button>`;
  const pane = (value: Pane, inside: unknown) =>
    html`<div class="pane ${value}" data-spread=${spread(panes.panel(value))} tabindex=${value === "problems" ? "0" : "-1"}>${inside}</div>`;
  const input = () => {
    const bytes = current && binary(current);
    return html`
      ${binaryNote(bytes)}
      <div class="code" data-spread=${spread({ ...(current ? files.panel(current.id) : {}), hidden: !current || bytes !== undefined })} tabindex="-1">${editorElement(() => editor.view)}</div>
    `;
  };
  const section = (file: ProjectFile) => {
    const bytes = binary(file);
    return html`
      <section class=${classMap({ file: true, chosen: file === current })}>
        <div class="name" role="heading" aria-level=${host.level} title=${file.path}>${pathName(file.path)}${numberOf(wrongInFile(session, file.path))}</div>
        ${binaryNote(bytes)}
        <div class="code" ?hidden=${bytes !== undefined}>${editorElement(() => editor.viewOf(file))}</div>
      </section>
    `;
  };
  const fileTabs = () => html`
    <div class="file-tabs" aria-label="Files" data-spread=${spread(files.list())}>
      ${repeat(
        project.files,
        ({ id }) => id,
        ({ id, path }) => {
          const wrong = wrongInFile(session, path);
          return html`<button type="button" class="file-tab" title=${path} aria-label="${path}${wrong > 0 ? `, problems: ${wrong}` : ""}" data-spread=${spread(files.tab(id))}>${pathName(path)}${numberOf(wrong)}</button>`;
        },
      )}
    </div>
  `;
  return html`
    <div role=${label ? "group" : nothing} aria-label=${label || nothing} class=${classMap({ embed: true, single, narrow, stacked })} .style=${`--lines: ${lines}`}>
      ${label ? html`<p class="label">${label}</p>` : nothing}
      ${original.problem ? html`<p class="note stale-note" role="alert">${original.problem}</p>` : nothing}
      ${commandBar(project, session, start)}
      <div class="body">
        ${
          single
            ? nothing
            : html`<div class="half" role="group" aria-label="Input">
              ${
                stacked
                  ? repeat(stack.open, ({ id }) => id, section)
                  : html`<div class="bar">${fileTabs()}</div> ${input()}`
              }
            </div>`
        }
        <div class="half" role="group" aria-label=${single ? "Example" : "Result"} .style=${stacked ? `--lines: ${linesOf([{ content: start.expected ?? "" }])}` : ""}>
          <div class="bar">
            <div class="pane-tabs" aria-label=${single ? "Panes" : "Result"} data-spread=${spread(panes.list())}>
              ${single ? tab("input", "Input") : nothing} ${tab("output", "Output")}
              ${tab("problems", html`Problems${problems > 0 ? html` <span class="count bad">${problems}</span>` : nothing}`)}
            </div>
          </div>
          ${single ? pane("input", html`<div class="inside">${fileTabs()} ${input()}</div>`) : nothing}
          ${pane("output", workbench.outputPanel({ compact: true, expected: start.expected }))}
          ${pane("problems", problemsIn(session, problemActions))}
        </div>
      </div>
      ${foot}
      ${explanation}
    </div>
  `;
}
