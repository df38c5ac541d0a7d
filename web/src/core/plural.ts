/** A number with its noun: `1 file`, `2 files`, `3 losses`. */
export const plural = (n: number, noun: string, nouns = `${noun}s`): string => `${n} ${n === 1 ? noun : nouns}`;
