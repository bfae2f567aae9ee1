#include "CJSON.h"

#include <simdjson.h>

bool cjson_is_utf8(const uint8_t *bytes, size_t length) {
    return simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}
