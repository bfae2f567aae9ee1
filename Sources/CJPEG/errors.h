#ifndef CJPEG_ERRORS_H
#define CJPEG_ERRORS_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CJPEG.h"

/// libjpeg's errors come back to `place`, which lies in the one function of a coder that calls it.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf place;
} error_state;

/// Errors that say nothing and leave by a long jump; `note` hears of warnings.
struct jpeg_error_mgr *cjpeg_prepare(error_state *error, void (*note)(j_common_ptr info, int level));
void cjpeg_leave(j_common_ptr info);
/// What a number of libjpeg's means.
cjpeg_outcome cjpeg_outcome_of(int code);

#endif
