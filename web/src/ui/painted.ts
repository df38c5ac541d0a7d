/** Longer than a frame: a page that is not in sight has none. */
const FRAME_MS = 100;

/** Resolves once the present content of the document is painted. */
export const painted = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, FRAME_MS);
  });
