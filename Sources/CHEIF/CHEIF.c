// Calls into libheif.so.1, loaded at the first call.
#include "CLibrary.h"

#include "CHEIF.h"

static struct clibrary library = {"libheif.so.1", NULL};

CALL(struct heif_context *, heif_context_alloc, (void), ())
CALL(void, heif_context_free, (struct heif_context *a), (a))
CALL(struct heif_error, heif_context_get_primary_image_handle, (struct heif_context *a, struct heif_image_handle**b), (a, b))
CALL(struct heif_error, heif_context_read_from_memory_without_copy, (struct heif_context *a, const void *b, size_t c, const struct heif_reading_options *d), (a, b, c, d))
CALL(void, heif_context_set_max_decoding_threads, (struct heif_context *a, int b), (a, b))
CALL(struct heif_error, heif_decode_image, (const struct heif_image_handle *a, struct heif_image**b, enum heif_colorspace c, enum heif_chroma d, const struct heif_decoding_options *e), (a, b, c, d, e))
CALL(int, heif_image_get_bits_per_pixel_range, (const struct heif_image *a, enum heif_channel b), (a, b))
CALL(int, heif_image_get_height, (const struct heif_image *a, enum heif_channel b), (a, b))
CALL(const uint8_t*, heif_image_get_plane_readonly, (const struct heif_image *a, enum heif_channel b, int *c), (a, b, c))
CALL(int, heif_image_get_primary_height, (const struct heif_image *a), (a))
CALL(int, heif_image_get_primary_width, (const struct heif_image *a), (a))
CALL(int, heif_image_get_width, (const struct heif_image *a, enum heif_channel b), (a, b))
CALL(void, heif_image_handle_release, (const struct heif_image_handle *a), (a))
CALL(void, heif_image_release, (const struct heif_image *a), (a))
