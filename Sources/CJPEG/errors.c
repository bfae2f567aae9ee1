#include "errors.h"

#include <jerror.h>

void cjpeg_leave(j_common_ptr info) { longjmp(((error_state *)info->err)->place, 1); }

static void say_nothing(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *cjpeg_prepare(error_state *error, void (*note)(j_common_ptr info, int level)) {
    jpeg_std_error(&error->manager);
    error->manager.error_exit = cjpeg_leave;
    error->manager.emit_message = note;
    error->manager.output_message = say_nothing;
    error->manager.trace_level = 0;
    return &error->manager;
}

cjpeg_outcome cjpeg_outcome_of(int code) {
    switch (code) {
    case JERR_NO_IMAGE:
    case JERR_NO_SOI:
    case JERR_SOS_NO_SOF:
    case JERR_INPUT_EMPTY:
    case JERR_INPUT_EOF:
    case JERR_EMPTY_IMAGE: return cjpeg_no_image;
    case JERR_SOF_UNSUPPORTED:
    case JERR_BAD_PRECISION:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_NOTIMPL:
    case JERR_NOT_COMPILED: return cjpeg_unsupported;
    case JERR_IMAGE_TOO_BIG: return cjpeg_too_large;
    case JERR_NO_BACKING_STORE: return cjpeg_over_memory;
    case JERR_OUT_OF_MEMORY: return cjpeg_no_memory;
    default: return cjpeg_failed;
    }
}
