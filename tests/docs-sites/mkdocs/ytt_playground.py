"""A fenced code block of the language ytt becomes a playground: ```{ .ytt label="A firing plan" active=values.yml }"""

from html import escape


def attributes(language, inputs, options, attrs, md):
    """All of them are the element's to understand."""
    options.update(inputs)
    return True


def playground(source, language, css_class, options, md, **kwargs):
    given = {**options, **kwargs.get("attrs", {})}
    written = "".join(f' {name}="{escape(str(value))}"' for name, value in given.items())
    # Python-Markdown would put an element that it does not know into a paragraph, which a <pre> ends.
    return f"<div><ytt-playground{written}><pre><code>{escape(source)}\n</code></pre></ytt-playground></div>"


def on_config(config):
    fences = config["mdx_configs"].setdefault("pymdownx.superfences", {}).setdefault("custom_fences", [])
    fences.append({"name": "ytt", "class": "ytt", "format": playground, "validator": attributes})
    return config
