#ifndef CJPEG_H
#define CJPEG_H

#include <stddef.h>
#include <stdint.h>

/// How a step of decoding or encoding ended.
typedef enum {
    cjpeg_done = 0,
    /// There are tables or markers, but no picture.
    cjpeg_no_image,
    /// A kind of JPEG that is not read.
    cjpeg_unsupported,
    /// More than 65,500 pixels a side.
    cjpeg_too_large,
    /// The coefficients take more memory than they may.
    cjpeg_over_memory,
    /// More scans, or more work in them, than there may be.
    cjpeg_over_scans,
    cjpeg_no_memory,
    /// Any other fault; its number tells which.
    cjpeg_failed,
} cjpeg_outcome;

typedef enum { cjpeg_grey = 1, cjpeg_rgb = 3, cjpeg_cmyk = 4 } cjpeg_channels;

/// What the header says.
typedef struct {
    uint32_t width;
    uint32_t height;
    /// Of the decoded pixels.
    cjpeg_channels channels;
    int is_progressive;
    /// Whether an Adobe marker is there; CMYK that has one is stored inverted.
    int is_adobe;
} cjpeg_frame;

/// One file's decoder: made for it and freed after it, so that no file changes the next one's outcome.
///
/// A step that does not end with `cjpeg_done` is the last one.
typedef struct cjpeg_decoder cjpeg_decoder;

/// The bytes must outlive the decoder. `memory` is the most that coefficients may take; `scans` and `work` (pixels of
/// all scans together) bound what many scans cost. NULL where there is no memory.
cjpeg_decoder *_Nullable cjpeg_decoder_make(
    const uint8_t *_Nonnull bytes, size_t length, size_t memory, int scans, uint64_t work);
void cjpeg_decoder_free(cjpeg_decoder *_Nonnull decoder);

cjpeg_outcome cjpeg_read_header(cjpeg_decoder *_Nonnull decoder, cjpeg_frame *_Nonnull frame);
/// Begins decoding at a `denominator`th (1, 2, 4 or 8) of the size, which is put into `width` and `height`.
cjpeg_outcome cjpeg_start(
    cjpeg_decoder *_Nonnull decoder, int denominator, uint32_t *_Nonnull width, uint32_t *_Nonnull height);
/// Decodes the next `count` lines, none of which may lie beyond the last one.
cjpeg_outcome cjpeg_read_lines(cjpeg_decoder *_Nonnull decoder, uint8_t *_Nonnull target, size_t stride, uint32_t count);
/// Reads to the picture's end after its last line; puts the number of bytes behind it into `trailing`.
cjpeg_outcome cjpeg_finish(cjpeg_decoder *_Nonnull decoder, size_t *_Nonnull trailing);

/// libjpeg's number of the fault with which the last step failed.
int cjpeg_fault(const cjpeg_decoder *_Nonnull decoder);
/// How often the decoder met what breaks the rules and went on.
long cjpeg_warnings(const cjpeg_decoder *_Nonnull decoder);
/// Whether the input ended, be it in the header or later.
int cjpeg_has_ended(const cjpeg_decoder *_Nonnull decoder);
/// Whether data is missing that the picture needs, not a missing end marker alone; known once all is read.
int cjpeg_is_truncated(const cjpeg_decoder *_Nonnull decoder);

/// How a picture is written.
typedef struct {
    uint32_t width;
    uint32_t height;
    cjpeg_channels channels;
    int quality;
    /// Whether colours have half the lines and columns.
    int is_halved;
    int is_progressive;
} cjpeg_encoding;

/// Encodes lines that follow each other without a gap. The bytes are the caller's, to be freed by `free`.
cjpeg_outcome cjpeg_encode(
    const cjpeg_encoding *_Nonnull encoding, const uint8_t *_Nonnull pixels, uint8_t *_Nullable *_Nonnull bytes,
    size_t *_Nonnull length);

#endif
