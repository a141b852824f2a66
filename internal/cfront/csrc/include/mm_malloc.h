/* _mm_malloc, _mm_free */
#ifndef _TANDEM_MM_MALLOC_H
#define _TANDEM_MM_MALLOC_H

#include <stdlib.h>

#define _mm_malloc(n, a) __extension__ ({ __SIZE_TYPE__ __a = (a); aligned_alloc(__a < sizeof(void *) ? \
	sizeof(void *) : __a, (n)); })
#define _mm_free(p) free(p)
#endif
