// Code blocks of the language ytt become playgrounds: ```ytt,active=values.yml
// A label with blanks needs an element of its own around the block: <ytt-playground label="A firing plan">, an empty line, ```yaml …
for (const code of document.querySelectorAll("code.language-ytt")) {
  const embed = document.createElement("ytt-playground");
  for (const word of code.classList) {
    const [name, value = ""] = word.split("=");
    if (!/^(language-ytt|hljs.*)$/.test(name)) embed.setAttribute(name, value);
  }
  const pre = document.createElement("pre");
  pre.textContent = code.textContent;
  embed.append(pre);
  code.closest("pre").replaceWith(embed);
}
if (document.querySelector("ytt-playground")) {
  const script = document.createElement("script");
  // mdBook's own: the way from this page to the book's root.
  script.src = `${path_to_root}playground/embed.js`;
  document.head.append(script);
}
