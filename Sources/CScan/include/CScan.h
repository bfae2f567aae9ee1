#ifndef CSCAN_H
#define CSCAN_H

#include <stddef.h>
#include <stdint.h>

/// What stands in 64 bytes of CSV: bit i is byte i.
typedef struct {
    /// Delimiters and line breaks.
    uint64_t stops;
    /// Line breaks: LF, CR; of CR LF only the CR.
    uint64_t breaks;
    uint64_t quotes;
    /// Bytes that are not plain ASCII: NUL and 0x80 to 0xFF.
    uint64_t odd;
} cscan_block;

/// Masks `length` bytes into (length + 63) / 64 blocks and reads none beyond; bits past the end are 0.
/// `after_cr` says whether the byte before the first one is a CR.
void cscan_masks(
    const uint8_t *_Nonnull bytes, size_t length, uint8_t delimiter, uint8_t quote, int after_cr,
    cscan_block *_Nonnull blocks);

/// How many of the bytes are `wanted`.
size_t cscan_count(const uint8_t *_Nonnull bytes, size_t length, uint8_t wanted);

/// The instruction set in use: "avx2", "sse2" or "portable".
const char *_Nonnull cscan_level(void);

#endif
