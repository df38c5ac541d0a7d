import type { Request, Response } from "../../web/pkg/ytterby.js";
export function render(request: Request): Promise<Response>;
// biome-ignore lint/suspicious/noExplicitAny: whatever the export takes and gives.
export function ask(name: string, ...given: unknown[]): Promise<any>;
export function toJson(response: Response): string;
