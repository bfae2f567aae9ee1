#pragma once
#include <lcms2.h>

// Layouts of pixels: macros that Swift cannot read.
static const cmsUInt32Number scorebook_rgb = TYPE_RGB_8;
static const cmsUInt32Number scorebook_grey = TYPE_GRAY_8;
static const cmsUInt32Number scorebook_inks = TYPE_CMYK_8;
static const cmsUInt32Number scorebook_inverted_inks = TYPE_CMYK_8_REV;
