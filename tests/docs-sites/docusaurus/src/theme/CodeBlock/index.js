// Code blocks of the language ytt become playgrounds: ```ytt label="A firing plan" active="values.yml"
import CodeBlock from "@theme-original/CodeBlock";

/** Each file begins with a line `-- NAME --`. */
const files = (text) => {
  const [before, ...parts] = text.split(/^-- (.+) --[ \t]*\n/m);
  const named = parts.flatMap((name, at) => (at % 2 ? [] : [[name, parts[at + 1]]]));
  return before.trim() ? [[undefined, before], ...named] : named;
};

export default function CodeBlockOrPlayground(props) {
  if (props.className !== "language-ytt") return <CodeBlock {...props} />;
  const words = [...(props.metastring ?? "").matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  const attributes = Object.fromEntries(words.map(([, name, value = ""]) => [name, value]));
  return (
    <ytt-playground {...attributes}>
      {files(props.children).map(([name, content]) => (
        <pre key={name} data-filename={name}>
          {content}
        </pre>
      ))}
    </ytt-playground>
  );
}
