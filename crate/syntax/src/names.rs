//! Names that programs use without binding them: ytt's built-in names, and the instructions of template programs.

/// How a template program names its instructions.
#[derive(Clone, Copy, Debug)]
pub struct TemplateNames<'a> {
    /// Their start: `__ytt_tpl3_`.
    pub prefix: &'a str,
}

impl TemplateNames<'_> {
    /// The name of an instruction in the program.
    pub(crate) fn full(&self, op: &str) -> String {
        format!("{}{op}", self.prefix)
    }

    /// The instruction that a name of the program is.
    pub fn instruction<'n>(&self, name: &'n str) -> Option<&'n str> {
        name.strip_prefix(self.prefix).filter(|op| INSTRUCTIONS.contains(op))
    }
}

/// The instruction that names the dialect of the program's contexts.
pub const SET_CTX_TYPE: &str = "set_ctx_type";

pub(crate) const INSTRUCTIONS: &[&str] = &[
    SET_CTX_TYPE, "start_ctx", "end_ctx", "start_node_annotation", "collect_node_annotation", "start_node", "set_node",
    "set_map_item_key",
];

/// ytt's built-in names. All are provided under their own name.
pub const UNIVERSE: &[&str] = &[
    "None", "True", "False", "any", "all", "bool", "chr", "dict", "dir", "enumerate", "fail", "float", "getattr",
    "hasattr", "hash", "int", "len", "list", "max", "min", "ord", "print", "range", "repr", "reversed", "set",
    "sorted", "str", "tuple", "type", "zip",
];
