// A docs site for tests: a guide at /docs/v2/guide/ beside the built playground at /docs/v2/playground/, with the sample headers of
// docs/embedding.md.
import { expect, isolated, watch } from "./playground";
import { DIST, type StaticServer, serve } from "./static-server";

export const PLAYGROUND = "/docs/v2/playground/";
export const GUIDE = "/docs/v2/guide/";

/** The policy of a docs page with embeds, as in docs/embedding.md. */
export const SAMPLE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html ytterby-worker",
].join("; ");

const STYLE = `
body { margin: 0; background: #fff; color: #222; font: 16px/1.6 system-ui; }
main { max-width: 1000px; margin: 0 auto; padding: 16px; }
iframe { width: 100%; border: 0; color-scheme: normal; }
@media (prefers-color-scheme: dark) { body { background: #111518; color: #ddd; } }
html[data-theme="light"] body { background: #fff; color: #222; }
html[data-theme="dark"] body { background: #111518; color: #ddd; }
`;

export const guide = (content: string, playground = PLAYGROUND) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Guide</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="guide.css" />
    <link rel="stylesheet" href="${playground}embed.css" />
    <script src="${playground}embed.js" defer></script>
  </head>
  <body>
    <main>
      <h1>Guide</h1>
      ${content}
    </main>
  </body>
</html>
`;

export const FIRING = `
<ytt-playground id="firing" label="A firing plan" active="values.yml">
<pre data-filename="schema.yml"><code>#@data/values-schema
---
kiln:
  #@schema/validation min=600, max=1300
  peak: 1000
  name: "Hestia"
</code></pre>
<pre data-filename="values.yml"><code>#@data/values
---
kiln:
  peak: 1400
</code></pre>
<pre data-filename="config.yml"><code>#@ load("@ytt:data", "data")
---
heat: #@ data.values.kiln.peak
name: #@ data.values.kiln.name
</code></pre>
</ytt-playground>
`;

/** All files one below the other. */
export const STACKED = FIRING.replace('id="firing"', 'id="stacked" view="stacked"').replace(
  "</ytt-playground>",
  "<pre data-expected-output>heat: 1400\nname: Hestia\n</pre></ytt-playground>",
);

export const FLAGS = `
<ytt-playground id="flags" args="--data-value heat=7" env="KILN_name='two words'">
  <script type="text/x-ytt" filename="schema.yml">
    #@data/values-schema
    ---
    heat: ""
  </script>
  <template filename="config.yml">
    #@ load("@ytt:data", "data")
    ---
    got: #@ data.values.heat
  </template>
</ytt-playground>
`;

export const GALLERY = `<ytt-playground id="gallery" src="example:kiln" view="output" height="260"></ytt-playground>`;

/** `page`: the guide's content; `script`: the content of /docs/v2/guide/guide.js. */
export function serveDocs(content: string, script = ""): Promise<StaticServer> {
  return serve({
    folders: { [PLAYGROUND]: DIST },
    texts: { [GUIDE]: guide(content), [`${GUIDE}guide.css`]: STYLE, [`${GUIDE}guide.js`]: script },
    headers: (path) => ({
      "content-security-policy": SAMPLE_POLICY,
      ...(path.endsWith(".css") ? { "content-type": "text/css" } : {}),
      ...(path.endsWith(".js") ? { "content-type": "text/javascript" } : {}),
    }),
  });
}

/** Tests of a docs page, which must not see errors. `open` serves a guide with this content and script, and opens it. */
export const docsTest = isolated.extend<{
  open: (content: string, script?: string) => Promise<StaticServer>;
  /** The browser's own messages that a test provokes. */
  provoked: RegExp | undefined;
}>({
  provoked: [undefined, { option: true }],
  open: async ({ page, provoked }, use) => {
    const ends: (() => Promise<void>)[] = [];
    const wrong: string[][] = [];
    await use(async (content, script) => {
      const server = await serveDocs(content, script);
      ends.push(server.close);
      wrong.push(await watch(page, server.origin));
      await page.goto(server.origin + GUIDE);
      return server;
    });
    for (const end of ends) await end();
    expect(
      wrong.flat().filter((what) => !provoked?.test(what)),
      "what a docs page must never see",
    ).toEqual([]);
  },
});
