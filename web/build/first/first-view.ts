// Renders the page as a new visitor sees it, with the first example, and with each example at its address, and prints markup and styles as JSON. The
// plugin (plugin.ts) runs this in a process of its own.
import { root, visit } from "./browser";
import { escaped, StaticHtml } from "./static-html";

/** The page with an example, and the request that it sends. */
export interface View {
  markup: string;
  /** JSON. */
  request: string;
}

const FOOTER = /<footer[\s\S]*<\/footer>/;

const store = {
  refused: undefined,
  begin: async () => undefined,
  load: async () => undefined,
  connect() {},
  watch() {},
};

async function main(): Promise<void> {
  const { Page } = await import("../../src/page/page");
  const { Start } = await import("../../src/page/start");
  const { pageTemplate } = await import("../../src/page/page-template");
  const { diagnosticsOf } = await import("../../src/features/problems/problems");
  const { hangRules } = await import("../../src/codemirror/line-wrap");
  const { examples } = await import("../../src/content/examples");
  const html = new StaticHtml();

  /** Undefined if another tab than the output is shown at first: such tabs are loaded later. */
  async function view(hash: string): Promise<View | undefined> {
    visit(hash);
    const start = new Start(store as never);
    await start.begin();
    const page = new Page(root as never, start);
    const render = () => html.render(pageTemplate(page));
    page.begin();
    const before = render();
    const { session } = page.workbench;
    await session.settled();
    if (!session.response) throw new Error(`${hash} cannot be rendered: ${session.trouble?.message}`);
    if (page.panes.resultTab !== "output") return undefined;
    page.wrap();
    page.editors.measure();
    // The status is that of a page that waits for the engine.
    const [footer] = FOOTER.exec(before) ?? [];
    if (footer === undefined) throw new Error("the page has no footer");
    const problems = diagnosticsOf(session.response).map(({ severity, primary }) => ({
      severity,
      primary: primary && { file: primary.file },
    }));
    const content = render().replace(FOOTER, () => footer);
    const markup = `<div class="first" data-address="${hash}" data-problems="${escaped(JSON.stringify(problems))}">${content}</div>`;
    return { markup, request: JSON.stringify(session.request) };
  }

  const first = await view("");
  if (!first) throw new Error("the first example does not show its output");
  const others: Record<string, View> = {};
  for (const { id } of examples) {
    const other = await view(`#example:${id}`);
    if (other) others[id] = other;
  }
  process.stdout.write(JSON.stringify({ first, others, css: html.css + hangRules }));
}

await main();
