/* AVX, for immintrin.h */
#ifndef _TANDEM_TANDEM_AVX_H
#define _TANDEM_TANDEM_AVX_H

typedef float __m256 __attribute__((__vector_size__(32), __may_alias__));
typedef float __m256_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));
typedef double __m256d __attribute__((__vector_size__(32), __may_alias__));
typedef double __m256d_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));
typedef long long __m256i __attribute__((__vector_size__(32), __may_alias__));
typedef long long __m256i_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));
typedef float __v8sf __attribute__((__vector_size__(32)));
typedef double __v4df __attribute__((__vector_size__(32)));
typedef long long __v4di __attribute__((__vector_size__(32)));
typedef unsigned long long __v4du __attribute__((__vector_size__(32)));
typedef int __v8si __attribute__((__vector_size__(32)));
typedef unsigned __v8su __attribute__((__vector_size__(32)));
typedef short __v16hi __attribute__((__vector_size__(32)));
typedef unsigned short __v16hu __attribute__((__vector_size__(32)));
typedef char __v32qi __attribute__((__vector_size__(32)));
typedef signed char __v32qs __attribute__((__vector_size__(32)));
typedef unsigned char __v32qu __attribute__((__vector_size__(32)));
#define _CMP_EQ_OQ 0x00
#define _CMP_LT_OS 0x01
#define _CMP_LE_OS 0x02
#define _CMP_UNORD_Q 0x03
#define _CMP_NEQ_UQ 0x04
#define _CMP_NLT_US 0x05
#define _CMP_NLE_US 0x06
#define _CMP_ORD_Q 0x07
#define _CMP_EQ_UQ 0x08
#define _CMP_NGE_US 0x09
#define _CMP_NGT_US 0x0a
#define _CMP_FALSE_OQ 0x0b
#define _CMP_NEQ_OQ 0x0c
#define _CMP_GE_OS 0x0d
#define _CMP_GT_OS 0x0e
#define _CMP_TRUE_UQ 0x0f
#define _CMP_EQ_OS 0x10
#define _CMP_LT_OQ 0x11
#define _CMP_LE_OQ 0x12
#define _CMP_UNORD_S 0x13
#define _CMP_NEQ_US 0x14
#define _CMP_NLT_UQ 0x15
#define _CMP_NLE_UQ 0x16
#define _CMP_ORD_S 0x17
#define _CMP_EQ_US 0x18
#define _CMP_NGE_UQ 0x19
#define _CMP_NGT_UQ 0x1a
#define _CMP_FALSE_OS 0x1b
#define _CMP_NEQ_OS 0x1c
#define _CMP_GE_OQ 0x1d
#define _CMP_GT_OQ 0x1e
#define _CMP_TRUE_US 0x1f
/* Bits of a predicate: less, equal, greater, unordered. */
#define __tandem_predicate(n) (0xf4650b9a7ced8312ull >> ((n) & 15) * 4 & 15)
#define _mm256_add_ps(a, b) ((__m256)((__v8sf)(a) + (__v8sf)(b)))
#define _mm256_sub_ps(a, b) ((__m256)((__v8sf)(a) - (__v8sf)(b)))
#define _mm256_mul_ps(a, b) ((__m256)((__v8sf)(a) * (__v8sf)(b)))
#define _mm256_div_ps(a, b) ((__m256)((__v8sf)(a) / (__v8sf)(b)))
#define _mm256_and_ps(a, b) ((__m256)((__v8su)(a) & (__v8su)(b)))
#define _mm256_or_ps(a, b) ((__m256)((__v8su)(a) | (__v8su)(b)))
#define _mm256_xor_ps(a, b) ((__m256)((__v8su)(a) ^ (__v8su)(b)))
#define _mm256_andnot_ps(a, b) ((__m256)(~(__v8su)(a) & (__v8su)(b)))
#define _mm256_max_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); (__m256)(__v8sf){__x[0] \
	> __y[0] ? __x[0] : __y[0], __x[1] > __y[1] ? __x[1] : __y[1], __x[2] > __y[2] ? __x[2] : __y[2], __x[3] > __y[3] \
	? __x[3] : __y[3], __x[4] > __y[4] ? __x[4] : __y[4], __x[5] > __y[5] ? __x[5] : __y[5], __x[6] > __y[6] ? __x[6] \
	: __y[6], __x[7] > __y[7] ? __x[7] : __y[7]}; })
#define _mm256_min_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); (__m256)(__v8sf){__x[0] \
	< __y[0] ? __x[0] : __y[0], __x[1] < __y[1] ? __x[1] : __y[1], __x[2] < __y[2] ? __x[2] : __y[2], __x[3] < __y[3] \
	? __x[3] : __y[3], __x[4] < __y[4] ? __x[4] : __y[4], __x[5] < __y[5] ? __x[5] : __y[5], __x[6] < __y[6] ? __x[6] \
	: __y[6], __x[7] < __y[7] ? __x[7] : __y[7]}; })
#define _mm256_sqrt_ps(a) __extension__ ({ __v8sf __x = (__v8sf)(a); \
	(__m256)(__v8sf){__builtin___tandem_sqrtf(__x[0]), __builtin___tandem_sqrtf(__x[1]), \
	__builtin___tandem_sqrtf(__x[2]), __builtin___tandem_sqrtf(__x[3]), __builtin___tandem_sqrtf(__x[4]), \
	__builtin___tandem_sqrtf(__x[5]), __builtin___tandem_sqrtf(__x[6]), __builtin___tandem_sqrtf(__x[7])}; })
#define _mm256_movemask_ps(a) __extension__ ({ __v8su __x = (__v8su)(a); (int)(__x[0] >> 31 << 0 | __x[1] >> 31 << \
	1 | __x[2] >> 31 << 2 | __x[3] >> 31 << 3 | __x[4] >> 31 << 4 | __x[5] >> 31 << 5 | __x[6] >> 31 << 6 | __x[7] >> \
	31 << 7); })
#define _mm256_set_ps(a, b, c, d, e, f, g, h) ((__m256)(__v8sf){(float)(h), (float)(g), (float)(f), (float)(e), \
	(float)(d), (float)(c), (float)(b), (float)(a)})
#define _mm256_setr_ps(a, b, c, d, e, f, g, h) ((__m256)(__v8sf){(float)(a), (float)(b), (float)(c), (float)(d), \
	(float)(e), (float)(f), (float)(g), (float)(h)})
#define _mm256_set1_ps(a) __extension__ ({ float __x = (float)(a); (__m256)(__v8sf){__x, __x, __x, __x, __x, __x, \
	__x, __x}; })
#define _mm256_setzero_ps() ((__m256){0})
#define _mm256_load_ps(p) (*(const __m256 *)(p))
#define _mm256_loadu_ps(p) ((__m256)*(const __m256_u *)(p))
#define _mm256_store_ps(p, a) ((void)(*(__m256 *)(p) = (__m256)(a)))
#define _mm256_storeu_ps(p, a) ((void)(*(__m256_u *)(p) = (__m256)(a)))
#define _mm256_stream_ps(p, a) ((void)(*(__m256 *)(p) = (__m256)(a)))
#define _mm256_unpacklo_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); \
	(__m256)(__v8sf){__x[0], __y[0], __x[1], __y[1], __x[4], __y[4], __x[5], __y[5]}; })
#define _mm256_unpackhi_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); \
	(__m256)(__v8sf){__x[2], __y[2], __x[3], __y[3], __x[6], __y[6], __x[7], __y[7]}; })
#define _mm256_blend_ps(a, b, n) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); \
	(__m256)(__v8sf){((n) >> 0 & 1) ? __y[0] : __x[0], ((n) >> 1 & 1) ? __y[1] : __x[1], ((n) >> 2 & 1) ? __y[2] : \
	__x[2], ((n) >> 3 & 1) ? __y[3] : __x[3], ((n) >> 4 & 1) ? __y[4] : __x[4], ((n) >> 5 & 1) ? __y[5] : __x[5], \
	((n) >> 6 & 1) ? __y[6] : __x[6], ((n) >> 7 & 1) ? __y[7] : __x[7]}; })
#define _mm256_blendv_ps(a, b, c) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); __v8si __m = \
	(__v8si)(c); (__m256)(__v8sf){__m[0] < 0 ? __y[0] : __x[0], __m[1] < 0 ? __y[1] : __x[1], __m[2] < 0 ? __y[2] : \
	__x[2], __m[3] < 0 ? __y[3] : __x[3], __m[4] < 0 ? __y[4] : __x[4], __m[5] < 0 ? __y[5] : __x[5], __m[6] < 0 ? \
	__y[6] : __x[6], __m[7] < 0 ? __y[7] : __x[7]}; })
#define _mm256_round_ps(a, n) __extension__ ({ __v8sf __x = (__v8sf)(a); (__m256)(__v8sf){__tandem_roundf(__x[0], \
	n), __tandem_roundf(__x[1], n), __tandem_roundf(__x[2], n), __tandem_roundf(__x[3], n), __tandem_roundf(__x[4], \
	n), __tandem_roundf(__x[5], n), __tandem_roundf(__x[6], n), __tandem_roundf(__x[7], n)}; })
#define _mm256_floor_ps(a) __extension__ ({ __v8sf __x = (__v8sf)(a); (__m256)(__v8sf){__builtin_floorf(__x[0]), \
	__builtin_floorf(__x[1]), __builtin_floorf(__x[2]), __builtin_floorf(__x[3]), __builtin_floorf(__x[4]), \
	__builtin_floorf(__x[5]), __builtin_floorf(__x[6]), __builtin_floorf(__x[7])}; })
#define _mm256_ceil_ps(a) __extension__ ({ __v8sf __x = (__v8sf)(a); (__m256)(__v8sf){__builtin_ceilf(__x[0]), \
	__builtin_ceilf(__x[1]), __builtin_ceilf(__x[2]), __builtin_ceilf(__x[3]), __builtin_ceilf(__x[4]), \
	__builtin_ceilf(__x[5]), __builtin_ceilf(__x[6]), __builtin_ceilf(__x[7])}; })
#define _mm256_hadd_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); (__m256)(__v8sf){__x[0] \
	+ __x[1], __x[2] + __x[3], __y[0] + __y[1], __y[2] + __y[3], __x[4] + __x[5], __x[6] + __x[7], __y[4] + __y[5], \
	__y[6] + __y[7]}; })
#define _mm256_hsub_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); (__m256)(__v8sf){__x[0] \
	- __x[1], __x[2] - __x[3], __y[0] - __y[1], __y[2] - __y[3], __x[4] - __x[5], __x[6] - __x[7], __y[4] - __y[5], \
	__y[6] - __y[7]}; })
#define _mm256_addsub_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); \
	(__m256)(__v8sf){__x[0] - __y[0], __x[1] + __y[1], __x[2] - __y[2], __x[3] + __y[3], __x[4] - __y[4], __x[5] + \
	__y[5], __x[6] - __y[6], __x[7] + __y[7]}; })
#define _mm_testz_ps(a, b) __extension__ ({ __v4su __x = (__v4su)(a), __y = (__v4su)(b); (int)((((__x[0] & __y[0]) \
	| (__x[1] & __y[1]) | (__x[2] & __y[2]) | (__x[3] & __y[3])) >> 31) == 0); })
#define _mm_testc_ps(a, b) __extension__ ({ __v4su __x = (__v4su)(a), __y = (__v4su)(b); (int)((((~__x[0] & \
	__y[0]) | (~__x[1] & __y[1]) | (~__x[2] & __y[2]) | (~__x[3] & __y[3])) >> 31) == 0); })
#define _mm_testnzc_ps(a, b) __extension__ ({ __v4su __x = (__v4su)(a), __y = (__v4su)(b); !((((__x[0] & __y[0]) | \
	(__x[1] & __y[1]) | (__x[2] & __y[2]) | (__x[3] & __y[3])) >> 31) == 0) && !((((~__x[0] & __y[0]) | (~__x[1] & \
	__y[1]) | (~__x[2] & __y[2]) | (~__x[3] & __y[3])) >> 31) == 0); })
#define _mm256_testz_ps(a, b) __extension__ ({ __v8su __x = (__v8su)(a), __y = (__v8su)(b); (int)((((__x[0] & \
	__y[0]) | (__x[1] & __y[1]) | (__x[2] & __y[2]) | (__x[3] & __y[3]) | (__x[4] & __y[4]) | (__x[5] & __y[5]) | \
	(__x[6] & __y[6]) | (__x[7] & __y[7])) >> 31) == 0); })
#define _mm256_testc_ps(a, b) __extension__ ({ __v8su __x = (__v8su)(a), __y = (__v8su)(b); (int)((((~__x[0] & \
	__y[0]) | (~__x[1] & __y[1]) | (~__x[2] & __y[2]) | (~__x[3] & __y[3]) | (~__x[4] & __y[4]) | (~__x[5] & __y[5]) \
	| (~__x[6] & __y[6]) | (~__x[7] & __y[7])) >> 31) == 0); })
#define _mm256_testnzc_ps(a, b) __extension__ ({ __v8su __x = (__v8su)(a), __y = (__v8su)(b); !((((__x[0] & \
	__y[0]) | (__x[1] & __y[1]) | (__x[2] & __y[2]) | (__x[3] & __y[3]) | (__x[4] & __y[4]) | (__x[5] & __y[5]) | \
	(__x[6] & __y[6]) | (__x[7] & __y[7])) >> 31) == 0) && !((((~__x[0] & __y[0]) | (~__x[1] & __y[1]) | (~__x[2] & \
	__y[2]) | (~__x[3] & __y[3]) | (~__x[4] & __y[4]) | (~__x[5] & __y[5]) | (~__x[6] & __y[6]) | (~__x[7] & __y[7])) \
	>> 31) == 0); })
#define _mm_cmp_ps(a, b, n) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); unsigned __t = \
	(unsigned)__tandem_predicate(n); (__m128)(((__x < __y) & -(int)(__t & 1)) | ((__x == __y) & -(int)(__t >> 1 & 1)) \
	| ((__x > __y) & -(int)(__t >> 2 & 1)) | (((__x != __x) | (__y != __y)) & -(int)(__t >> 3 & 1))); })
#define _mm256_cmp_ps(a, b, n) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); unsigned __t = \
	(unsigned)__tandem_predicate(n); (__m256)(((__x < __y) & -(int)(__t & 1)) | ((__x == __y) & -(int)(__t >> 1 & 1)) \
	| ((__x > __y) & -(int)(__t >> 2 & 1)) | (((__x != __x) | (__y != __y)) & -(int)(__t >> 3 & 1))); })
#define _mm_cmp_ss(a, b, n) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = \
	(__v4si)__x; unsigned __t = (unsigned)__tandem_predicate(n); __r[0] = __x[0] < __y[0] ? -(int)(__t & 1) : __x[0] \
	== __y[0] ? -(int)(__t >> 1 & 1) : __x[0] > __y[0] ? -(int)(__t >> 2 & 1) : -(int)(__t >> 3 & 1); (__m128)__r; })
#define _mm256_extractf128_ps(a, n) __extension__ ({ __v8sf __x = (__v8sf)(a); (__m128)(__v4sf){__x[((n) & 1) * 4 \
	+ 0], __x[((n) & 1) * 4 + 1], __x[((n) & 1) * 4 + 2], __x[((n) & 1) * 4 + 3]}; })
#define _mm256_insertf128_ps(a, b, n) __extension__ ({ __v8sf __x = (__v8sf)(a); __v4sf __y = (__v4sf)(b); \
	(__m256)(__v8sf){(n) & 1 ? __x[0] : __y[0], (n) & 1 ? __x[1] : __y[1], (n) & 1 ? __x[2] : __y[2], (n) & 1 ? \
	__x[3] : __y[3], (n) & 1 ? __y[0] : __x[4], (n) & 1 ? __y[1] : __x[5], (n) & 1 ? __y[2] : __x[6], (n) & 1 ? \
	__y[3] : __x[7]}; })
#define _mm256_permute2f128_ps(a, b, n) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); \
	(__m256)(__v8sf){(n) & 8 ? 0 : (n) & 2 ? __y[((n) >> 0 & 1) * 4 + 0] : __x[((n) >> 0 & 1) * 4 + 0], (n) & 8 ? 0 : \
	(n) & 2 ? __y[((n) >> 0 & 1) * 4 + 1] : __x[((n) >> 0 & 1) * 4 + 1], (n) & 8 ? 0 : (n) & 2 ? __y[((n) >> 0 & 1) * \
	4 + 2] : __x[((n) >> 0 & 1) * 4 + 2], (n) & 8 ? 0 : (n) & 2 ? __y[((n) >> 0 & 1) * 4 + 3] : __x[((n) >> 0 & 1) * \
	4 + 3], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & 1) * 4 + 0] : __x[((n) >> 4 & 1) * 4 + 0], (n) & 128 ? 0 : (n) \
	& 32 ? __y[((n) >> 4 & 1) * 4 + 1] : __x[((n) >> 4 & 1) * 4 + 1], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & 1) * \
	4 + 2] : __x[((n) >> 4 & 1) * 4 + 2], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & 1) * 4 + 3] : __x[((n) >> 4 & 1) \
	* 4 + 3]}; })
#define _mm256_broadcast_ps(p) __extension__ ({ __v4sf __x = *(const __m128_u *)(p); (__m256)(__v8sf){__x[0], \
	__x[1], __x[2], __x[3], __x[0], __x[1], __x[2], __x[3]}; })
#define _mm256_broadcast_ss(p) (_mm256_set1_ps(*(const float *)(p)))
#define _mm256_castps256_ps128(a) __extension__ ({ __v8sf __x = (__v8sf)(a); (__m128)(__v4sf){__x[0], __x[1], \
	__x[2], __x[3]}; })
#define _mm256_zextps128_ps256(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m256)(__v8sf){__x[0], __x[1], \
	__x[2], __x[3], 0, 0, 0, 0}; })
#define _mm256_set_m128(a, b) __extension__ ({ __v4sf __x = (__v4sf)(b), __y = (__v4sf)(a); \
	(__m256)(__v8sf){__x[0], __x[1], __x[2], __x[3], __y[0], __y[1], __y[2], __y[3]}; })
#define _mm256_setr_m128(a, b) (_mm256_set_m128((b), (a)))
#define _mm_maskload_ps(p, m) __extension__ ({ const float *__p = (const float *)(p); __v4si __m = (__v4si)(m); \
	(__m128)(__v4sf){__m[0] < 0 ? __p[0] : 0, __m[1] < 0 ? __p[1] : 0, __m[2] < 0 ? __p[2] : 0, __m[3] < 0 ? __p[3] : \
	0}; })
#define _mm_maskstore_ps(p, m, a) __extension__ ({ float *__p = (float *)(p); __v4si __m = (__v4si)(m); __v4sf __x \
	= (__v4sf)(a); if (__m[0] < 0) __p[0] = __x[0]; if (__m[1] < 0) __p[1] = __x[1]; if (__m[2] < 0) __p[2] = __x[2]; \
	if (__m[3] < 0) __p[3] = __x[3]; (void)0; })
#define _mm256_maskload_ps(p, m) __extension__ ({ const float *__p = (const float *)(p); __v8si __m = (__v8si)(m); \
	(__m256)(__v8sf){__m[0] < 0 ? __p[0] : 0, __m[1] < 0 ? __p[1] : 0, __m[2] < 0 ? __p[2] : 0, __m[3] < 0 ? __p[3] : \
	0, __m[4] < 0 ? __p[4] : 0, __m[5] < 0 ? __p[5] : 0, __m[6] < 0 ? __p[6] : 0, __m[7] < 0 ? __p[7] : 0}; })
#define _mm256_maskstore_ps(p, m, a) __extension__ ({ float *__p = (float *)(p); __v8si __m = (__v8si)(m); __v8sf \
	__x = (__v8sf)(a); if (__m[0] < 0) __p[0] = __x[0]; if (__m[1] < 0) __p[1] = __x[1]; if (__m[2] < 0) __p[2] = \
	__x[2]; if (__m[3] < 0) __p[3] = __x[3]; if (__m[4] < 0) __p[4] = __x[4]; if (__m[5] < 0) __p[5] = __x[5]; if \
	(__m[6] < 0) __p[6] = __x[6]; if (__m[7] < 0) __p[7] = __x[7]; (void)0; })
#define _mm256_add_pd(a, b) ((__m256d)((__v4df)(a) + (__v4df)(b)))
#define _mm256_sub_pd(a, b) ((__m256d)((__v4df)(a) - (__v4df)(b)))
#define _mm256_mul_pd(a, b) ((__m256d)((__v4df)(a) * (__v4df)(b)))
#define _mm256_div_pd(a, b) ((__m256d)((__v4df)(a) / (__v4df)(b)))
#define _mm256_and_pd(a, b) ((__m256d)((__v4du)(a) & (__v4du)(b)))
#define _mm256_or_pd(a, b) ((__m256d)((__v4du)(a) | (__v4du)(b)))
#define _mm256_xor_pd(a, b) ((__m256d)((__v4du)(a) ^ (__v4du)(b)))
#define _mm256_andnot_pd(a, b) ((__m256d)(~(__v4du)(a) & (__v4du)(b)))
#define _mm256_max_pd(a, b) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); (__m256d)(__v4df){__x[0] \
	> __y[0] ? __x[0] : __y[0], __x[1] > __y[1] ? __x[1] : __y[1], __x[2] > __y[2] ? __x[2] : __y[2], __x[3] > __y[3] \
	? __x[3] : __y[3]}; })
#define _mm256_min_pd(a, b) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); (__m256d)(__v4df){__x[0] \
	< __y[0] ? __x[0] : __y[0], __x[1] < __y[1] ? __x[1] : __y[1], __x[2] < __y[2] ? __x[2] : __y[2], __x[3] < __y[3] \
	? __x[3] : __y[3]}; })
#define _mm256_sqrt_pd(a) __extension__ ({ __v4df __x = (__v4df)(a); \
	(__m256d)(__v4df){__builtin___tandem_sqrt(__x[0]), __builtin___tandem_sqrt(__x[1]), \
	__builtin___tandem_sqrt(__x[2]), __builtin___tandem_sqrt(__x[3])}; })
#define _mm256_movemask_pd(a) __extension__ ({ __v4du __x = (__v4du)(a); (int)(__x[0] >> 63 << 0 | __x[1] >> 63 << \
	1 | __x[2] >> 63 << 2 | __x[3] >> 63 << 3); })
#define _mm256_set_pd(a, b, c, d) ((__m256d)(__v4df){(double)(d), (double)(c), (double)(b), (double)(a)})
#define _mm256_setr_pd(a, b, c, d) ((__m256d)(__v4df){(double)(a), (double)(b), (double)(c), (double)(d)})
#define _mm256_set1_pd(a) __extension__ ({ double __x = (double)(a); (__m256d)(__v4df){__x, __x, __x, __x}; })
#define _mm256_setzero_pd() ((__m256d){0})
#define _mm256_load_pd(p) (*(const __m256d *)(p))
#define _mm256_loadu_pd(p) ((__m256d)*(const __m256d_u *)(p))
#define _mm256_store_pd(p, a) ((void)(*(__m256d *)(p) = (__m256d)(a)))
#define _mm256_storeu_pd(p, a) ((void)(*(__m256d_u *)(p) = (__m256d)(a)))
#define _mm256_stream_pd(p, a) ((void)(*(__m256d *)(p) = (__m256d)(a)))
#define _mm256_unpacklo_pd(a, b) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); \
	(__m256d)(__v4df){__x[0], __y[0], __x[2], __y[2]}; })
#define _mm256_unpackhi_pd(a, b) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); \
	(__m256d)(__v4df){__x[1], __y[1], __x[3], __y[3]}; })
#define _mm256_blend_pd(a, b, n) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); \
	(__m256d)(__v4df){((n) >> 0 & 1) ? __y[0] : __x[0], ((n) >> 1 & 1) ? __y[1] : __x[1], ((n) >> 2 & 1) ? __y[2] : \
	__x[2], ((n) >> 3 & 1) ? __y[3] : __x[3]}; })
#define _mm256_blendv_pd(a, b, c) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); __v4di __m = \
	(__v4di)(c); (__m256d)(__v4df){__m[0] < 0 ? __y[0] : __x[0], __m[1] < 0 ? __y[1] : __x[1], __m[2] < 0 ? __y[2] : \
	__x[2], __m[3] < 0 ? __y[3] : __x[3]}; })
#define _mm256_round_pd(a, n) __extension__ ({ __v4df __x = (__v4df)(a); (__m256d)(__v4df){__tandem_round(__x[0], \
	n), __tandem_round(__x[1], n), __tandem_round(__x[2], n), __tandem_round(__x[3], n)}; })
#define _mm256_floor_pd(a) __extension__ ({ __v4df __x = (__v4df)(a); (__m256d)(__v4df){__builtin_floor(__x[0]), \
	__builtin_floor(__x[1]), __builtin_floor(__x[2]), __builtin_floor(__x[3])}; })
#define _mm256_ceil_pd(a) __extension__ ({ __v4df __x = (__v4df)(a); (__m256d)(__v4df){__builtin_ceil(__x[0]), \
	__builtin_ceil(__x[1]), __builtin_ceil(__x[2]), __builtin_ceil(__x[3])}; })
#define _mm256_hadd_pd(a, b) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); \
	(__m256d)(__v4df){__x[0] + __x[1], __y[0] + __y[1], __x[2] + __x[3], __y[2] + __y[3]}; })
#define _mm256_hsub_pd(a, b) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); \
	(__m256d)(__v4df){__x[0] - __x[1], __y[0] - __y[1], __x[2] - __x[3], __y[2] - __y[3]}; })
#define _mm256_addsub_pd(a, b) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); \
	(__m256d)(__v4df){__x[0] - __y[0], __x[1] + __y[1], __x[2] - __y[2], __x[3] + __y[3]}; })
#define _mm_testz_pd(a, b) __extension__ ({ __v2du __x = (__v2du)(a), __y = (__v2du)(b); (int)((((__x[0] & __y[0]) \
	| (__x[1] & __y[1])) >> 63) == 0); })
#define _mm_testc_pd(a, b) __extension__ ({ __v2du __x = (__v2du)(a), __y = (__v2du)(b); (int)((((~__x[0] & \
	__y[0]) | (~__x[1] & __y[1])) >> 63) == 0); })
#define _mm_testnzc_pd(a, b) __extension__ ({ __v2du __x = (__v2du)(a), __y = (__v2du)(b); !((((__x[0] & __y[0]) | \
	(__x[1] & __y[1])) >> 63) == 0) && !((((~__x[0] & __y[0]) | (~__x[1] & __y[1])) >> 63) == 0); })
#define _mm256_testz_pd(a, b) __extension__ ({ __v4du __x = (__v4du)(a), __y = (__v4du)(b); (int)((((__x[0] & \
	__y[0]) | (__x[1] & __y[1]) | (__x[2] & __y[2]) | (__x[3] & __y[3])) >> 63) == 0); })
#define _mm256_testc_pd(a, b) __extension__ ({ __v4du __x = (__v4du)(a), __y = (__v4du)(b); (int)((((~__x[0] & \
	__y[0]) | (~__x[1] & __y[1]) | (~__x[2] & __y[2]) | (~__x[3] & __y[3])) >> 63) == 0); })
#define _mm256_testnzc_pd(a, b) __extension__ ({ __v4du __x = (__v4du)(a), __y = (__v4du)(b); !((((__x[0] & \
	__y[0]) | (__x[1] & __y[1]) | (__x[2] & __y[2]) | (__x[3] & __y[3])) >> 63) == 0) && !((((~__x[0] & __y[0]) | \
	(~__x[1] & __y[1]) | (~__x[2] & __y[2]) | (~__x[3] & __y[3])) >> 63) == 0); })
#define _mm_cmp_pd(a, b, n) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); unsigned __t = \
	(unsigned)__tandem_predicate(n); (__m128d)(((__x < __y) & -(long long)(__t & 1)) | ((__x == __y) & -(long \
	long)(__t >> 1 & 1)) | ((__x > __y) & -(long long)(__t >> 2 & 1)) | (((__x != __x) | (__y != __y)) & -(long \
	long)(__t >> 3 & 1))); })
#define _mm256_cmp_pd(a, b, n) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); unsigned __t = \
	(unsigned)__tandem_predicate(n); (__m256d)(((__x < __y) & -(long long)(__t & 1)) | ((__x == __y) & -(long \
	long)(__t >> 1 & 1)) | ((__x > __y) & -(long long)(__t >> 2 & 1)) | (((__x != __x) | (__y != __y)) & -(long \
	long)(__t >> 3 & 1))); })
#define _mm_cmp_sd(a, b, n) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = \
	(__v2di)__x; unsigned __t = (unsigned)__tandem_predicate(n); __r[0] = __x[0] < __y[0] ? -(long long)(__t & 1) : \
	__x[0] == __y[0] ? -(long long)(__t >> 1 & 1) : __x[0] > __y[0] ? -(long long)(__t >> 2 & 1) : -(long long)(__t \
	>> 3 & 1); (__m128d)__r; })
#define _mm256_extractf128_pd(a, n) __extension__ ({ __v4df __x = (__v4df)(a); (__m128d)(__v2df){__x[((n) & 1) * 2 \
	+ 0], __x[((n) & 1) * 2 + 1]}; })
#define _mm256_insertf128_pd(a, b, n) __extension__ ({ __v4df __x = (__v4df)(a); __v2df __y = (__v2df)(b); \
	(__m256d)(__v4df){(n) & 1 ? __x[0] : __y[0], (n) & 1 ? __x[1] : __y[1], (n) & 1 ? __y[0] : __x[2], (n) & 1 ? \
	__y[1] : __x[3]}; })
#define _mm256_permute2f128_pd(a, b, n) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); \
	(__m256d)(__v4df){(n) & 8 ? 0 : (n) & 2 ? __y[((n) >> 0 & 1) * 2 + 0] : __x[((n) >> 0 & 1) * 2 + 0], (n) & 8 ? 0 \
	: (n) & 2 ? __y[((n) >> 0 & 1) * 2 + 1] : __x[((n) >> 0 & 1) * 2 + 1], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & \
	1) * 2 + 0] : __x[((n) >> 4 & 1) * 2 + 0], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & 1) * 2 + 1] : __x[((n) >> 4 \
	& 1) * 2 + 1]}; })
#define _mm256_broadcast_pd(p) __extension__ ({ __v2df __x = *(const __m128d_u *)(p); (__m256d)(__v4df){__x[0], \
	__x[1], __x[0], __x[1]}; })
#define _mm256_broadcast_sd(p) (_mm256_set1_pd(*(const double *)(p)))
#define _mm256_castpd256_pd128(a) __extension__ ({ __v4df __x = (__v4df)(a); (__m128d)(__v2df){__x[0], __x[1]}; })
#define _mm256_zextpd128_pd256(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m256d)(__v4df){__x[0], __x[1], 0, \
	0}; })
#define _mm256_set_m128d(a, b) __extension__ ({ __v2df __x = (__v2df)(b), __y = (__v2df)(a); \
	(__m256d)(__v4df){__x[0], __x[1], __y[0], __y[1]}; })
#define _mm256_setr_m128d(a, b) (_mm256_set_m128d((b), (a)))
#define _mm_maskload_pd(p, m) __extension__ ({ const double *__p = (const double *)(p); __v2di __m = (__v2di)(m); \
	(__m128d)(__v2df){__m[0] < 0 ? __p[0] : 0, __m[1] < 0 ? __p[1] : 0}; })
#define _mm_maskstore_pd(p, m, a) __extension__ ({ double *__p = (double *)(p); __v2di __m = (__v2di)(m); __v2df \
	__x = (__v2df)(a); if (__m[0] < 0) __p[0] = __x[0]; if (__m[1] < 0) __p[1] = __x[1]; (void)0; })
#define _mm256_maskload_pd(p, m) __extension__ ({ const double *__p = (const double *)(p); __v4di __m = \
	(__v4di)(m); (__m256d)(__v4df){__m[0] < 0 ? __p[0] : 0, __m[1] < 0 ? __p[1] : 0, __m[2] < 0 ? __p[2] : 0, __m[3] \
	< 0 ? __p[3] : 0}; })
#define _mm256_maskstore_pd(p, m, a) __extension__ ({ double *__p = (double *)(p); __v4di __m = (__v4di)(m); \
	__v4df __x = (__v4df)(a); if (__m[0] < 0) __p[0] = __x[0]; if (__m[1] < 0) __p[1] = __x[1]; if (__m[2] < 0) \
	__p[2] = __x[2]; if (__m[3] < 0) __p[3] = __x[3]; (void)0; })
#define _mm256_shuffle_ps(a, b, n) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); \
	(__m256)(__v8sf){__x[0 + ((n) & 3)], __x[0 + ((n) >> 2 & 3)], __y[0 + ((n) >> 4 & 3)], __y[0 + ((n) >> 6 & 3)], \
	__x[4 + ((n) & 3)], __x[4 + ((n) >> 2 & 3)], __y[4 + ((n) >> 4 & 3)], __y[4 + ((n) >> 6 & 3)]}; })
#define _mm256_shuffle_pd(a, b, n) __extension__ ({ __v4df __x = (__v4df)(a), __y = (__v4df)(b); \
	(__m256d)(__v4df){__x[0 + ((n) >> 0 & 1)], __y[0 + ((n) >> 1 & 1)], __x[2 + ((n) >> 2 & 1)], __y[2 + ((n) >> 3 & \
	1)]}; })
#define _mm_broadcast_ss(p) (_mm_set1_ps(*(const float *)(p)))
#define _mm_permute_ps(a, n) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){__x[0 + ((n) >> 0 & 3)], \
	__x[0 + ((n) >> 2 & 3)], __x[0 + ((n) >> 4 & 3)], __x[0 + ((n) >> 6 & 3)]}; })
#define _mm_permute_pd(a, n) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){__x[0 + ((n) >> 0 & 1)], \
	__x[0 + ((n) >> 1 & 1)]}; })
#define _mm_permutevar_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a); __v4si __m = (__v4si)(b); \
	(__m128)__builtin_shuffle(__x, (__m & 3)); })
#define _mm_permutevar_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a); __v2di __m = (__v2di)(b); \
	(__m128d)__builtin_shuffle(__x, (__m >> 1 & 1)); })
#define _mm256_permute_ps(a, n) __extension__ ({ __v8sf __x = (__v8sf)(a); (__m256)(__v8sf){__x[0 + ((n) >> 0 & \
	3)], __x[0 + ((n) >> 2 & 3)], __x[0 + ((n) >> 4 & 3)], __x[0 + ((n) >> 6 & 3)], __x[4 + ((n) >> 0 & 3)], __x[4 + \
	((n) >> 2 & 3)], __x[4 + ((n) >> 4 & 3)], __x[4 + ((n) >> 6 & 3)]}; })
#define _mm256_permute_pd(a, n) __extension__ ({ __v4df __x = (__v4df)(a); (__m256d)(__v4df){__x[0 + ((n) >> 0 & \
	1)], __x[0 + ((n) >> 1 & 1)], __x[2 + ((n) >> 2 & 1)], __x[2 + ((n) >> 3 & 1)]}; })
#define _mm256_permutevar_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a); __v8si __m = (__v8si)(b); \
	(__m256)__builtin_shuffle(__x, (__m & 3) | (__v8si){0, 0, 0, 0, 4, 4, 4, 4}); })
#define _mm256_permutevar_pd(a, b) __extension__ ({ __v4df __x = (__v4df)(a); __v4di __m = (__v4di)(b); \
	(__m256d)__builtin_shuffle(__x, (__m >> 1 & 1) | (__v4di){0, 0, 2, 2}); })
#define _mm256_movehdup_ps(a) __extension__ ({ __v8sf __x = (__v8sf)(a); (__m256)(__v8sf){__x[1], __x[1], __x[3], \
	__x[3], __x[5], __x[5], __x[7], __x[7]}; })
#define _mm256_moveldup_ps(a) __extension__ ({ __v8sf __x = (__v8sf)(a); (__m256)(__v8sf){__x[0], __x[0], __x[2], \
	__x[2], __x[4], __x[4], __x[6], __x[6]}; })
#define _mm256_movedup_pd(a) __extension__ ({ __v4df __x = (__v4df)(a); (__m256d)(__v4df){__x[0], __x[0], __x[2], \
	__x[2]}; })
#define _mm256_dp_ps(a, b, n) __extension__ ({ __v8sf __x = (__v8sf)(a), __y = (__v8sf)(b); float __p0 = (n) >> 4 \
	& 1 ? __x[0] * __y[0] : 0, __p1 = (n) >> 5 & 1 ? __x[1] * __y[1] : 0, __p2 = (n) >> 6 & 1 ? __x[2] * __y[2] : 0, \
	__p3 = (n) >> 7 & 1 ? __x[3] * __y[3] : 0, __p4 = (n) >> 4 & 1 ? __x[4] * __y[4] : 0, __p5 = (n) >> 5 & 1 ? \
	__x[5] * __y[5] : 0, __p6 = (n) >> 6 & 1 ? __x[6] * __y[6] : 0, __p7 = (n) >> 7 & 1 ? __x[7] * __y[7] : 0, __s = \
	(__p0 + __p1) + (__p2 + __p3), __t = (__p4 + __p5) + (__p6 + __p7); (__m256)(__v8sf){(n) >> 0 & 1 ? __s : 0, (n) \
	>> 1 & 1 ? __s : 0, (n) >> 2 & 1 ? __s : 0, (n) >> 3 & 1 ? __s : 0, (n) >> 0 & 1 ? __t : 0, (n) >> 1 & 1 ? __t : \
	0, (n) >> 2 & 1 ? __t : 0, (n) >> 3 & 1 ? __t : 0}; })
#define _mm256_cvtepi32_pd(a) __extension__ ({ __v4si __x = (__v4si)(a); (__m256d)(__v4df){__x[0], __x[1], __x[2], \
	__x[3]}; })
#define _mm256_cvtepi32_ps(a) __extension__ ({ __v8si __x = (__v8si)(a); (__m256)(__v8sf){(float)__x[0], \
	(float)__x[1], (float)__x[2], (float)__x[3], (float)__x[4], (float)__x[5], (float)__x[6], (float)__x[7]}; })
#define _mm256_cvtpd_ps(a) __extension__ ({ __v4df __x = (__v4df)(a); (__m128)(__v4sf){(float)__x[0], \
	(float)__x[1], (float)__x[2], (float)__x[3]}; })
#define _mm256_cvtps_pd(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m256d)(__v4df){__x[0], __x[1], __x[2], \
	__x[3]}; })
#define _mm256_cvtps_epi32(a) __extension__ ({ __v8sf __x = (__v8sf)(a); \
	(__m256i)(__v8si){__tandem_near32(__x[0]), __tandem_near32(__x[1]), __tandem_near32(__x[2]), \
	__tandem_near32(__x[3]), __tandem_near32(__x[4]), __tandem_near32(__x[5]), __tandem_near32(__x[6]), \
	__tandem_near32(__x[7])}; })
#define _mm256_cvttps_epi32(a) __extension__ ({ __v8sf __x = (__v8sf)(a); \
	(__m256i)(__v8si){__tandem_trunc32(__x[0]), __tandem_trunc32(__x[1]), __tandem_trunc32(__x[2]), \
	__tandem_trunc32(__x[3]), __tandem_trunc32(__x[4]), __tandem_trunc32(__x[5]), __tandem_trunc32(__x[6]), \
	__tandem_trunc32(__x[7])}; })
#define _mm256_cvtpd_epi32(a) __extension__ ({ __v4df __x = (__v4df)(a); \
	(__m128i)(__v4si){__tandem_near32(__x[0]), __tandem_near32(__x[1]), __tandem_near32(__x[2]), \
	__tandem_near32(__x[3])}; })
#define _mm256_cvttpd_epi32(a) __extension__ ({ __v4df __x = (__v4df)(a); \
	(__m128i)(__v4si){__tandem_trunc32(__x[0]), __tandem_trunc32(__x[1]), __tandem_trunc32(__x[2]), \
	__tandem_trunc32(__x[3])}; })
#define _mm256_cvtss_f32(a) __extension__ ({ __v8sf __x = (__v8sf)(a); __x[0]; })
#define _mm256_cvtsd_f64(a) __extension__ ({ __v4df __x = (__v4df)(a); __x[0]; })
#define _mm256_cvtsi256_si32(a) __extension__ ({ __v8si __x = (__v8si)(a); __x[0]; })
#define _mm256_set_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B, C, D, \
	E, F) ((__m256i)(__v32qs){(signed char)(F), (signed char)(E), (signed char)(D), (signed char)(C), (signed \
	char)(B), (signed char)(A), (signed char)(z), (signed char)(y), (signed char)(x), (signed char)(w), (signed \
	char)(v), (signed char)(u), (signed char)(t), (signed char)(s), (signed char)(r), (signed char)(q), (signed \
	char)(p), (signed char)(o), (signed char)(n), (signed char)(m), (signed char)(l), (signed char)(k), (signed \
	char)(j), (signed char)(i), (signed char)(h), (signed char)(g), (signed char)(f), (signed char)(e), (signed \
	char)(d), (signed char)(c), (signed char)(b), (signed char)(a)})
#define _mm256_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, A, B, C, D, \
	E, F) ((__m256i)(__v32qs){(signed char)(a), (signed char)(b), (signed char)(c), (signed char)(d), (signed \
	char)(e), (signed char)(f), (signed char)(g), (signed char)(h), (signed char)(i), (signed char)(j), (signed \
	char)(k), (signed char)(l), (signed char)(m), (signed char)(n), (signed char)(o), (signed char)(p), (signed \
	char)(q), (signed char)(r), (signed char)(s), (signed char)(t), (signed char)(u), (signed char)(v), (signed \
	char)(w), (signed char)(x), (signed char)(y), (signed char)(z), (signed char)(A), (signed char)(B), (signed \
	char)(C), (signed char)(D), (signed char)(E), (signed char)(F)})
#define _mm256_set1_epi8(a) __extension__ ({ signed char __x = (signed char)(a); (__m256i)(__v32qs){__x, __x, __x, \
	__x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, \
	__x, __x, __x, __x, __x, __x, __x}; })
#define _mm256_set_epi16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) ((__m256i)(__v16hi){(short)(p), \
	(short)(o), (short)(n), (short)(m), (short)(l), (short)(k), (short)(j), (short)(i), (short)(h), (short)(g), \
	(short)(f), (short)(e), (short)(d), (short)(c), (short)(b), (short)(a)})
#define _mm256_setr_epi16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) ((__m256i)(__v16hi){(short)(a), \
	(short)(b), (short)(c), (short)(d), (short)(e), (short)(f), (short)(g), (short)(h), (short)(i), (short)(j), \
	(short)(k), (short)(l), (short)(m), (short)(n), (short)(o), (short)(p)})
#define _mm256_set1_epi16(a) __extension__ ({ short __x = (short)(a); (__m256i)(__v16hi){__x, __x, __x, __x, __x, \
	__x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x}; })
#define _mm256_set_epi32(a, b, c, d, e, f, g, h) ((__m256i)(__v8si){(int)(h), (int)(g), (int)(f), (int)(e), \
	(int)(d), (int)(c), (int)(b), (int)(a)})
#define _mm256_setr_epi32(a, b, c, d, e, f, g, h) ((__m256i)(__v8si){(int)(a), (int)(b), (int)(c), (int)(d), \
	(int)(e), (int)(f), (int)(g), (int)(h)})
#define _mm256_set1_epi32(a) __extension__ ({ int __x = (int)(a); (__m256i)(__v8si){__x, __x, __x, __x, __x, __x, \
	__x, __x}; })
#define _mm256_set_epi64x(a, b, c, d) ((__m256i)(__v4di){(long long)(d), (long long)(c), (long long)(b), (long \
	long)(a)})
#define _mm256_setr_epi64x(a, b, c, d) ((__m256i)(__v4di){(long long)(a), (long long)(b), (long long)(c), (long \
	long)(d)})
#define _mm256_set1_epi64x(a) __extension__ ({ long long __x = (long long)(a); (__m256i)(__v4di){__x, __x, __x, \
	__x}; })
#define _mm256_setzero_si256() ((__m256i){0})
#define _mm256_load_si256(p) ((*(const __m256i *)(p)))
#define _mm256_loadu_si256(p) ((__m256i)(*(const __m256i_u *)(p)))
#define _mm256_lddqu_si256(p) ((__m256i)(*(const __m256i_u *)(p)))
#define _mm256_store_si256(p, a) ((void)(*(__m256i *)(p) = (__m256i)(a)))
#define _mm256_storeu_si256(p, a) ((void)(*(__m256i_u *)(p) = (__m256i)(a)))
#define _mm256_stream_si256(p, a) ((void)(*(__m256i *)(p) = (__m256i)(a)))
#define _mm256_testz_si256(a, b) __extension__ ({ __v4du __x = (__v4du)(a), __y = (__v4du)(b); (int)(((__x[0] & \
	__y[0]) | (__x[1] & __y[1]) | (__x[2] & __y[2]) | (__x[3] & __y[3])) == 0); })
#define _mm256_testc_si256(a, b) __extension__ ({ __v4du __x = (__v4du)(a), __y = (__v4du)(b); (int)(((~__x[0] & \
	__y[0]) | (~__x[1] & __y[1]) | (~__x[2] & __y[2]) | (~__x[3] & __y[3])) == 0); })
#define _mm256_testnzc_si256(a, b) __extension__ ({ __v4du __x = (__v4du)(a), __y = (__v4du)(b); !(((__x[0] & \
	__y[0]) | (__x[1] & __y[1]) | (__x[2] & __y[2]) | (__x[3] & __y[3])) == 0) && !(((~__x[0] & __y[0]) | (~__x[1] & \
	__y[1]) | (~__x[2] & __y[2]) | (~__x[3] & __y[3])) == 0); })
#define _mm256_extract_epi8(a, n) __extension__ ({ __v32qu __x = (__v32qu)(a); (int)__x[(n) & 31]; })
#define _mm256_insert_epi8(a, b, n) __extension__ ({ __v32qs __x = (__v32qs)(a); __x[(n) & 31] = (signed char)(b); \
	(__m256i)__x; })
#define _mm256_extract_epi16(a, n) __extension__ ({ __v16hu __x = (__v16hu)(a); (int)__x[(n) & 15]; })
#define _mm256_insert_epi16(a, b, n) __extension__ ({ __v16hi __x = (__v16hi)(a); __x[(n) & 15] = (short)(b); \
	(__m256i)__x; })
#define _mm256_extract_epi32(a, n) __extension__ ({ __v8si __x = (__v8si)(a); (int)__x[(n) & 7]; })
#define _mm256_insert_epi32(a, b, n) __extension__ ({ __v8si __x = (__v8si)(a); __x[(n) & 7] = (int)(b); \
	(__m256i)__x; })
#ifdef __x86_64__
#define _mm256_extract_epi64(a, n) __extension__ ({ __v4di __x = (__v4di)(a); __x[(n) & 3]; })
#define _mm256_insert_epi64(a, b, n) __extension__ ({ __v4di __x = (__v4di)(a); __x[(n) & 3] = (long long)(b); \
	(__m256i)__x; })
#endif
#define _mm256_extractf128_si256(a, n) __extension__ ({ __v4di __x = (__v4di)(a); (__m128i)(__v2di){__x[((n) & 1) \
	* 2], __x[((n) & 1) * 2 + 1]}; })
#define _mm256_insertf128_si256(a, b, n) __extension__ ({ __v4di __x = (__v4di)(a); __v2di __y = (__v2di)(b); \
	(__m256i)(__v4di){(n) & 1 ? __x[0] : __y[0], (n) & 1 ? __x[1] : __y[1], (n) & 1 ? __y[0] : __x[2], (n) & 1 ? \
	__y[1] : __x[3]}; })
#define _mm256_permute2f128_si256(a, b, n) __extension__ ({ __v4di __x = (__v4di)(a), __y = (__v4di)(b); \
	(__m256i)(__v4di){(n) & 8 ? 0 : (n) & 2 ? __y[((n) >> 0 & 1) * 2 + 0] : __x[((n) >> 0 & 1) * 2 + 0], (n) & 8 ? 0 \
	: (n) & 2 ? __y[((n) >> 0 & 1) * 2 + 1] : __x[((n) >> 0 & 1) * 2 + 1], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & \
	1) * 2 + 0] : __x[((n) >> 4 & 1) * 2 + 0], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & 1) * 2 + 1] : __x[((n) >> 4 \
	& 1) * 2 + 1]}; })
#define _mm256_set_m128i(a, b) __extension__ ({ __v2di __x = (__v2di)(b), __y = (__v2di)(a); \
	(__m256i)(__v4di){__x[0], __x[1], __y[0], __y[1]}; })
#define _mm256_setr_m128i(a, b) (_mm256_set_m128i((b), (a)))
#define _mm256_castsi256_si128(a) __extension__ ({ __v4di __x = (__v4di)(a); (__m128i)(__v2di){__x[0], __x[1]}; })
#define _mm256_zextsi128_si256(a) __extension__ ({ __v2di __x = (__v2di)(a); (__m256i)(__v4di){__x[0], __x[1], 0, \
	0}; })
#define _mm256_castps_pd(a) ((__m256d)(__m256)(a))
#define _mm256_castps_si256(a) ((__m256i)(__m256)(a))
#define _mm256_castpd_ps(a) ((__m256)(__m256d)(a))
#define _mm256_castpd_si256(a) ((__m256i)(__m256d)(a))
#define _mm256_castsi256_ps(a) ((__m256)(__m256i)(a))
#define _mm256_castsi256_pd(a) ((__m256d)(__m256i)(a))
#define _mm256_zeroall() ((void)0)
#define _mm256_zeroupper() ((void)0)
#define _mm256_loadu2_m128(p, q) __extension__ ({ const float *__q = (const float *)(p), *__p = (const float \
	*)(q); (__m256)(__v8sf){__p[0], __p[1], __p[2], __p[3], __q[0], __q[1], __q[2], __q[3]}; })
#define _mm256_storeu2_m128(p, q, a) __extension__ ({ float *__q = (float *)(p), *__p = (float *)(q); __v8sf __x = \
	(__v8sf)(a); __p[0] = __x[0]; __p[1] = __x[1]; __p[2] = __x[2]; __p[3] = __x[3]; __q[0] = __x[4]; __q[1] = \
	__x[5]; __q[2] = __x[6]; __q[3] = __x[7]; (void)0; })
#define _mm256_loadu2_m128d(p, q) __extension__ ({ const double *__q = (const double *)(p), *__p = (const double \
	*)(q); (__m256d)(__v4df){__p[0], __p[1], __q[0], __q[1]}; })
#define _mm256_storeu2_m128d(p, q, a) __extension__ ({ double *__q = (double *)(p), *__p = (double *)(q); __v4df \
	__x = (__v4df)(a); __p[0] = __x[0]; __p[1] = __x[1]; __q[0] = __x[2]; __q[1] = __x[3]; (void)0; })
#define _mm256_loadu2_m128i(p, q) __extension__ ({ const __m128i_u *__q = (const __m128i_u *)(p), *__p = (const \
	__m128i_u *)(q); __v2di __x = (__v2di)*__p, __y = (__v2di)*__q; (__m256i)(__v4di){__x[0], __x[1], __y[0], __y[1]}; })
#define _mm256_storeu2_m128i(p, q, a) __extension__ ({ __m128i_u *__q = (__m128i_u *)(p), *__p = (__m128i_u *)(q); \
	__v4di __x = (__v4di)(a); *__p = (__m128i)(__v2di){__x[0], __x[1]}; *__q = (__m128i)(__v2di){__x[2], __x[3]}; \
	(void)0; })

__m256 _mm256_rcp_ps(__m256);
__m256 _mm256_rsqrt_ps(__m256);
__m256d _mm256_undefined_pd(void);
__m256 _mm256_undefined_ps(void);
__m256i _mm256_undefined_si256(void);
__m256d _mm256_castpd128_pd256(__m128d);
__m256 _mm256_castps128_ps256(__m128);
__m256i _mm256_castsi128_si256(__m128i);
#endif
