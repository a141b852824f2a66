/* x86 intrinsics by GNU vectors. What is only declared has no body: each call gives any value. */
#ifndef _TANDEM_SMMINTRIN_H
#define _TANDEM_SMMINTRIN_H

#include <tmmintrin.h>

#define _MM_FROUND_TO_NEAREST_INT 0
#define _MM_FROUND_TO_NEG_INF 1
#define _MM_FROUND_TO_POS_INF 2
#define _MM_FROUND_TO_ZERO 3
#define _MM_FROUND_CUR_DIRECTION 4
#define _MM_FROUND_RAISE_EXC 0
#define _MM_FROUND_NO_EXC 8
#define _MM_FROUND_NINT 0
#define _MM_FROUND_FLOOR 1
#define _MM_FROUND_CEIL 2
#define _MM_FROUND_TRUNC 3
#define _MM_FROUND_RINT 4
#define _MM_FROUND_NEARBYINT 12
#define __tandem_roundf(v, n) ((n) & 4 ? __builtin_rintf(v) : ((n) & 3) == 0 ? __builtin_roundevenf(v) : ((n) & 3) \
	== 1 ? __builtin_floorf(v) : ((n) & 3) == 2 ? __builtin_ceilf(v) : __builtin_truncf(v))
#define __tandem_round(v, n) ((n) & 4 ? __builtin_rint(v) : ((n) & 3) == 0 ? __builtin_roundeven(v) : ((n) & 3) == \
	1 ? __builtin_floor(v) : ((n) & 3) == 2 ? __builtin_ceil(v) : __builtin_trunc(v))
#define _mm_cmpeq_epi64(a, b) ((__m128i)((__v2di)(a) == (__v2di)(b)))
#define _mm_cmpgt_epi64(a, b) ((__m128i)((__v2di)(a) > (__v2di)(b)))
#define _mm_blend_epi16(a, b, n) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){((n) >> 0 & 1) ? __y[0] : __x[0], ((n) >> 1 & 1) ? __y[1] : __x[1], ((n) >> 2 & 1) ? __y[2] : \
	__x[2], ((n) >> 3 & 1) ? __y[3] : __x[3], ((n) >> 4 & 1) ? __y[4] : __x[4], ((n) >> 5 & 1) ? __y[5] : __x[5], \
	((n) >> 6 & 1) ? __y[6] : __x[6], ((n) >> 7 & 1) ? __y[7] : __x[7]}; })
#define _mm_blendv_epi8(a, b, c) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); __v16qs __m = \
	(__v16qs)(c) >> 7; (__m128i)((__x & ~__m) | (__y & __m)); })
#define _mm_max_epi8(a, b) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); __v16qs __m = \
	(__v16qs)(__x > __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_min_epi8(a, b) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); __v16qs __m = \
	(__v16qs)(__x < __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_max_epu16(a, b) __extension__ ({ __v8hu __x = (__v8hu)(a), __y = (__v8hu)(b); __v8hu __m = \
	(__v8hu)(__x > __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_min_epu16(a, b) __extension__ ({ __v8hu __x = (__v8hu)(a), __y = (__v8hu)(b); __v8hu __m = \
	(__v8hu)(__x < __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_max_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); __v4si __m = \
	(__v4si)(__x > __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_min_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); __v4si __m = \
	(__v4si)(__x < __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_max_epu32(a, b) __extension__ ({ __v4su __x = (__v4su)(a), __y = (__v4su)(b); __v4su __m = \
	(__v4su)(__x > __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_min_epu32(a, b) __extension__ ({ __v4su __x = (__v4su)(a), __y = (__v4su)(b); __v4su __m = \
	(__v4su)(__x < __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_mullo_epi32(a, b) ((__m128i)((__v4su)(a) * (__v4su)(b)))
#define _mm_mul_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); (__m128i)(__v2di){(long \
	long)__x[0] * __y[0], (long long)__x[2] * __y[2]}; })
#define _mm_packus_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); __v4si __g__x = __x > \
	65535, __l__x = __x < 0; __x = (__x & ~(__g__x | __l__x)) | (__g__x & 65535) | (__l__x & 0); __v4si __g__y = __y \
	> 65535, __l__y = __y < 0; __y = (__y & ~(__g__y | __l__y)) | (__g__y & 65535) | (__l__y & 0); \
	(__m128i)(__v8hu){(unsigned short)__x[0], (unsigned short)__x[1], (unsigned short)__x[2], (unsigned short)__x[3], \
	(unsigned short)__y[0], (unsigned short)__y[1], (unsigned short)__y[2], (unsigned short)__y[3]}; })
#define _mm_cvtepi8_epi16(a) __extension__ ({ __v16qs __x = (__v16qs)(a); (__m128i)(__v8hi){(short)__x[0], \
	(short)__x[1], (short)__x[2], (short)__x[3], (short)__x[4], (short)__x[5], (short)__x[6], (short)__x[7]}; })
#define _mm_cvtepi8_epi32(a) __extension__ ({ __v16qs __x = (__v16qs)(a); (__m128i)(__v4si){(int)__x[0], \
	(int)__x[1], (int)__x[2], (int)__x[3]}; })
#define _mm_cvtepi8_epi64(a) __extension__ ({ __v16qs __x = (__v16qs)(a); (__m128i)(__v2di){(long long)__x[0], \
	(long long)__x[1]}; })
#define _mm_cvtepi16_epi32(a) __extension__ ({ __v8hi __x = (__v8hi)(a); (__m128i)(__v4si){(int)__x[0], \
	(int)__x[1], (int)__x[2], (int)__x[3]}; })
#define _mm_cvtepi16_epi64(a) __extension__ ({ __v8hi __x = (__v8hi)(a); (__m128i)(__v2di){(long long)__x[0], \
	(long long)__x[1]}; })
#define _mm_cvtepi32_epi64(a) __extension__ ({ __v4si __x = (__v4si)(a); (__m128i)(__v2di){(long long)__x[0], \
	(long long)__x[1]}; })
#define _mm_cvtepu8_epi16(a) __extension__ ({ __v16qu __x = (__v16qu)(a); (__m128i)(__v8hi){(short)__x[0], \
	(short)__x[1], (short)__x[2], (short)__x[3], (short)__x[4], (short)__x[5], (short)__x[6], (short)__x[7]}; })
#define _mm_cvtepu8_epi32(a) __extension__ ({ __v16qu __x = (__v16qu)(a); (__m128i)(__v4si){(int)__x[0], \
	(int)__x[1], (int)__x[2], (int)__x[3]}; })
#define _mm_cvtepu8_epi64(a) __extension__ ({ __v16qu __x = (__v16qu)(a); (__m128i)(__v2di){(long long)__x[0], \
	(long long)__x[1]}; })
#define _mm_cvtepu16_epi32(a) __extension__ ({ __v8hu __x = (__v8hu)(a); (__m128i)(__v4si){(int)__x[0], \
	(int)__x[1], (int)__x[2], (int)__x[3]}; })
#define _mm_cvtepu16_epi64(a) __extension__ ({ __v8hu __x = (__v8hu)(a); (__m128i)(__v2di){(long long)__x[0], \
	(long long)__x[1]}; })
#define _mm_cvtepu32_epi64(a) __extension__ ({ __v4su __x = (__v4su)(a); (__m128i)(__v2di){(long long)__x[0], \
	(long long)__x[1]}; })
#define _mm_testz_si128(a, b) __extension__ ({ __v2du __x = (__v2du)(a), __y = (__v2du)(b); (int)(((__x[0] & \
	__y[0]) | (__x[1] & __y[1])) == 0); })
#define _mm_testc_si128(a, b) __extension__ ({ __v2du __x = (__v2du)(a), __y = (__v2du)(b); (int)(((~__x[0] & \
	__y[0]) | (~__x[1] & __y[1])) == 0); })
#define _mm_testnzc_si128(a, b) __extension__ ({ __v2du __x = (__v2du)(a), __y = (__v2du)(b); !(((__x[0] & __y[0]) \
	| (__x[1] & __y[1])) == 0) && !(((~__x[0] & __y[0]) | (~__x[1] & __y[1])) == 0); })
#define _mm_blend_ps(a, b, n) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){((n) \
	>> 0 & 1) ? __y[0] : __x[0], ((n) >> 1 & 1) ? __y[1] : __x[1], ((n) >> 2 & 1) ? __y[2] : __x[2], ((n) >> 3 & 1) ? \
	__y[3] : __x[3]}; })
#define _mm_blendv_ps(a, b, c) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __m = \
	(__v4si)(c); (__m128)(__v4sf){__m[0] < 0 ? __y[0] : __x[0], __m[1] < 0 ? __y[1] : __x[1], __m[2] < 0 ? __y[2] : \
	__x[2], __m[3] < 0 ? __y[3] : __x[3]}; })
#define _mm_round_ps(a, n) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){__tandem_roundf(__x[0], n), \
	__tandem_roundf(__x[1], n), __tandem_roundf(__x[2], n), __tandem_roundf(__x[3], n)}; })
#define _mm_floor_ps(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){__builtin_floorf(__x[0]), \
	__builtin_floorf(__x[1]), __builtin_floorf(__x[2]), __builtin_floorf(__x[3])}; })
#define _mm_ceil_ps(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){__builtin_ceilf(__x[0]), \
	__builtin_ceilf(__x[1]), __builtin_ceilf(__x[2]), __builtin_ceilf(__x[3])}; })
#define _mm_blend_pd(a, b, n) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){((n) \
	>> 0 & 1) ? __y[0] : __x[0], ((n) >> 1 & 1) ? __y[1] : __x[1]}; })
#define _mm_blendv_pd(a, b, c) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __m = \
	(__v2di)(c); (__m128d)(__v2df){__m[0] < 0 ? __y[0] : __x[0], __m[1] < 0 ? __y[1] : __x[1]}; })
#define _mm_round_pd(a, n) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){__tandem_round(__x[0], n), \
	__tandem_round(__x[1], n)}; })
#define _mm_floor_pd(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){__builtin_floor(__x[0]), \
	__builtin_floor(__x[1])}; })
#define _mm_ceil_pd(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){__builtin_ceil(__x[0]), \
	__builtin_ceil(__x[1])}; })
#define _mm_round_ss(a, b, n) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); \
	(__m128)(__v4sf){__tandem_roundf(__y[0], n), __x[1], __x[2], __x[3]}; })
#define _mm_floor_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); \
	(__m128)(__v4sf){__builtin_floorf(__y[0]), __x[1], __x[2], __x[3]}; })
#define _mm_ceil_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); \
	(__m128)(__v4sf){__builtin_ceilf(__y[0]), __x[1], __x[2], __x[3]}; })
#define _mm_round_sd(a, b, n) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); \
	(__m128d)(__v2df){__tandem_round(__y[0], n), __x[1]}; })
#define _mm_floor_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); \
	(__m128d)(__v2df){__builtin_floor(__y[0]), __x[1]}; })
#define _mm_ceil_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); \
	(__m128d)(__v2df){__builtin_ceil(__y[0]), __x[1]}; })
#define _mm_test_all_zeros(a, b) _mm_testz_si128(a, b)
#define _mm_test_mix_ones_zeros(a, b) _mm_testnzc_si128(a, b)
#define _mm_test_all_ones(a) __extension__ ({ __v2di __x = (__v2di)(a); (__x[0] & __x[1]) == -1; })
#define _mm_dp_ps(a, b, n) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); float __p0 = (n) >> 4 & 1 \
	? __x[0] * __y[0] : 0, __p1 = (n) >> 5 & 1 ? __x[1] * __y[1] : 0, __p2 = (n) >> 6 & 1 ? __x[2] * __y[2] : 0, __p3 \
	= (n) >> 7 & 1 ? __x[3] * __y[3] : 0, __s = (__p0 + __p1) + (__p2 + __p3); (__m128)(__v4sf){(n) >> 0 & 1 ? __s : \
	0, (n) >> 1 & 1 ? __s : 0, (n) >> 2 & 1 ? __s : 0, (n) >> 3 & 1 ? __s : 0}; })
#define _mm_dp_pd(a, b, n) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); double __p0 = (n) >> 4 & \
	1 ? __x[0] * __y[0] : 0, __p1 = (n) >> 5 & 1 ? __x[1] * __y[1] : 0, __s = __p0 + __p1; (__m128d)(__v2df){(n) >> 0 \
	& 1 ? __s : 0, (n) >> 1 & 1 ? __s : 0}; })
#define _mm_insert_ps(a, b, n) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[(n) >> 4 & 3] = \
	__y[(n) >> 6 & 3]; (__m128)(__v4sf){(n) >> 0 & 1 ? 0 : __x[0], (n) >> 1 & 1 ? 0 : __x[1], (n) >> 2 & 1 ? 0 : \
	__x[2], (n) >> 3 & 1 ? 0 : __x[3]}; })
#define _mm_extract_ps(a, n) __extension__ ({ __v4si __x = (__v4si)(a); __x[(n) & 3]; })
#define _MM_EXTRACT_FLOAT(d, v, n) { __v4sf __x = (__v4sf)(v); (d) = __x[(n) & 3]; }
#define _MM_MK_INSERTPS_NDX(s, d, m) (((s) << 6) | ((d) << 4) | (m))
#define _MM_PICK_OUT_PS(a, n) _mm_insert_ps(_mm_setzero_ps(), (a), _MM_MK_INSERTPS_NDX((n), 0, 0x0e))
#define _mm_extract_epi8(a, n) __extension__ ({ __v16qu __x = (__v16qu)(a); (int)__x[(n) & 15]; })
#define _mm_insert_epi8(a, b, n) __extension__ ({ __v16qs __x = (__v16qs)(a); __x[(n) & 15] = (signed char)(b); \
	(__m128i)__x; })
#define _mm_extract_epi32(a, n) __extension__ ({ __v4si __x = (__v4si)(a); (int)__x[(n) & 3]; })
#define _mm_insert_epi32(a, b, n) __extension__ ({ __v4si __x = (__v4si)(a); __x[(n) & 3] = (int)(b); (__m128i)__x; })
#ifdef __x86_64__
#define _mm_extract_epi64(a, n) __extension__ ({ __v2di __x = (__v2di)(a); __x[(n) & 1]; })
#define _mm_insert_epi64(a, b, n) __extension__ ({ __v2di __x = (__v2di)(a); __x[(n) & 1] = (long long)(b); \
	(__m128i)__x; })
#define _mm_minpos_epu16(a) __extension__ ({ __v8hu __x = (__v8hu)(a); unsigned short __m = __x[0], __k = 0; if \
	(__x[1] < __m) __m = __x[1], __k = 1; if (__x[2] < __m) __m = __x[2], __k = 2; if (__x[3] < __m) __m = __x[3], \
	__k = 3; if (__x[4] < __m) __m = __x[4], __k = 4; if (__x[5] < __m) __m = __x[5], __k = 5; if (__x[6] < __m) __m \
	= __x[6], __k = 6; if (__x[7] < __m) __m = __x[7], __k = 7; (__m128i)(__v8hu){__m, __k, 0, 0, 0, 0, 0, 0}; })
#define _mm_stream_load_si128(p) (*(const __m128i *)(p))
#endif

__m128i _mm_mpsadbw_epu8(__m128i, __m128i, const int);
__m128i _mm_cmpistrm(__m128i, __m128i, const int);
int _mm_cmpistri(__m128i, __m128i, const int);
__m128i _mm_cmpestrm(__m128i, int, __m128i, int, const int);
int _mm_cmpestri(__m128i, int, __m128i, int, const int);
int _mm_cmpistra(__m128i, __m128i, const int);
int _mm_cmpistrc(__m128i, __m128i, const int);
int _mm_cmpistro(__m128i, __m128i, const int);
int _mm_cmpistrs(__m128i, __m128i, const int);
int _mm_cmpistrz(__m128i, __m128i, const int);
int _mm_cmpestra(__m128i, int, __m128i, int, const int);
int _mm_cmpestrc(__m128i, int, __m128i, int, const int);
int _mm_cmpestro(__m128i, int, __m128i, int, const int);
int _mm_cmpestrs(__m128i, int, __m128i, int, const int);
int _mm_cmpestrz(__m128i, int, __m128i, int, const int);
unsigned int _mm_crc32_u8(unsigned int, unsigned char);
unsigned int _mm_crc32_u16(unsigned int, unsigned short);
unsigned int _mm_crc32_u32(unsigned int, unsigned int);
unsigned long long _mm_crc32_u64(unsigned long long, unsigned long long);
#endif
