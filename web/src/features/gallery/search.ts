// The search of the gallery: which examples have all words of a search, how well they match, and where.

import type { ExampleText } from "../../content/example-texts";
import type { Example } from "../../content/examples";

/** A line of a lesson or a file with a word of the search. */
export interface Snippet {
  /** An empty string for the lesson. */
  path: string;
  before: string;
  word: string;
  after: string;
}

export interface Match {
  /** More is better: in the title, in the topics too, in the description too, in the lesson too, or in the files. */
  rank: number;
  /** The place of a word that is not on the card. */
  snippet?: Snippet;
}

/** Characters of a line around the word. */
const BEFORE = 28;
const AFTER = 60;

/** Without the last word, which may be incomplete. */
const wholeWords = (text: string) => text.replace(/\s+\S*$/, "");

function cut(line: string, from: number, length: number): Omit<Snippet, "path"> {
  const start = from > BEFORE ? line.lastIndexOf(" ", from - BEFORE) + 1 : 0;
  const end = from + length;
  const tail = line.slice(end);
  return {
    before: (start > 0 ? "… " : "") + line.slice(start, from).trimStart(),
    word: line.slice(from, end),
    after: tail.length > AFTER ? `${wholeWords(tail.slice(0, AFTER))} …` : tail,
  };
}

/** The first line with the word. */
function snippetOf({ path, text }: ExampleText, word: string): Snippet | undefined {
  for (const line of text.split("\n")) {
    const from = line.toLowerCase().indexOf(word);
    if (from >= 0) return { path, ...cut(line, from, word.length) };
  }
  return undefined;
}

/** `undefined` if a word is nowhere. `texts`: the lesson and the files, once they are loaded. */
export function match(example: Example, texts: readonly ExampleText[], search: string): Match | undefined {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const { id, title, description, topics } = example;
  const lesson = texts.filter(({ path }) => path === "").map(({ text }) => text);
  const files = texts.filter(({ path }) => path !== "").flatMap(({ path, text }) => [path, text]);
  let known = "";
  let rank = 5;
  for (const part of [[title], topics, [id, description], lesson, files]) {
    known += `${part.join("\n").toLowerCase()}\n`;
    if (words.every((word) => known.includes(word))) {
      if (rank > 2) return { rank };
      const card = [title, id, description, ...topics].join("\n").toLowerCase();
      const hidden = words.filter((word) => !card.includes(word));
      const found = hidden.flatMap((word) => texts.flatMap((text) => snippetOf(text, word) ?? []));
      return found[0] ? { rank, snippet: found[0] } : { rank };
    }
    rank--;
  }
  return undefined;
}
