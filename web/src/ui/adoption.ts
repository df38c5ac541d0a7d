// The page adopts elements that the build has made from the same templates, instead of making its own. Directives for nodes that no template describes leave
// them as they are meanwhile.
let isRunning = false;
let waiting: (() => void)[] = [];

export const isAdopting = (): boolean => isRunning;

/** Calls `act` when all elements are adopted. */
export const afterAdoption = (act: () => void): void => void waiting.push(act);

/** `hydrate` of Lit is called by `render`. If it throws, what waits for the adoption never happens. */
export function adopting(render: () => void): void {
  isRunning = true;
  try {
    render();
  } catch (error) {
    waiting = [];
    throw error;
  } finally {
    isRunning = false;
  }
  for (const act of waiting.splice(0)) act();
}

/** Markup as a value of templates, which only the build has: the page makes no elements from texts. */
export const built: { markup: (html: string) => unknown } = { markup: () => "" };
