/* x86 intrinsics by GNU vectors. What is only declared has no body: each call gives any value. */
#ifndef _TANDEM_PMMINTRIN_H
#define _TANDEM_PMMINTRIN_H

#include <emmintrin.h>

#define _MM_DENORMALS_ZERO_MASK 0x40
#define _MM_DENORMALS_ZERO_ON 0x40
#define _MM_DENORMALS_ZERO_OFF 0
#define _MM_SET_DENORMALS_ZERO_MODE(m) _mm_setcsr((_mm_getcsr() & ~_MM_DENORMALS_ZERO_MASK) | (m))
#define _MM_GET_DENORMALS_ZERO_MODE() (_mm_getcsr() & _MM_DENORMALS_ZERO_MASK)
#define _mm_hadd_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] + \
	__x[1], __x[2] + __x[3], __y[0] + __y[1], __y[2] + __y[3]}; })
#define _mm_hsub_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] - \
	__x[1], __x[2] - __x[3], __y[0] - __y[1], __y[2] - __y[3]}; })
#define _mm_addsub_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] \
	- __y[0], __x[1] + __y[1], __x[2] - __y[2], __x[3] + __y[3]}; })
#define _mm_hadd_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] + \
	__x[1], __y[0] + __y[1]}; })
#define _mm_hsub_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] - \
	__x[1], __y[0] - __y[1]}; })
#define _mm_addsub_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] \
	- __y[0], __x[1] + __y[1]}; })
#define _mm_movehdup_ps(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){__x[1], __x[1], __x[3], \
	__x[3]}; })
#define _mm_moveldup_ps(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){__x[0], __x[0], __x[2], \
	__x[2]}; })
#define _mm_loaddup_pd(p) (_mm_set1_pd(*(const double *)(p)))
#define _mm_movedup_pd(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){__x[0], __x[0]}; })
#define _mm_lddqu_si128(p) ((__m128i)(*(const __m128i_u *)(p)))

#endif
