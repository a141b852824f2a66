#ifndef _TANDEM_ALLOCA_H
#define _TANDEM_ALLOCA_H
#include <stddef.h>
void *alloca(size_t __n);
#undef alloca
#define alloca(n) __builtin_alloca(n)
#endif
