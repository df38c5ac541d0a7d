// The licences of packages as one text. JavaScript, because scripts of the oldest supported Node use it as well.
//
// If there is a choice of licences it takes Apache's, which is the project's own: its text is included once. Else the licence in the package.
/** The texts that must be distributed with a package, except Apache's. */
function textsOf({ name, licence, authors, texts }) {
  const parts = licence.split(" AND ").map((part) => part.replace(/^\(|\)$/g, "").split(" OR "));
  const needed = parts.filter((choice) => !choice.includes("Apache-2.0"));
  if (needed.length === 0) return [];
  // Not those of the other licence, and not short references to them.
  const others = parts.length > 1 ? /unlicense|apache|-mit$/i : /unlicense|apache/i;
  const found = texts.filter(({ name, text }) => !others.test(name) && text.length > 500);
  if (found.length > 0) return found.map(({ text }) => text);
  // Rust's packages are without texts.
  if (licence === "MIT") return [`Copyright (c) ${authors.join(", ") || `the authors of ${name}`}\n\n${MIT}`];
  throw new Error(`${name} has no text of its licence, ${licence}`);
}

/** The whole text; `own` is the project's licence. */
export function notice(packages, own) {
  const sorted = [...packages].sort((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  );
  const by = new Map();
  for (const each of sorted)
    for (const text of textsOf(each)) by.set(text, [...(by.get(text) ?? []), `${each.name} ${each.version}`]);
  const list = sorted.map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
  return [
    // Servers do not send an encoding for text; this states it.
    "\uFEFFYtterby is licensed under the Apache License, Version 2.0, which is below.",
    "It is made with what others wrote. Where they leave a choice of licences, theirs is here the Apache License, too.",
    list.join("\n"),
    `${LINE}\nApache-2.0\n\n${own}`,
    ...[...by].map(([text, names]) => `${LINE}\n${names.join(", ")}\n\n${text}`),
    "",
  ].join("\n\n");
}

const LINE = "=".repeat(80);

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
