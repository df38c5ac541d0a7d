// The types of the package, from the declarations that wasm-bindgen writes for the page.

const METHOD = /\n(\/\*\*\n(?: \*.*\n)*? \*\/\n)?export function (\w+)\((.*)\): (.*);\n/g;

/** The text of index.d.ts with these functions, out of the text of ytterby.d.ts. */
export function declarations(generated: string, functions: readonly string[]): string {
  const end = generated.indexOf("\n/**\n * The response to a request. The page frees");
  const start = generated.indexOf("/**\n");
  if (start < 0 || end < 0) throw new Error("ytterby.d.ts is not as expected");
  const types = generated.slice(start, end).trim();
  const methods = new Map<string, string>();
  for (const [, comment = "", name = "", parameters, result] of generated.matchAll(METHOD))
    methods.set(name, indented(`${comment}${name}(${parameters}): ${result};`));
  const found = functions.map((name) => {
    const method = methods.get(name);
    if (!method) throw new Error(`ytterby.d.ts does not declare ${name}`);
    return method;
  });
  return `${types}\n\n${HEAD}${found.join("\n\n")}\n}\n`;
}

const indented = (text: string) => text.replace(/^(?=.)/gm, "    ");

// The types of `wasm` do not need the declarations of a browser or of Node.
const HEAD = `export interface LoadOptions {
    /**
     * Where the wasm comes from, if not from the package: its address (in Node also a path), the bytes, a \`Response\`, or a compiled
     * \`WebAssembly.Module\`; or a promise of these.
     */
    wasm?: string | object | undefined;
}

/**
 * Loads the engine. Every call makes an engine with its own memory; the wasm is compiled once.
 */
export function load(options?: LoadOptions): Promise<Ytt>;

/**
 * Renders one request after the other, repeating only the steps whose input changed.
 */
export interface Workspace {
    /**
     * One run of ytt. The same request twice returns the same object.
     */
    render(request: Request): Response;

    /**
     * Frees its memory. Otherwise this happens some time after the last reference is gone.
     */
    free(): void;
}

/**
 * An engine. If it crashes, because the code of a template is nested too deeply or memory is used up, that call and all later ones throw; then
 * load another one.
 */
export interface Ytt {
    Workspace: new () => Workspace;

`;
