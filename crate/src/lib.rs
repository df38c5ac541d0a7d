//! Ytterby: ytt's templates, data values, schema and validations as one pure function.
#![expect(dead_code, reason = "the phases are joined in `render`, which comes last")]

mod diagnostics;

mod eval;

mod template;

mod yaml;
