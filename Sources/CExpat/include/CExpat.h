#ifndef CEXPAT_H
#define CEXPAT_H

#include <expat.h>
#include <stddef.h>
#include <stdint.h>

/// Memory that one parser may have. Expat keeps every name of a document and every open element: without an end to
/// it, a document of ever new names would fill the machine.
typedef struct {
    size_t used;
    size_t limit;
} cexpat_budget;

/// Makes a parser that lives on the budget, which must outlive it; NULL where there is not enough.
XML_Parser _Nullable cexpat_create(cexpat_budget *_Nonnull budget);
void cexpat_free(XML_Parser _Nonnull parser, cexpat_budget *_Nonnull budget);

/// As XML_GetBuffer, XML_ParseBuffer and XML_ResumeParser; a parser is called through these alone.
void *_Nullable cexpat_buffer(XML_Parser _Nonnull parser, cexpat_budget *_Nonnull budget, int length);
enum XML_Status cexpat_parse(XML_Parser _Nonnull parser, cexpat_budget *_Nonnull budget, int length, int is_final);
enum XML_Status cexpat_resume(XML_Parser _Nonnull parser, cexpat_budget *_Nonnull budget);

/// Whether there are control characters that XML does not have; NUL and what is no ASCII are not looked at.
int cexpat_has_controls(const uint8_t *_Nonnull bytes, size_t length);
/// Copies without those control characters; the number of bytes kept. `removed` has room for `length` offsets of
/// what was left out.
size_t cexpat_copy_without_controls(
    uint8_t *_Nonnull target, const uint8_t *_Nonnull bytes, size_t length, uint32_t *_Nonnull removed,
    size_t *_Nonnull removed_count);

/// Length of the start tag at the front of `bytes`; 0 where it does not end there.
size_t cexpat_start_tag(const uint8_t *_Nonnull bytes, size_t length);
/// Where the last whole element ends that stands directly in the element in whose content `bytes` begin, with no more
/// than `most` start tags before it; 0 where there is none. What is no XML is left to the parser: it ends the search
/// or is passed over.
size_t cexpat_cut(const uint8_t *_Nonnull bytes, size_t length, size_t most);

/// Line breaks (LF, CR LF, CR) in `bytes`; the LF of a CR LF is none of its own; `after_cr` says whether the byte before the first one is a CR.
size_t cexpat_lines(const uint8_t *_Nonnull bytes, size_t length, int after_cr);

#endif
