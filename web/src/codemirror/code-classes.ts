// The classes of highlighted code (style/code.css), in editors and in static text.
import { type Tag, tags as t } from "@lezer/highlight";

export const CODE_CLASSES: { tag: Tag | Tag[]; class: string }[] = [
  { tag: [t.definition(t.propertyName), t.propertyName], class: "code-key" },
  { tag: [t.string, t.special(t.string)], class: "code-string" },
  { tag: [t.number, t.bool, t.atom, t.null], class: "code-number" },
  { tag: [t.lineComment, t.comment], class: "code-comment" },
  { tag: t.annotation, class: "code-annotation" },
  { tag: t.meta, class: "code-marker" },
  { tag: t.keyword, class: "code-keyword" },
  { tag: [t.function(t.variableName), t.standard(t.variableName)], class: "code-function" },
  { tag: t.attributeName, class: "code-argument" },
  { tag: [t.variableName, t.special(t.variableName)], class: "code-variable" },
  { tag: [t.operator, t.punctuation, t.separator, t.squareBracket, t.brace], class: "code-punctuation" },
  { tag: [t.typeName, t.labelName, t.tagName], class: "code-name" },
  { tag: t.invalid, class: "code-invalid" },
];
