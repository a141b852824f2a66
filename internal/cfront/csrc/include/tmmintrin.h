/* x86 intrinsics by GNU vectors. What is only declared has no body: each call gives any value. */
#ifndef _TANDEM_TMMINTRIN_H
#define _TANDEM_TMMINTRIN_H

#include <pmmintrin.h>

#define __tandem_sat16(v) __extension__ ({ int __r = (v); (short)(__r > 32767 ? 32767 : __r < -32768 ? -32768 : \
	__r); })
#define _mm_hadd_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){(short)((unsigned)__x[0] + (unsigned)__x[1]), (short)((unsigned)__x[2] + (unsigned)__x[3]), \
	(short)((unsigned)__x[4] + (unsigned)__x[5]), (short)((unsigned)__x[6] + (unsigned)__x[7]), \
	(short)((unsigned)__y[0] + (unsigned)__y[1]), (short)((unsigned)__y[2] + (unsigned)__y[3]), \
	(short)((unsigned)__y[4] + (unsigned)__y[5]), (short)((unsigned)__y[6] + (unsigned)__y[7])}; })
#define _mm_hadds_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){__tandem_sat16(__x[0] + __x[1]), __tandem_sat16(__x[2] + __x[3]), __tandem_sat16(__x[4] + \
	__x[5]), __tandem_sat16(__x[6] + __x[7]), __tandem_sat16(__y[0] + __y[1]), __tandem_sat16(__y[2] + __y[3]), \
	__tandem_sat16(__y[4] + __y[5]), __tandem_sat16(__y[6] + __y[7])}; })
#define _mm_hsub_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){(short)((unsigned)__x[0] - (unsigned)__x[1]), (short)((unsigned)__x[2] - (unsigned)__x[3]), \
	(short)((unsigned)__x[4] - (unsigned)__x[5]), (short)((unsigned)__x[6] - (unsigned)__x[7]), \
	(short)((unsigned)__y[0] - (unsigned)__y[1]), (short)((unsigned)__y[2] - (unsigned)__y[3]), \
	(short)((unsigned)__y[4] - (unsigned)__y[5]), (short)((unsigned)__y[6] - (unsigned)__y[7])}; })
#define _mm_hsubs_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){__tandem_sat16(__x[0] - __x[1]), __tandem_sat16(__x[2] - __x[3]), __tandem_sat16(__x[4] - \
	__x[5]), __tandem_sat16(__x[6] - __x[7]), __tandem_sat16(__y[0] - __y[1]), __tandem_sat16(__y[2] - __y[3]), \
	__tandem_sat16(__y[4] - __y[5]), __tandem_sat16(__y[6] - __y[7])}; })
#define _mm_hadd_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); \
	(__m128i)(__v4si){(int)((unsigned)__x[0] + (unsigned)__x[1]), (int)((unsigned)__x[2] + (unsigned)__x[3]), \
	(int)((unsigned)__y[0] + (unsigned)__y[1]), (int)((unsigned)__y[2] + (unsigned)__y[3])}; })
#define _mm_hsub_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); \
	(__m128i)(__v4si){(int)((unsigned)__x[0] - (unsigned)__x[1]), (int)((unsigned)__x[2] - (unsigned)__x[3]), \
	(int)((unsigned)__y[0] - (unsigned)__y[1]), (int)((unsigned)__y[2] - (unsigned)__y[3])}; })
#define _mm_abs_epi8(a) __extension__ ({ __v16qs __x = (__v16qs)(a), __m = __x >> 7; (__m128i)((__v16qu)(__x ^ \
	__m) - (__v16qu)__m); })
#define _mm_sign_epi8(a, b) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b), __m = __y >> 7; \
	(__m128i)(((__v16qu)(__x ^ __m) - (__v16qu)__m) & (__v16qu)(__y != 0)); })
#define _mm_abs_epi16(a) __extension__ ({ __v8hi __x = (__v8hi)(a), __m = __x >> 15; (__m128i)((__v8hu)(__x ^ __m) \
	- (__v8hu)__m); })
#define _mm_sign_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b), __m = __y >> 15; \
	(__m128i)(((__v8hu)(__x ^ __m) - (__v8hu)__m) & (__v8hu)(__y != 0)); })
#define _mm_abs_epi32(a) __extension__ ({ __v4si __x = (__v4si)(a), __m = __x >> 31; (__m128i)((__v4su)(__x ^ __m) \
	- (__v4su)__m); })
#define _mm_sign_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b), __m = __y >> 31; \
	(__m128i)(((__v4su)(__x ^ __m) - (__v4su)__m) & (__v4su)(__y != 0)); })
#define _mm_shuffle_epi8(a, b) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); \
	(__m128i)(__builtin_shuffle(__x, (__y & 15)) & ~(__y >> 7)); })
#define _mm_alignr_epi8(a, b, n) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); __v16qs __z = \
	{0}; ((n) & 255) < 16 ? (__m128i)__builtin_shufflevector(__y, __x, ((n) & 255) > 15 ? 0 : ((n) & 15) > 15 ? 0 + \
	((n) & 15) : 0 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 14 ? 1 + ((n) & 15) : 1 + ((n) & 15), ((n) & \
	255) > 15 ? 0 : ((n) & 15) > 13 ? 2 + ((n) & 15) : 2 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 12 ? 3 + \
	((n) & 15) : 3 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 11 ? 4 + ((n) & 15) : 4 + ((n) & 15), ((n) & \
	255) > 15 ? 0 : ((n) & 15) > 10 ? 5 + ((n) & 15) : 5 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 9 ? 6 + \
	((n) & 15) : 6 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 8 ? 7 + ((n) & 15) : 7 + ((n) & 15), ((n) & 255) \
	> 15 ? 0 : ((n) & 15) > 7 ? 8 + ((n) & 15) : 8 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 6 ? 9 + ((n) & \
	15) : 9 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 5 ? 10 + ((n) & 15) : 10 + ((n) & 15), ((n) & 255) > 15 \
	? 0 : ((n) & 15) > 4 ? 11 + ((n) & 15) : 11 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 3 ? 12 + ((n) & 15) \
	: 12 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 2 ? 13 + ((n) & 15) : 13 + ((n) & 15), ((n) & 255) > 15 ? \
	0 : ((n) & 15) > 1 ? 14 + ((n) & 15) : 14 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 0 ? 15 + ((n) & 15) : \
	15 + ((n) & 15)) : (__m128i)__builtin_shufflevector(__x, __z, ((n) & 255) < 16 || ((n) & 255) > 31 ? 16 : 0 + \
	((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 30 ? 16 : 1 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 29 ? 16 \
	: 2 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 28 ? 16 : 3 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > \
	27 ? 16 : 4 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 26 ? 16 : 5 + ((n) & 15), ((n) & 255) < 16 || ((n) & \
	255) > 25 ? 16 : 6 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 24 ? 16 : 7 + ((n) & 15), ((n) & 255) < 16 || \
	((n) & 255) > 23 ? 16 : 8 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 22 ? 16 : 9 + ((n) & 15), ((n) & 255) < \
	16 || ((n) & 255) > 21 ? 16 : 10 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 20 ? 16 : 11 + ((n) & 15), ((n) \
	& 255) < 16 || ((n) & 255) > 19 ? 16 : 12 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 18 ? 16 : 13 + ((n) & \
	15), ((n) & 255) < 16 || ((n) & 255) > 17 ? 16 : 14 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 16 ? 16 : 15 \
	+ ((n) & 15)); })
#define _mm_maddubs_epi16(a, b) __extension__ ({ __v16qu __x = (__v16qu)(a); __v16qs __y = (__v16qs)(b); \
	(__m128i)(__v8hi){__tandem_sat16(__x[0] * __y[0] + __x[1] * __y[1]), __tandem_sat16(__x[2] * __y[2] + __x[3] * \
	__y[3]), __tandem_sat16(__x[4] * __y[4] + __x[5] * __y[5]), __tandem_sat16(__x[6] * __y[6] + __x[7] * __y[7]), \
	__tandem_sat16(__x[8] * __y[8] + __x[9] * __y[9]), __tandem_sat16(__x[10] * __y[10] + __x[11] * __y[11]), \
	__tandem_sat16(__x[12] * __y[12] + __x[13] * __y[13]), __tandem_sat16(__x[14] * __y[14] + __x[15] * __y[15])}; })
#define _mm_mulhrs_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){(short)(((__x[0] * __y[0] >> 14) + 1) >> 1), (short)(((__x[1] * __y[1] >> 14) + 1) >> 1), \
	(short)(((__x[2] * __y[2] >> 14) + 1) >> 1), (short)(((__x[3] * __y[3] >> 14) + 1) >> 1), (short)(((__x[4] * \
	__y[4] >> 14) + 1) >> 1), (short)(((__x[5] * __y[5] >> 14) + 1) >> 1), (short)(((__x[6] * __y[6] >> 14) + 1) >> \
	1), (short)(((__x[7] * __y[7] >> 14) + 1) >> 1)}; })

__m64 _mm_hadd_pi16(__m64, __m64);
__m64 _mm_hadd_pi32(__m64, __m64);
__m64 _mm_hadds_pi16(__m64, __m64);
__m64 _mm_hsub_pi16(__m64, __m64);
__m64 _mm_hsub_pi32(__m64, __m64);
__m64 _mm_hsubs_pi16(__m64, __m64);
__m64 _mm_maddubs_pi16(__m64, __m64);
__m64 _mm_mulhrs_pi16(__m64, __m64);
__m64 _mm_shuffle_pi8(__m64, __m64);
__m64 _mm_sign_pi8(__m64, __m64);
__m64 _mm_sign_pi16(__m64, __m64);
__m64 _mm_sign_pi32(__m64, __m64);
__m64 _mm_alignr_pi8(__m64, __m64, const int);
__m64 _mm_abs_pi8(__m64);
__m64 _mm_abs_pi16(__m64);
__m64 _mm_abs_pi32(__m64);
#endif
