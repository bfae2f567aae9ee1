#include "CJPEG.h"

#include <stdlib.h>
#include <string.h>

#include "errors.h"

static void ignore(j_common_ptr info, int level) {
    (void)info;
    (void)level;
}

cjpeg_outcome cjpeg_encode(
    const cjpeg_encoding *encoding, const uint8_t *pixels, uint8_t **bytes, size_t *length) {
    struct jpeg_compress_struct info;
    error_state error;
    unsigned char *buffer = NULL;
    unsigned char **const grown = &buffer;
    unsigned long size = 0;
    memset(&info, 0, sizeof info);
    info.err = cjpeg_prepare(&error, ignore);
    if (setjmp(error.place)) {
        // The buffer may have grown and moved: only its keeper knows where it is.
        unsigned char *kept = NULL;
        if (info.dest) {
            info.dest->term_destination(&info);
            kept = *grown;
        }
        jpeg_destroy_compress(&info);
        free(kept);
        return cjpeg_outcome_of(error.manager.msg_code);
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, grown, &size);
    info.image_width = encoding->width;
    info.image_height = encoding->height;
    info.input_components = encoding->channels;
    info.in_color_space = encoding->channels == cjpeg_grey ? JCS_GRAYSCALE
        : encoding->channels == cjpeg_cmyk                 ? JCS_CMYK
                                                           : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, encoding->quality, TRUE);
    if (encoding->channels == cjpeg_rgb && !encoding->is_halved) {
        info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
    }
    if (encoding->is_progressive) jpeg_simple_progression(&info);
    jpeg_start_compress(&info, TRUE);
    size_t stride = (size_t)encoding->width * encoding->channels;
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = (JSAMPROW)(pixels + info.next_scanline * stride);
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    *bytes = buffer;
    *length = size;
    return cjpeg_done;
}
