// Code blocks of the language ytt become playgrounds: ```ytt label="A firing plan" active="values.yml"
import CodeBlock from "@theme-original/CodeBlock";

export default function CodeBlockOrPlayground(props) {
  if (props.className !== "language-ytt") return <CodeBlock {...props} />;
  const words = [...(props.metastring ?? "").matchAll(/([\w-]+)(?:="([^"]*)")?/g)];
  const attributes = Object.fromEntries(words.map(([, name, value = ""]) => [name, value]));
  return (
    <ytt-playground {...attributes}>
      <pre>{props.children}</pre>
    </ytt-playground>
  );
}
