// Creates the parts that the first render does not need, once their modules are loaded.
import { isTouch } from "../ui/touch";
import type { Page } from "./page";

export type PageParts = Awaited<ReturnType<typeof loadParts>>;

export async function loadParts(page: Page) {
  const modules = await import("./lazy-part-modules");
  const { workbench, root, actions, opening, copy, focus } = page;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(modules.lazyStyle);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const { project, engine, session, notices, output, navigation } = workbench;
  const shared = () => opening.shared;
  const schemas = () => actions.schemas();
  const compare = new modules.Compare(engine, {
    ...{ session, project, notices, places: navigation, root, shared },
    sharedName: () => opening.sharedName,
    comparison: page.comparison,
  });
  const pane = root.querySelector(".output-pane");
  if (pane) compare.watch(pane);
  const newPlayground = {
    startWith: (schema: string, values: string | undefined) => receiving.startWith(schema, values),
    isUntouched: () => receiving.isUntouched(),
  };
  const importing = new modules.ImportDialog(engine, actions, newPlayground, navigation);
  const plainValues = new modules.PlainValues(workbench, actions, importing);
  const receiving = new modules.Receiving(workbench, opening, plainValues, focus.editor);
  return {
    parsed: modules.parsed,
    downloadOutput: modules.downloadOutput,
    phaseMarks: modules.phaseMarks,
    receiving,
    plainValues,
    pasting: new modules.Pasting(workbench, receiving, plainValues, focus.editor),
    openDialogs: new modules.OpenDialogs(opening),
    share: new modules.ShareDialog(workbench, opening, copy),
    gallery: new modules.Gallery(
      () => opening.example,
      (id) => page.preferences.lessons.includes(id),
      // On touch screens, the keyboard would cover the example.
      ({ id }) => void opening.go({ kind: "example", id }).then(() => isTouch() || focus.editor()),
    ),
    findInFiles: new modules.FindInFiles(project, navigation),
    compare,
    checks: new modules.Checks(project, session, notices, () => output.current(session.output)),
    explain: new modules.Explain((code, which) => void opening.go({ kind: "explain", code, which })),
    importing,
    schemaChanges: new modules.SchemaChanges(engine, { current: () => page.work(), shared, schemas }),
    help: new modules.Help(page),
    version: new modules.VersionPage(),
    costs: new modules.CostsDialog(engine, () => workbench.request(), workbench.problemActions.places),
    rename: new modules.Rename(workbench),
  };
}
