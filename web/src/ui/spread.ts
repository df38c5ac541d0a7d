// Connects Zag to templates: `<div ${spread(api.getRootProps())}>` sets the attributes and listeners that a machine returns for a part (roles,
// states, keys). Styles are set one property at a time, which the Content-Security-Policy allows.
import { spreadProps } from "@zag-js/vanilla";
import { noChange } from "lit";
import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

class Spread extends Directive {
  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new TypeError("spread() belongs in an element's tag");
  }

  render(_props: object) {
    return noChange;
  }

  override update(part: ElementPart, [props]: [object]) {
    spreadProps(part.element, props);
    return noChange;
  }
}

export const spread = directive(Spread);
