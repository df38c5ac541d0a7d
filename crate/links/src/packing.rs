//! Deflate with a dictionary, and the checksum of links.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// The dictionary of links of version 1: texts that are frequent in playgrounds, the most frequent last, where a reference takes the
/// fewest bits. It must never change: these links can only be read with it.
const DICTIONARY: &str = include_str!("dictionary-1.json");

/// The dictionary of version 1.
pub(crate) fn dictionary() -> Vec<u8> {
    let lines: Vec<String> = serde_json::from_str(DICTIONARY).unwrap_or_default();
    lines.concat().into_bytes()
}

pub(crate) struct Inflated {
    pub(crate) body: Vec<u8>,
    /// Whether the compressed data ends where it should, and was whole.
    pub(crate) is_complete: bool,
}

/// Deflates (RFC 1951); a reader needs the same dictionary.
pub(crate) fn deflate(bytes: &[u8], dictionary: &[u8]) -> Vec<u8> {
    // The best compression, without the frame of zlib.
    let flags = create_comp_flags_from_zip_params(10, 0, 0);
    let mut compressor = CompressorOxide::new(flags);
    let mut feed = |bytes: &[u8], flush| {
        let mut out = Vec::new();
        let (status, _) = compress_to_output(&mut compressor, bytes, flush, |piece| {
            out.extend_from_slice(piece);
            true
        });
        debug_assert!(matches!(status, TDEFLStatus::Okay | TDEFLStatus::Done), "{status:?}");
        out
    };
    // Up to a flush, the output ends with a whole byte and a whole block. The blocks after it refer to the dictionary, but to nothing of
    // its output, which is dropped.
    drop(feed(dictionary, TDEFLFlush::Sync));
    feed(bytes, TDEFLFlush::Finish)
}

/// Inflates as much as possible, up to `most` bytes.
pub(crate) fn inflate(packed: &[u8], dictionary: &[u8], most: usize) -> Inflated {
    // The decompressor looks back into the bytes before the position in the buffer.
    let mut buffer = dictionary.to_vec();
    let start = buffer.len();
    let (mut end, mut read) = (start, 0);
    let mut decompressor = DecompressorOxide::new();
    let status = loop {
        buffer.resize(buffer.len().saturating_mul(2).clamp(1 << 16, start + most), 0);
        let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, taken, made) = decompress(&mut decompressor, &packed[read..], &mut buffer, end, flags);
        read += taken;
        end += made;
        if status != TINFLStatus::HasMoreOutput || end >= start + most {
            break status;
        }
    };
    buffer.truncate(end);
    Inflated { body: buffer.split_off(start), is_complete: status == TINFLStatus::Done }
}

/// CRC-32 of ISO 3309, as in zip and PNG.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}
