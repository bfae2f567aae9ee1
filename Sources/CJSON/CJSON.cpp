#include "CJSON.h"

#include <simdjson.h>

#include <memory>
#include <new>
#include <string>

// Of simdjson only its first stage is used: it finds tokens and checks UTF-8. Its second stage makes numbers of what must
// stay text here, and knows no duplicate keys.
struct cjson_indexer {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
    size_t capacity = 0;
    uint32_t none = 0;
};

static const simdjson::implementation *chosen() {
    static const simdjson::implementation *const best =
        simdjson::get_available_implementations().detect_best_supported();
    return best;
}

cjson_indexer *cjson_indexer_make(void) { return new (std::nothrow) cjson_indexer(); }

void cjson_indexer_free(cjson_indexer *indexer) { delete indexer; }

cjson_outcome cjson_index(cjson_indexer *indexer, const uint8_t *bytes, size_t length) {
    if (length == 0) {
        if (indexer->parser) indexer->parser->n_structural_indexes = 0;
        return cjson_blank;
    }
    if (length > indexer->capacity) {
        // Room to grow into, so that a text that doubles does not allocate anew at each step.
        size_t wanted = length + length / 4 + 1024;
        // Depth is counted by whoever walks the tokens.
        if (chosen()->create_dom_parser_implementation(wanted, 1, indexer->parser) != simdjson::SUCCESS) {
            indexer->capacity = 0;
            return cjson_no_memory;
        }
        indexer->capacity = wanted;
    }
    indexer->parser->n_structural_indexes = 0;
    switch (indexer->parser->stage1(bytes, length, simdjson::stage1_mode::regular)) {
    case simdjson::SUCCESS: return cjson_found;
    case simdjson::EMPTY: return cjson_blank;
    case simdjson::UNESCAPED_CHARS: return cjson_control_character;
    case simdjson::UNCLOSED_STRING: return cjson_open_string;
    case simdjson::MEMALLOC:
    case simdjson::CAPACITY: return cjson_no_memory;
    default: return cjson_not_utf8;
    }
}

const uint32_t *cjson_positions(const cjson_indexer *indexer) {
    return indexer->parser ? indexer->parser->structural_indexes.get() : &indexer->none;
}

size_t cjson_count(const cjson_indexer *indexer) {
    return indexer->parser ? indexer->parser->n_structural_indexes : 0;
}

const char *cjson_level(void) {
    static const std::string name = chosen()->name();
    return name.c_str();
}
