// For memmem.
#define _GNU_SOURCE

#include "CExpat.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// Expat's allocators get no context: that of the call under way stands here.
static _Thread_local cexpat_budget *current;

static void *budget_malloc(size_t size) {
    if (size > current->limit || current->used > current->limit - size) return NULL;
    void *memory = malloc(size);
    if (memory) current->used += malloc_usable_size(memory);
    return memory;
}

static void budget_free(void *memory) {
    if (!memory) return;
    current->used -= malloc_usable_size(memory);
    free(memory);
}

static void *budget_realloc(void *memory, size_t size) {
    size_t before = memory ? malloc_usable_size(memory) : 0;
    size_t others = current->used - before;
    if (size > current->limit || others > current->limit - size) return NULL;
    void *moved = realloc(memory, size);
    if (moved) current->used = others + malloc_usable_size(moved);
    return moved;
}

XML_Parser cexpat_create(cexpat_budget *budget) {
    static const XML_Memory_Handling_Suite suite = {budget_malloc, budget_realloc, budget_free};
    current = budget;
    return XML_ParserCreate_MM(NULL, &suite, NULL);
}

void cexpat_free(XML_Parser parser, cexpat_budget *budget) {
    current = budget;
    XML_ParserFree(parser);
}

void *cexpat_buffer(XML_Parser parser, cexpat_budget *budget, int length) {
    current = budget;
    return XML_GetBuffer(parser, length);
}

enum XML_Status cexpat_parse(XML_Parser parser, cexpat_budget *budget, int length, int is_final) {
    current = budget;
    // Nothing needs no buffer, and expat refuses to parse one that was never asked for.
    return length == 0 ? XML_Parse(parser, "", 0, is_final) : XML_ParseBuffer(parser, length, is_final);
}

enum XML_Status cexpat_resume(XML_Parser parser, cexpat_budget *budget) {
    current = budget;
    return XML_ResumeParser(parser);
}

// Compiled for wide vectors, too, where there are such.
#if defined(__x86_64__) && defined(__has_attribute)
// A clone is chosen before the thread sanitizer is there.
#if __has_attribute(target_clones) && !__has_feature(thread_sanitizer)
#define WIDE __attribute__((target_clones("avx2", "default")))
#endif
#endif
#ifndef WIDE
#define WIDE
#endif

static inline int is_control(uint8_t byte) {
    return (byte < 0x20) & (byte != '\t') & (byte != '\n') & (byte != '\r') & (byte != 0);
}

// Branch-free over blocks, so that the compiler makes vector code of it.
WIDE int cexpat_has_controls(const uint8_t *bytes, size_t length) {
    size_t at = 0;
    for (; at + 256 <= length; at += 256) {
        uint8_t found = 0;
        for (int i = 0; i < 256; i++) found |= (uint8_t)is_control(bytes[at + i]);
        if (found) return 1;
    }
    for (; at < length; at++) {
        if (is_control(bytes[at])) return 1;
    }
    return 0;
}

size_t cexpat_copy_without_controls(
    uint8_t *target, const uint8_t *bytes, size_t length, uint32_t *removed, size_t *removed_count) {
    size_t kept = 0, count = 0;
    for (size_t i = 0; i < length; i++) {
        if (is_control(bytes[i])) {
            removed[count++] = (uint32_t)i;
        } else {
            target[kept++] = bytes[i];
        }
    }
    *removed_count = count;
    return kept;
}

WIDE size_t cexpat_lines(const uint8_t *bytes, size_t length, int after_cr) {
    if (length == 0) return 0;
    size_t lines = (bytes[0] == '\r') | ((bytes[0] == '\n') & !after_cr);
    size_t at = 1;
    // Short blocks: it is asked for a record at a time.
    for (; at + 32 <= length; at += 32) {
        uint8_t count = 0;
        for (int i = 0; i < 32; i++) {
            uint8_t byte = bytes[at + i];
            count += (byte == '\r') | ((byte == '\n') & (bytes[at + i - 1] != '\r'));
        }
        lines += count;
    }
    for (; at < length; at++) lines += (bytes[at] == '\r') | ((bytes[at] == '\n') & (bytes[at - 1] != '\r'));
    return lines;
}

size_t cexpat_start_tag(const uint8_t *bytes, size_t length) {
    const uint8_t *end = bytes + length;
    for (const uint8_t *at = bytes; at < end; at++) {
        if (*at == '>') return at + 1 - bytes;
        if (*at == '"' || *at == '\'') {
            at = memchr(at + 1, *at, end - at - 1);
            if (!at) return 0;
        }
    }
    return 0;
}

// The byte after the next `mark`, NULL where it does not stand there.
static const uint8_t *after(const uint8_t *at, const uint8_t *end, const char *mark) {
    size_t length = strlen(mark);
    const uint8_t *found = at < end ? memmem(at, end - at, mark, length) : NULL;
    return found ? found + length : NULL;
}

size_t cexpat_cut(const uint8_t *bytes, size_t length, size_t most) {
    const uint8_t *at = bytes, *end = bytes + length;
    size_t cut = 0, depth = 0, elements = 0;
    while (at && (at = memchr(at, '<', end - at)) && end - at > 9) {
        if (at[1] == '!') {
            if (memcmp(at, "<!--", 4) == 0) {
                at = after(at + 4, end, "-->");
            } else if (memcmp(at, "<![CDATA[", 9) == 0) {
                at = after(at + 9, end, "]]>");
            } else {
                break;
            }
            continue;
        }
        if (at[1] == '?') {
            at = after(at + 2, end, "?>");
            continue;
        }
        if (at[1] == '/') {
            if (depth == 0) break;
            at = after(at, end, ">");
            depth--;
        } else {
            if (++elements > most) break;
            size_t tag = cexpat_start_tag(at, end - at);
            if (tag == 0) break;
            if (at[tag - 2] != '/') depth++;
            at += tag;
        }
        if (at && depth == 0) cut = at - bytes;
    }
    return cut;
}
