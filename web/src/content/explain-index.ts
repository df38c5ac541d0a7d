// The titles of all explanations. A module of its own, loaded when an explanation is first opened, so that the page starts without them.
const titles = import.meta.glob<string>("../../explain/*.yml", { query: "?title", eager: true, import: "default" });

/** In the order of their titles. */
export const index: readonly { code: string; title: string }[] = Object.entries(titles)
  .map(([path, title]) => ({ code: path.replace(/^.*\/|\.yml$/g, ""), title }))
  .sort((a, b) => a.title.localeCompare(b.title, "en"));
