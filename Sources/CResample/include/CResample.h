#ifndef CRESAMPLE_H
#define CRESAMPLE_H

#include <stddef.h>
#include <stdint.h>

/// Adds weighted lines to sums: `sums[x] += weights[i] * lines[i * stride + x]`, in the order of the lines.
///
/// Products and sums are rounded each, so that every processor gives the same bits.
void cresample_add_lines(
    float *_Nonnull sums, size_t width, const uint8_t *_Nonnull lines, size_t stride, const float *_Nonnull weights,
    size_t count);

/// One line of pixels from one line of sums: pixel `x` takes `counts[x]` pixels from `starts[x]` on, with the weights
/// from `x * taps` on. The sums have room for three floats behind their last one.
void cresample_line(
    uint8_t *_Nonnull pixels, size_t width, int channels, const float *_Nonnull sums, const int32_t *_Nonnull starts,
    const int32_t *_Nonnull counts, const float *_Nonnull weights, size_t taps);

#endif
