// Creates the parts that the first render does not need, once their modules are loaded.
import { drawn, renderAll } from "../ui/part";
import type { Page } from "./page";

export type PageParts = Awaited<ReturnType<typeof loadParts>>;

export async function loadParts(page: Page) {
  const modules = await import("./lazy-part-modules");
  const { workbench, root, actions, openAndShare } = page;
  const changed = renderAll;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(modules.lazyStyle);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const { project, engine, session, notices, editor, output, navigation } = workbench;
  const { opening } = openAndShare;
  const shared = () => opening.shared;
  const schemas = () => actions.schemas();
  const compare = new modules.Compare(engine, { session, project, notices, root, shared });
  const pane = root.querySelector(".output-pane");
  if (pane) compare.watch(pane);
  const dialogs = openAndShare.make(modules);
  const { receiving } = dialogs;
  return {
    ...dialogs,
    downloadOutput: modules.downloadOutput,
    compare,
    checks: new modules.Checks(project, session, notices, () => output.current(session.output)),
    explain: new modules.Explain({
      root: () => root,
      changed,
      drawn,
      openExample: (code, which) => opening.go({ kind: "explain", code, which }),
    }),
    importing: new modules.ImportDialog({
      engine,
      root: () => root,
      changed,
      schemas,
      target: (inPlaceOf) => actions.importTarget(inPlaceOf),
      add: (schema, inPlaceOf, dataValues) => actions.addImport(schema, inPlaceOf, dataValues),
      start: (schema, dataValues) => receiving.startWith(schema, dataValues),
      untouched: () => receiving.isUntouched(),
      places: navigation,
    }),
    schemaChanges: new modules.SchemaChanges(engine, { current: () => page.work(), shared, schemas }),
    help: new modules.Help({
      root,
      changed,
      drawn,
      work: () => page.work(),
      base: () => opening.base,
      explain: () => page.explain(),
      version: () => page.version(),
      copy: page.copy,
    }),
    version: new modules.VersionPage({ root, changed, drawn }),
    rename: new modules.Rename({
      project,
      engine,
      editor: () => editor,
      request: () => workbench.request(),
      notices,
      places: navigation,
    }),
  };
}
