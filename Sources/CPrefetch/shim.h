#ifndef CPREFETCH_H
#define CPREFETCH_H

/// Has the processor fetch what stands at an address, which need not be one: bytes that another thread has written
/// lie in that one's cache.
static inline void prefetch(const void *_Nullable address) { __builtin_prefetch(address); }

#endif
