#ifndef CJSON_H
#define CJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What was met in a text on the way to its tokens.
typedef struct {
    size_t count;
    /// The text ends inside a string.
    bool ends_in_string;
    /// A control character is inside a string.
    bool has_control;
    bool has_backslash;
    /// A byte is beyond ASCII.
    bool has_high;
} cjson_tokens;

/// What `positions` has room for beyond one position for each byte of the text.
#define CJSON_SLACK 64

/// Finds where the tokens of `length` bytes start, fewer than 2^32 - 64, and reads none beyond: brackets, commas, colons,
/// the opening quotes of strings, first bytes of all else. `positions` has room for `length + CJSON_SLACK`; the one after
/// the last token is `length`.
cjson_tokens cjson_find_tokens(const uint8_t *_Nonnull bytes, size_t length, uint32_t *_Nonnull positions);

bool cjson_is_utf8(const uint8_t *_Nonnull bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
