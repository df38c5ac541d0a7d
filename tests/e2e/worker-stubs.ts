// Workers in place of the engine's. Like it, they compile the engine for the page before they answer anything; they never render.
const COMPILE = `let compiled;
addEventListener("message", async ({ data }) => {
  if (!("compile" in data)) return;
  compiled = WebAssembly.compileStreaming(fetch(data.compile));
  postMessage({ module: await compiled });
});
`;

/** Does not answer. */
export const STUCK = COMPILE;

/** Ends each render with a trap. */
export const TRAPPED = `${COMPILE}addEventListener("message", async ({ data }) => {
  if (!("id" in data)) return;
  await compiled;
  postMessage({ id: data.id, trap: "RuntimeError: unreachable" });
});`;
