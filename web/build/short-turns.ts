import type { Plugin } from "vite";

/**
 * CodeMirror parses ahead for highlighting in slices of 100 ms, with pauses of the same length. Here both are shorter. It has no setting for either.
 */
export const shortTurns: Plugin = {
  name: "short-turns",
  transform(code, id) {
    if (!/@codemirror\/language\/dist\/index\.js$/.test(id.split("?")[0] ?? "")) return;
    const settings: [from: string, to: string, times: number][] = [
      ["100 /* Work.Slice */", "25", 1],
      ["100 /* Work.MinPause */", "25", 2],
      // The part that is parsed before a change is shown.
      ["20 /* Work.Apply */", "10", 2],
    ];
    return settings.reduce((text, [from, to, times]) => {
      if (text.split(from).length !== times + 1) throw new Error(`@codemirror/language has no ${from} any more`);
      return text.replaceAll(from, to);
    }, code);
  },
};
