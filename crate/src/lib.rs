//! Ytterby: ytt's templates, data values, schema and validations as one pure function.
