//! How deep the text that is emitted for an expression nests.

use super::ast::{Chain, Expr};

/// The maximum number of operators, or of branches of an `if`, in one piece.
pub const PIECE: usize = 40;

/// The height of an emitted chain: each operator nests its left operand, and each piece adds the levels around it.
///
/// The parser calls it for each link that it adds. So it visits only operands with fewer than [`PIECE`] operators after them;
/// `settled` is the height of the others, 0 for a new chain.
pub(super) fn chain_height(chain: &Chain, settled: &mut u32) -> u32 {
    let count = chain.links.len();
    let level = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let below = |operand: &Expr, applied_after: usize| operand.height.saturating_add(level(applied_after.min(PIECE)));
    if let Some(next) = count.checked_sub(PIECE)
        && let Some(link) = chain.links.get(next)
    {
        *settled = (*settled).max(below(&link.operand, PIECE));
    }
    let mut height = below(&chain.first, count).max(*settled);
    for (i, link) in chain.links.iter().enumerate().skip((count + 1).saturating_sub(PIECE)) {
        height = height.max(below(&link.operand, count - i));
    }
    let pieces = level(count.saturating_sub(1) / PIECE);
    height.saturating_add(pieces.saturating_mul(3))
}
