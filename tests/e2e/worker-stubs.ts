// Workers in place of the engine's. Like it, they compile the engine for the page; they never render.
const COMPILE = `addEventListener("message", async ({ data }) => {
  if ("compile" in data) postMessage({ module: await WebAssembly.compileStreaming(fetch(data.compile)) });
});
`;

/** Does not answer. */
export const STUCK = COMPILE;

/** Ends each render with a trap. */
export const TRAPPED = `${COMPILE}addEventListener("message", ({ data }) => {
  if ("id" in data) postMessage({ id: data.id, trap: "RuntimeError: unreachable" });
});`;
