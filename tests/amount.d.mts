export function amount(name: string, counts: { usual: number; all?: number }): number;
