#include "CScan.h"

#include <string.h>

// Raw comparisons of one block; the same shape for every instruction set.
typedef struct {
    uint64_t delimiter, cr, lf, quote, nul, high;
} raw_masks;

static inline uint64_t finish(const raw_masks raw, uint64_t after_cr, cscan_block *block) {
    // The LF of a CR LF is no break of its own.
    uint64_t breaks = raw.cr | (raw.lf & ~(raw.cr << 1 | after_cr));
    block->breaks = breaks;
    block->stops = raw.delimiter | breaks;
    block->quotes = raw.quote;
    block->odd = raw.nul | raw.high;
    return raw.cr >> 63;
}

// The last, partial block is masked through a padded copy, so that nothing beyond the input is read.
#define MASK_ALL(load)                                                                                             \
    uint64_t carry = after_cr != 0;                                                                                \
    size_t at = 0;                                                                                                 \
    for (; at + 64 <= length; at += 64) carry = finish(load(bytes + at, delimiter, quote), carry, blocks++);       \
    if (at < length) {                                                                                             \
        uint8_t padded[64];                                                                                        \
        memset(padded, 'x', sizeof padded);                                                                        \
        memcpy(padded, bytes + at, length - at);                                                                   \
        finish(load(padded, delimiter, quote), carry, blocks);                                                     \
        uint64_t valid = ((uint64_t)1 << (length - at)) - 1;                                                       \
        blocks->stops &= valid;                                                                                    \
        blocks->breaks &= valid;                                                                                   \
        blocks->quotes &= valid;                                                                                   \
        blocks->odd &= valid;                                                                                      \
    }

static size_t count_bytewise(const uint8_t *bytes, size_t length, uint8_t wanted) {
    size_t count = 0;
    for (size_t at = 0; at < length; at++) count += bytes[at] == wanted;
    return count;
}

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static inline uint64_t equal_avx2(__m256i low, __m256i high, uint8_t byte) {
    __m256i wanted = _mm256_set1_epi8((char)byte);
    uint32_t first = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted));
    uint32_t second = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted));
    return (uint64_t)second << 32 | first;
}

AVX2 static inline raw_masks load_avx2(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    raw_masks raw;
    raw.delimiter = equal_avx2(low, high, delimiter);
    raw.cr = equal_avx2(low, high, '\r');
    raw.lf = equal_avx2(low, high, '\n');
    raw.quote = equal_avx2(low, high, quote);
    raw.nul = equal_avx2(low, high, 0);
    raw.high = (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 | (uint32_t)_mm256_movemask_epi8(low);
    return raw;
}

AVX2 static void masks_avx2(
    const uint8_t *bytes, size_t length, uint8_t delimiter, uint8_t quote, int after_cr, cscan_block *blocks) {
    MASK_ALL(load_avx2)
}

static inline uint64_t equal_sse2(const __m128i quarter[4], uint8_t byte) {
    __m128i wanted = _mm_set1_epi8((char)byte);
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(quarter[i], wanted)) << (16 * i);
    }
    return mask;
}

static inline raw_masks load_sse2(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    __m128i quarter[4];
    raw_masks raw;
    raw.high = 0;
    for (int i = 0; i < 4; i++) {
        quarter[i] = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
        raw.high |= (uint64_t)(uint32_t)_mm_movemask_epi8(quarter[i]) << (16 * i);
    }
    raw.delimiter = equal_sse2(quarter, delimiter);
    raw.cr = equal_sse2(quarter, '\r');
    raw.lf = equal_sse2(quarter, '\n');
    raw.quote = equal_sse2(quarter, quote);
    raw.nul = equal_sse2(quarter, 0);
    return raw;
}

static void masks_sse2(
    const uint8_t *bytes, size_t length, uint8_t delimiter, uint8_t quote, int after_cr, cscan_block *blocks) {
    MASK_ALL(load_sse2)
}

static int has_avx2;

__attribute__((constructor)) static void choose(void) {
    __builtin_cpu_init();
    has_avx2 = __builtin_cpu_supports("avx2");
}

void cscan_masks(
    const uint8_t *bytes, size_t length, uint8_t delimiter, uint8_t quote, int after_cr, cscan_block *blocks) {
    if (has_avx2) {
        masks_avx2(bytes, length, delimiter, quote, after_cr, blocks);
    } else {
        masks_sse2(bytes, length, delimiter, quote, after_cr, blocks);
    }
}

// A lane counts to 255 before the lanes are added up.
AVX2 static size_t count_avx2(const uint8_t *bytes, size_t length, uint8_t wanted) {
    const __m256i wide = _mm256_set1_epi8((char)wanted), zero = _mm256_setzero_si256();
    __m256i sum = zero;
    size_t at = 0;
    while (length - at >= 32) {
        size_t blocks = (length - at) / 32;
        __m256i lanes = zero;
        for (size_t left = blocks < 255 ? blocks : 255; left > 0; left--, at += 32) {
            lanes = _mm256_sub_epi8(
                lanes, _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(bytes + at)), wide));
        }
        sum = _mm256_add_epi64(sum, _mm256_sad_epu8(lanes, zero));
    }
    uint64_t sums[4];
    _mm256_storeu_si256((__m256i *)sums, sum);
    return sums[0] + sums[1] + sums[2] + sums[3] + count_bytewise(bytes + at, length - at, wanted);
}

size_t cscan_count(const uint8_t *bytes, size_t length, uint8_t wanted) {
    return has_avx2 ? count_avx2(bytes, length, wanted) : count_bytewise(bytes, length, wanted);
}

const char *cscan_level(void) { return has_avx2 ? "avx2" : "sse2"; }

#else

static inline raw_masks load_portable(const uint8_t *bytes, uint8_t delimiter, uint8_t quote) {
    raw_masks raw = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 64; i++) {
        raw.delimiter |= (uint64_t)(bytes[i] == delimiter) << i;
        raw.cr |= (uint64_t)(bytes[i] == '\r') << i;
        raw.lf |= (uint64_t)(bytes[i] == '\n') << i;
        raw.quote |= (uint64_t)(bytes[i] == quote) << i;
        raw.nul |= (uint64_t)(bytes[i] == 0) << i;
        raw.high |= (uint64_t)(bytes[i] >> 7) << i;
    }
    return raw;
}

void cscan_masks(
    const uint8_t *bytes, size_t length, uint8_t delimiter, uint8_t quote, int after_cr, cscan_block *blocks) {
    MASK_ALL(load_portable)
}

size_t cscan_count(const uint8_t *bytes, size_t length, uint8_t wanted) {
    return count_bytewise(bytes, length, wanted);
}

const char *cscan_level(void) { return "portable"; }

#endif
