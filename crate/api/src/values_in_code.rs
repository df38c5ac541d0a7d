//! The values that the code of some files has in a run of its own, for an editor that shows them.

use std::collections::HashMap;
use std::rc::Rc;

use crate::Rendering;
use crate::answer::Extent;
use crate::boundary::Request;
use crate::boundary::in_code::{
    CodeInFile, EntryUnit, SeenValue, SizeOfValue, SkippedBlock, SkippedBlockKind, ValueInCode, ValueInCodeKind,
    ValuesInCode,
};
use crate::diagnostics::code::Code;
use crate::editor::labelled;
use crate::editor::node_lines::{NodeKind, lines_of_node};
use crate::limits::Clock;
use crate::overlay::{Selected, Selection, Selections};
use crate::parsed_request::ParsedRequest;
use crate::request_disk::RequestDisk;
use crate::starlark::{Block, BlockKind, Notes, ShownValue, Site, SiteKind, Size};

/// Runs a request, and notes the values of the expressions in `files`, which are paths of the request. Other files cost nothing.
pub fn values_in_code(request: &Request, files: &[String], clock: Clock) -> ValuesInCode {
    let parsed = ParsedRequest::new(request);
    let rendering = Rendering::new(&parsed, Extent::Everything, clock);
    let session = rendering.session.clone();
    let selections = Rc::new(Selections::default());
    session.watch(files.to_vec(), selections.clone());
    let response = rendering.respond(&RequestDisk::new(&request.files)).response;
    // Broken rules do not prevent templates from running.
    let all_ran = response.diagnostics.iter().all(|problem| problem.code == Code::Violation.as_str());
    let notes = session.take_notes();
    let paths = request.files.iter().map(|file| &file.path).filter(|path| files.contains(path));
    let files = paths.map(|path| in_file(path, &notes, &selections, all_ran)).collect::<Vec<_>>();
    let has_values = |file: &CodeInFile| !file.values.is_empty() || !file.skipped.is_empty();
    ValuesInCode {
        files: files.into_iter().filter(has_values).collect(),
        is_cut: notes.is_full() || selections.is_full(),
    }
}

fn in_file(path: &str, notes: &Notes, selections: &Selections, all_ran: bool) -> CodeInFile {
    let mut sites: Vec<&Site> = notes.sites().iter().filter(|site| site.source.path() == path).collect();
    sites.retain(|site| site.count > 0);
    sites.sort_by_key(|site| (site.range.end, site.range.start));
    let blocks: Vec<&Block> = notes.blocks().iter().filter(|block| block.source.path() == path).collect();
    let is_in_file = |selection: &&Selection| selection.at.source().is_some_and(|source| source.path() == path);
    let selections = selections.noted();
    let selections = selections.iter().filter(is_in_file);
    let mut skipped: Vec<SkippedBlock> = skipped(&blocks).chain(selections.filter_map(without_effect)).collect();
    skipped.sort_by_key(|block| (block.from, block.to));
    CodeInFile {
        path: path.to_owned(),
        values: sites.into_iter().map(value).collect(),
        skipped: if all_ran { skipped } else { Vec::new() },
    }
}

fn value(site: &Site) -> ValueInCode {
    let (kind, name) = match &site.kind {
        SiteKind::Value => (ValueInCodeKind::Value, None),
        SiteKind::Item => (ValueInCodeKind::Item, None),
        SiteKind::Condition => (ValueInCodeKind::Condition, None),
        SiteKind::Argument { name } => (ValueInCodeKind::Argument, Some(name.clone())),
    };
    let size = |size: Size| {
        let (count, unit) = match size {
            Size::Keys(count) => (count, EntryUnit::Keys),
            Size::Items(count) => (count, EntryUnit::Items),
            Size::Documents(count) => (count, EntryUnit::Documents),
        };
        SizeOfValue { count: u32::try_from(count).unwrap_or(u32::MAX), unit }
    };
    let seen = |shown: &ShownValue, times| SeenValue { text: shown.text.clone(), size: shown.size.map(size), times };
    ValueInCode {
        line: site.source.line_at(site.range.end.saturating_sub(1)),
        kind,
        name,
        values: site.values.iter().map(|(shown, times)| seen(shown, *times)).collect(),
        last: site.last.as_ref().map(|shown| seen(shown, 1)),
        others: site.others,
    }
}

/// The blocks that the run came to without running their statements.
fn skipped(blocks: &[&Block]) -> impl Iterator<Item = SkippedBlock> {
    let ends = ends(blocks);
    let is_skipped = |block: &&&Block| block.is_reached && !block.is_entered;
    blocks.iter().filter(is_skipped).filter_map(move |block| {
        let (line, to) = (block.line, *ends.get(&(block.line, block.last_line))?);
        let (kind, from) = match block.kind {
            BlockKind::If => (SkippedBlockKind::If, line + 1),
            BlockKind::Elif => (SkippedBlockKind::Elif, line + 1),
            // It begins at its first statement.
            BlockKind::Else => (SkippedBlockKind::Else, line),
            BlockKind::For => (SkippedBlockKind::For, line + 1),
            BlockKind::While => (SkippedBlockKind::While, line + 1),
            BlockKind::Def => (SkippedBlockKind::Def, line + 1),
        };
        let held = held(blocks, &ends, block);
        (from <= to).then_some(SkippedBlock { from, to, kind, line: from - 1, held, near: Vec::new() })
    })
}

/// The lines of the conditions before an `elif` or an `else` that held: those of the blocks that end before it.
fn held(blocks: &[&Block], ends: &HashMap<(u32, Option<u32>), u32>, block: &Block) -> Vec<u32> {
    let mut held = Vec::new();
    let mut below = block;
    while let BlockKind::Elif | BlockKind::Else = below.kind {
        let keyword = if matches!(below.kind, BlockKind::Else) { below.line - 1 } else { below.line };
        let ends_there = |other: &&&Block| {
            let is_condition = matches!(other.kind, BlockKind::If | BlockKind::Elif);
            is_condition && ends.get(&(other.line, other.last_line)).is_some_and(|end| end + 1 == keyword)
        };
        let Some(above) = blocks.iter().filter(ends_there).max_by_key(|other| other.line) else { break };
        if above.is_entered {
            held.push(above.line);
        }
        below = above;
    }
    held
}

/// The lines of a part of an overlay that matched nothing.
fn without_effect(selection: &Selection) -> Option<SkippedBlock> {
    let Selection { at, annotation, selected, near } = selection;
    let (source, line) = (at.source()?, at.line());
    let text = source.line(line);
    let (kind, node) = match selected {
        Selected::Some => return None,
        Selected::NoDocument => (SkippedBlockKind::Document, NodeKind::Document),
        Selected::NoKey => (SkippedBlockKind::Key, NodeKind::Key),
        Selected::NoItem => (SkippedBlockKind::Item, NodeKind::Item),
        Selected::Skipped if text.starts_with("---") => (SkippedBlockKind::When, NodeKind::Document),
        Selected::Skipped if text.trim_start().starts_with("- ") => (SkippedBlockKind::When, NodeKind::Item),
        Selected::Skipped => (SkippedBlockKind::When, NodeKind::Key),
    };
    let near = near.iter().filter_map(|near| labelled(&near.at, &near.label)).collect();
    let (from, to) = lines_of_node(source, line, node).into_inner();
    Some(SkippedBlock { from, to, kind, line: annotation.unwrap_or(line), held: Vec::new(), near })
}

/// The last line of each block: the one before the `end`, `else` or `elif` that ends it, since comments and the lines of long values are no
/// statements.
fn ends(blocks: &[&Block]) -> HashMap<(u32, Option<u32>), u32> {
    let mut ends = HashMap::new();
    let mut inner_first: Vec<&&Block> = blocks.iter().collect();
    inner_first.sort_by_key(|block| std::cmp::Reverse(block.line));
    for block in inner_first {
        let Some(last) = block.last_line else { continue };
        let is_inside = |line: u32| block.line < line && line <= last;
        // The `end` of a block inside is not the one of this block.
        let inside = ends.iter().filter(|((line, _), _)| is_inside(*line)).map(|(_, end)| end + 1);
        let after = inside.max().unwrap_or(last).max(last) + 1;
        let mut lines =
            (after..).map_while(|line| block.source.line_range(line).map(|_| (line, block.source.line(line))));
        let ends_block = |text: &str| {
            let code = text.trim_start().strip_prefix("#@").map(str::trim_start);
            code.is_some_and(|code| ["end", "else", "elif"].iter().any(|word| code.starts_with(word)))
        };
        // `#@ if/end` is about one node.
        let is_of_node = block.source.line(block.line).contains("/end");
        let end = if is_of_node { None } else { lines.find(|(_, text)| ends_block(text)) };
        ends.insert((block.line, block.last_line), end.map_or(last, |(line, _)| line - 1));
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RequestFile;

    fn of(files: &[(&str, &str)], watched: &[&str]) -> ValuesInCode {
        let file =
            |(path, content): &(&str, &str)| RequestFile { path: (*path).to_owned(), content: (*content).into() };
        let request = Request { files: files.iter().map(file).collect(), ..Request::default() };
        let watched: Vec<String> = watched.iter().map(|path| (*path).to_owned()).collect();
        values_in_code(&request, &watched, Rc::new(|| 0.0))
    }

    /// The values of a file, one line of text for each expression.
    fn texts(files: &[(&str, &str)], watched: &str) -> Vec<String> {
        let ValuesInCode { files, .. } = of(files, &[watched]);
        let text = |value: &ValueInCode| {
            let name = value.name.as_ref().map_or_else(String::new, |name| format!("{name}="));
            let values = value.values.iter().map(|seen| match seen.times {
                1 => seen.text.clone(),
                times => format!("{} ({times})", seen.text),
            });
            let others = if value.others > 0 { format!(" and {}", value.others) } else { String::new() };
            format!("{} {:?}: {name}{}{others}", value.line, value.kind, values.collect::<Vec<_>>().join("; "))
        };
        files.iter().flat_map(|file| file.values.iter().map(text)).collect()
    }

    fn skipped(content: &str) -> Vec<(u32, u32, SkippedBlockKind)> {
        let ValuesInCode { files, .. } = of(&[("config.yml", content)], &["config.yml"]);
        files.iter().flat_map(|file| file.skipped.iter().map(|block| (block.from, block.to, block.kind))).collect()
    }

    #[test]
    fn values_of_nodes_variables_and_conditions() {
        let content = "#@ x = {\"a\": [1, 2.5], \"b\": None}\n#@ if len(x) > 1:\na: #@ x[\"a\"][0]\n#@ end\nb: #@ \"1\" + \"2\"\nc: #@ x\nd: 7\n";
        assert_eq!(
            texts(&[("config.yml", content)], "config.yml"),
            [
                "1 Value: {\"a\": [1, 2.5], \"b\": None}",
                "2 Condition: True",
                "3 Value: 1",
                "5 Value: \"12\"",
                "6 Value: {\"a\": [1, 2.5], \"b\": None}"
            ]
        );
    }

    #[test]
    fn values_of_loops_and_functions() {
        let content = "#@ def label(app, port=80):\n#@   return app + str(port)\n#@ end\n#@ def map(x):\nk: #@ x\n#@ end\n---\n#@ for i in range(30):\n- n: #@ label(\"a\", port=i % 3)\n#@ end\n---\nm: #@ map([1])\n";
        let found = texts(&[("config.yml", content)], "config.yml");
        assert_eq!(
            found[..3],
            [
                "1 Argument: app=a (30)",
                "1 Argument: port=0; 1; 2; 0; 1; 2; 0; 1; 2; 0; 1; 2; 0; 1; 2; 0; 1; 2; 0; 1 and 10",
                "2 Value: a0; a1; a2; a0; a1; a2; a0; a1; a2; a0; a1; a2; a0; a1; a2; a0; a1; a2; a0; a1 and 10"
            ]
        );
        assert!(found[5].starts_with("8 Item: 0; 1; 2;") && found[5].ends_with("19 and 10"), "{}", found[5]);
        assert_eq!(found[3..5], ["4 Argument: x=[1]", "5 Value: [1]"]);
        assert_eq!(found[7], "12 Value: {\"k\": [1]}");
    }

    #[test]
    fn values_of_changed_variables() {
        let content = "#@ def f(items):\n#@   sum = 0\n#@   for i in items:\n#@     sum += i\n#@   end\n#@   return sum\n#@ end\na: #@ f([1, 2])\n";
        let found = texts(&[("config.yml", content)], "config.yml");
        assert_eq!(found[1..4], ["3 Item: 1; 2", "4 Value: 1; 3", "6 Value: 3"]);
    }

    #[test]
    fn values_of_other_files() {
        let files = [
            (
                "config.yml",
                "#@ load(\"lib.star\", \"double\")\n#@ load(\"@ytt:library\", \"library\")\n#@ load(\"@ytt:template\", \"template\")\na: #@ double(2)\n--- #@ template.replace(library.get(\"l\").eval())\n",
            ),
            ("lib.star", "def double(x):\n  return 2 * x\nend\n"),
            ("_ytt_lib/l/in.yml", "b: #@ 1 + 1\n"),
            ("text.txt", "(@ x = 3 @)(@= str(x) @)\n"),
        ];
        assert_eq!(texts(&files, "lib.star"), ["1 Argument: x=2", "2 Value: 4"]);
        assert_eq!(texts(&files, "_ytt_lib/l/in.yml"), ["1 Value: 2"]);
        assert_eq!(texts(&files, "text.txt"), ["1 Value: \"3\""]);
        assert_eq!(texts(&files, "config.yml"), ["4 Value: 4"]);
    }

    #[test]
    fn files_of_the_same_name_have_values_of_their_own() {
        let file = |path: &str, content: &str| RequestFile { path: path.to_owned(), content: content.into() };
        let files = vec![file("a/c.yml", "x: #@ 1 + 1\n"), file("b/c.yml", "x: #@ 2 + 2\n")];
        let args = ["-f", "a", "-f", "b"].map(str::to_owned).to_vec();
        let request = Request { files, args, ..Request::default() };
        let found = values_in_code(&request, &["a/c.yml".to_owned(), "b/c.yml".to_owned()], Rc::new(|| 0.0));
        let texts = found.files.iter().map(|file| (&*file.path, &*file.values[0].values[0].text, file.values.len()));
        assert_eq!(texts.collect::<Vec<_>>(), [("a/c.yml", "2", 1), ("b/c.yml", "4", 1)]);
    }

    #[test]
    fn values_until_an_error() {
        let content = "a: #@ 1 + 1\nb: #@ 1 + \"\"\nc: #@ 2 + 2\n#@ def f():\nx: 1\n#@ end\n";
        assert_eq!(texts(&[("config.yml", content)], "config.yml"), ["1 Value: 2"]);
        assert_eq!(skipped(content), []);
    }

    #[test]
    fn overlays_that_match_nothing() {
        let overlay = "#@ load(\"@ytt:overlay\", \"overlay\")\n";
        let of = |content: &str| skipped(&format!("a: 1\nlist:\n- id: x\n  v: 1\n---\n{overlay}{content}"));
        let subset =
            "#@overlay/match by=overlay.subset({\"k\": 1}), missing_ok=True\n---\nb:\n  c: 1\n\n#! more\n---\nd: 1\n";
        assert_eq!(of(subset), [(7, 10, SkippedBlockKind::Document)]);
        let inside = "#@overlay/match by=overlay.index(0)\n---\n#@overlay/match missing_ok=True\n#@overlay/remove\nb:\n- 1\nlist:\n#@overlay/match by=\"id\", missing_ok=True\n#@overlay/replace\n- id: y\n  v: 2\n#@overlay/match by=\"id\"\n- id: x\n  v: 3\n#@overlay/match missing_ok=True\nnew: 1\n";
        assert_eq!(of(inside), [(9, 12, SkippedBlockKind::Key), (14, 17, SkippedBlockKind::Item)]);
        let when = "#@overlay/match by=overlay.index(0), when=2\n---\na: 2\n";
        assert_eq!(of(when), [(7, 9, SkippedBlockKind::When)]);
        let near = "#@overlay/match by=overlay.subset({\"a\": 2}), missing_ok=True\n---\nb: 1\n";
        let ValuesInCode { files, .. } =
            super::tests::of(&[("c.yml", &format!("a: 1\n---\n{overlay}{near}"))], &["c.yml"]);
        assert_eq!(files[0].skipped[0].near[0].label, "no match: a is 1, not 2");
        // Once is enough.
        let loops = "#@ for key in [\"z\", \"a\", \"y\"]:\n#@overlay/match by=overlay.subset({key: 1}), missing_ok=True\n---\nb: 1\n#@ end\n";
        assert_eq!(of(&loops.replace("b: 1", "#@overlay/match missing_ok=True\nb: 1")), []);
        assert_eq!(of(&loops.replace("\"a\", ", "")), [(8, 10, SkippedBlockKind::Document)]);
    }

    #[test]
    fn blocks_that_did_not_run() {
        let elif = "#@ if False:\na: 1\n#@ elif False:\nb: 1\n#@ end\n";
        assert_eq!(skipped(elif), [(2, 2, SkippedBlockKind::If), (4, 4, SkippedBlockKind::Elif)]);
        let content = "#@ if False:\na: 1\n#! more\n#@ if True:\nb: 1\n#@ end\n#@ elif True:\nc: 1\n#@ else:\nd:\n- |\n  text\n  text\n#@ end\n#@ for x in []:\ne: 1\n#@ end\n#@ def f(x):\nf: 1\n#@ end\n#@ if/end False:\ng:\n  h: 1\ni: 2\n";
        assert_eq!(
            skipped(content),
            [
                (2, 6, SkippedBlockKind::If),
                (10, 13, SkippedBlockKind::Else),
                (16, 16, SkippedBlockKind::For),
                (19, 19, SkippedBlockKind::Def),
                (22, 23, SkippedBlockKind::If),
            ]
        );
    }
}
