// The titles of all explanations. A separate module, loaded when the first explanation is opened.
const titles = import.meta.glob<string>("../../explain/*.yml", { query: "?title", eager: true, import: "default" });

/** In alphabetical order. */
export const index: readonly { code: string; title: string }[] = Object.entries(titles)
  .map(([path, title]) => ({ code: path.replace(/^.*\/|\.yml$/g, ""), title }))
  .sort((a, b) => a.title.localeCompare(b.title, "en"));
