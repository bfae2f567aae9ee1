#include "CJSON.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// The tokens of a text, 64 bytes at a time: bit i of a mask is byte i.
//
//     text      {"a\"b": [1, true]}
//     quote     .1.....1...........      those that no backslash escapes
//     inside    .111111............      from an opening quote up to its closing one
//     mark      1.......1.1.1.....11     brackets, commas, colons
//     first     .1...........          the byte after a mark, a blank or a closing quote, where it is none of them
//
// A token starts at each mark and each first byte outside of strings. The method is that of simdjson's first stage
// (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019, sections 3.1 and 3.2), which its public interface
// does not give. On-Demand, which it does give, starts at the beginning of a document only, so that an index of all its
// tokens is held beside the text, and of a line that breaks a rule it does not find the end. It passes tokens at 0.5 GB/s,
// before a number, an escape or a second key is looked at. Here: 5.2 GB/s; simdjson's first stage: 6.4 GB/s with AVX2, 13
// with AVX-512 (JSON Lines of 11 members, one core of an AMD EPYC). Of `validate` that is 3% of the time.

// Comparisons of one block; the same shape for every instruction set.
typedef struct {
    uint64_t quote, backslash, mark, blank, control, high;
} raw_masks;

// What the blocks before one say of it.
typedef struct {
    // 1: its first byte is escaped.
    uint64_t escaped;
    // All ones: it starts inside a string.
    uint64_t inside;
    // 1: the byte before it is part of a number or word.
    uint64_t scalar;
    // What they held anywhere: backslashes, bytes beyond ASCII, control characters in strings.
    uint64_t backslashes, high, controls;
} carry;

// Where each run of backslashes starts decides which bytes are escaped: of those behind it, every second one.
INLINE uint64_t escaped(uint64_t backslash, carry *before) {
    if (backslash == 0) {
        uint64_t first = before->escaped;
        before->escaped = 0;
        return first;
    }
    const uint64_t even = 0x5555555555555555;
    backslash &= ~before->escaped;
    uint64_t follows = backslash << 1 | before->escaped;
    uint64_t odd_starts = backslash & ~even & ~follows;
    // Adding to a run's start carries to the bit behind the run.
    uint64_t ends;
    before->escaped = __builtin_add_overflow(odd_starts, backslash, &ends);
    return (even ^ ends << 1) & follows;
}

INLINE uint64_t token_starts(const raw_masks raw, carry *before) {
    uint64_t quote = raw.quote & ~escaped(raw.backslash, before);
    // Bit i becomes the parity of the quotes up to byte i.
    uint64_t inside = quote;
    for (int shift = 1; shift < 64; shift *= 2) inside ^= inside << shift;
    inside ^= before->inside;
    before->inside = (uint64_t)((int64_t)inside >> 63);
    uint64_t scalar = ~(raw.mark | raw.blank);
    uint64_t plain = scalar & ~quote;
    uint64_t first = scalar & ~(plain << 1 | before->scalar);
    before->scalar = plain >> 63;
    before->controls |= raw.control & inside;
    before->backslashes |= raw.backslash;
    before->high |= raw.high;
    // Of a string its opening quote alone is a token.
    return (raw.mark | first) & ~(inside ^ quote);
}

INLINE uint32_t *store(uint32_t *positions, size_t base, uint64_t starts) {
    for (; starts != 0; starts &= starts - 1) *positions++ = (uint32_t)base + (uint32_t)__builtin_ctzll(starts);
    return positions;
}

// The last, partial block is masked through a copy filled up with blanks, so that nothing beyond the text is read.
#define FIND_ALL(load, store)                                                                                      \
    carry before = {0, 0, 0, 0, 0, 0};                                                                             \
    uint32_t *next = positions;                                                                                    \
    size_t at = 0;                                                                                                 \
    for (; at + 64 <= length; at += 64) next = store(next, at, token_starts(load(bytes + at), &before));           \
    if (at < length) {                                                                                             \
        uint8_t padded[64];                                                                                        \
        memset(padded, ' ', sizeof padded);                                                                        \
        memcpy(padded, bytes + at, length - at);                                                                   \
        next = store(next, at, token_starts(load(padded), &before));                                               \
    }                                                                                                              \
    *next = (uint32_t)length;                                                                                      \
    return (cjson_tokens){                                                                                         \
        .count = (size_t)(next - positions), .ends_in_string = before.inside != 0,                                 \
        .has_control = before.controls != 0, .has_backslash = before.backslashes != 0,                             \
        .has_high = before.high != 0};

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi,popcnt")))

AVX2 INLINE uint64_t mask_avx2(__m256i low, __m256i high) {
    uint64_t mask = (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32 | (uint32_t)_mm256_movemask_epi8(low);
    // Without this clang goes on with vectors of single bits and takes them apart byte by byte: a third of the speed.
    __asm__("" : "+r"(mask));
    return mask;
}

AVX2 INLINE __m256i equal_avx2(__m256i bytes, char byte) {
    return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte));
}

// Brackets differ from braces in one bit.
AVX2 INLINE __m256i marks_avx2(__m256i bytes) {
    __m256i braces = _mm256_or_si256(bytes, _mm256_set1_epi8(0x20));
    return _mm256_or_si256(
        _mm256_or_si256(equal_avx2(braces, '{'), equal_avx2(braces, '}')),
        _mm256_or_si256(equal_avx2(bytes, ','), equal_avx2(bytes, ':')));
}

AVX2 INLINE __m256i blanks_avx2(__m256i bytes) {
    return _mm256_or_si256(
        _mm256_or_si256(equal_avx2(bytes, ' '), equal_avx2(bytes, '\n')),
        _mm256_or_si256(equal_avx2(bytes, '\r'), equal_avx2(bytes, '\t')));
}

AVX2 INLINE __m256i controls_avx2(__m256i bytes) {
    return _mm256_cmpeq_epi8(_mm256_min_epu8(bytes, _mm256_set1_epi8(0x1F)), bytes);
}

AVX2 INLINE raw_masks load_avx2(const uint8_t *bytes) {
    __m256i low = _mm256_loadu_si256((const __m256i *)bytes);
    __m256i high = _mm256_loadu_si256((const __m256i *)(bytes + 32));
    raw_masks raw;
    raw.quote = mask_avx2(equal_avx2(low, '"'), equal_avx2(high, '"'));
    raw.backslash = mask_avx2(equal_avx2(low, '\\'), equal_avx2(high, '\\'));
    raw.mark = mask_avx2(marks_avx2(low), marks_avx2(high));
    raw.blank = mask_avx2(blanks_avx2(low), blanks_avx2(high));
    raw.control = mask_avx2(controls_avx2(low), controls_avx2(high));
    raw.high = mask_avx2(low, high);
    return raw;
}

// Eight at a time, wanted or not: a branch for each token would be foretold wrongly too often.
AVX2 INLINE uint32_t *store_avx2(uint32_t *positions, size_t base, uint64_t starts) {
    uint32_t *const end = positions + _mm_popcnt_u64(starts);
    do {
        for (int i = 0; i < 8; i++) {
            positions[i] = (uint32_t)base + (uint32_t)_tzcnt_u64(starts);
            starts &= starts - 1;
        }
        positions += 8;
    } while (starts != 0);
    return end;
}

AVX2 static cjson_tokens find_avx2(const uint8_t *bytes, size_t length, uint32_t *positions) {
    FIND_ALL(load_avx2, store_avx2)
}

INLINE uint64_t equal_sse2(const __m128i quarter[4], char byte) {
    __m128i wanted = _mm_set1_epi8(byte);
    uint64_t mask = 0;
    for (int i = 0; i < 4; i++) {
        mask |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(quarter[i], wanted)) << (16 * i);
    }
    return mask;
}

INLINE raw_masks load_sse2(const uint8_t *bytes) {
    __m128i quarter[4], braces[4];
    raw_masks raw = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
        quarter[i] = _mm_loadu_si128((const __m128i *)(bytes + 16 * i));
        braces[i] = _mm_or_si128(quarter[i], _mm_set1_epi8(0x20));
        __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(quarter[i], _mm_set1_epi8(0x1F)), quarter[i]);
        raw.control |= (uint64_t)(uint32_t)_mm_movemask_epi8(control) << (16 * i);
        raw.high |= (uint64_t)(uint32_t)_mm_movemask_epi8(quarter[i]) << (16 * i);
    }
    raw.quote = equal_sse2(quarter, '"');
    raw.backslash = equal_sse2(quarter, '\\');
    raw.mark = equal_sse2(braces, '{') | equal_sse2(braces, '}') | equal_sse2(quarter, ',') | equal_sse2(quarter, ':');
    raw.blank = equal_sse2(quarter, ' ') | equal_sse2(quarter, '\t') | equal_sse2(quarter, '\n')
        | equal_sse2(quarter, '\r');
    return raw;
}

static cjson_tokens find_sse2(const uint8_t *bytes, size_t length, uint32_t *positions) { FIND_ALL(load_sse2, store) }

static int has_avx2;

__attribute__((constructor)) static void choose(void) {
    __builtin_cpu_init();
    has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
}

cjson_tokens cjson_find_tokens(const uint8_t *bytes, size_t length, uint32_t *positions) {
    return has_avx2 ? find_avx2(bytes, length, positions) : find_sse2(bytes, length, positions);
}

#else

INLINE raw_masks load_portable(const uint8_t *bytes) {
    raw_masks raw = {0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 64; i++) {
        const uint8_t byte = bytes[i], brace = byte | 0x20;
        raw.quote |= (uint64_t)(byte == '"') << i;
        raw.backslash |= (uint64_t)(byte == '\\') << i;
        raw.mark |= (uint64_t)(brace == '{' || brace == '}' || byte == ',' || byte == ':') << i;
        raw.blank |= (uint64_t)(byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r') << i;
        raw.control |= (uint64_t)(byte < 0x20) << i;
        raw.high |= (uint64_t)(byte >> 7) << i;
    }
    return raw;
}

cjson_tokens cjson_find_tokens(const uint8_t *bytes, size_t length, uint32_t *positions) {
    FIND_ALL(load_portable, store)
}

#endif
