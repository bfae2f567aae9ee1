#include "CJSON.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

// The tokens of a text, 64 bytes at a time: bit i of a mask is byte i.
//
//     text      {"a\"b": [1, true]}
//     quote     .1....1............      those that no backslash escapes
//     inside    .11111.............      from an opening quote up to its closing one
//     mark      1......1.1.1.....11      brackets, commas, colons
//     first     .11.......1..1.....      first bytes of runs of all else but blanks; a run ends with a quote, too
//     token     11.....1.111.1...11
//
// A token starts at each mark and each first byte that is not within a string. The method is that of simdjson's
// first stage (Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019, sections 3.1 and 3.2), which its
// public interface does not give. On-Demand, which it does give, starts at the beginning of a document only, so that
// an index of all its tokens is held beside the text, and of a line that breaks a rule it does not find the end. It
// passes tokens at 0.5 GB/s, before a number, an escape or a second key is looked at. Here: 5 GB/s with AVX2, 6 with
// AVX-512; simdjson's first stage: 6 and 13 (JSON Lines of 11 members, one core of an AMD EPYC), which would be 4%
// less time for `validate`.

// Comparisons of one block.
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

// Clang's own vectors, which become what the instruction set has.
typedef uint8_t block __attribute__((ext_vector_type(64)));
typedef bool bits __attribute__((ext_vector_type(64)));

INLINE uint64_t mask_of(bits found) {
    uint64_t mask = __builtin_bit_cast(uint64_t, found);
    // Without this clang goes on with vectors of single bits and takes them apart byte by byte: a third of the speed.
    __asm__("" : "+r"(mask));
    return mask;
}

#define MASK(comparison) mask_of(__builtin_convertvector(comparison, bits))

INLINE raw_masks load(const uint8_t *bytes) {
    block text;
    memcpy(&text, bytes, sizeof text);
    // Brackets differ from braces in one bit.
    const block braces = text | 0x20;
    return (raw_masks){
        .quote = MASK(text == '"'),
        .backslash = MASK(text == '\\'),
        .mark = MASK((braces == '{') | (braces == '}') | (text == ',') | (text == ':')),
        .blank = MASK((text == ' ') | (text == '\t') | (text == '\n') | (text == '\r')),
        .control = MASK(text < 0x20),
        .high = MASK(text > 0x7F)};
}

// Eight at a time, wanted or not: a branch for each token would be foretold wrongly too often.
INLINE uint32_t *store(uint32_t *positions, size_t base, uint64_t starts) {
    uint32_t *const end = positions + __builtin_popcountll(starts);
    do {
        for (int i = 0; i < 8; i++) {
            positions[i] = (uint32_t)base + (starts == 0 ? 64 : (uint32_t)__builtin_ctzll(starts));
            starts &= starts - 1;
        }
        positions += 8;
    } while (starts != 0);
    return end;
}

// The last, partial block is masked through a copy filled up with blanks, so that nothing beyond the text is read.
#define FIND_ALL                                                                                                   \
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

static cjson_tokens find(const uint8_t *bytes, size_t length, uint32_t *positions) { FIND_ALL }

#if defined(__x86_64__)

__attribute__((target("avx2,bmi,popcnt"))) static cjson_tokens find_avx2(
    const uint8_t *bytes, size_t length, uint32_t *positions) {
    FIND_ALL
}

__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,bmi,popcnt"))) static cjson_tokens find_avx512(
    const uint8_t *bytes, size_t length, uint32_t *positions) {
    FIND_ALL
}

static cjson_tokens (*chosen)(const uint8_t *, size_t, uint32_t *) = find;

__attribute__((constructor)) static void choose(void) {
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("popcnt")) return;
    if (__builtin_cpu_supports("avx2")) chosen = find_avx2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512vl")) {
        chosen = find_avx512;
    }
}

cjson_tokens cjson_find_tokens(const uint8_t *bytes, size_t length, uint32_t *positions) {
    return chosen(bytes, length, positions);
}

#else

cjson_tokens cjson_find_tokens(const uint8_t *bytes, size_t length, uint32_t *positions) {
    return find(bytes, length, positions);
}

#endif
