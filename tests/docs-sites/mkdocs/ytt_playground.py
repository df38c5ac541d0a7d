"""A fenced code block of the language ytt becomes a playground: ```{ .ytt label="A firing plan" active=values.yml }"""

import re
from html import escape


def attributes(language, inputs, options, attrs, md):
    """Accepts all attributes: they are the element's."""
    options.update(inputs)
    return True


def pre(name, content):
    filename = f' data-filename="{escape(name)}"' if name else ""
    return f"<pre{filename}><code>{escape(content)}\n</code></pre>"


def playground(source, language, css_class, options, md, **kwargs):
    given = {**options, **kwargs.get("attrs", {})}
    written = "".join(f' {name}="{escape(str(value))}"' for name, value in given.items())
    # Each file begins with a line `-- NAME --`.
    before, *parts = re.split(r"^-- (.+) --[ \t]*\n", source, flags=re.M)
    files = [("", before)] if before.strip() else []
    files += zip(parts[::2], (content.removesuffix("\n") for content in parts[1::2]))
    # Python-Markdown would put an element that it does not know into a paragraph, which a <pre> ends.
    return f"<div><ytt-playground{written}>{''.join(pre(*file) for file in files)}</ytt-playground></div>"


def on_config(config):
    fences = config["mdx_configs"].setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
    fences.append({"name": "ytt", "class": "ytt", "format": playground, "validator": attributes})
    return config
