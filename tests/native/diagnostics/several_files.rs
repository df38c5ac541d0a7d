//! Mistakes whose fixes are in another file or in the flags: a data value that is not declared, an overlay that nearly matches.

use ytterby::boundary::{Content, Request, RequestFile};

use super::fixes::applied;
use crate::golden::{render, text_of};

/// What a fix changes: a file and its text, or the flags.
enum After {
    File(&'static str, &'static str),
    Flags(&'static str),
    /// There is no fix.
    Nothing,
}

use After::{File, Flags, Nothing};

/// Flags, files in sections that start with `@@ `, the headline, the title of the first fix, and its result.
type Mistake = (&'static str, &'static str, &'static str, &'static str, After);

const MISTAKES: &[Mistake] = &[
    // Code uses a data value that is not declared.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.image\n",
        "`data.values` has no `image`; it has `name`",
        "Declare image in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\nname: x\nimage: \"\"\n"),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\ndb:\n  host: x\n\n#! the rest\nname: x\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\n\
         #@ db = data.values.db\n#@ if db.replicated:\na: 1\n#@ end\n",
        "`db` has no `replicated`; it has `host`",
        "Declare db.replicated in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\ndb:\n  host: x\n  replicated: false\n\n#! the rest\nname: x\n"),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\n#@ for h in data.values.hosts:\n\
         - #@ h\n#@ end\n",
        "`data.values` has no `hosts`; it has `name`",
        "Declare hosts in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\nname: x\nhosts:\n- \"\"\n"),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.count * 2\n",
        "`data.values` has no `count`; it has `name`",
        "Declare count in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\nname: x\ncount: 0\n"),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.db.host.upper()\n",
        "`data.values` has no `db`; it has `name`",
        "Declare db.host in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\nname: x\ndb:\n  host: \"\"\n"),
    ),
    // Several keys of a data values document, of which ytt reports the first.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ values.yml\n#@data/values\n---\nname: a\nport: 80\ndb:\n  host: y1\n",
        "`port` is not in the schema",
        "Declare all 2 in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\nname: x\nport: 80\ndb:\n  host: y1\n"),
    ),
    // A key of the items of a list.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\n#@schema/default [{\"name\": \"a\"}]\nshelves:\n- name: x\nend: true\n@@ t.yml\n\
         #@ load(\"@ytt:data\", \"data\")\n#@ for shelf in data.values.shelves:\n- #@ shelf.width + 1\n#@ end\n",
        "`shelf` has no `width`; it has `name`",
        "Declare shelves[].width in schema.yml",
        File(
            "schema.yml",
            "#@data/values-schema\n---\n#@schema/default [{\"name\": \"a\"}]\nshelves:\n- name: x\n  width: 0\nend: true\n",
        ),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nshelves:\n- name: x\n  size:\n    depth: 1\n@@ values.yml\n#@data/values\n---\n\
         shelves:\n- width:\n    most: 3\n  name: a\n",
        "`width` is not in the schema",
        "Declare shelves[].width in schema.yml",
        File(
            "schema.yml",
            "#@data/values-schema\n---\nshelves:\n- name: x\n  size:\n    depth: 1\n  width:\n    most: 3\n",
        ),
    ),
    // It would still be null.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\n#@schema/nullable\ndb:\n  host: x\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\n\
         a: #@ data.values.db.port\n",
        "`data.values.db` is null, so it has no `port`",
        "",
        Nothing,
    ),
    // Without a schema, the first data values declare.
    (
        "",
        "@@ values.yml\n#@data/values\n---\nname: x\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.image\n",
        "`data.values` has no `image`; it has `name`",
        "Add image to values.yml",
        File("values.yml", "#@data/values\n---\nname: x\nimage: \"\"\n"),
    ),
    // The map is written in braces, or by code.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\ndb: {host: x}\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.db.port\n",
        "`data.values.db` has no `port`; it has `host`",
        "",
        Nothing,
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\n#@ if True:\nname: x\n#@ end\n@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\n\
         a: #@ data.values.port\n",
        "`data.values` has no `port`; it has `name`",
        "",
        Nothing,
    ),
    // Data values set a key that is not declared.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ values.yml\n#@data/values\n---\nextra: 3\n",
        "`extra` is not in the schema",
        "Declare extra in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\nname: x\nextra: 3\n"),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\ndb: {}\nname: x\n@@ values.yml\n#@data/values\n---\ndb:\n  ports:\n  - a: 1\n    b: c\nname: z\n",
        "`ports` is not in the schema",
        "Declare db.ports in schema.yml",
        File(
            "schema.yml",
            "#@data/values-schema\n---\ndb:\n  #@schema/default [{\"a\": 1, \"b\": \"c\"}]\n  ports:\n  -\n    a: 0\n    b: \"\"\nname: x\n",
        ),
    ),
    (
        "-f schema.yml --data-values-file v.yml",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ v.yml\nname: z\nextra:\n  b: true\n",
        "`extra` is not in the schema",
        "Declare extra in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\nname: x\nextra:\n  b: true\n"),
    ),
    (
        "-f . --data-value-yaml db.port=1",
        "@@ schema.yml\n#@data/values-schema\n---\ndb:\n  host: x\n",
        "`port` is not in the schema",
        "Declare db.port in schema.yml",
        File("schema.yml", "#@data/values-schema\n---\ndb:\n  host: x\n  port: 1\n"),
    ),
    // The schema accepts any value there, so the overlay only needs to allow it.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\n#@schema/type any=True\nfree:\n  a: 1\n@@ values.yml\n#@data/values\n---\nfree:\n  b: 1\n",
        "`free` accepts any value, but its default has no `b`, and values are merged into the default",
        "Add it: #@overlay/match missing_ok=True",
        File("values.yml", "#@data/values\n---\nfree:\n  #@overlay/match missing_ok=True\n  b: 1\n"),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ schema2.yml\n#@data/values-schema\n---\nextra: x\n",
        "There is no `extra` in the schema so far",
        "Add it: #@overlay/match missing_ok=True",
        File("schema2.yml", "#@data/values-schema\n---\n#@overlay/match missing_ok=True\nextra: x\n"),
    ),
    // Values of another kind.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\ntags: [\"\"]\n@@ values.yml\n#@data/values\n---\ntags: blue\n",
        "`tags` must be an array, but it is a string",
        "Make it a list",
        File("values.yml", "#@data/values\n---\ntags: [blue]\n"),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ values.yml\n#@data/values\n---\nname:\n  a: b\n",
        "`name` must be a string, but it is a map",
        "",
        Nothing,
    ),
    (
        "",
        "@@ a.yml\nx:\n  name: a\n@@ o.yml\n#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\nx:\n  name: [b]\n",
        "`name` is a string, but this overlay has an array for it",
        "Replace it: #@overlay/replace",
        File(
            "o.yml",
            "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\nx:\n  #@overlay/replace\n  name: [b]\n",
        ),
    ),
    // One field differs.
    (
        "",
        "@@ a.yml\nkind: Deployment\nmetadata:\n  name: shop\n@@ o.yml\n#@ load(\"@ytt:overlay\", \"overlay\")\n\
         #@overlay/match by=overlay.subset({\"kind\": \"Deployment\", \"metadata\": {\"name\": \"shopp\"}})\n---\nkind: D\n",
        "This overlay item matches nothing",
        "Change shopp to shop",
        File(
            "o.yml",
            "#@ load(\"@ytt:overlay\", \"overlay\")\n\
             #@overlay/match by=overlay.subset({\"kind\": \"Deployment\", \"metadata\": {\"name\": \"shop\"}})\n---\nkind: D\n",
        ),
    ),
    (
        "",
        "@@ a.yml\nbox:\n- name: web\n  image: a\n- name: api\n@@ o.yml\n#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n\
         ---\nbox:\n#@overlay/match by=\"name\"\n- name: \"wbe\"\n  image: b\n",
        "This overlay item matches nothing",
        "Change wbe to web",
        File(
            "o.yml",
            "#@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.all\n---\nbox:\n#@overlay/match by=\"name\"\n\
             - name: \"web\"\n  image: b\n",
        ),
    ),
    (
        "",
        "@@ a.yml\nkind: A\nmetadata:\n  name: shop\n---\nkind: A\nmetadata:\n  name: shoppe\n@@ o.yml\n\
         #@ load(\"@ytt:overlay\", \"overlay\")\n#@overlay/match by=overlay.subset({\"kind\": \"A\", \"metadata\": {\"name\": \"shopp\"}})\n\
         ---\nkind: D\n",
        "This overlay item matches nothing",
        "",
        Nothing,
    ),
    // Flags.
    (
        "-f . --data-valeu a=b",
        "@@ t.yml\na: 1\n",
        "There is no flag `--data-valeu`; did you mean `--data-value`?",
        "Use --data-value",
        Flags("-f . --data-value a=b"),
    ),
    (
        "--set=a=3",
        "@@ t.yml\n#@ load(\"@ytt:data\", \"data\")\na: 1\n",
        "There is no flag `--set`; did you mean `--data-value-yaml`?",
        "Use --data-value-yaml",
        Flags("--data-value-yaml=a=3"),
    ),
    (
        "-f t.yml --data-values v.yml",
        "@@ t.yml\na: 1\n@@ v.yml\na: 1\n",
        "There is no flag `--data-values`; did you mean `--data-values-file`?",
        "Use --data-values-file",
        Flags("-f t.yml --data-values-file v.yml"),
    ),
    (
        "-f . --values v.yml",
        "@@ schema.yml\n#@data/values-schema\n---\nport: 1\n@@ v.yml\nport: 80\n",
        "There is no flag `--values`; did you mean `--data-values-file`?",
        "Use --data-values-file",
        Flags("-f . --data-values-file v.yml --file-mark v.yml:exclude=true"),
    ),
    (
        "-f schema.yml -f v.yml --values=v.yml",
        "@@ schema.yml\n#@data/values-schema\n---\nport: 1\n@@ v.yml\nport: 80\n",
        "There is no flag `--values`; did you mean `--data-values-file`?",
        "Use --data-values-file",
        Flags("-f schema.yml --data-values-file=v.yml"),
    ),
    (
        "a.yml config",
        "@@ a.yml\na: 1\n@@ config/b.yml\nb: 1\n",
        "`a.yml` needs a flag: `-f a.yml`",
        "Use -f",
        Flags("-f a.yml -f config"),
    ),
    ("-f . port=80", "@@ t.yml\na: 1\n", "`port=80` needs a flag: `--data-value-yaml port=80`", "", Nothing),
    ("-f . -x", "@@ t.yml\na: 1\n", "There is no flag `-x`", "", Nothing),
    (
        "-f . -o yml",
        "@@ t.yml\na: 1\n",
        "There is no output format `yml`; did you mean `yaml`?",
        "Replace with yaml",
        Flags("-f . -o yaml"),
    ),
    (
        "-f confg.yml",
        "@@ config.yml\na: 1\n",
        "There is no file `confg.yml`; did you mean `config.yml`?",
        "Replace with config.yml",
        Flags("-f config.yml"),
    ),
    (
        "-f schema.yml --data-values-file v.yaml",
        "@@ schema.yml\n#@data/values-schema\n---\nport: 1\n@@ v.yml\nport: 80\n",
        "There is no file `v.yaml`; did you mean `v.yml`?",
        "Replace with v.yml",
        Flags("-f schema.yml --data-values-file v.yml"),
    ),
    (
        "-f . -v server.prot=80",
        "@@ schema.yml\n#@data/values-schema\n---\nserver:\n  port: \"\"\n",
        "`prot` is not in the schema; did you mean `port`?",
        "Rename to port",
        Flags("-f . -v server.port=80"),
    ),
    (
        "-f . -v ports.0=1",
        "@@ schema.yml\n#@data/values-schema\n---\nports: [1]\n",
        "`ports` is an array, and flags set it as a whole: `--data-value-yaml ports=[1]`",
        "",
        Nothing,
    ),
    // Files that are loaded, and names in them.
    (
        "",
        "@@ t.yml\n#@ load(\"h.star\", \"get_nam\")\na: #@ get_nam() + get_nam()\n@@ h.star\ndef get_name():\n  return 1\nend\n",
        "`h.star` does not define `get_nam`; did you mean `get_name`?",
        "Replace with get_name",
        File("t.yml", "#@ load(\"h.star\", \"get_name\")\na: #@ get_name() + get_name()\n"),
    ),
    (
        "",
        "@@ sub/t.yml\n#@ load(\"../h.star\", \"f\")\na: #@ f()\n@@ h.star\ndef f():\n  return 1\nend\n",
        "There is no file `../h.star`; did you mean `/h.star`?",
        "Replace with /h.star",
        File("sub/t.yml", "#@ load(\"/h.star\", \"f\")\na: #@ f()\n"),
    ),
    (
        "",
        "@@ t.yml\n#@ load(\"h.yml\", \"f\")\na: #@ f()\n@@ h.lib.yml\n#@ def f():\n#@   return 1\n#@ end\n",
        "There is no file `h.yml`; did you mean `h.lib.yml`?",
        "Replace with h.lib.yml",
        File("t.yml", "#@ load(\"h.lib.yml\", \"f\")\na: #@ f()\n"),
    ),
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nname: x\n@@ t.yml\n#@ load(\"@ytt/data\", \"data\")\na: #@ data.values.name\n",
        "There is no file `@ytt/data`; did you mean `@ytt:data`?",
        "Replace with @ytt:data",
        File("t.yml", "#@ load(\"@ytt:data\", \"data\")\na: #@ data.values.name\n"),
    ),
    (
        "",
        "@@ t.yml\n#@ load(\"h.star\", \"l\")\n#@ l.append(1)\na: 1\n@@ h.star\nl = [1]\n",
        "This list is of a file that was loaded, and cannot be changed; `list(…)` copies it",
        "",
        Nothing,
    ),
    (
        "",
        "@@ t.yml\n#@ load(\"@ytt:library\", \"library\")\n#@ app = library.get(\"app\").with_data_values({\"prot\": 80})\n\
         a: #@ type(app.eval())\n@@ _ytt_lib/app/schema.yml\n#@data/values-schema\n---\nport: 1\n",
        "`prot` is not in the schema; did you mean `port`?",
        "Rename to port",
        File(
            "t.yml",
            "#@ load(\"@ytt:library\", \"library\")\n#@ app = library.get(\"app\").with_data_values({\"port\": 80})\n\
             a: #@ type(app.eval())\n",
        ),
    ),
    // The value of a boolean in quotes.
    (
        "",
        "@@ schema.yml\n#@data/values-schema\n---\nopen: false\n@@ v.yml\n#@data/values\n---\nopen: \"True\"\n",
        "`open` must be true or false, but it is a string",
        "Set to true",
        File("v.yml", "#@data/values\n---\nopen: true\n"),
    ),
    ("-v replicas", "@@ t.yml\na: 1\n", "`replicas` needs a key and a value: `replicas=…`", "", Nothing),
];

fn request_of(flags: &str, sections: &str) -> Request {
    let file = |section: &str| {
        let (path, text) = section.split_once('\n').expect("a path and a text");
        RequestFile { path: path.to_owned(), content: Content::Text(text.to_owned()) }
    };
    let args = flags.split_whitespace().map(str::to_owned).collect();
    let files = sections.split("@@ ").filter(|section| !section.is_empty()).map(file).collect();
    Request { files, args, ..Request::default() }
}

/// The requests of all mistakes.
pub(super) fn requests() -> Vec<Request> {
    MISTAKES.iter().map(|(flags, sections, ..)| request_of(flags, sections)).collect()
}

fn check((flags, sections, headline, title, after): &Mistake) -> Result<(), String> {
    let request = request_of(flags, sections);
    let [diagnostic] = &render(&request).diagnostics[..] else { return Err("not one problem".to_owned()) };
    if diagnostic.headline != *headline {
        return Err(format!("{:?} instead of {headline:?}", diagnostic.headline));
    }
    let first = diagnostic.fixes.first();
    let found = first.map_or("", |fix| fix.title.as_str());
    if found != *title {
        return Err(format!("the fix {found:?} instead of {title:?}"));
    }
    let Some(fix) = first else { return Ok(()) };
    let fixed = applied(&request, fix)?;
    match after {
        File(path, text) if text_of(&fixed, path) != Some(text) => {
            return Err(format!("{:?} instead of {text:?}", text_of(&fixed, path)));
        }
        Flags(flags) if fixed.args.join(" ") != *flags => return Err(format!("the flags {:?}", fixed.args)),
        _ => {}
    }
    match render(&fixed).diagnostics {
        left if left.is_empty() => Ok(()),
        left => Err(format!("the fix leaves {left:?}")),
    }
}

#[test]
fn fixes_in_other_files_correct_mistakes() {
    let check = |mistake: &Mistake| check(mistake).map_err(|problem| format!("{}\n{problem}", mistake.1));
    let wrong: Vec<String> = MISTAKES.iter().filter_map(|mistake| check(mistake).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
