//! An item of the base without the key by which an overlay matches items, and which others have: the problem is in the base, but ytt
//! reports the position of the overlay.

use super::recognisers::{Explanation, Problem};
use crate::boundary::{Place, RelatedPlace, Span};
use crate::diagnostics::cause::{BASE_ITEM, Cause};

/// Moves such a problem to the item of the base.
pub(super) fn explain(problem: &Problem<'_>) -> Option<Explanation> {
    let Problem { message, diagnostic, .. } = *problem;
    let Some(Cause::NoMatchKey { is_of_others: true, .. }) = message.cause else { return None };
    let (overlay, mut related) = (diagnostic.primary.clone()?, diagnostic.related.clone());
    let base =
        message.related.iter().position(|related| related.label == BASE_ITEM).filter(|at| *at < related.len())?;
    let RelatedPlace { file, span, .. } = related.remove(base);
    let line = |span: Option<Span>| span.map(|span| span.start.line);
    if (&file, line(span)) != (&overlay.file, line(overlay.span)) {
        related.insert(0, RelatedPlace { file: overlay.file, span: overlay.span, label: "overlay".to_owned() });
    }
    Some(Explanation { place: Some(Place { file, span }), related: Some(related), ..Explanation::default() })
}
