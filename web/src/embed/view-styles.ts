// The style sheets of an embed in use, shared by all embeds of a document.
import tokens from "../style/tokens.css?inline";
import style from "./embed.css?inline";

let sheets: CSSStyleSheet[] | undefined;
/** The page's tokens, as defaults of those that the docs page sets on the element. */
export function styles(): CSSStyleSheet[] {
  sheets ??= [tokens.replaceAll(":root", ":host"), style].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  return sheets;
}
