// Renders the page as a new visitor sees it, with the first example, and with each example at its address, and prints markup and styles as JSON. The
// plugin (plugin.ts) runs this in a process of its own.
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import { root, visit } from "./browser";
import { StaticHtml } from "./static-html";

/** The page with an example, and the request that it sends. */
export interface View {
  markup: string;
  /** JSON. */
  request: string;
  /** JSON of the `Parts` of the response. */
  answer: string;
}

const store = {
  refused: undefined,
  begin: async () => undefined,
  load: async () => undefined,
  connect() {},
  watch() {},
};

async function main(): Promise<void> {
  const { NodeEngine } = await import("./node-engine");
  const { responseOf } = await import("../../src/engine/answer");
  const { written } = await import("../../src/engine/built-answer");
  const { Page } = await import("../../src/page/page");
  const { Start } = await import("../../src/page/start");
  const { pageTemplate } = await import("../../src/page/page-template");
  const { hangRules } = await import("../../src/codemirror/line-wrap");
  const { examples } = await import("../../src/content/examples");
  const { built } = await import("../../src/ui/adoption");
  built.markup = unsafeHTML;
  const html = new StaticHtml();
  const engine = await NodeEngine.load();

  /** Undefined if another tab than the output is shown at first: such tabs are loaded later. */
  async function view(hash: string): Promise<View | undefined> {
    visit(hash);
    // The state of a page that waits for the engine.
    const start = new Start(store as never, engine as never);
    await start.begin();
    const { session } = start.model;
    const { asked } = session;
    if (!asked) throw new Error(`${hash} has no request`);
    const parts = engine.parts(asked);
    session.foresee({ response: responseOf(asked, parts), request: asked });
    const page = new Page(root as never, start, true);
    page.begin();
    if (page.panes.resultTab !== "output") return undefined;
    page.editors.measure();
    return { markup: html.render(pageTemplate(page)), request: JSON.stringify(asked), answer: written(parts) };
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
