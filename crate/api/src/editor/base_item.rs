//! An item of the base without the key by which an overlay matches items: the problem is there, and not in the overlay, whose position
//! ytt has.

use super::recognisers::Problem;
use crate::boundary::{Diagnostic, Place, RelatedPlace};
use crate::diagnostics::cause::{BASE_ITEM, Cause};

/// Moves such a problem to the item of the base.
pub(super) fn explain(diagnostic: &mut Diagnostic, problem: &Problem<'_>) -> Option<()> {
    let message = problem.message;
    let Some(Cause::NoMatchKey { .. }) = message.cause else { return None };
    let base = message
        .related
        .iter()
        .position(|related| related.label == BASE_ITEM)
        .filter(|at| *at < diagnostic.related.len())?;
    let overlay = diagnostic.primary.clone()?;
    let item = diagnostic.related.remove(base);
    diagnostic.primary = Some(Place { file: item.file, span: item.span });
    let line = |place: &Place| (place.file.clone(), place.span.map(|span| span.start.line));
    if diagnostic.primary.as_ref().map(line) != Some(line(&overlay)) {
        diagnostic
            .related
            .insert(0, RelatedPlace { file: overlay.file, span: overlay.span, label: "overlay".to_owned() });
    }
    Some(())
}
