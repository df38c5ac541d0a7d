// Queries for the search in texts, and the patterns for them.

export interface TextQuery {
  text: string;
  matchCase: boolean;
  isRegExp: boolean;
  wholeWord: boolean;
}

/** The flags of CodeMirror's own regular expressions, and those of the find panel. */
const FLAGS = "gmu";
const SPECIAL = /[\\^$.*+?()[\]{}|/]/g;
/** A place that is not within a word. */
const EDGE = String.raw`(?:(?<![\p{L}\p{N}_])|(?![\p{L}\p{N}_]))`;

/** Why a text is no regular expression; `undefined` if it is one. Browsers say it in their own words, some with the whole expression. */
export function objectionTo(expression: string): string | undefined {
  try {
    new RegExp(expression, FLAGS);
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const [, reason = message] = /^Invalid regular expression: (?:[\s\S]*\/\w*: )?([\s\S]*)$/.exec(message) ?? [];
    return `Not a regular expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  }
}

/** The pattern of a query without objections. */
export function patternOf({ text, matchCase, isRegExp, wholeWord }: TextQuery): RegExp {
  const source = isRegExp ? text : text.replace(SPECIAL, "\\$&");
  return new RegExp(wholeWord ? `${EDGE}(?:${source})${EDGE}` : source, matchCase ? FLAGS : `${FLAGS}i`);
}
