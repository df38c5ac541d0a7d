// Effects that follow the state of the page beside its templates: the title, wrapped lines, the stored work, measured sizes.
import { effect, untracked } from "@preact/signals-core";
import { exampleOf } from "../content/examples";
import { inWords } from "../core/unseen";
import { drawn } from "../ui/part";
import type { Page } from "./page";

/** Called once the page is rendered. */
export function followState(page: Page): void {
  const { workbench, preferences, panes, comparison, lints, editors, opening, flagCompletions } = page;
  effect(() => {
    const { title, example } = workbench.project.about;
    const name = title || exampleOf(example)?.title || (opening.shared && opening.label);
    document.title = name ? `${inWords(name)} · Ytterby` : "Ytterby: a playground for ytt";
  });
  effect(() => workbench.editor.wrap(preferences.wraps("editor")));
  effect(() => workbench.output.wrap(preferences.wraps("output")));
  effect(() => workbench.codeValues.switch(preferences.valuesInCode));
  effect(() => preferences.setMaximized(workbench.stack.isMaximized));
  effect(() => {
    void workbench.stack.open;
    void drawn().then(() => editors.measure());
  });
  effect(() => {
    void workbench.stack.columns;
    void panes.narrow;
    void drawn().then(() => editors.watchWidth());
  });
  // The called functions read much more, which must not repeat these effects.
  effect(() => {
    workbench.session.latestWith("values");
    untracked(() => flagCompletions.refresh());
  });
  let isFirst = true;
  effect(() => {
    lints.enabled;
    // Underlined already, if there is a response. Again, it would force a layout.
    if (isFirst) {
      isFirst = false;
      return;
    }
    untracked(() => {
      workbench.underline();
      if (workbench.session.response) page.announce();
    });
  });
  const shown = () => (panes.resultTab === "compare" ? comparison.view : panes.resultTab);
  let view = shown();
  effect(() => {
    if (shown() === view) return;
    view = shown();
    untracked(() => {
      page.refreshComparison();
      page.saveSoon();
    });
  });
}
