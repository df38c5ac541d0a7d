export const TYPES: Record<string, string>;
