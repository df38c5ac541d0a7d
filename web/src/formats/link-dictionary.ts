// The deflate dictionary of links of version 1: texts that are frequent in playgrounds, the most frequent last, where a reference takes the fewest
// bits. It must never change: links of version 1 can only be read with it. Chosen by its effect on the examples: their median link has 559 characters
// with it, and about 700 without.
import texts from "../../../crate/links/src/dictionary-1.json" with { type: "json" };

export const DICTIONARY: Uint8Array = new TextEncoder().encode(texts.join(""));
