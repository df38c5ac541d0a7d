// Renders the page as a new visitor sees it, in the shapes that its layout knows, and prints markup and styles as JSON. The plugin (plugin.ts) runs this
// in a process of its own.
import { resize, root, type Shape } from "./browser";
import { escaped, StaticHtml } from "./static-html";
import { rulesFor } from "./static-view";

/** By the name of the class that first-view.css shows in such a window. */
const SHAPES: Record<string, Shape> = {
  wide: { width: 1400, height: 900 },
  low: { width: 1400, height: 700 },
  narrow: { width: 390, height: 844 },
};

const FOOTER = /<footer[\s\S]*<\/footer>/;

const store = { unreadable: [], refused: undefined, begin: async () => undefined, connect() {}, watch() {} };

async function main(): Promise<void> {
  const { Page } = await import("../src/page/page");
  const { pageTemplate } = await import("../src/page/page-template");
  const { diagnosticsOf } = await import("../src/features/problems/problems");
  const html = new StaticHtml();
  const views: string[] = [];
  for (const [name, shape] of Object.entries(SHAPES)) {
    resize(shape);
    const page = new Page({ root, store, changed() {}, drawn: async () => {} } as never);
    const render = () => html.render(pageTemplate(page, undefined));
    await page.begin();
    const before = render();
    const { session } = page.workbench;
    await session.settled();
    if (!session.response?.files.length)
      throw new Error(`the first example has no output: ${session.trouble?.message}`);
    page.wrap();
    page.wrap();
    // The status is that of a page that waits for the engine.
    const [footer] = FOOTER.exec(before) ?? [];
    if (footer === undefined) throw new Error("the page has no footer");
    const problems = diagnosticsOf(session.response).map(({ severity, primary }) => ({
      severity,
      primary: primary && { file: primary.file },
    }));
    const content = render().replace(FOOTER, () => footer);
    views.push(`<div class="first ${name}" data-problems="${escaped(JSON.stringify(problems))}">${content}</div>`);
  }
  const markup = views.join("");
  process.stdout.write(JSON.stringify({ markup, css: rulesFor(markup) + html.css }));
}

await main();
