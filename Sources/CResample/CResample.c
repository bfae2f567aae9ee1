#include "CResample.h"

#include <string.h>

#pragma STDC FP_CONTRACT OFF

// A clone is chosen before the thread sanitizer is there.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define for_each_processor __attribute__((target_clones("avx2", "default")))
#else
#define for_each_processor
#endif

enum { block = 64 };

for_each_processor void cresample_add_lines(
    float *sums, size_t width, const uint8_t *lines, size_t stride, const float *weights, size_t count) {
    size_t x = 0;
    // The block's sums stay in registers over all lines.
    for (; x + block <= width; x += block) {
        float kept[block];
        memcpy(kept, sums + x, sizeof kept);
        for (size_t i = 0; i < count; i++) {
            const uint8_t *line = lines + i * stride + x;
            for (int j = 0; j < block; j++) kept[j] += weights[i] * (float)line[j];
        }
        memcpy(sums + x, kept, sizeof kept);
    }
    for (; x < width; x++) {
        for (size_t i = 0; i < count; i++) sums[x] += weights[i] * (float)lines[i * stride + x];
    }
}

typedef float quad __attribute__((vector_size(16)));

static inline quad load(const float *floats) {
    quad values;
    memcpy(&values, floats, sizeof values);
    return values;
}

static inline uint8_t rounded(float value) { return (uint8_t)(value <= 0 ? 0 : value >= 255 ? 255 : value + 0.5f); }

void cresample_line(
    uint8_t *pixels, size_t width, int channels, const float *sums, const int32_t *starts, const int32_t *counts,
    const float *weights, size_t taps) {
    for (size_t x = 0; x < width; x++) {
        const float *from = sums + (size_t)starts[x] * channels;
        const float *weight = weights + x * taps;
        // Two chains of additions: one alone waits for itself. A pixel of fewer channels has a neighbour's in its quad.
        quad even = {0}, odd = {0};
        int i = 0;
        for (; i + 2 <= counts[x]; i += 2) {
            even += weight[i] * load(from + i * channels);
            odd += weight[i + 1] * load(from + (i + 1) * channels);
        }
        if (i < counts[x]) even += weight[i] * load(from + i * channels);
        even += odd;
        for (int c = 0; c < channels; c++) pixels[x * channels + c] = rounded(even[c]);
    }
}
