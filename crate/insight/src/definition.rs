//! Go to definition: from a data value to its line in the schema (and from there to the line that sets it), from a name to its
//! binding, from a path in `load(…)` to the file.

use super::Buffer;
use super::answer::Definition;
use super::data_values;
use super::loads;
use super::symbol_at::{Symbol, SymbolKind, symbol_at};
use crate::boundary::{Place, Span};
use crate::data_values_snapshot;
use crate::limits::Clock;
use crate::yaml::outline::{Entry, Step};

pub(super) fn definition(buffer: &Buffer<'_>, offset: u32, clock: &Clock) -> Option<Definition> {
    let Symbol { range, kind } = symbol_at(buffer, buffer.byte(offset))?;
    let place = match kind {
        SymbolKind::DataValue { path, in_schema } => place_of(buffer, &path, in_schema, clock)?,
        SymbolKind::Binding(index) => buffer.place(buffer.names.bindings.get(index)?.range.clone()),
        SymbolKind::File(module) => start(&loads::buffer(buffer, &module)?),
        SymbolKind::Exported { module, name } => {
            let file = loads::buffer(buffer, &module)?;
            match file.names.binding(&name).and_then(|index| file.names.bindings.get(index)) {
                Some(binding) => file.place(binding.range.clone()),
                None => start(&file),
            }
        }
        SymbolKind::Annotation(_) | SymbolKind::Keyword(..) | SymbolKind::Module(_) | SymbolKind::Member(..) => {
            return None;
        }
    };
    Some(Definition { span: buffer.span(range), place })
}

fn place_of(buffer: &Buffer<'_>, path: &[Step], in_schema: bool, clock: &Clock) -> Option<Place> {
    let snapshot = data_values_snapshot(buffer.request, clock);
    let node = data_values::at(&snapshot, path)?;
    let declared = node.schema.and_then(|schema| schema.place.clone());
    let set = node.value.and_then(|value| value.origin.place.clone());
    let place = if in_schema { set } else { declared.or(set) }?;
    Some(key_at(buffer, &place, path).unwrap_or(place))
}

/// The key of the value at a place.
fn key_at(buffer: &Buffer<'_>, place: &Place, path: &[Step]) -> Option<Place> {
    let Some(Step::Key(name)) = path.last() else { return None };
    let start = place.span?.start;
    let file = Buffer::of(buffer.request, &place.file)?;
    let at = file.byte(start.offset);
    let is_here = |entry: &&Entry| entry.line + 1 == start.line as usize && !entry.range.is_empty();
    let keys = || file.outline().entries.iter().filter(is_here).filter(|entry| entry.key.is_some());
    let named = || keys().filter(|entry| entry.key.as_ref() == Some(name));
    // The key may be in a map in braces, and that of a map has the whole line as its place. The key for any key has another name.
    let before = named().rfind(|entry| entry.range.start <= at);
    let key = before.or_else(|| named().next()).or_else(|| keys().next_back())?;
    Some(file.place(key.range.clone()))
}

/// The first line of a file.
fn start(file: &Buffer<'_>) -> Place {
    Place { file: file.path.to_owned(), span: Some(Span { start: first(), end: first() }) }
}

fn first() -> crate::boundary::Caret {
    crate::boundary::Caret { line: 1, ..Default::default() }
}

#[cfg(test)]
mod tests {
    use crate::boundary::Request;
    use crate::test_request::{clock, marked, spanned, text};
    use crate::{definition, hover};

    const SCHEMA: &str = "#@data/values-schema\n---\nkiln:\n  #@schema/desc \"Peak in °C\"\n  #@schema/validation min=600\n  peak: 1000\n  \
                          fuel: gas\nshelves:\n- width: 1\n";
    const VALUES: &str = "#@data/values\n---\nkiln:\n  peak: 1200\n";
    const STAR: &str = "def roof(a, b=1):\n  return a\nend\n";

    fn request(text: &str) -> (Request, u32) {
        let files = [("schema.yml", SCHEMA), ("values.yml", VALUES), ("house.star", STAR), ("f.yml", text)];
        let (request, _, offset) = marked(&files, &[]);
        (request, offset)
    }

    /// The title and the facts, one per line.
    fn hover_text(text: &str) -> String {
        let (request, offset) = request(text);
        let Some(hover) = hover(&request, "f.yml", offset, &clock()) else {
            return String::new();
        };
        let place = |place: &Option<crate::boundary::Place>| {
            place
                .as_ref()
                .map_or(String::new(), |p| format!(" {}:{}", p.file, p.span.map_or(0, |span| span.start.line)))
        };
        let facts = hover.facts.iter().map(|fact| format!("{}: {}{}", fact.label, fact.text, place(&fact.place)));
        [hover.title, hover.documentation]
            .into_iter()
            .chain(facts)
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn goes_to(text: &str) -> String {
        let (request, offset) = request(text);
        let found = definition(&request, "f.yml", offset, &clock());
        found.map_or(String::new(), |found| {
            format!("{}:{}", found.place.file, found.place.span.map_or(0, |span| span.start.line))
        })
    }

    #[test]
    fn hover_on_data_values() {
        let expected = "kiln.peak: integer\nPeak in °C\nvalue: 1200, set in values.yml:4\ndefault: 1000 schema.yml:6\nmust be: a value >= 600";
        assert_eq!(hover_text("a: #@ data.values.kiln.pe‸ak + 1"), expected);
        assert_eq!(hover_text("a: #@ data.values.ki‸ln.peak"), "kiln: map");
        assert_eq!(hover_text("#@ k = data.values.kiln\na: #@ f(k.‸peak)"), expected);
        assert!(hover_text("#@data/values\n---\nkiln:\n  fu‸el: x").starts_with("kiln.fuel: string"));
        assert_eq!(hover_text("a: #@ data.values.nob‸ody"), "");
    }

    #[test]
    fn hover_on_annotations_and_modules() {
        assert!(hover_text("#@sche‸ma/nullable\na: 1").starts_with("@schema/nullable\n"));
        assert!(hover_text("#@schema/nullable ‸\na: 1").starts_with("@schema/nullable\n"));
        assert!(hover_text("#@schema/validation  ‸ min=1\na: 1").starts_with("@schema/validation "));
        assert_eq!(hover_text("#@schema/validation \"x\", ‸\na: 1"), "");
        assert!(hover_text("#@overlay/match miss‸ing_ok=True\na: 1").starts_with("@overlay/match missing_ok=True\n"));
        let load = "#@ load(\"@ytt:json\", \"json\")\n";
        assert!(hover_text(&format!("{load}a: #@ json.enc‸ode(1)")).starts_with("json.encode(value, indent=0"));
        assert!(hover_text("#@ load(\"@ytt:js‸on\", \"json\")").starts_with("@ytt:json\n"));
        assert_eq!(
            hover_text("#@ load(\"house.star\", \"roof\")\na: #@ ro‸of(1)"),
            "roof(a, b=1)\ndefined in:  house.star:1"
        );
    }

    #[test]
    fn hover_on_all_data_values() {
        let load = "#@ load(\"@ytt:data\", \"data\")\n";
        assert!(hover_text(&format!("{load}#@ v = data.values\na: #@ ‸v.name")).starts_with("data values (2 keys)"));
        assert!(hover_text(&format!("{load}a: #@ data.val‸ues.name")).starts_with("data values (2 keys)"));
    }

    #[test]
    fn the_definition_of_a_data_value_is_its_key() {
        let word = |code: &str| {
            let (request, offset) = request(code);
            let found = definition(&request, "f.yml", offset, &clock());
            let place = found.expect("a definition").place;
            spanned(text(&request, &place.file), place.span.expect("a span"))
        };
        assert_eq!(word("a: #@ data.values.kiln.pe‸ak"), "peak");
        assert_eq!(word("a: #@ data.values.ki‸ln"), "kiln");
        assert_eq!(word("a: #@ data.values.shel‸ves"), "shelves");
        assert_eq!(word("a: #@ data.values.shelves[0].wi‸dth"), "width");
        assert_eq!(word("#@data/values\n---\nkiln:\n  fu‸el: x"), "fuel");
    }

    #[test]
    fn definitions() {
        assert_eq!(goes_to("a: #@ data.values.kiln.pe‸ak"), "schema.yml:6");
        assert_eq!(goes_to("a: #@ data.values.shelves[0].wi‸dth"), "schema.yml:9");
        assert_eq!(goes_to("#@data/values\n---\nkiln:\n  fu‸el: x"), "schema.yml:7");
        assert_eq!(goes_to("#@ load(\"house.star\", \"roof\")\na: #@ roof‸(1)"), "house.star:1");
        assert_eq!(goes_to("#@ load(\"house.star\", r=\"ro‸of\")"), "house.star:1");
        assert_eq!(goes_to("#@ load(\"hou‸se.star\", \"roof\")"), "house.star:1");
        assert_eq!(goes_to("#@ def f(x):\n#@ end\na: #@ ‸f(1)"), "f.yml:1");
        assert_eq!(goes_to("a: ‸1"), "");
    }
}
