/* FMA, for immintrin.h */
#ifndef _TANDEM_TANDEM_FMA_H
#define _TANDEM_TANDEM_FMA_H

#define _mm_fmadd_ps(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(__x[0], __y[0], __z[0]), __builtin_fmaf(__x[1], __y[1], __z[1]), \
	__builtin_fmaf(__x[2], __y[2], __z[2]), __builtin_fmaf(__x[3], __y[3], __z[3])}; })
#define _mm_fmsub_ps(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(__x[0], __y[0], -__z[0]), __builtin_fmaf(__x[1], __y[1], -__z[1]), \
	__builtin_fmaf(__x[2], __y[2], -__z[2]), __builtin_fmaf(__x[3], __y[3], -__z[3])}; })
#define _mm_fnmadd_ps(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(-__x[0], __y[0], __z[0]), __builtin_fmaf(-__x[1], __y[1], __z[1]), \
	__builtin_fmaf(-__x[2], __y[2], __z[2]), __builtin_fmaf(-__x[3], __y[3], __z[3])}; })
#define _mm_fnmsub_ps(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(-__x[0], __y[0], -__z[0]), __builtin_fmaf(-__x[1], __y[1], -__z[1]), \
	__builtin_fmaf(-__x[2], __y[2], -__z[2]), __builtin_fmaf(-__x[3], __y[3], -__z[3])}; })
#define _mm_fmaddsub_ps(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(__x[0], __y[0], -__z[0]), __builtin_fmaf(__x[1], __y[1], __z[1]), \
	__builtin_fmaf(__x[2], __y[2], -__z[2]), __builtin_fmaf(__x[3], __y[3], __z[3])}; })
#define _mm_fmsubadd_ps(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(__x[0], __y[0], __z[0]), __builtin_fmaf(__x[1], __y[1], -__z[1]), \
	__builtin_fmaf(__x[2], __y[2], __z[2]), __builtin_fmaf(__x[3], __y[3], -__z[3])}; })
#define _mm256_fmadd_ps(a, b, c) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b), __z = (__v8sf)(c); \
	(__m256)(__v8sf){__builtin_fmaf(__x[0], __y[0], __z[0]), __builtin_fmaf(__x[1], __y[1], __z[1]), \
	__builtin_fmaf(__x[2], __y[2], __z[2]), __builtin_fmaf(__x[3], __y[3], __z[3]), __builtin_fmaf(__x[4], __y[4], \
	__z[4]), __builtin_fmaf(__x[5], __y[5], __z[5]), __builtin_fmaf(__x[6], __y[6], __z[6]), __builtin_fmaf(__x[7], \
	__y[7], __z[7])}; })
#define _mm256_fmsub_ps(a, b, c) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b), __z = (__v8sf)(c); \
	(__m256)(__v8sf){__builtin_fmaf(__x[0], __y[0], -__z[0]), __builtin_fmaf(__x[1], __y[1], -__z[1]), \
	__builtin_fmaf(__x[2], __y[2], -__z[2]), __builtin_fmaf(__x[3], __y[3], -__z[3]), __builtin_fmaf(__x[4], __y[4], \
	-__z[4]), __builtin_fmaf(__x[5], __y[5], -__z[5]), __builtin_fmaf(__x[6], __y[6], -__z[6]), \
	__builtin_fmaf(__x[7], __y[7], -__z[7])}; })
#define _mm256_fnmadd_ps(a, b, c) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b), __z = (__v8sf)(c); \
	(__m256)(__v8sf){__builtin_fmaf(-__x[0], __y[0], __z[0]), __builtin_fmaf(-__x[1], __y[1], __z[1]), \
	__builtin_fmaf(-__x[2], __y[2], __z[2]), __builtin_fmaf(-__x[3], __y[3], __z[3]), __builtin_fmaf(-__x[4], __y[4], \
	__z[4]), __builtin_fmaf(-__x[5], __y[5], __z[5]), __builtin_fmaf(-__x[6], __y[6], __z[6]), \
	__builtin_fmaf(-__x[7], __y[7], __z[7])}; })
#define _mm256_fnmsub_ps(a, b, c) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b), __z = (__v8sf)(c); \
	(__m256)(__v8sf){__builtin_fmaf(-__x[0], __y[0], -__z[0]), __builtin_fmaf(-__x[1], __y[1], -__z[1]), \
	__builtin_fmaf(-__x[2], __y[2], -__z[2]), __builtin_fmaf(-__x[3], __y[3], -__z[3]), __builtin_fmaf(-__x[4], \
	__y[4], -__z[4]), __builtin_fmaf(-__x[5], __y[5], -__z[5]), __builtin_fmaf(-__x[6], __y[6], -__z[6]), \
	__builtin_fmaf(-__x[7], __y[7], -__z[7])}; })
#define _mm256_fmaddsub_ps(a, b, c) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b), __z = \
	(__v8sf)(c); (__m256)(__v8sf){__builtin_fmaf(__x[0], __y[0], -__z[0]), __builtin_fmaf(__x[1], __y[1], __z[1]), \
	__builtin_fmaf(__x[2], __y[2], -__z[2]), __builtin_fmaf(__x[3], __y[3], __z[3]), __builtin_fmaf(__x[4], __y[4], \
	-__z[4]), __builtin_fmaf(__x[5], __y[5], __z[5]), __builtin_fmaf(__x[6], __y[6], -__z[6]), __builtin_fmaf(__x[7], \
	__y[7], __z[7])}; })
#define _mm256_fmsubadd_ps(a, b, c) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b), __z = \
	(__v8sf)(c); (__m256)(__v8sf){__builtin_fmaf(__x[0], __y[0], __z[0]), __builtin_fmaf(__x[1], __y[1], -__z[1]), \
	__builtin_fmaf(__x[2], __y[2], __z[2]), __builtin_fmaf(__x[3], __y[3], -__z[3]), __builtin_fmaf(__x[4], __y[4], \
	__z[4]), __builtin_fmaf(__x[5], __y[5], -__z[5]), __builtin_fmaf(__x[6], __y[6], __z[6]), __builtin_fmaf(__x[7], \
	__y[7], -__z[7])}; })
#define _mm_fmadd_ss(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(__x[0], __y[0], __z[0]), __x[1], __x[2], __x[3]}; })
#define _mm_fmsub_ss(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(__x[0], __y[0], -__z[0]), __x[1], __x[2], __x[3]}; })
#define _mm_fnmadd_ss(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(-__x[0], __y[0], __z[0]), __x[1], __x[2], __x[3]}; })
#define _mm_fnmsub_ss(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b), __z = (__v4sf)(c); \
	(__m128)(__v4sf){__builtin_fmaf(-__x[0], __y[0], -__z[0]), __x[1], __x[2], __x[3]}; })
#define _mm_fmadd_pd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(__x[0], __y[0], __z[0]), __builtin_fma(__x[1], __y[1], __z[1])}; })
#define _mm_fmsub_pd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(__x[0], __y[0], -__z[0]), __builtin_fma(__x[1], __y[1], -__z[1])}; })
#define _mm_fnmadd_pd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(-__x[0], __y[0], __z[0]), __builtin_fma(-__x[1], __y[1], __z[1])}; })
#define _mm_fnmsub_pd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(-__x[0], __y[0], -__z[0]), __builtin_fma(-__x[1], __y[1], -__z[1])}; })
#define _mm_fmaddsub_pd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(__x[0], __y[0], -__z[0]), __builtin_fma(__x[1], __y[1], __z[1])}; })
#define _mm_fmsubadd_pd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(__x[0], __y[0], __z[0]), __builtin_fma(__x[1], __y[1], -__z[1])}; })
#define _mm256_fmadd_pd(a, b, c) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b), __z = (__v4df)(c); \
	(__m256d)(__v4df){__builtin_fma(__x[0], __y[0], __z[0]), __builtin_fma(__x[1], __y[1], __z[1]), \
	__builtin_fma(__x[2], __y[2], __z[2]), __builtin_fma(__x[3], __y[3], __z[3])}; })
#define _mm256_fmsub_pd(a, b, c) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b), __z = (__v4df)(c); \
	(__m256d)(__v4df){__builtin_fma(__x[0], __y[0], -__z[0]), __builtin_fma(__x[1], __y[1], -__z[1]), \
	__builtin_fma(__x[2], __y[2], -__z[2]), __builtin_fma(__x[3], __y[3], -__z[3])}; })
#define _mm256_fnmadd_pd(a, b, c) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b), __z = (__v4df)(c); \
	(__m256d)(__v4df){__builtin_fma(-__x[0], __y[0], __z[0]), __builtin_fma(-__x[1], __y[1], __z[1]), \
	__builtin_fma(-__x[2], __y[2], __z[2]), __builtin_fma(-__x[3], __y[3], __z[3])}; })
#define _mm256_fnmsub_pd(a, b, c) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b), __z = (__v4df)(c); \
	(__m256d)(__v4df){__builtin_fma(-__x[0], __y[0], -__z[0]), __builtin_fma(-__x[1], __y[1], -__z[1]), \
	__builtin_fma(-__x[2], __y[2], -__z[2]), __builtin_fma(-__x[3], __y[3], -__z[3])}; })
#define _mm256_fmaddsub_pd(a, b, c) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b), __z = \
	(__v4df)(c); (__m256d)(__v4df){__builtin_fma(__x[0], __y[0], -__z[0]), __builtin_fma(__x[1], __y[1], __z[1]), \
	__builtin_fma(__x[2], __y[2], -__z[2]), __builtin_fma(__x[3], __y[3], __z[3])}; })
#define _mm256_fmsubadd_pd(a, b, c) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b), __z = \
	(__v4df)(c); (__m256d)(__v4df){__builtin_fma(__x[0], __y[0], __z[0]), __builtin_fma(__x[1], __y[1], -__z[1]), \
	__builtin_fma(__x[2], __y[2], __z[2]), __builtin_fma(__x[3], __y[3], -__z[3])}; })
#define _mm_fmadd_sd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(__x[0], __y[0], __z[0]), __x[1]}; })
#define _mm_fmsub_sd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(__x[0], __y[0], -__z[0]), __x[1]}; })
#define _mm_fnmadd_sd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(-__x[0], __y[0], __z[0]), __x[1]}; })
#define _mm_fnmsub_sd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b), __z = (__v2df)(c); \
	(__m128d)(__v2df){__builtin_fma(-__x[0], __y[0], -__z[0]), __x[1]}; })

#endif
