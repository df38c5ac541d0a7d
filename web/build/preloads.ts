import type { Plugin } from "vite";

/** Preloads the fonts of the first view, which browsers request only once styles are applied. */
export const preloads: Plugin = {
  name: "preloads",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle, path }) {
      if (!bundle || path !== "/index.html") return;
      const named = (pattern: RegExp) => {
        const found = Object.keys(bundle).find((file) => pattern.test(file));
        if (!found) throw new Error(`nothing is built that is called ${pattern}`);
        return `./${found}`;
      };
      const link = (attrs: Record<string, string | boolean>) => ({
        tag: "link",
        attrs: { ...attrs, crossorigin: true },
        injectTo: "head" as const,
      });
      const font = (pattern: RegExp) => link({ rel: "preload", as: "font", type: "font/woff2", href: named(pattern) });
      return [font(/\/geist-latin-wght-normal-.*\.woff2$/), font(/\/geist-mono-latin-wght-normal-.*\.woff2$/)];
    },
  },
};
