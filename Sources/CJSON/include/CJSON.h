#ifndef CJSON_H
#define CJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What finding the tokens of a text can end with.
typedef enum {
    cjson_found = 0,
    /// Blanks only.
    cjson_blank,
    cjson_not_utf8,
    /// A control character inside a string.
    cjson_control_character,
    /// The text ends inside a string.
    cjson_open_string,
    cjson_no_memory,
} cjson_outcome;

/// Finds where tokens start; not to be used by two threads at once.
typedef struct cjson_indexer cjson_indexer;

/// NULL where there is no memory.
cjson_indexer *_Nullable cjson_indexer_make(void);
void cjson_indexer_free(cjson_indexer *_Nonnull indexer);

/// Finds the tokens of `length` bytes, fewer than 2^32 - 64, and reads none beyond.
///
/// Where tokens were found, a last position after theirs is `length`.
cjson_outcome cjson_index(cjson_indexer *_Nonnull indexer, const uint8_t *_Nonnull bytes, size_t length);

/// Where the tokens start: brackets, commas, colons, the opening quotes of strings, first bytes of all else.
/// Valid until the next call.
const uint32_t *_Nonnull cjson_positions(const cjson_indexer *_Nonnull indexer);
size_t cjson_count(const cjson_indexer *_Nonnull indexer);

/// The instruction set in use: "haswell", "westmere", "fallback", ...
const char *_Nonnull cjson_level(void);

#ifdef __cplusplus
}
#endif

#endif
