/* x86 intrinsics by GNU vectors. What is only declared has no body: each call gives any value. */
#ifndef _TANDEM_EMMINTRIN_H
#define _TANDEM_EMMINTRIN_H

#include <xmmintrin.h>

typedef double __m128d __attribute__((__vector_size__(16), __may_alias__));
typedef double __m128d_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef short __tandem_i16_u __attribute__((__may_alias__, __aligned__(1)));
typedef int __tandem_i32_u __attribute__((__may_alias__, __aligned__(1)));
typedef long long __tandem_i64_u __attribute__((__may_alias__, __aligned__(1)));
typedef double __tandem_f64_u __attribute__((__may_alias__, __aligned__(1)));
typedef float __tandem_f32_u __attribute__((__may_alias__, __aligned__(1)));
#define _MM_SHUFFLE2(a, b) (((a) << 1) | (b))
#define _mm_lfence() ((void)0)
#define _mm_mfence() ((void)0)
#define _mm_clflush(p) ((void)(p))
#define _mm_add_epi8(a, b) ((__m128i)((__v16qu)(a) + (__v16qu)(b)))
#define _mm_sub_epi8(a, b) ((__m128i)((__v16qu)(a) - (__v16qu)(b)))
#define _mm_add_epi16(a, b) ((__m128i)((__v8hu)(a) + (__v8hu)(b)))
#define _mm_sub_epi16(a, b) ((__m128i)((__v8hu)(a) - (__v8hu)(b)))
#define _mm_add_epi32(a, b) ((__m128i)((__v4su)(a) + (__v4su)(b)))
#define _mm_sub_epi32(a, b) ((__m128i)((__v4su)(a) - (__v4su)(b)))
#define _mm_add_epi64(a, b) ((__m128i)((__v2du)(a) + (__v2du)(b)))
#define _mm_sub_epi64(a, b) ((__m128i)((__v2du)(a) - (__v2du)(b)))
#define _mm_adds_epu8(a, b) __extension__ ({ __v16qu __x = (__v16qu)(a), __y = (__v16qu)(b); __v16qu __s = __x + \
	__y; (__m128i)(__s | (__v16qu)(__s < __x)); })
#define _mm_subs_epu8(a, b) __extension__ ({ __v16qu __x = (__v16qu)(a), __y = (__v16qu)(b); (__m128i)((__x - __y) \
	& (__v16qu)(__x > __y)); })
#define _mm_adds_epi8(a, b) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); __v16qs __s = \
	(__v16qs)((__v16qu)__x + (__v16qu)__y), __m = (~(__x ^ __y) & (__x ^ __s)) >> 7; (__m128i)((__s & ~__m) | (((__x \
	>> 7) ^ 127) & __m)); })
#define _mm_subs_epi8(a, b) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); __v16qs __s = \
	(__v16qs)((__v16qu)__x - (__v16qu)__y), __m = ((__x ^ __y) & (__x ^ __s)) >> 7; (__m128i)((__s & ~__m) | (((__x \
	>> 7) ^ 127) & __m)); })
#define _mm_adds_epu16(a, b) __extension__ ({ __v8hu __x = (__v8hu)(a), __y = (__v8hu)(b); __v8hu __s = __x + __y; \
	(__m128i)(__s | (__v8hu)(__s < __x)); })
#define _mm_subs_epu16(a, b) __extension__ ({ __v8hu __x = (__v8hu)(a), __y = (__v8hu)(b); (__m128i)((__x - __y) & \
	(__v8hu)(__x > __y)); })
#define _mm_adds_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); __v8hi __s = \
	(__v8hi)((__v8hu)__x + (__v8hu)__y), __m = (~(__x ^ __y) & (__x ^ __s)) >> 15; (__m128i)((__s & ~__m) | (((__x >> \
	15) ^ 32767) & __m)); })
#define _mm_subs_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); __v8hi __s = \
	(__v8hi)((__v8hu)__x - (__v8hu)__y), __m = ((__x ^ __y) & (__x ^ __s)) >> 15; (__m128i)((__s & ~__m) | (((__x >> \
	15) ^ 32767) & __m)); })
#define _mm_avg_epu8(a, b) __extension__ ({ __v16qu __x = (__v16qu)(a), __y = (__v16qu)(b); (__m128i)((__x | __y) \
	- ((__x ^ __y) >> 1)); })
#define _mm_avg_epu16(a, b) __extension__ ({ __v8hu __x = (__v8hu)(a), __y = (__v8hu)(b); (__m128i)((__x | __y) - \
	((__x ^ __y) >> 1)); })
#define _mm_and_si128(a, b) ((__m128i)((__v2du)(a) & (__v2du)(b)))
#define _mm_or_si128(a, b) ((__m128i)((__v2du)(a) | (__v2du)(b)))
#define _mm_xor_si128(a, b) ((__m128i)((__v2du)(a) ^ (__v2du)(b)))
#define _mm_andnot_si128(a, b) ((__m128i)(~(__v2du)(a) & (__v2du)(b)))
#define _mm_cmpeq_epi8(a, b) ((__m128i)((__v16qs)(a) == (__v16qs)(b)))
#define _mm_cmpgt_epi8(a, b) ((__m128i)((__v16qs)(a) > (__v16qs)(b)))
#define _mm_cmplt_epi8(a, b) ((__m128i)((__v16qs)(a) < (__v16qs)(b)))
#define _mm_cmpeq_epi16(a, b) ((__m128i)((__v8hi)(a) == (__v8hi)(b)))
#define _mm_cmpgt_epi16(a, b) ((__m128i)((__v8hi)(a) > (__v8hi)(b)))
#define _mm_cmplt_epi16(a, b) ((__m128i)((__v8hi)(a) < (__v8hi)(b)))
#define _mm_cmpeq_epi32(a, b) ((__m128i)((__v4si)(a) == (__v4si)(b)))
#define _mm_cmpgt_epi32(a, b) ((__m128i)((__v4si)(a) > (__v4si)(b)))
#define _mm_cmplt_epi32(a, b) ((__m128i)((__v4si)(a) < (__v4si)(b)))
#define _mm_max_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); __v8hi __m = \
	(__v8hi)(__x > __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_min_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); __v8hi __m = \
	(__v8hi)(__x < __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_max_epu8(a, b) __extension__ ({ __v16qu __x = (__v16qu)(a), __y = (__v16qu)(b); __v16qu __m = \
	(__v16qu)(__x > __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_min_epu8(a, b) __extension__ ({ __v16qu __x = (__v16qu)(a), __y = (__v16qu)(b); __v16qu __m = \
	(__v16qu)(__x < __y); (__m128i)((__x & __m) | (__y & ~__m)); })
#define _mm_mullo_epi16(a, b) ((__m128i)((__v8hu)(a) * (__v8hu)(b)))
#define _mm_mulhi_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){(short)(__x[0] * __y[0] >> 16), (short)(__x[1] * __y[1] >> 16), (short)(__x[2] * __y[2] >> 16), \
	(short)(__x[3] * __y[3] >> 16), (short)(__x[4] * __y[4] >> 16), (short)(__x[5] * __y[5] >> 16), (short)(__x[6] * \
	__y[6] >> 16), (short)(__x[7] * __y[7] >> 16)}; })
#define _mm_mulhi_epu16(a, b) __extension__ ({ __v8hu __x = (__v8hu)(a), __y = (__v8hu)(b); \
	(__m128i)(__v8hu){(unsigned short)((unsigned)__x[0] * __y[0] >> 16), (unsigned short)((unsigned)__x[1] * __y[1] \
	>> 16), (unsigned short)((unsigned)__x[2] * __y[2] >> 16), (unsigned short)((unsigned)__x[3] * __y[3] >> 16), \
	(unsigned short)((unsigned)__x[4] * __y[4] >> 16), (unsigned short)((unsigned)__x[5] * __y[5] >> 16), (unsigned \
	short)((unsigned)__x[6] * __y[6] >> 16), (unsigned short)((unsigned)__x[7] * __y[7] >> 16)}; })
#define _mm_madd_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v4si){(int)((unsigned)(__x[0] * __y[0]) + (unsigned)(__x[1] * __y[1])), (int)((unsigned)(__x[2] * \
	__y[2]) + (unsigned)(__x[3] * __y[3])), (int)((unsigned)(__x[4] * __y[4]) + (unsigned)(__x[5] * __y[5])), \
	(int)((unsigned)(__x[6] * __y[6]) + (unsigned)(__x[7] * __y[7]))}; })
#define _mm_mul_epu32(a, b) __extension__ ({ __v4su __x = (__v4su)(a), __y = (__v4su)(b); \
	(__m128i)(__v2du){(unsigned long long)__x[0] * __y[0], (unsigned long long)__x[2] * __y[2]}; })
#define _mm_sad_epu8(a, b) __extension__ ({ __v16qu __x = (__v16qu)(a), __y = (__v16qu)(b); __v16qu __m = \
	(__v16qu)(__x > __y), __d = ((__x - __y) & __m) | ((__y - __x) & ~__m); (__m128i)(__v2di){__d[0] + __d[1] + \
	__d[2] + __d[3] + __d[4] + __d[5] + __d[6] + __d[7], __d[8] + __d[9] + __d[10] + __d[11] + __d[12] + __d[13] + \
	__d[14] + __d[15]}; })
#define _mm_packs_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); __v8hi __g__x = __x > \
	127, __l__x = __x < -128; __x = (__x & ~(__g__x | __l__x)) | (__g__x & 127) | (__l__x & -128); __v8hi __g__y = \
	__y > 127, __l__y = __y < -128; __y = (__y & ~(__g__y | __l__y)) | (__g__y & 127) | (__l__y & -128); \
	(__m128i)(__v16qs){(signed char)__x[0], (signed char)__x[1], (signed char)__x[2], (signed char)__x[3], (signed \
	char)__x[4], (signed char)__x[5], (signed char)__x[6], (signed char)__x[7], (signed char)__y[0], (signed \
	char)__y[1], (signed char)__y[2], (signed char)__y[3], (signed char)__y[4], (signed char)__y[5], (signed \
	char)__y[6], (signed char)__y[7]}; })
#define _mm_packs_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); __v4si __g__x = __x > \
	32767, __l__x = __x < -32768; __x = (__x & ~(__g__x | __l__x)) | (__g__x & 32767) | (__l__x & -32768); __v4si \
	__g__y = __y > 32767, __l__y = __y < -32768; __y = (__y & ~(__g__y | __l__y)) | (__g__y & 32767) | (__l__y & \
	-32768); (__m128i)(__v8hi){(short)__x[0], (short)__x[1], (short)__x[2], (short)__x[3], (short)__y[0], \
	(short)__y[1], (short)__y[2], (short)__y[3]}; })
#define _mm_packus_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); __v8hi __g__x = __x > \
	255, __l__x = __x < 0; __x = (__x & ~(__g__x | __l__x)) | (__g__x & 255) | (__l__x & 0); __v8hi __g__y = __y > \
	255, __l__y = __y < 0; __y = (__y & ~(__g__y | __l__y)) | (__g__y & 255) | (__l__y & 0); \
	(__m128i)(__v16qu){(unsigned char)__x[0], (unsigned char)__x[1], (unsigned char)__x[2], (unsigned char)__x[3], \
	(unsigned char)__x[4], (unsigned char)__x[5], (unsigned char)__x[6], (unsigned char)__x[7], (unsigned \
	char)__y[0], (unsigned char)__y[1], (unsigned char)__y[2], (unsigned char)__y[3], (unsigned char)__y[4], \
	(unsigned char)__y[5], (unsigned char)__y[6], (unsigned char)__y[7]}; })
#define _mm_set_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) ((__m128i)(__v16qs){(signed char)(p), (signed \
	char)(o), (signed char)(n), (signed char)(m), (signed char)(l), (signed char)(k), (signed char)(j), (signed \
	char)(i), (signed char)(h), (signed char)(g), (signed char)(f), (signed char)(e), (signed char)(d), (signed \
	char)(c), (signed char)(b), (signed char)(a)})
#define _mm_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) ((__m128i)(__v16qs){(signed char)(a), \
	(signed char)(b), (signed char)(c), (signed char)(d), (signed char)(e), (signed char)(f), (signed char)(g), \
	(signed char)(h), (signed char)(i), (signed char)(j), (signed char)(k), (signed char)(l), (signed char)(m), \
	(signed char)(n), (signed char)(o), (signed char)(p)})
#define _mm_set1_epi8(a) __extension__ ({ signed char __x = (signed char)(a); (__m128i)(__v16qs){__x, __x, __x, \
	__x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x, __x}; })
#define _mm_set_epi16(a, b, c, d, e, f, g, h) ((__m128i)(__v8hi){(short)(h), (short)(g), (short)(f), (short)(e), \
	(short)(d), (short)(c), (short)(b), (short)(a)})
#define _mm_setr_epi16(a, b, c, d, e, f, g, h) ((__m128i)(__v8hi){(short)(a), (short)(b), (short)(c), (short)(d), \
	(short)(e), (short)(f), (short)(g), (short)(h)})
#define _mm_set1_epi16(a) __extension__ ({ short __x = (short)(a); (__m128i)(__v8hi){__x, __x, __x, __x, __x, __x, \
	__x, __x}; })
#define _mm_set_epi32(a, b, c, d) ((__m128i)(__v4si){(int)(d), (int)(c), (int)(b), (int)(a)})
#define _mm_setr_epi32(a, b, c, d) ((__m128i)(__v4si){(int)(a), (int)(b), (int)(c), (int)(d)})
#define _mm_set1_epi32(a) __extension__ ({ int __x = (int)(a); (__m128i)(__v4si){__x, __x, __x, __x}; })
#define _mm_set_epi64x(a, b) ((__m128i)(__v2di){(long long)(b), (long long)(a)})
#define _mm_set1_epi64x(a) __extension__ ({ long long __x = (long long)(a); (__m128i)(__v2di){__x, __x}; })
#define _mm_setzero_si128() ((__m128i){0})
#define _mm_shuffle_epi32(a, n) __extension__ ({ __v4si __x = (__v4si)(a); (__m128i)(__v4si){__x[0 + ((n) >> 0 & \
	3)], __x[0 + ((n) >> 2 & 3)], __x[0 + ((n) >> 4 & 3)], __x[0 + ((n) >> 6 & 3)]}; })
#define _mm_shufflelo_epi16(a, n) __extension__ ({ __v8hi __x = (__v8hi)(a); (__m128i)(__v8hi){__x[0 + ((n) >> 0 & \
	3)], __x[0 + ((n) >> 2 & 3)], __x[0 + ((n) >> 4 & 3)], __x[0 + ((n) >> 6 & 3)], __x[4], __x[5], __x[6], __x[7]}; })
#define _mm_shufflehi_epi16(a, n) __extension__ ({ __v8hi __x = (__v8hi)(a); (__m128i)(__v8hi){__x[0], __x[1], \
	__x[2], __x[3], __x[4 + ((n) >> 0 & 3)], __x[4 + ((n) >> 2 & 3)], __x[4 + ((n) >> 4 & 3)], __x[4 + ((n) >> 6 & \
	3)]}; })
#define _mm_unpacklo_epi8(a, b) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); \
	(__m128i)(__v16qs){__x[0], __y[0], __x[1], __y[1], __x[2], __y[2], __x[3], __y[3], __x[4], __y[4], __x[5], \
	__y[5], __x[6], __y[6], __x[7], __y[7]}; })
#define _mm_unpackhi_epi8(a, b) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); \
	(__m128i)(__v16qs){__x[8], __y[8], __x[9], __y[9], __x[10], __y[10], __x[11], __y[11], __x[12], __y[12], __x[13], \
	__y[13], __x[14], __y[14], __x[15], __y[15]}; })
#define _mm_unpacklo_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){__x[0], __y[0], __x[1], __y[1], __x[2], __y[2], __x[3], __y[3]}; })
#define _mm_unpackhi_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a), __y = (__v8hi)(b); \
	(__m128i)(__v8hi){__x[4], __y[4], __x[5], __y[5], __x[6], __y[6], __x[7], __y[7]}; })
#define _mm_unpacklo_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); \
	(__m128i)(__v4si){__x[0], __y[0], __x[1], __y[1]}; })
#define _mm_unpackhi_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); \
	(__m128i)(__v4si){__x[2], __y[2], __x[3], __y[3]}; })
#define _mm_unpacklo_epi64(a, b) __extension__ ({ __v2di __x = (__v2di)(a), __y = (__v2di)(b); \
	(__m128i)(__v2di){__x[0], __y[0]}; })
#define _mm_unpackhi_epi64(a, b) __extension__ ({ __v2di __x = (__v2di)(a), __y = (__v2di)(b); \
	(__m128i)(__v2di){__x[1], __y[1]}; })
#define _mm_slli_epi16(a, n) __extension__ ({ __v8hu __x = (__v8hu)(a); unsigned __n = (unsigned)(n); __n > 15 ? \
	(__m128i){0} : (__m128i)(__x << (unsigned short)(__n & 15)); })
#define _mm_sll_epi16(a, b) __extension__ ({ __v8hu __x = (__v8hu)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 15 ? (__m128i){0} : (__m128i)(__x << (unsigned short)(__n & 15)); })
#define _mm_srli_epi16(a, n) __extension__ ({ __v8hu __x = (__v8hu)(a); unsigned __n = (unsigned)(n); __n > 15 ? \
	(__m128i){0} : (__m128i)(__x >> (unsigned short)(__n & 15)); })
#define _mm_srl_epi16(a, b) __extension__ ({ __v8hu __x = (__v8hu)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 15 ? (__m128i){0} : (__m128i)(__x >> (unsigned short)(__n & 15)); })
#define _mm_srai_epi16(a, n) __extension__ ({ __v8hi __x = (__v8hi)(a); unsigned __n = (unsigned)(n); \
	(__m128i)(__x >> (short)(__n > 15 ? 15 : __n)); })
#define _mm_sra_epi16(a, b) __extension__ ({ __v8hi __x = (__v8hi)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; (__m128i)(__x >> (short)(__n > 15 ? 15 : __n)); })
#define _mm_slli_epi32(a, n) __extension__ ({ __v4su __x = (__v4su)(a); unsigned __n = (unsigned)(n); __n > 31 ? \
	(__m128i){0} : (__m128i)(__x << (unsigned int)(__n & 31)); })
#define _mm_sll_epi32(a, b) __extension__ ({ __v4su __x = (__v4su)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 31 ? (__m128i){0} : (__m128i)(__x << (unsigned int)(__n & 31)); })
#define _mm_srli_epi32(a, n) __extension__ ({ __v4su __x = (__v4su)(a); unsigned __n = (unsigned)(n); __n > 31 ? \
	(__m128i){0} : (__m128i)(__x >> (unsigned int)(__n & 31)); })
#define _mm_srl_epi32(a, b) __extension__ ({ __v4su __x = (__v4su)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 31 ? (__m128i){0} : (__m128i)(__x >> (unsigned int)(__n & 31)); })
#define _mm_srai_epi32(a, n) __extension__ ({ __v4si __x = (__v4si)(a); unsigned __n = (unsigned)(n); \
	(__m128i)(__x >> (int)(__n > 31 ? 31 : __n)); })
#define _mm_sra_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; (__m128i)(__x >> (int)(__n > 31 ? 31 : __n)); })
#define _mm_slli_epi64(a, n) __extension__ ({ __v2du __x = (__v2du)(a); unsigned __n = (unsigned)(n); __n > 63 ? \
	(__m128i){0} : (__m128i)(__x << (unsigned long long)(__n & 63)); })
#define _mm_sll_epi64(a, b) __extension__ ({ __v2du __x = (__v2du)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 63 ? (__m128i){0} : (__m128i)(__x << (unsigned long long)(__n & 63)); })
#define _mm_srli_epi64(a, n) __extension__ ({ __v2du __x = (__v2du)(a); unsigned __n = (unsigned)(n); __n > 63 ? \
	(__m128i){0} : (__m128i)(__x >> (unsigned long long)(__n & 63)); })
#define _mm_srl_epi64(a, b) __extension__ ({ __v2du __x = (__v2du)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 63 ? (__m128i){0} : (__m128i)(__x >> (unsigned long long)(__n & 63)); })
#define _mm_bslli_si128(a, n) __extension__ ({ __v16qs __x = (__v16qs)(a); __v16qs __z = {0}; \
	(__m128i)__builtin_shufflevector(__z, __x, (n) > 15 || (n) < 0 ? 0 : (n) > 0 ? 0 : 16 - (n), (n) > 15 || (n) < 0 \
	? 0 : (n) > 1 ? 0 : 17 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 2 ? 0 : 18 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 3 \
	? 0 : 19 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 4 ? 0 : 20 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 5 ? 0 : 21 - \
	(n), (n) > 15 || (n) < 0 ? 0 : (n) > 6 ? 0 : 22 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 7 ? 0 : 23 - (n), (n) > 15 \
	|| (n) < 0 ? 0 : (n) > 8 ? 0 : 24 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 9 ? 0 : 25 - (n), (n) > 15 || (n) < 0 ? \
	0 : (n) > 10 ? 0 : 26 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 11 ? 0 : 27 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > \
	12 ? 0 : 28 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 13 ? 0 : 29 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 14 ? 0 : 30 \
	- (n), (n) > 15 || (n) < 0 ? 0 : (n) > 15 ? 0 : 31 - (n)); })
#define _mm_slli_si128(a, b) _mm_bslli_si128(a, b)
#define _mm_bsrli_si128(a, n) __extension__ ({ __v16qs __x = (__v16qs)(a); __v16qs __z = {0}; \
	(__m128i)__builtin_shufflevector(__z, __x, (n) > 15 || (n) < 0 ? 0 : 16 + (n), (n) > 14 || (n) < 0 ? 0 : 17 + \
	(n), (n) > 13 || (n) < 0 ? 0 : 18 + (n), (n) > 12 || (n) < 0 ? 0 : 19 + (n), (n) > 11 || (n) < 0 ? 0 : 20 + (n), \
	(n) > 10 || (n) < 0 ? 0 : 21 + (n), (n) > 9 || (n) < 0 ? 0 : 22 + (n), (n) > 8 || (n) < 0 ? 0 : 23 + (n), (n) > 7 \
	|| (n) < 0 ? 0 : 24 + (n), (n) > 6 || (n) < 0 ? 0 : 25 + (n), (n) > 5 || (n) < 0 ? 0 : 26 + (n), (n) > 4 || (n) < \
	0 ? 0 : 27 + (n), (n) > 3 || (n) < 0 ? 0 : 28 + (n), (n) > 2 || (n) < 0 ? 0 : 29 + (n), (n) > 1 || (n) < 0 ? 0 : \
	30 + (n), (n) > 0 || (n) < 0 ? 0 : 31 + (n)); })
#define _mm_srli_si128(a, b) _mm_bsrli_si128(a, b)
#define _mm_load_si128(p) ((*(const __m128i *)(p)))
#define _mm_loadu_si128(p) ((__m128i)(*(const __m128i_u *)(p)))
#define _mm_store_si128(p, a) ((void)(*(__m128i *)(p) = (__m128i)(a)))
#define _mm_storeu_si128(p, a) ((void)(*(__m128i_u *)(p) = (__m128i)(a)))
#define _mm_stream_si128(p, a) ((void)(*(__m128i *)(p) = (__m128i)(a)))
#define _mm_set1_epi64(a) (_mm_set1_epi64x((long long)(__m64)(a)))
#define _mm_set_epi64(a, b) (_mm_set_epi64x((long long)(__m64)(a), (long long)(__m64)(b)))
#define _mm_setr_epi64(a, b) (_mm_set_epi64x((long long)(__m64)(b), (long long)(__m64)(a)))
#define _mm_extract_epi16(a, n) __extension__ ({ __v8hu __x = (__v8hu)(a); (int)__x[(n) & 7]; })
#define _mm_insert_epi16(a, b, n) __extension__ ({ __v8hi __x = (__v8hi)(a); __x[(n) & 7] = (short)(b); \
	(__m128i)__x; })
#define _mm_movemask_epi8(a) __extension__ ({ __v16qu __x = (__v16qu)(a); (int)(__x[0] >> 7 << 0 | __x[1] >> 7 << \
	1 | __x[2] >> 7 << 2 | __x[3] >> 7 << 3 | __x[4] >> 7 << 4 | __x[5] >> 7 << 5 | __x[6] >> 7 << 6 | __x[7] >> 7 << \
	7 | __x[8] >> 7 << 8 | __x[9] >> 7 << 9 | __x[10] >> 7 << 10 | __x[11] >> 7 << 11 | __x[12] >> 7 << 12 | __x[13] \
	>> 7 << 13 | __x[14] >> 7 << 14 | __x[15] >> 7 << 15); })
#define _mm_maskmoveu_si128(a, b, p) __extension__ ({ __v16qs __x = (__v16qs)(a), __y = (__v16qs)(b); char *__p = \
	(char *)(p); if (__y[0] < 0) __p[0] = __x[0]; if (__y[1] < 0) __p[1] = __x[1]; if (__y[2] < 0) __p[2] = __x[2]; \
	if (__y[3] < 0) __p[3] = __x[3]; if (__y[4] < 0) __p[4] = __x[4]; if (__y[5] < 0) __p[5] = __x[5]; if (__y[6] < \
	0) __p[6] = __x[6]; if (__y[7] < 0) __p[7] = __x[7]; if (__y[8] < 0) __p[8] = __x[8]; if (__y[9] < 0) __p[9] = \
	__x[9]; if (__y[10] < 0) __p[10] = __x[10]; if (__y[11] < 0) __p[11] = __x[11]; if (__y[12] < 0) __p[12] = \
	__x[12]; if (__y[13] < 0) __p[13] = __x[13]; if (__y[14] < 0) __p[14] = __x[14]; if (__y[15] < 0) __p[15] = \
	__x[15]; (void)0; })
#define _mm_loadl_epi64(p) ((__m128i)(__v2di){*(const __tandem_i64_u *)(p), 0})
#define _mm_loadu_si64(p) ((__m128i)(__v2di){*(const __tandem_i64_u *)(p), 0})
#define _mm_loadu_si32(p) ((__m128i)(__v4si){*(const __tandem_i32_u *)(p), 0, 0, 0})
#define _mm_loadu_si16(p) ((__m128i)(__v8hi){*(const __tandem_i16_u *)(p), 0, 0, 0, 0, 0, 0, 0})
#define _mm_storel_epi64(p, a) __extension__ ({ __v2di __x = (__v2di)(a); (void)(*(__tandem_i64_u *)(p) = __x[0]); })
#define _mm_storeu_si64(p, a) __extension__ ({ __v2di __x = (__v2di)(a); (void)(*(__tandem_i64_u *)(p) = __x[0]); })
#define _mm_storeu_si32(p, a) __extension__ ({ __v4si __x = (__v4si)(a); (void)(*(__tandem_i32_u *)(p) = __x[0]); })
#define _mm_storeu_si16(p, a) __extension__ ({ __v8hi __x = (__v8hi)(a); (void)(*(__tandem_i16_u *)(p) = __x[0]); })
#define _mm_move_epi64(a) __extension__ ({ __v2di __x = (__v2di)(a); (__m128i)(__v2di){__x[0], 0}; })
#define _mm_movepi64_pi64(a) __extension__ ({ __v2di __x = (__v2di)(a); (__m64)__x[0]; })
#define _mm_movpi64_epi64(a) ((__m128i)(__v2di){(long long)(__m64)(a), 0})
#define _mm_stream_si32(p, a) ((void)(*(int *)(p) = (a)))
#define _mm_cvtsi32_si128(a) ((__m128i)(__v4si){(int)(a), 0, 0, 0})
#define _mm_cvtsi128_si32(a) __extension__ ({ __v4si __x = (__v4si)(a); __x[0]; })
#ifdef __x86_64__
#define _mm_stream_si64(p, a) ((void)(*(long long *)(p) = (a)))
#define _mm_cvtsi64_si128(a) ((__m128i)(__v2di){(long long)(a), 0})
#define _mm_cvtsi64x_si128(a) ((__m128i)(__v2di){(long long)(a), 0})
#define _mm_cvtsi128_si64(a) __extension__ ({ __v2di __x = (__v2di)(a); __x[0]; })
#define _mm_cvtsi128_si64x(a) __extension__ ({ __v2di __x = (__v2di)(a); __x[0]; })
#define _mm_cvtsd_si64(a) __extension__ ({ __v2df __x = (__v2df)(a); __tandem_near64(__x[0]); })
#define _mm_cvtsd_si64x(a) __extension__ ({ __v2df __x = (__v2df)(a); __tandem_near64(__x[0]); })
#define _mm_cvttsd_si64(a) __extension__ ({ __v2df __x = (__v2df)(a); __tandem_trunc64(__x[0]); })
#define _mm_cvttsd_si64x(a) __extension__ ({ __v2df __x = (__v2df)(a); __tandem_trunc64(__x[0]); })
#define _mm_cvtsi64_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){(double)(long long)(b), \
	__x[1]}; })
#define _mm_cvtsi64x_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){(double)(long long)(b), \
	__x[1]}; })
#endif
#define _mm_add_pd(a, b) ((__m128d)((__v2df)(a) + (__v2df)(b)))
#define _mm_sub_pd(a, b) ((__m128d)((__v2df)(a) - (__v2df)(b)))
#define _mm_mul_pd(a, b) ((__m128d)((__v2df)(a) * (__v2df)(b)))
#define _mm_div_pd(a, b) ((__m128d)((__v2df)(a) / (__v2df)(b)))
#define _mm_and_pd(a, b) ((__m128d)((__v2du)(a) & (__v2du)(b)))
#define _mm_or_pd(a, b) ((__m128d)((__v2du)(a) | (__v2du)(b)))
#define _mm_xor_pd(a, b) ((__m128d)((__v2du)(a) ^ (__v2du)(b)))
#define _mm_andnot_pd(a, b) ((__m128d)(~(__v2du)(a) & (__v2du)(b)))
#define _mm_max_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] > \
	__y[0] ? __x[0] : __y[0], __x[1] > __y[1] ? __x[1] : __y[1]}; })
#define _mm_min_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] < \
	__y[0] ? __x[0] : __y[0], __x[1] < __y[1] ? __x[1] : __y[1]}; })
#define _mm_sqrt_pd(a) __extension__ ({ __v2df __x = (__v2df)(a); \
	(__m128d)(__v2df){__builtin___tandem_sqrt(__x[0]), __builtin___tandem_sqrt(__x[1])}; })
#define _mm_add_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] + \
	__y[0], __x[1]}; })
#define _mm_sub_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] - \
	__y[0], __x[1]}; })
#define _mm_mul_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] * \
	__y[0], __x[1]}; })
#define _mm_div_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] / \
	__y[0], __x[1]}; })
#define _mm_max_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] > \
	__y[0] ? __x[0] : __y[0], __x[1]}; })
#define _mm_min_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__x[0] < \
	__y[0] ? __x[0] : __y[0], __x[1]}; })
#define _mm_move_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__v2df){__y[0], \
	__x[1]}; })
#define _mm_sqrt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); \
	(__m128d)(__v2df){__builtin___tandem_sqrt(__y[0]), __x[1]}; })
#define _mm_cmpeq_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__x == __y); })
#define _mm_cmpeq_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = (__v2di)__x, \
	__c = __x == __y; __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmplt_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__x < __y); })
#define _mm_cmplt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = (__v2di)__x, \
	__c = __x < __y; __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmple_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__x <= __y); })
#define _mm_cmple_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = (__v2di)__x, \
	__c = __x <= __y; __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpgt_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__x > __y); })
#define _mm_cmpgt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = (__v2di)__x, \
	__c = __x > __y; __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpge_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__x >= __y); })
#define _mm_cmpge_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = (__v2di)__x, \
	__c = __x >= __y; __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpneq_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(__x != __y); })
#define _mm_cmpneq_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = \
	(__v2di)__x, __c = __x != __y; __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpnlt_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(~(__x < __y)); })
#define _mm_cmpnlt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = \
	(__v2di)__x, __c = ~(__x < __y); __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpnle_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(~(__x <= __y)); })
#define _mm_cmpnle_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = \
	(__v2di)__x, __c = ~(__x <= __y); __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpngt_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(~(__x > __y)); })
#define _mm_cmpngt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = \
	(__v2di)__x, __c = ~(__x > __y); __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpnge_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)(~(__x >= __y)); })
#define _mm_cmpnge_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = \
	(__v2di)__x, __c = ~(__x >= __y); __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpord_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)((__x == __x) & \
	(__y == __y)); })
#define _mm_cmpord_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = \
	(__v2di)__x, __c = (__x == __x) & (__y == __y); __r[0] = __c[0]; (__m128d)__r; })
#define _mm_cmpunord_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); (__m128d)((__x != __x) \
	| (__y != __y)); })
#define _mm_cmpunord_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __v2di __r = \
	(__v2di)__x, __c = (__x != __x) | (__y != __y); __r[0] = __c[0]; (__m128d)__r; })
#define _mm_comieq_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] == __y[0]; })
#define _mm_ucomieq_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] == __y[0]; })
#define _mm_comilt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] < __y[0]; })
#define _mm_ucomilt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] < __y[0]; })
#define _mm_comile_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] <= __y[0]; })
#define _mm_ucomile_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] <= __y[0]; })
#define _mm_comigt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] > __y[0]; })
#define _mm_ucomigt_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] > __y[0]; })
#define _mm_comige_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] >= __y[0]; })
#define _mm_ucomige_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] >= __y[0]; })
#define _mm_comineq_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] != __y[0]; })
#define _mm_ucomineq_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); __x[0] != __y[0]; })
#define _mm_movemask_pd(a) __extension__ ({ __v2du __x = (__v2du)(a); (int)(__x[0] >> 63 << 0 | __x[1] >> 63 << 1); })
#define _mm_set_pd(a, b) ((__m128d)(__v2df){(double)(b), (double)(a)})
#define _mm_setr_pd(a, b) ((__m128d)(__v2df){(double)(a), (double)(b)})
#define _mm_set1_pd(a) __extension__ ({ double __x = (double)(a); (__m128d)(__v2df){__x, __x}; })
#define _mm_setzero_pd() ((__m128d){0})
#define _mm_load_pd(p) (*(const __m128d *)(p))
#define _mm_loadu_pd(p) ((__m128d)*(const __m128d_u *)(p))
#define _mm_store_pd(p, a) ((void)(*(__m128d *)(p) = (__m128d)(a)))
#define _mm_storeu_pd(p, a) ((void)(*(__m128d_u *)(p) = (__m128d)(a)))
#define _mm_stream_pd(p, a) ((void)(*(__m128d *)(p) = (__m128d)(a)))
#define _mm_unpacklo_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); \
	(__m128d)(__v2df){__x[0], __y[0]}; })
#define _mm_unpackhi_pd(a, b) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); \
	(__m128d)(__v2df){__x[1], __y[1]}; })
#define _mm_shuffle_pd(a, b, n) __extension__ ({ __v2df __x = (__v2df)(a), __y = (__v2df)(b); \
	(__m128d)(__v2df){__x[0 + ((n) >> 0 & 1)], __y[0 + ((n) >> 1 & 1)]}; })
#define _mm_set_pd1(a) _mm_set1_pd(a)
#define _mm_set_sd(a) ((__m128d)(__v2df){(double)(a), 0})
#define _mm_load_sd(p) ((__m128d)(__v2df){*(const double *)(p), 0})
#define _mm_load1_pd(p) (_mm_set1_pd(*(const double *)(p)))
#define _mm_load_pd1(p) (_mm_set1_pd(*(const double *)(p)))
#define _mm_loadr_pd(p) __extension__ ({ __v2df __x = *(const __v2df *)(p); (__m128d)(__v2df){__x[1], __x[0]}; })
#define _mm_storer_pd(p, a) __extension__ ({ __v2df __x = (__v2df)(a); (void)(*(__v2df *)(p) = (__v2df){__x[1], \
	__x[0]}); })
#define _mm_store1_pd(p, a) __extension__ ({ __v2df __x = (__v2df)(a); (void)(*(__v2df *)(p) = (__v2df){__x[0], \
	__x[0]}); })
#define _mm_store_pd1(p, a) __extension__ ({ __v2df __x = (__v2df)(a); (void)(*(__v2df *)(p) = (__v2df){__x[0], \
	__x[0]}); })
#define _mm_store_sd(p, a) __extension__ ({ __v2df __x = (__v2df)(a); (void)(*(double *)(p) = __x[0]); })
#define _mm_storel_pd(p, a) __extension__ ({ __v2df __x = (__v2df)(a); (void)(*(double *)(p) = __x[0]); })
#define _mm_storeh_pd(p, a) __extension__ ({ __v2df __x = (__v2df)(a); (void)(*(double *)(p) = __x[1]); })
#define _mm_loadh_pd(a, p) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){__x[0], *(const double \
	*)(p)}; })
#define _mm_loadl_pd(a, p) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){*(const double *)(p), \
	__x[1]}; })
#define _mm_cvtsd_f64(a) __extension__ ({ __v2df __x = (__v2df)(a); __x[0]; })
#define _mm_cvtepi32_pd(a) __extension__ ({ __v4si __x = (__v4si)(a); (__m128d)(__v2df){__x[0], __x[1]}; })
#define _mm_cvtepi32_ps(a) __extension__ ({ __v4si __x = (__v4si)(a); (__m128)(__v4sf){(float)__x[0], \
	(float)__x[1], (float)__x[2], (float)__x[3]}; })
#define _mm_cvtps_epi32(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128i)(__v4si){__tandem_near32(__x[0]), \
	__tandem_near32(__x[1]), __tandem_near32(__x[2]), __tandem_near32(__x[3])}; })
#define _mm_cvttps_epi32(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128i)(__v4si){__tandem_trunc32(__x[0]), \
	__tandem_trunc32(__x[1]), __tandem_trunc32(__x[2]), __tandem_trunc32(__x[3])}; })
#define _mm_cvtpd_epi32(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m128i)(__v4si){__tandem_near32(__x[0]), \
	__tandem_near32(__x[1]), 0, 0}; })
#define _mm_cvttpd_epi32(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m128i)(__v4si){__tandem_trunc32(__x[0]), \
	__tandem_trunc32(__x[1]), 0, 0}; })
#define _mm_cvtpd_ps(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m128)(__v4sf){(float)__x[0], (float)__x[1], \
	0, 0}; })
#define _mm_cvtps_pd(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128d)(__v2df){__x[0], __x[1]}; })
#define _mm_cvtsd_si32(a) __extension__ ({ __v2df __x = (__v2df)(a); __tandem_near32(__x[0]); })
#define _mm_cvttsd_si32(a) __extension__ ({ __v2df __x = (__v2df)(a); __tandem_trunc32(__x[0]); })
#define _mm_cvtsi32_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){(double)(int)(b), \
	__x[1]}; })
#define _mm_cvtsd_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a); __v2df __y = (__v2df)(b); \
	(__m128)(__v4sf){(float)__y[0], __x[1], __x[2], __x[3]}; })
#define _mm_cvtss_sd(a, b) __extension__ ({ __v2df __x = (__v2df)(a); __v4sf __y = (__v4sf)(b); \
	(__m128d)(__v2df){__y[0], __x[1]}; })
#define _mm_castps_pd(a) ((__m128d)(__m128)(a))
#define _mm_castps_si128(a) ((__m128i)(__m128)(a))
#define _mm_castpd_ps(a) ((__m128)(__m128d)(a))
#define _mm_castpd_si128(a) ((__m128i)(__m128d)(a))
#define _mm_castsi128_ps(a) ((__m128)(__m128i)(a))
#define _mm_castsi128_pd(a) ((__m128d)(__m128i)(a))

__m128d _mm_undefined_pd(void);
__m128i _mm_undefined_si128(void);
__m64 _mm_cvtpd_pi32(__m128d);
__m64 _mm_cvttpd_pi32(__m128d);
__m128d _mm_cvtpi32_pd(__m64);
__m64 _mm_mul_su32(__m64, __m64);
#endif
