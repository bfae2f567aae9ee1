#include "CJPEG.h"

#include <stdlib.h>

#include "errors.h"

#include <jerror.h>

struct cjpeg_decoder {
    struct jpeg_decompress_struct info;
    error_state error;
    struct jpeg_progress_mgr progress;
    int scan_limit;
    uint64_t work_limit;
    int over_scans;
    int has_ended;
    int lacks_bits;
    int lacks_scans;
};

static void note(j_common_ptr info, int level) {
    if (level >= 0) return;
    info->err->num_warnings++;
    j_decompress_ptr reading = (j_decompress_ptr)info;
    cjpeg_decoder *decoder = info->client_data;
    if (info->err->msg_code == JWRN_JPEG_EOF) decoder->has_ended = 1;
    // A restart marker that comes early costs what stands before the next one; with any other marker the rest is lost.
    int marker = reading->unread_marker;
    if (info->err->msg_code == JWRN_HIT_MARKER && (marker < 0xD0 || marker > 0xD7)) decoder->lacks_bits = 1;
}

static void watch_scans(j_common_ptr info) {
    j_decompress_ptr reading = (j_decompress_ptr)info;
    cjpeg_decoder *decoder = info->client_data;
    uint64_t scans = (uint64_t)reading->input_scan_number;
    uint64_t pixels = (uint64_t)reading->image_width * reading->image_height;
    if (scans > (uint64_t)decoder->scan_limit || (scans > 1 && (scans - 1) * pixels > decoder->work_limit)) {
        decoder->over_scans = 1;
        cjpeg_leave(info);
    }
}

typedef enum { step_create, step_header, step_start, step_lines, step_finish } step;

/// What a step is given and gives.
typedef struct {
    const uint8_t *bytes;
    size_t length;
    size_t memory;
    cjpeg_frame *frame;
    int denominator;
    uint8_t *target;
    size_t stride;
    uint32_t count;
} work;

static void read_header(j_decompress_ptr info, cjpeg_frame *frame) {
    jpeg_read_header(info, TRUE);
    switch (info->jpeg_color_space) {
    case JCS_GRAYSCALE: info->out_color_space = JCS_GRAYSCALE; break;
    case JCS_YCbCr:
    case JCS_RGB: info->out_color_space = JCS_RGB; break;
    case JCS_CMYK:
    case JCS_YCCK: info->out_color_space = JCS_CMYK; break;
    default: ERREXIT(info, JERR_CONVERSION_NOTIMPL);
    }
    frame->width = info->image_width;
    frame->height = info->image_height;
    frame->channels = (cjpeg_channels)(info->out_color_space == JCS_GRAYSCALE ? 1
                                       : info->out_color_space == JCS_CMYK    ? 4
                                                                              : 3);
    frame->is_progressive = info->progressive_mode;
    frame->is_adobe = info->saw_Adobe_marker;
}

static void read_lines(j_decompress_ptr info, const work *work) {
    if (work->stride < (size_t)info->output_width * info->output_components
        || work->count > info->output_height - info->output_scanline) {
        ERREXIT(info, JERR_BAD_BUFFER_MODE);
    }
    JSAMPROW rows[16];
    uint32_t done = 0;
    while (done < work->count) {
        uint32_t ahead = work->count - done < 16 ? work->count - done : 16;
        for (uint32_t i = 0; i < ahead; i++) rows[i] = work->target + (done + i) * work->stride;
        JDIMENSION got = jpeg_read_scanlines(info, rows, ahead);
        if (got == 0) ERREXIT(info, JERR_INPUT_EOF);
        done += got;
    }
}

// Where the input ends between two scans a component, or some bits of its coefficients, never came.
static int lacks_scans(const struct jpeg_decompress_struct *info) {
    for (int i = 0; i < info->num_components; i++) {
        if (!info->comp_info[i].quant_table) return 1;
        for (int k = 0; info->coef_bits && k < DCTSIZE2; k++) {
            if (info->coef_bits[i][k] != 0) return 1;
        }
    }
    return 0;
}

// The one place to which an error comes back: libjpeg is called from here alone, and no frame of Swift lies between.
static cjpeg_outcome run(cjpeg_decoder *decoder, step step, work *work) {
    j_decompress_ptr info = &decoder->info;
    if (setjmp(decoder->error.place)) {
        return decoder->over_scans ? cjpeg_over_scans : cjpeg_outcome_of(decoder->error.manager.msg_code);
    }
    switch (step) {
    case step_create:
        jpeg_create_decompress(info);
        info->client_data = decoder;
        info->mem->max_memory_to_use = (long)work->memory;
        decoder->progress.progress_monitor = watch_scans;
        info->progress = &decoder->progress;
        jpeg_mem_src(info, work->bytes, work->length);
        break;
    case step_header: read_header(info, work->frame); break;
    case step_start:
        info->scale_num = 1;
        info->scale_denom = (unsigned)work->denominator;
        jpeg_start_decompress(info);
        break;
    case step_lines: read_lines(info, work); break;
    case step_finish:
        decoder->lacks_scans = lacks_scans(info);
        jpeg_finish_decompress(info);
        break;
    }
    return cjpeg_done;
}

cjpeg_decoder *cjpeg_decoder_make(
    const uint8_t *bytes, size_t length, size_t memory, int scans, uint64_t work_limit) {
    cjpeg_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->info.err = cjpeg_prepare(&decoder->error, note);
    decoder->info.client_data = decoder;
    decoder->scan_limit = scans;
    decoder->work_limit = work_limit;
    work work = {.bytes = bytes, .length = length, .memory = memory};
    if (run(decoder, step_create, &work) == cjpeg_done) return decoder;
    cjpeg_decoder_free(decoder);
    return NULL;
}

void cjpeg_decoder_free(cjpeg_decoder *decoder) {
    jpeg_destroy_decompress(&decoder->info);
    free(decoder);
}

cjpeg_outcome cjpeg_read_header(cjpeg_decoder *decoder, cjpeg_frame *frame) {
    work work = {.frame = frame};
    return run(decoder, step_header, &work);
}

cjpeg_outcome cjpeg_start(cjpeg_decoder *decoder, int denominator, uint32_t *width, uint32_t *height) {
    work work = {.denominator = denominator};
    cjpeg_outcome result = run(decoder, step_start, &work);
    *width = decoder->info.output_width;
    *height = decoder->info.output_height;
    return result;
}

cjpeg_outcome cjpeg_read_lines(cjpeg_decoder *decoder, uint8_t *target, size_t stride, uint32_t count) {
    work work = {.target = target, .stride = stride, .count = count};
    return run(decoder, step_lines, &work);
}

cjpeg_outcome cjpeg_finish(cjpeg_decoder *decoder, size_t *trailing) {
    work work = {0};
    cjpeg_outcome result = run(decoder, step_finish, &work);
    // At the input's end libjpeg puts an end marker of its own into the place of the bytes.
    *trailing = decoder->has_ended ? 0 : decoder->info.src->bytes_in_buffer;
    return result;
}

int cjpeg_fault(const cjpeg_decoder *decoder) { return decoder->error.manager.msg_code; }
long cjpeg_warnings(const cjpeg_decoder *decoder) { return decoder->error.manager.num_warnings; }
int cjpeg_has_ended(const cjpeg_decoder *decoder) { return decoder->has_ended; }

int cjpeg_is_truncated(const cjpeg_decoder *decoder) {
    return decoder->lacks_bits || (decoder->has_ended && decoder->lacks_scans);
}
