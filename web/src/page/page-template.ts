// The template of the whole page: header, command bar, panes, status bar and dialogs.
import { nothing } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { commandBar } from "../components/command-line";
import { extended } from "../core/extension";
import { binary } from "../core/project";
import { fileHeader } from "../features/files/file-header";
import { lintList } from "../features/problems/lints";
import { diagnosticsOf, problemsPane, wrongIn } from "../features/problems/problems";
import { html } from "../ui/html";
import { spread } from "../ui/spread";
import { header } from "./header";
import type { Page } from "./page";
import { resultPane } from "./result-pane";
import { statusBar } from "./status";
import { wrapButton } from "./wrap-button";

/** `reload` loads the new version of the page, if there is one. */
export function pageTemplate(page: Page, reload: (() => void) | undefined) {
  const { panes, workbench, openAndShare, actions, listedProblemActions, store } = page;
  const { project, session, notices } = workbench;
  const { narrow } = panes;
  const late = page.lazy.parts;
  const diagnostics = diagnosticsOf(session.response);
  return html`
    <div class=${classMap({ page: true, narrow, typing: narrow && page.touchTyping.compact })}>
      ${header({ ...openAndShare.header(narrow), help: () => page.help() }, page.themeMenu, page.preferences.theme)}
      ${openAndShare.bar(narrow)}
      ${commandBar({
        project,
        refused: diagnostics.some(({ code }) => code === "flag"),
        open: page.unfolded.parts,
        toggle: (part) => page.unfolded.toggle(part),
        close: () => page.unfolded.close(),
        extend: (on) => page.extend(on),
        completions: page.flagCompletions.list,
        loadCompletions: () => page.flagCompletions.load(),
        problems: diagnostics.filter(({ argument }) => argument !== null),
      })}
      ${panes.switch(page.firstView?.wrong.length ?? wrongIn(session))}
      ${panes.render(
        {
          lesson: openAndShare.lesson(),
          files: page.fileList.render(
            project,
            workbench.fileTabs,
            page.firstView?.wrong ?? diagnostics,
            !narrow,
            actions,
          ),
          editor: editorPane(page),
          output: page.firstView?.output ?? result(page),
          problems:
            page.firstView?.problems ??
            problemsPane(session, listedProblemActions, lintList(page.lints, workbench.texts, listedProblemActions)),
        },
        session.slow,
      )}
      ${statusBar(session, {
        notice: notices.current,
        undo: () => notices.undo(),
        refused: store.refused,
        spoken: page.announcer.text,
        reload,
        beyond: extended(project.commandLine),
        about: () => page.version(),
      })}
      ${page.touchTyping.keys()}
      ${late?.help.render()} ${late?.version.render()} ${late?.importing.render()} ${late?.explain.render()}
      ${openAndShare.dialogs()}
    </div>
  `;
}

function result(page: Page) {
  const { panes, workbench, actions } = page;
  const { project, session, output } = workbench;
  return resultPane({
    panes,
    session,
    project,
    output,
    outputPanel: () => workbench.outputPanel(),
    values: page.values,
    schema: page.schema,
    late: page.lazy.parts,
    actions,
    places: workbench.navigation,
    copy: page.copy,
    downloadOutput: page.downloadOutput,
    wrap: page.preferences.wraps("output"),
    toggleWrap: () => page.preferences.toggleWrap("output"),
  });
}

function editorPane(page: Page) {
  const { workbench, actions, fixMenu } = page;
  const { project, editor, fileTabs } = workbench;
  const { current } = project;
  const bytes = current && binary(current);
  return html`
    ${fileHeader(
      project,
      actions,
      wrapButton("Wrap lines in the editor", page.preferences.wraps("editor"), () =>
        page.preferences.toggleWrap("editor"),
      ),
    )}
    ${bytes ? html`<p class="note">Binary file, ${bytes.length} bytes. ytt and links get it unchanged.</p>` : nothing}
    <div class="code" ${spread({ ...(current ? fileTabs.panel(current.id) : {}), hidden: !current || bytes !== undefined })} tabindex="-1">${editor.view.dom}</div>
    ${fixMenu.render()}
    ${current ? nothing : html`<p class="note">No files. Add a file or open an example.</p>`}
  `;
}
