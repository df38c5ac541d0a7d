// What links of version 1 are deflated with: text that playgrounds often hold, the most frequent last, where deflate reaches it with the
// fewest bits. It must never change: links of version 1 can only be read with it.
export const DICTIONARY = new TextEncoder().encode("TODO");
