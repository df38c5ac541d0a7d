// What versions of the page before this one kept in localStorage: the visitor's own work, what they changed in shared playgrounds, and works that
// had made place for others. A page of such a version may still be open in another tab and go on writing there; what it writes is taken over
// whenever a page begins. What cannot be read is set apart.

import type { Work } from "../core/work";
import { forget, parsed, readWork, setApart, textAt } from "./last-moment";

const OWN = "ytterby.work.v1";
const OPENED = "ytterby.opened.v1";
const EARLIER = "ytterby.earlier.v1";

export interface Before {
  /** The same for the same text. */
  id: string;
  address: string;
  when: number;
  work: Work;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Of a text; two texts that share one would have to be made for it. */
function mark(text: string): string {
  let one = 0x811c9dc5;
  let two = text.length;
  for (let at = 0; at < text.length; at++) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    two = Math.imul(two + text.charCodeAt(at), 0x5bd1e995) ^ (two >>> 13);
  }
  return `${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}`;
}

/** All there is, the visitor's own work last, each entry of localStorage with what is to be called when it is in the database. */
export function readBefore(now: number): { works: Before[]; done: () => void }[] {
  return [EARLIER, OPENED, OWN].flatMap((key) => {
    const text = textAt(key);
    if (text === undefined) return [];
    const found = parsed(text);
    const list = key === OWN ? [{ work: found }] : Array.isArray(found) ? found : [undefined];
    const id = `before-${mark(text)}`;
    let whole = true;
    const works = list.flatMap((one: unknown, at): Before[] => {
      const given = isObject(one) ? one : {};
      const read = readWork(given.work);
      const address = key === OPENED ? String(given.address) : "";
      whole &&= (read?.whole ?? false) && (key !== OPENED || address.startsWith("#"));
      if (!read || (key === OPENED && !address.startsWith("#"))) return [];
      const when = key === EARLIER && typeof given.when === "number" ? given.when : now - at;
      return [{ id: `${id}-${at}`, address, when, work: read.work }];
    });
    return [{ works, done: () => (whole ? forget(key) : setApart(key, text)) }];
  });
}
