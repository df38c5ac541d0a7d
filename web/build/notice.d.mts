// Types of notice.mjs.

/** A package with code or fonts in the page. web/pkg/licenses.json has the wasm's. */
export interface Package {
  name: string;
  version: string;
  licence: string;
  authors: string[];
  texts: { name: string; text: string }[];
}

export function notice(packages: Package[], own: string): string;
