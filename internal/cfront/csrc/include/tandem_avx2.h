/* AVX2, for immintrin.h */
#ifndef _TANDEM_TANDEM_AVX2_H
#define _TANDEM_TANDEM_AVX2_H

#define _mm256_add_epi8(a, b) ((__m256i)((__v32qu)(a) + (__v32qu)(b)))
#define _mm256_sub_epi8(a, b) ((__m256i)((__v32qu)(a) - (__v32qu)(b)))
#define _mm256_cmpeq_epi8(a, b) ((__m256i)((__v32qs)(a) == (__v32qs)(b)))
#define _mm256_cmpgt_epi8(a, b) ((__m256i)((__v32qs)(a) > (__v32qs)(b)))
#define _mm256_add_epi16(a, b) ((__m256i)((__v16hu)(a) + (__v16hu)(b)))
#define _mm256_sub_epi16(a, b) ((__m256i)((__v16hu)(a) - (__v16hu)(b)))
#define _mm256_cmpeq_epi16(a, b) ((__m256i)((__v16hi)(a) == (__v16hi)(b)))
#define _mm256_cmpgt_epi16(a, b) ((__m256i)((__v16hi)(a) > (__v16hi)(b)))
#define _mm256_add_epi32(a, b) ((__m256i)((__v8su)(a) + (__v8su)(b)))
#define _mm256_sub_epi32(a, b) ((__m256i)((__v8su)(a) - (__v8su)(b)))
#define _mm256_cmpeq_epi32(a, b) ((__m256i)((__v8si)(a) == (__v8si)(b)))
#define _mm256_cmpgt_epi32(a, b) ((__m256i)((__v8si)(a) > (__v8si)(b)))
#define _mm256_add_epi64(a, b) ((__m256i)((__v4du)(a) + (__v4du)(b)))
#define _mm256_sub_epi64(a, b) ((__m256i)((__v4du)(a) - (__v4du)(b)))
#define _mm256_cmpeq_epi64(a, b) ((__m256i)((__v4di)(a) == (__v4di)(b)))
#define _mm256_cmpgt_epi64(a, b) ((__m256i)((__v4di)(a) > (__v4di)(b)))
#define _mm256_adds_epu8(a, b) __extension__ ({ __v32qu __x = (__v32qu)(a), __y = (__v32qu)(b); __v32qu __s = __x \
	+ __y; (__m256i)(__s | (__v32qu)(__s < __x)); })
#define _mm256_subs_epu8(a, b) __extension__ ({ __v32qu __x = (__v32qu)(a), __y = (__v32qu)(b); (__m256i)((__x - \
	__y) & (__v32qu)(__x > __y)); })
#define _mm256_adds_epi8(a, b) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); __v32qs __s = \
	(__v32qs)((__v32qu)__x + (__v32qu)__y), __m = (~(__x ^ __y) & (__x ^ __s)) >> 7; (__m256i)((__s & ~__m) | (((__x \
	>> 7) ^ 127) & __m)); })
#define _mm256_subs_epi8(a, b) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); __v32qs __s = \
	(__v32qs)((__v32qu)__x - (__v32qu)__y), __m = ((__x ^ __y) & (__x ^ __s)) >> 7; (__m256i)((__s & ~__m) | (((__x \
	>> 7) ^ 127) & __m)); })
#define _mm256_adds_epu16(a, b) __extension__ ({ __v16hu __x = (__v16hu)(a), __y = (__v16hu)(b); __v16hu __s = __x \
	+ __y; (__m256i)(__s | (__v16hu)(__s < __x)); })
#define _mm256_subs_epu16(a, b) __extension__ ({ __v16hu __x = (__v16hu)(a), __y = (__v16hu)(b); (__m256i)((__x - \
	__y) & (__v16hu)(__x > __y)); })
#define _mm256_adds_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); __v16hi __s = \
	(__v16hi)((__v16hu)__x + (__v16hu)__y), __m = (~(__x ^ __y) & (__x ^ __s)) >> 15; (__m256i)((__s & ~__m) | (((__x \
	>> 15) ^ 32767) & __m)); })
#define _mm256_subs_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); __v16hi __s = \
	(__v16hi)((__v16hu)__x - (__v16hu)__y), __m = ((__x ^ __y) & (__x ^ __s)) >> 15; (__m256i)((__s & ~__m) | (((__x \
	>> 15) ^ 32767) & __m)); })
#define _mm256_avg_epu8(a, b) __extension__ ({ __v32qu __x = (__v32qu)(a), __y = (__v32qu)(b); (__m256i)((__x | \
	__y) - ((__x ^ __y) >> 1)); })
#define _mm256_avg_epu16(a, b) __extension__ ({ __v16hu __x = (__v16hu)(a), __y = (__v16hu)(b); (__m256i)((__x | \
	__y) - ((__x ^ __y) >> 1)); })
#define _mm256_and_si256(a, b) ((__m256i)((__v4du)(a) & (__v4du)(b)))
#define _mm256_or_si256(a, b) ((__m256i)((__v4du)(a) | (__v4du)(b)))
#define _mm256_xor_si256(a, b) ((__m256i)((__v4du)(a) ^ (__v4du)(b)))
#define _mm256_andnot_si256(a, b) ((__m256i)(~(__v4du)(a) & (__v4du)(b)))
#define _mm256_max_epi8(a, b) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); __v32qs __m = \
	(__v32qs)(__x > __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_min_epi8(a, b) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); __v32qs __m = \
	(__v32qs)(__x < __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_max_epu8(a, b) __extension__ ({ __v32qu __x = (__v32qu)(a), __y = (__v32qu)(b); __v32qu __m = \
	(__v32qu)(__x > __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_min_epu8(a, b) __extension__ ({ __v32qu __x = (__v32qu)(a), __y = (__v32qu)(b); __v32qu __m = \
	(__v32qu)(__x < __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_max_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); __v16hi __m = \
	(__v16hi)(__x > __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_min_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); __v16hi __m = \
	(__v16hi)(__x < __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_max_epu16(a, b) __extension__ ({ __v16hu __x = (__v16hu)(a), __y = (__v16hu)(b); __v16hu __m = \
	(__v16hu)(__x > __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_min_epu16(a, b) __extension__ ({ __v16hu __x = (__v16hu)(a), __y = (__v16hu)(b); __v16hu __m = \
	(__v16hu)(__x < __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_max_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); __v8si __m = \
	(__v8si)(__x > __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_min_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); __v8si __m = \
	(__v8si)(__x < __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_max_epu32(a, b) __extension__ ({ __v8su __x = (__v8su)(a), __y = (__v8su)(b); __v8su __m = \
	(__v8su)(__x > __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_min_epu32(a, b) __extension__ ({ __v8su __x = (__v8su)(a), __y = (__v8su)(b); __v8su __m = \
	(__v8su)(__x < __y); (__m256i)((__x & __m) | (__y & ~__m)); })
#define _mm256_mullo_epi16(a, b) ((__m256i)((__v16hu)(a) * (__v16hu)(b)))
#define _mm256_mullo_epi32(a, b) ((__m256i)((__v8su)(a) * (__v8su)(b)))
#define _mm256_mulhi_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){(short)(__x[0] * __y[0] >> 16), (short)(__x[1] * __y[1] >> 16), (short)(__x[2] * __y[2] >> \
	16), (short)(__x[3] * __y[3] >> 16), (short)(__x[4] * __y[4] >> 16), (short)(__x[5] * __y[5] >> 16), \
	(short)(__x[6] * __y[6] >> 16), (short)(__x[7] * __y[7] >> 16), (short)(__x[8] * __y[8] >> 16), (short)(__x[9] * \
	__y[9] >> 16), (short)(__x[10] * __y[10] >> 16), (short)(__x[11] * __y[11] >> 16), (short)(__x[12] * __y[12] >> \
	16), (short)(__x[13] * __y[13] >> 16), (short)(__x[14] * __y[14] >> 16), (short)(__x[15] * __y[15] >> 16)}; })
#define _mm256_mulhi_epu16(a, b) __extension__ ({ __v16hu __x = (__v16hu)(a), __y = (__v16hu)(b); \
	(__m256i)(__v16hu){(unsigned short)((unsigned)__x[0] * __y[0] >> 16), (unsigned short)((unsigned)__x[1] * __y[1] \
	>> 16), (unsigned short)((unsigned)__x[2] * __y[2] >> 16), (unsigned short)((unsigned)__x[3] * __y[3] >> 16), \
	(unsigned short)((unsigned)__x[4] * __y[4] >> 16), (unsigned short)((unsigned)__x[5] * __y[5] >> 16), (unsigned \
	short)((unsigned)__x[6] * __y[6] >> 16), (unsigned short)((unsigned)__x[7] * __y[7] >> 16), (unsigned \
	short)((unsigned)__x[8] * __y[8] >> 16), (unsigned short)((unsigned)__x[9] * __y[9] >> 16), (unsigned \
	short)((unsigned)__x[10] * __y[10] >> 16), (unsigned short)((unsigned)__x[11] * __y[11] >> 16), (unsigned \
	short)((unsigned)__x[12] * __y[12] >> 16), (unsigned short)((unsigned)__x[13] * __y[13] >> 16), (unsigned \
	short)((unsigned)__x[14] * __y[14] >> 16), (unsigned short)((unsigned)__x[15] * __y[15] >> 16)}; })
#define _mm256_madd_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v8si){(int)((unsigned)(__x[0] * __y[0]) + (unsigned)(__x[1] * __y[1])), (int)((unsigned)(__x[2] * \
	__y[2]) + (unsigned)(__x[3] * __y[3])), (int)((unsigned)(__x[4] * __y[4]) + (unsigned)(__x[5] * __y[5])), \
	(int)((unsigned)(__x[6] * __y[6]) + (unsigned)(__x[7] * __y[7])), (int)((unsigned)(__x[8] * __y[8]) + \
	(unsigned)(__x[9] * __y[9])), (int)((unsigned)(__x[10] * __y[10]) + (unsigned)(__x[11] * __y[11])), \
	(int)((unsigned)(__x[12] * __y[12]) + (unsigned)(__x[13] * __y[13])), (int)((unsigned)(__x[14] * __y[14]) + \
	(unsigned)(__x[15] * __y[15]))}; })
#define _mm256_mul_epu32(a, b) __extension__ ({ __v8su __x = (__v8su)(a), __y = (__v8su)(b); \
	(__m256i)(__v4du){(unsigned long long)__x[0] * __y[0], (unsigned long long)__x[2] * __y[2], (unsigned long \
	long)__x[4] * __y[4], (unsigned long long)__x[6] * __y[6]}; })
#define _mm256_mul_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); \
	(__m256i)(__v4di){(long long)__x[0] * __y[0], (long long)__x[2] * __y[2], (long long)__x[4] * __y[4], (long \
	long)__x[6] * __y[6]}; })
#define _mm256_sad_epu8(a, b) __extension__ ({ __v32qu __x = (__v32qu)(a), __y = (__v32qu)(b); __v32qu __m = \
	(__v32qu)(__x > __y), __d = ((__x - __y) & __m) | ((__y - __x) & ~__m); (__m256i)(__v4di){__d[0] + __d[1] + \
	__d[2] + __d[3] + __d[4] + __d[5] + __d[6] + __d[7], __d[8] + __d[9] + __d[10] + __d[11] + __d[12] + __d[13] + \
	__d[14] + __d[15], __d[16] + __d[17] + __d[18] + __d[19] + __d[20] + __d[21] + __d[22] + __d[23], __d[24] + \
	__d[25] + __d[26] + __d[27] + __d[28] + __d[29] + __d[30] + __d[31]}; })
#define _mm256_packs_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); __v16hi __g__x = \
	__x > 127, __l__x = __x < -128; __x = (__x & ~(__g__x | __l__x)) | (__g__x & 127) | (__l__x & -128); __v16hi \
	__g__y = __y > 127, __l__y = __y < -128; __y = (__y & ~(__g__y | __l__y)) | (__g__y & 127) | (__l__y & -128); \
	(__m256i)(__v32qs){(signed char)__x[0], (signed char)__x[1], (signed char)__x[2], (signed char)__x[3], (signed \
	char)__x[4], (signed char)__x[5], (signed char)__x[6], (signed char)__x[7], (signed char)__y[0], (signed \
	char)__y[1], (signed char)__y[2], (signed char)__y[3], (signed char)__y[4], (signed char)__y[5], (signed \
	char)__y[6], (signed char)__y[7], (signed char)__x[8], (signed char)__x[9], (signed char)__x[10], (signed \
	char)__x[11], (signed char)__x[12], (signed char)__x[13], (signed char)__x[14], (signed char)__x[15], (signed \
	char)__y[8], (signed char)__y[9], (signed char)__y[10], (signed char)__y[11], (signed char)__y[12], (signed \
	char)__y[13], (signed char)__y[14], (signed char)__y[15]}; })
#define _mm256_packs_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); __v8si __g__x = __x \
	> 32767, __l__x = __x < -32768; __x = (__x & ~(__g__x | __l__x)) | (__g__x & 32767) | (__l__x & -32768); __v8si \
	__g__y = __y > 32767, __l__y = __y < -32768; __y = (__y & ~(__g__y | __l__y)) | (__g__y & 32767) | (__l__y & \
	-32768); (__m256i)(__v16hi){(short)__x[0], (short)__x[1], (short)__x[2], (short)__x[3], (short)__y[0], \
	(short)__y[1], (short)__y[2], (short)__y[3], (short)__x[4], (short)__x[5], (short)__x[6], (short)__x[7], \
	(short)__y[4], (short)__y[5], (short)__y[6], (short)__y[7]}; })
#define _mm256_packus_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); __v16hi __g__x \
	= __x > 255, __l__x = __x < 0; __x = (__x & ~(__g__x | __l__x)) | (__g__x & 255) | (__l__x & 0); __v16hi __g__y = \
	__y > 255, __l__y = __y < 0; __y = (__y & ~(__g__y | __l__y)) | (__g__y & 255) | (__l__y & 0); \
	(__m256i)(__v32qu){(unsigned char)__x[0], (unsigned char)__x[1], (unsigned char)__x[2], (unsigned char)__x[3], \
	(unsigned char)__x[4], (unsigned char)__x[5], (unsigned char)__x[6], (unsigned char)__x[7], (unsigned \
	char)__y[0], (unsigned char)__y[1], (unsigned char)__y[2], (unsigned char)__y[3], (unsigned char)__y[4], \
	(unsigned char)__y[5], (unsigned char)__y[6], (unsigned char)__y[7], (unsigned char)__x[8], (unsigned \
	char)__x[9], (unsigned char)__x[10], (unsigned char)__x[11], (unsigned char)__x[12], (unsigned char)__x[13], \
	(unsigned char)__x[14], (unsigned char)__x[15], (unsigned char)__y[8], (unsigned char)__y[9], (unsigned \
	char)__y[10], (unsigned char)__y[11], (unsigned char)__y[12], (unsigned char)__y[13], (unsigned char)__y[14], \
	(unsigned char)__y[15]}; })
#define _mm256_packus_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); __v8si __g__x = \
	__x > 65535, __l__x = __x < 0; __x = (__x & ~(__g__x | __l__x)) | (__g__x & 65535) | (__l__x & 0); __v8si __g__y \
	= __y > 65535, __l__y = __y < 0; __y = (__y & ~(__g__y | __l__y)) | (__g__y & 65535) | (__l__y & 0); \
	(__m256i)(__v16hu){(unsigned short)__x[0], (unsigned short)__x[1], (unsigned short)__x[2], (unsigned \
	short)__x[3], (unsigned short)__y[0], (unsigned short)__y[1], (unsigned short)__y[2], (unsigned short)__y[3], \
	(unsigned short)__x[4], (unsigned short)__x[5], (unsigned short)__x[6], (unsigned short)__x[7], (unsigned \
	short)__y[4], (unsigned short)__y[5], (unsigned short)__y[6], (unsigned short)__y[7]}; })
#define _mm256_shuffle_epi32(a, n) __extension__ ({ __v8si __x = (__v8si)(a); (__m256i)(__v8si){__x[0 + ((n) >> 0 \
	& 3)], __x[0 + ((n) >> 2 & 3)], __x[0 + ((n) >> 4 & 3)], __x[0 + ((n) >> 6 & 3)], __x[4 + ((n) >> 0 & 3)], __x[4 \
	+ ((n) >> 2 & 3)], __x[4 + ((n) >> 4 & 3)], __x[4 + ((n) >> 6 & 3)]}; })
#define _mm256_shufflelo_epi16(a, n) __extension__ ({ __v16hi __x = (__v16hi)(a); (__m256i)(__v16hi){__x[0 + ((n) \
	>> 0 & 3)], __x[0 + ((n) >> 2 & 3)], __x[0 + ((n) >> 4 & 3)], __x[0 + ((n) >> 6 & 3)], __x[4], __x[5], __x[6], \
	__x[7], __x[8 + ((n) >> 0 & 3)], __x[8 + ((n) >> 2 & 3)], __x[8 + ((n) >> 4 & 3)], __x[8 + ((n) >> 6 & 3)], \
	__x[12], __x[13], __x[14], __x[15]}; })
#define _mm256_shufflehi_epi16(a, n) __extension__ ({ __v16hi __x = (__v16hi)(a); (__m256i)(__v16hi){__x[0], \
	__x[1], __x[2], __x[3], __x[4 + ((n) >> 0 & 3)], __x[4 + ((n) >> 2 & 3)], __x[4 + ((n) >> 4 & 3)], __x[4 + ((n) \
	>> 6 & 3)], __x[8], __x[9], __x[10], __x[11], __x[12 + ((n) >> 0 & 3)], __x[12 + ((n) >> 2 & 3)], __x[12 + ((n) \
	>> 4 & 3)], __x[12 + ((n) >> 6 & 3)]}; })
#define _mm256_unpacklo_epi8(a, b) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); \
	(__m256i)(__v32qs){__x[0], __y[0], __x[1], __y[1], __x[2], __y[2], __x[3], __y[3], __x[4], __y[4], __x[5], \
	__y[5], __x[6], __y[6], __x[7], __y[7], __x[16], __y[16], __x[17], __y[17], __x[18], __y[18], __x[19], __y[19], \
	__x[20], __y[20], __x[21], __y[21], __x[22], __y[22], __x[23], __y[23]}; })
#define _mm256_unpackhi_epi8(a, b) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); \
	(__m256i)(__v32qs){__x[8], __y[8], __x[9], __y[9], __x[10], __y[10], __x[11], __y[11], __x[12], __y[12], __x[13], \
	__y[13], __x[14], __y[14], __x[15], __y[15], __x[24], __y[24], __x[25], __y[25], __x[26], __y[26], __x[27], \
	__y[27], __x[28], __y[28], __x[29], __y[29], __x[30], __y[30], __x[31], __y[31]}; })
#define _mm256_unpacklo_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){__x[0], __y[0], __x[1], __y[1], __x[2], __y[2], __x[3], __y[3], __x[8], __y[8], __x[9], \
	__y[9], __x[10], __y[10], __x[11], __y[11]}; })
#define _mm256_unpackhi_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){__x[4], __y[4], __x[5], __y[5], __x[6], __y[6], __x[7], __y[7], __x[12], __y[12], __x[13], \
	__y[13], __x[14], __y[14], __x[15], __y[15]}; })
#define _mm256_unpacklo_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); \
	(__m256i)(__v8si){__x[0], __y[0], __x[1], __y[1], __x[4], __y[4], __x[5], __y[5]}; })
#define _mm256_unpackhi_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); \
	(__m256i)(__v8si){__x[2], __y[2], __x[3], __y[3], __x[6], __y[6], __x[7], __y[7]}; })
#define _mm256_unpacklo_epi64(a, b) __extension__ ({ __v4di __x = (__v4di)(a), __y = (__v4di)(b); \
	(__m256i)(__v4di){__x[0], __y[0], __x[2], __y[2]}; })
#define _mm256_unpackhi_epi64(a, b) __extension__ ({ __v4di __x = (__v4di)(a), __y = (__v4di)(b); \
	(__m256i)(__v4di){__x[1], __y[1], __x[3], __y[3]}; })
#define _mm256_slli_epi16(a, n) __extension__ ({ __v16hu __x = (__v16hu)(a); unsigned __n = (unsigned)(n); __n > \
	15 ? (__m256i){0} : (__m256i)(__x << (unsigned short)(__n & 15)); })
#define _mm256_sll_epi16(a, b) __extension__ ({ __v16hu __x = (__v16hu)(a); __v2du __c = (__v2du)(b); unsigned \
	long long __n = __c[0]; __n > 15 ? (__m256i){0} : (__m256i)(__x << (unsigned short)(__n & 15)); })
#define _mm256_srli_epi16(a, n) __extension__ ({ __v16hu __x = (__v16hu)(a); unsigned __n = (unsigned)(n); __n > \
	15 ? (__m256i){0} : (__m256i)(__x >> (unsigned short)(__n & 15)); })
#define _mm256_srl_epi16(a, b) __extension__ ({ __v16hu __x = (__v16hu)(a); __v2du __c = (__v2du)(b); unsigned \
	long long __n = __c[0]; __n > 15 ? (__m256i){0} : (__m256i)(__x >> (unsigned short)(__n & 15)); })
#define _mm256_srai_epi16(a, n) __extension__ ({ __v16hi __x = (__v16hi)(a); unsigned __n = (unsigned)(n); \
	(__m256i)(__x >> (short)(__n > 15 ? 15 : __n)); })
#define _mm256_sra_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a); __v2du __c = (__v2du)(b); unsigned \
	long long __n = __c[0]; (__m256i)(__x >> (short)(__n > 15 ? 15 : __n)); })
#define _mm256_slli_epi32(a, n) __extension__ ({ __v8su __x = (__v8su)(a); unsigned __n = (unsigned)(n); __n > 31 \
	? (__m256i){0} : (__m256i)(__x << (unsigned int)(__n & 31)); })
#define _mm256_sll_epi32(a, b) __extension__ ({ __v8su __x = (__v8su)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 31 ? (__m256i){0} : (__m256i)(__x << (unsigned int)(__n & 31)); })
#define _mm256_srli_epi32(a, n) __extension__ ({ __v8su __x = (__v8su)(a); unsigned __n = (unsigned)(n); __n > 31 \
	? (__m256i){0} : (__m256i)(__x >> (unsigned int)(__n & 31)); })
#define _mm256_srl_epi32(a, b) __extension__ ({ __v8su __x = (__v8su)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 31 ? (__m256i){0} : (__m256i)(__x >> (unsigned int)(__n & 31)); })
#define _mm256_srai_epi32(a, n) __extension__ ({ __v8si __x = (__v8si)(a); unsigned __n = (unsigned)(n); \
	(__m256i)(__x >> (int)(__n > 31 ? 31 : __n)); })
#define _mm256_sra_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; (__m256i)(__x >> (int)(__n > 31 ? 31 : __n)); })
#define _mm256_slli_epi64(a, n) __extension__ ({ __v4du __x = (__v4du)(a); unsigned __n = (unsigned)(n); __n > 63 \
	? (__m256i){0} : (__m256i)(__x << (unsigned long long)(__n & 63)); })
#define _mm256_sll_epi64(a, b) __extension__ ({ __v4du __x = (__v4du)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 63 ? (__m256i){0} : (__m256i)(__x << (unsigned long long)(__n & 63)); })
#define _mm256_srli_epi64(a, n) __extension__ ({ __v4du __x = (__v4du)(a); unsigned __n = (unsigned)(n); __n > 63 \
	? (__m256i){0} : (__m256i)(__x >> (unsigned long long)(__n & 63)); })
#define _mm256_srl_epi64(a, b) __extension__ ({ __v4du __x = (__v4du)(a); __v2du __c = (__v2du)(b); unsigned long \
	long __n = __c[0]; __n > 63 ? (__m256i){0} : (__m256i)(__x >> (unsigned long long)(__n & 63)); })
#define _mm256_bslli_epi128(a, n) __extension__ ({ __v32qs __x = (__v32qs)(a); __v32qs __z = {0}; \
	(__m256i)__builtin_shufflevector(__z, __x, (n) > 15 || (n) < 0 ? 0 : (n) > 0 ? 0 : 32 - (n), (n) > 15 || (n) < 0 \
	? 0 : (n) > 1 ? 0 : 33 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 2 ? 0 : 34 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 3 \
	? 0 : 35 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 4 ? 0 : 36 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 5 ? 0 : 37 - \
	(n), (n) > 15 || (n) < 0 ? 0 : (n) > 6 ? 0 : 38 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 7 ? 0 : 39 - (n), (n) > 15 \
	|| (n) < 0 ? 0 : (n) > 8 ? 0 : 40 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 9 ? 0 : 41 - (n), (n) > 15 || (n) < 0 ? \
	0 : (n) > 10 ? 0 : 42 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 11 ? 0 : 43 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > \
	12 ? 0 : 44 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 13 ? 0 : 45 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 14 ? 0 : 46 \
	- (n), (n) > 15 || (n) < 0 ? 0 : (n) > 15 ? 0 : 47 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 0 ? 0 : 48 - (n), (n) > \
	15 || (n) < 0 ? 0 : (n) > 1 ? 0 : 49 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 2 ? 0 : 50 - (n), (n) > 15 || (n) < 0 \
	? 0 : (n) > 3 ? 0 : 51 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 4 ? 0 : 52 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 5 \
	? 0 : 53 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 6 ? 0 : 54 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 7 ? 0 : 55 - \
	(n), (n) > 15 || (n) < 0 ? 0 : (n) > 8 ? 0 : 56 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 9 ? 0 : 57 - (n), (n) > 15 \
	|| (n) < 0 ? 0 : (n) > 10 ? 0 : 58 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 11 ? 0 : 59 - (n), (n) > 15 || (n) < 0 \
	? 0 : (n) > 12 ? 0 : 60 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 13 ? 0 : 61 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > \
	14 ? 0 : 62 - (n), (n) > 15 || (n) < 0 ? 0 : (n) > 15 ? 0 : 63 - (n)); })
#define _mm256_slli_si256(a, b) _mm256_bslli_epi128(a, b)
#define _mm256_bsrli_epi128(a, n) __extension__ ({ __v32qs __x = (__v32qs)(a); __v32qs __z = {0}; \
	(__m256i)__builtin_shufflevector(__z, __x, (n) > 15 || (n) < 0 ? 0 : 32 + (n), (n) > 14 || (n) < 0 ? 0 : 33 + \
	(n), (n) > 13 || (n) < 0 ? 0 : 34 + (n), (n) > 12 || (n) < 0 ? 0 : 35 + (n), (n) > 11 || (n) < 0 ? 0 : 36 + (n), \
	(n) > 10 || (n) < 0 ? 0 : 37 + (n), (n) > 9 || (n) < 0 ? 0 : 38 + (n), (n) > 8 || (n) < 0 ? 0 : 39 + (n), (n) > 7 \
	|| (n) < 0 ? 0 : 40 + (n), (n) > 6 || (n) < 0 ? 0 : 41 + (n), (n) > 5 || (n) < 0 ? 0 : 42 + (n), (n) > 4 || (n) < \
	0 ? 0 : 43 + (n), (n) > 3 || (n) < 0 ? 0 : 44 + (n), (n) > 2 || (n) < 0 ? 0 : 45 + (n), (n) > 1 || (n) < 0 ? 0 : \
	46 + (n), (n) > 0 || (n) < 0 ? 0 : 47 + (n), (n) > 15 || (n) < 0 ? 0 : 48 + (n), (n) > 14 || (n) < 0 ? 0 : 49 + \
	(n), (n) > 13 || (n) < 0 ? 0 : 50 + (n), (n) > 12 || (n) < 0 ? 0 : 51 + (n), (n) > 11 || (n) < 0 ? 0 : 52 + (n), \
	(n) > 10 || (n) < 0 ? 0 : 53 + (n), (n) > 9 || (n) < 0 ? 0 : 54 + (n), (n) > 8 || (n) < 0 ? 0 : 55 + (n), (n) > 7 \
	|| (n) < 0 ? 0 : 56 + (n), (n) > 6 || (n) < 0 ? 0 : 57 + (n), (n) > 5 || (n) < 0 ? 0 : 58 + (n), (n) > 4 || (n) < \
	0 ? 0 : 59 + (n), (n) > 3 || (n) < 0 ? 0 : 60 + (n), (n) > 2 || (n) < 0 ? 0 : 61 + (n), (n) > 1 || (n) < 0 ? 0 : \
	62 + (n), (n) > 0 || (n) < 0 ? 0 : 63 + (n)); })
#define _mm256_srli_si256(a, b) _mm256_bsrli_epi128(a, b)
#define _mm256_hadd_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){(short)((unsigned)__x[0] + (unsigned)__x[1]), (short)((unsigned)__x[2] + (unsigned)__x[3]), \
	(short)((unsigned)__x[4] + (unsigned)__x[5]), (short)((unsigned)__x[6] + (unsigned)__x[7]), \
	(short)((unsigned)__y[0] + (unsigned)__y[1]), (short)((unsigned)__y[2] + (unsigned)__y[3]), \
	(short)((unsigned)__y[4] + (unsigned)__y[5]), (short)((unsigned)__y[6] + (unsigned)__y[7]), \
	(short)((unsigned)__x[8] + (unsigned)__x[9]), (short)((unsigned)__x[10] + (unsigned)__x[11]), \
	(short)((unsigned)__x[12] + (unsigned)__x[13]), (short)((unsigned)__x[14] + (unsigned)__x[15]), \
	(short)((unsigned)__y[8] + (unsigned)__y[9]), (short)((unsigned)__y[10] + (unsigned)__y[11]), \
	(short)((unsigned)__y[12] + (unsigned)__y[13]), (short)((unsigned)__y[14] + (unsigned)__y[15])}; })
#define _mm256_hadds_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){__tandem_sat16(__x[0] + __x[1]), __tandem_sat16(__x[2] + __x[3]), __tandem_sat16(__x[4] + \
	__x[5]), __tandem_sat16(__x[6] + __x[7]), __tandem_sat16(__y[0] + __y[1]), __tandem_sat16(__y[2] + __y[3]), \
	__tandem_sat16(__y[4] + __y[5]), __tandem_sat16(__y[6] + __y[7]), __tandem_sat16(__x[8] + __x[9]), \
	__tandem_sat16(__x[10] + __x[11]), __tandem_sat16(__x[12] + __x[13]), __tandem_sat16(__x[14] + __x[15]), \
	__tandem_sat16(__y[8] + __y[9]), __tandem_sat16(__y[10] + __y[11]), __tandem_sat16(__y[12] + __y[13]), \
	__tandem_sat16(__y[14] + __y[15])}; })
#define _mm256_hsub_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){(short)((unsigned)__x[0] - (unsigned)__x[1]), (short)((unsigned)__x[2] - (unsigned)__x[3]), \
	(short)((unsigned)__x[4] - (unsigned)__x[5]), (short)((unsigned)__x[6] - (unsigned)__x[7]), \
	(short)((unsigned)__y[0] - (unsigned)__y[1]), (short)((unsigned)__y[2] - (unsigned)__y[3]), \
	(short)((unsigned)__y[4] - (unsigned)__y[5]), (short)((unsigned)__y[6] - (unsigned)__y[7]), \
	(short)((unsigned)__x[8] - (unsigned)__x[9]), (short)((unsigned)__x[10] - (unsigned)__x[11]), \
	(short)((unsigned)__x[12] - (unsigned)__x[13]), (short)((unsigned)__x[14] - (unsigned)__x[15]), \
	(short)((unsigned)__y[8] - (unsigned)__y[9]), (short)((unsigned)__y[10] - (unsigned)__y[11]), \
	(short)((unsigned)__y[12] - (unsigned)__y[13]), (short)((unsigned)__y[14] - (unsigned)__y[15])}; })
#define _mm256_hsubs_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){__tandem_sat16(__x[0] - __x[1]), __tandem_sat16(__x[2] - __x[3]), __tandem_sat16(__x[4] - \
	__x[5]), __tandem_sat16(__x[6] - __x[7]), __tandem_sat16(__y[0] - __y[1]), __tandem_sat16(__y[2] - __y[3]), \
	__tandem_sat16(__y[4] - __y[5]), __tandem_sat16(__y[6] - __y[7]), __tandem_sat16(__x[8] - __x[9]), \
	__tandem_sat16(__x[10] - __x[11]), __tandem_sat16(__x[12] - __x[13]), __tandem_sat16(__x[14] - __x[15]), \
	__tandem_sat16(__y[8] - __y[9]), __tandem_sat16(__y[10] - __y[11]), __tandem_sat16(__y[12] - __y[13]), \
	__tandem_sat16(__y[14] - __y[15])}; })
#define _mm256_hadd_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); \
	(__m256i)(__v8si){(int)((unsigned)__x[0] + (unsigned)__x[1]), (int)((unsigned)__x[2] + (unsigned)__x[3]), \
	(int)((unsigned)__y[0] + (unsigned)__y[1]), (int)((unsigned)__y[2] + (unsigned)__y[3]), (int)((unsigned)__x[4] + \
	(unsigned)__x[5]), (int)((unsigned)__x[6] + (unsigned)__x[7]), (int)((unsigned)__y[4] + (unsigned)__y[5]), \
	(int)((unsigned)__y[6] + (unsigned)__y[7])}; })
#define _mm256_hsub_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); \
	(__m256i)(__v8si){(int)((unsigned)__x[0] - (unsigned)__x[1]), (int)((unsigned)__x[2] - (unsigned)__x[3]), \
	(int)((unsigned)__y[0] - (unsigned)__y[1]), (int)((unsigned)__y[2] - (unsigned)__y[3]), (int)((unsigned)__x[4] - \
	(unsigned)__x[5]), (int)((unsigned)__x[6] - (unsigned)__x[7]), (int)((unsigned)__y[4] - (unsigned)__y[5]), \
	(int)((unsigned)__y[6] - (unsigned)__y[7])}; })
#define _mm256_abs_epi8(a) __extension__ ({ __v32qs __x = (__v32qs)(a), __m = __x >> 7; (__m256i)((__v32qu)(__x ^ \
	__m) - (__v32qu)__m); })
#define _mm256_sign_epi8(a, b) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b), __m = __y >> 7; \
	(__m256i)(((__v32qu)(__x ^ __m) - (__v32qu)__m) & (__v32qu)(__y != 0)); })
#define _mm256_abs_epi16(a) __extension__ ({ __v16hi __x = (__v16hi)(a), __m = __x >> 15; (__m256i)((__v16hu)(__x \
	^ __m) - (__v16hu)__m); })
#define _mm256_sign_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b), __m = __y >> 15; \
	(__m256i)(((__v16hu)(__x ^ __m) - (__v16hu)__m) & (__v16hu)(__y != 0)); })
#define _mm256_abs_epi32(a) __extension__ ({ __v8si __x = (__v8si)(a), __m = __x >> 31; (__m256i)((__v8su)(__x ^ \
	__m) - (__v8su)__m); })
#define _mm256_sign_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b), __m = __y >> 31; \
	(__m256i)(((__v8su)(__x ^ __m) - (__v8su)__m) & (__v8su)(__y != 0)); })
#define _mm256_shuffle_epi8(a, b) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); \
	(__m256i)(__builtin_shuffle(__x, (__y & 15) | (__v32qs){0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16, \
	16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16}) & ~(__y >> 7)); })
#define _mm256_alignr_epi8(a, b, n) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); __v32qs __z = \
	{0}; ((n) & 255) < 16 ? (__m256i)__builtin_shufflevector(__y, __x, ((n) & 255) > 15 ? 0 : ((n) & 15) > 15 ? 16 + \
	((n) & 15) : 0 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 14 ? 17 + ((n) & 15) : 1 + ((n) & 15), ((n) & \
	255) > 15 ? 0 : ((n) & 15) > 13 ? 18 + ((n) & 15) : 2 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 12 ? 19 + \
	((n) & 15) : 3 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 11 ? 20 + ((n) & 15) : 4 + ((n) & 15), ((n) & \
	255) > 15 ? 0 : ((n) & 15) > 10 ? 21 + ((n) & 15) : 5 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 9 ? 22 + \
	((n) & 15) : 6 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 8 ? 23 + ((n) & 15) : 7 + ((n) & 15), ((n) & \
	255) > 15 ? 0 : ((n) & 15) > 7 ? 24 + ((n) & 15) : 8 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 6 ? 25 + \
	((n) & 15) : 9 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 5 ? 26 + ((n) & 15) : 10 + ((n) & 15), ((n) & \
	255) > 15 ? 0 : ((n) & 15) > 4 ? 27 + ((n) & 15) : 11 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 3 ? 28 + \
	((n) & 15) : 12 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 2 ? 29 + ((n) & 15) : 13 + ((n) & 15), ((n) & \
	255) > 15 ? 0 : ((n) & 15) > 1 ? 30 + ((n) & 15) : 14 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 0 ? 31 + \
	((n) & 15) : 15 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 15 ? 32 + ((n) & 15) : 16 + ((n) & 15), ((n) & \
	255) > 15 ? 0 : ((n) & 15) > 14 ? 33 + ((n) & 15) : 17 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 13 ? 34 \
	+ ((n) & 15) : 18 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 12 ? 35 + ((n) & 15) : 19 + ((n) & 15), ((n) \
	& 255) > 15 ? 0 : ((n) & 15) > 11 ? 36 + ((n) & 15) : 20 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 10 ? \
	37 + ((n) & 15) : 21 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 9 ? 38 + ((n) & 15) : 22 + ((n) & 15), \
	((n) & 255) > 15 ? 0 : ((n) & 15) > 8 ? 39 + ((n) & 15) : 23 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 7 \
	? 40 + ((n) & 15) : 24 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 6 ? 41 + ((n) & 15) : 25 + ((n) & 15), \
	((n) & 255) > 15 ? 0 : ((n) & 15) > 5 ? 42 + ((n) & 15) : 26 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 4 \
	? 43 + ((n) & 15) : 27 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 3 ? 44 + ((n) & 15) : 28 + ((n) & 15), \
	((n) & 255) > 15 ? 0 : ((n) & 15) > 2 ? 45 + ((n) & 15) : 29 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 1 \
	? 46 + ((n) & 15) : 30 + ((n) & 15), ((n) & 255) > 15 ? 0 : ((n) & 15) > 0 ? 47 + ((n) & 15) : 31 + ((n) & 15)) : \
	(__m256i)__builtin_shufflevector(__x, __z, ((n) & 255) < 16 || ((n) & 255) > 31 ? 32 : 0 + ((n) & 15), ((n) & \
	255) < 16 || ((n) & 255) > 30 ? 32 : 1 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 29 ? 32 : 2 + ((n) & 15), \
	((n) & 255) < 16 || ((n) & 255) > 28 ? 32 : 3 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 27 ? 32 : 4 + ((n) \
	& 15), ((n) & 255) < 16 || ((n) & 255) > 26 ? 32 : 5 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 25 ? 32 : 6 \
	+ ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 24 ? 32 : 7 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 23 ? \
	32 : 8 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 22 ? 32 : 9 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) \
	> 21 ? 32 : 10 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 20 ? 32 : 11 + ((n) & 15), ((n) & 255) < 16 || \
	((n) & 255) > 19 ? 32 : 12 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 18 ? 32 : 13 + ((n) & 15), ((n) & 255) \
	< 16 || ((n) & 255) > 17 ? 32 : 14 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 16 ? 32 : 15 + ((n) & 15), \
	((n) & 255) < 16 || ((n) & 255) > 31 ? 32 : 16 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 30 ? 32 : 17 + \
	((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 29 ? 32 : 18 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 28 ? \
	32 : 19 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 27 ? 32 : 20 + ((n) & 15), ((n) & 255) < 16 || ((n) & \
	255) > 26 ? 32 : 21 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 25 ? 32 : 22 + ((n) & 15), ((n) & 255) < 16 \
	|| ((n) & 255) > 24 ? 32 : 23 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 23 ? 32 : 24 + ((n) & 15), ((n) & \
	255) < 16 || ((n) & 255) > 22 ? 32 : 25 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 21 ? 32 : 26 + ((n) & \
	15), ((n) & 255) < 16 || ((n) & 255) > 20 ? 32 : 27 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 19 ? 32 : 28 \
	+ ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 18 ? 32 : 29 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 17 ? \
	32 : 30 + ((n) & 15), ((n) & 255) < 16 || ((n) & 255) > 16 ? 32 : 31 + ((n) & 15)); })
#define _mm256_maddubs_epi16(a, b) __extension__ ({ __v32qu __x = (__v32qu)(a); __v32qs __y = (__v32qs)(b); \
	(__m256i)(__v16hi){__tandem_sat16(__x[0] * __y[0] + __x[1] * __y[1]), __tandem_sat16(__x[2] * __y[2] + __x[3] * \
	__y[3]), __tandem_sat16(__x[4] * __y[4] + __x[5] * __y[5]), __tandem_sat16(__x[6] * __y[6] + __x[7] * __y[7]), \
	__tandem_sat16(__x[8] * __y[8] + __x[9] * __y[9]), __tandem_sat16(__x[10] * __y[10] + __x[11] * __y[11]), \
	__tandem_sat16(__x[12] * __y[12] + __x[13] * __y[13]), __tandem_sat16(__x[14] * __y[14] + __x[15] * __y[15]), \
	__tandem_sat16(__x[16] * __y[16] + __x[17] * __y[17]), __tandem_sat16(__x[18] * __y[18] + __x[19] * __y[19]), \
	__tandem_sat16(__x[20] * __y[20] + __x[21] * __y[21]), __tandem_sat16(__x[22] * __y[22] + __x[23] * __y[23]), \
	__tandem_sat16(__x[24] * __y[24] + __x[25] * __y[25]), __tandem_sat16(__x[26] * __y[26] + __x[27] * __y[27]), \
	__tandem_sat16(__x[28] * __y[28] + __x[29] * __y[29]), __tandem_sat16(__x[30] * __y[30] + __x[31] * __y[31])}; })
#define _mm256_mulhrs_epi16(a, b) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){(short)(((__x[0] * __y[0] >> 14) + 1) >> 1), (short)(((__x[1] * __y[1] >> 14) + 1) >> 1), \
	(short)(((__x[2] * __y[2] >> 14) + 1) >> 1), (short)(((__x[3] * __y[3] >> 14) + 1) >> 1), (short)(((__x[4] * \
	__y[4] >> 14) + 1) >> 1), (short)(((__x[5] * __y[5] >> 14) + 1) >> 1), (short)(((__x[6] * __y[6] >> 14) + 1) >> \
	1), (short)(((__x[7] * __y[7] >> 14) + 1) >> 1), (short)(((__x[8] * __y[8] >> 14) + 1) >> 1), (short)(((__x[9] * \
	__y[9] >> 14) + 1) >> 1), (short)(((__x[10] * __y[10] >> 14) + 1) >> 1), (short)(((__x[11] * __y[11] >> 14) + 1) \
	>> 1), (short)(((__x[12] * __y[12] >> 14) + 1) >> 1), (short)(((__x[13] * __y[13] >> 14) + 1) >> 1), \
	(short)(((__x[14] * __y[14] >> 14) + 1) >> 1), (short)(((__x[15] * __y[15] >> 14) + 1) >> 1)}; })
#define _mm256_cvtepi8_epi16(a) __extension__ ({ __v16qs __x = (__v16qs)(a); (__m256i)(__v16hi){(short)__x[0], \
	(short)__x[1], (short)__x[2], (short)__x[3], (short)__x[4], (short)__x[5], (short)__x[6], (short)__x[7], \
	(short)__x[8], (short)__x[9], (short)__x[10], (short)__x[11], (short)__x[12], (short)__x[13], (short)__x[14], \
	(short)__x[15]}; })
#define _mm256_cvtepi8_epi32(a) __extension__ ({ __v16qs __x = (__v16qs)(a); (__m256i)(__v8si){(int)__x[0], \
	(int)__x[1], (int)__x[2], (int)__x[3], (int)__x[4], (int)__x[5], (int)__x[6], (int)__x[7]}; })
#define _mm256_cvtepi8_epi64(a) __extension__ ({ __v16qs __x = (__v16qs)(a); (__m256i)(__v4di){(long long)__x[0], \
	(long long)__x[1], (long long)__x[2], (long long)__x[3]}; })
#define _mm256_cvtepi16_epi32(a) __extension__ ({ __v8hi __x = (__v8hi)(a); (__m256i)(__v8si){(int)__x[0], \
	(int)__x[1], (int)__x[2], (int)__x[3], (int)__x[4], (int)__x[5], (int)__x[6], (int)__x[7]}; })
#define _mm256_cvtepi16_epi64(a) __extension__ ({ __v8hi __x = (__v8hi)(a); (__m256i)(__v4di){(long long)__x[0], \
	(long long)__x[1], (long long)__x[2], (long long)__x[3]}; })
#define _mm256_cvtepi32_epi64(a) __extension__ ({ __v4si __x = (__v4si)(a); (__m256i)(__v4di){(long long)__x[0], \
	(long long)__x[1], (long long)__x[2], (long long)__x[3]}; })
#define _mm256_cvtepu8_epi16(a) __extension__ ({ __v16qu __x = (__v16qu)(a); (__m256i)(__v16hi){(short)__x[0], \
	(short)__x[1], (short)__x[2], (short)__x[3], (short)__x[4], (short)__x[5], (short)__x[6], (short)__x[7], \
	(short)__x[8], (short)__x[9], (short)__x[10], (short)__x[11], (short)__x[12], (short)__x[13], (short)__x[14], \
	(short)__x[15]}; })
#define _mm256_cvtepu8_epi32(a) __extension__ ({ __v16qu __x = (__v16qu)(a); (__m256i)(__v8si){(int)__x[0], \
	(int)__x[1], (int)__x[2], (int)__x[3], (int)__x[4], (int)__x[5], (int)__x[6], (int)__x[7]}; })
#define _mm256_cvtepu8_epi64(a) __extension__ ({ __v16qu __x = (__v16qu)(a); (__m256i)(__v4di){(long long)__x[0], \
	(long long)__x[1], (long long)__x[2], (long long)__x[3]}; })
#define _mm256_cvtepu16_epi32(a) __extension__ ({ __v8hu __x = (__v8hu)(a); (__m256i)(__v8si){(int)__x[0], \
	(int)__x[1], (int)__x[2], (int)__x[3], (int)__x[4], (int)__x[5], (int)__x[6], (int)__x[7]}; })
#define _mm256_cvtepu16_epi64(a) __extension__ ({ __v8hu __x = (__v8hu)(a); (__m256i)(__v4di){(long long)__x[0], \
	(long long)__x[1], (long long)__x[2], (long long)__x[3]}; })
#define _mm256_cvtepu32_epi64(a) __extension__ ({ __v4su __x = (__v4su)(a); (__m256i)(__v4di){(long long)__x[0], \
	(long long)__x[1], (long long)__x[2], (long long)__x[3]}; })
#define _mm256_blend_epi16(a, b, n) __extension__ ({ __v16hi __x = (__v16hi)(a), __y = (__v16hi)(b); \
	(__m256i)(__v16hi){((n) >> 0 & 1) ? __y[0] : __x[0], ((n) >> 1 & 1) ? __y[1] : __x[1], ((n) >> 2 & 1) ? __y[2] : \
	__x[2], ((n) >> 3 & 1) ? __y[3] : __x[3], ((n) >> 4 & 1) ? __y[4] : __x[4], ((n) >> 5 & 1) ? __y[5] : __x[5], \
	((n) >> 6 & 1) ? __y[6] : __x[6], ((n) >> 7 & 1) ? __y[7] : __x[7], ((n) >> 0 & 1) ? __y[8] : __x[8], ((n) >> 1 & \
	1) ? __y[9] : __x[9], ((n) >> 2 & 1) ? __y[10] : __x[10], ((n) >> 3 & 1) ? __y[11] : __x[11], ((n) >> 4 & 1) ? \
	__y[12] : __x[12], ((n) >> 5 & 1) ? __y[13] : __x[13], ((n) >> 6 & 1) ? __y[14] : __x[14], ((n) >> 7 & 1) ? \
	__y[15] : __x[15]}; })
#define _mm256_blendv_epi8(a, b, c) __extension__ ({ __v32qs __x = (__v32qs)(a), __y = (__v32qs)(b); __v32qs __m = \
	(__v32qs)(c) >> 7; (__m256i)((__x & ~__m) | (__y & __m)); })
#define _mm256_movemask_epi8(a) __extension__ ({ __v32qu __x = (__v32qu)(a); (int)((unsigned)__x[0] >> 7 << 0 | \
	(unsigned)__x[1] >> 7 << 1 | (unsigned)__x[2] >> 7 << 2 | (unsigned)__x[3] >> 7 << 3 | (unsigned)__x[4] >> 7 << 4 \
	| (unsigned)__x[5] >> 7 << 5 | (unsigned)__x[6] >> 7 << 6 | (unsigned)__x[7] >> 7 << 7 | (unsigned)__x[8] >> 7 << \
	8 | (unsigned)__x[9] >> 7 << 9 | (unsigned)__x[10] >> 7 << 10 | (unsigned)__x[11] >> 7 << 11 | (unsigned)__x[12] \
	>> 7 << 12 | (unsigned)__x[13] >> 7 << 13 | (unsigned)__x[14] >> 7 << 14 | (unsigned)__x[15] >> 7 << 15 | \
	(unsigned)__x[16] >> 7 << 16 | (unsigned)__x[17] >> 7 << 17 | (unsigned)__x[18] >> 7 << 18 | (unsigned)__x[19] >> \
	7 << 19 | (unsigned)__x[20] >> 7 << 20 | (unsigned)__x[21] >> 7 << 21 | (unsigned)__x[22] >> 7 << 22 | \
	(unsigned)__x[23] >> 7 << 23 | (unsigned)__x[24] >> 7 << 24 | (unsigned)__x[25] >> 7 << 25 | (unsigned)__x[26] >> \
	7 << 26 | (unsigned)__x[27] >> 7 << 27 | (unsigned)__x[28] >> 7 << 28 | (unsigned)__x[29] >> 7 << 29 | \
	(unsigned)__x[30] >> 7 << 30 | (unsigned)__x[31] >> 7 << 31); })
#define _mm256_stream_load_si256(p) (*(const __m256i *)(p))
#define _mm256_extracti128_si256(a, n) __extension__ ({ __v4di __x = (__v4di)(a); (__m128i)(__v2di){__x[((n) & 1) \
	* 2], __x[((n) & 1) * 2 + 1]}; })
#define _mm256_inserti128_si256(a, b, n) __extension__ ({ __v4di __x = (__v4di)(a); __v2di __y = (__v2di)(b); \
	(__m256i)(__v4di){(n) & 1 ? __x[0] : __y[0], (n) & 1 ? __x[1] : __y[1], (n) & 1 ? __y[0] : __x[2], (n) & 1 ? \
	__y[1] : __x[3]}; })
#define _mm256_permute2x128_si256(a, b, n) __extension__ ({ __v4di __x = (__v4di)(a), __y = (__v4di)(b); \
	(__m256i)(__v4di){(n) & 8 ? 0 : (n) & 2 ? __y[((n) >> 0 & 1) * 2 + 0] : __x[((n) >> 0 & 1) * 2 + 0], (n) & 8 ? 0 \
	: (n) & 2 ? __y[((n) >> 0 & 1) * 2 + 1] : __x[((n) >> 0 & 1) * 2 + 1], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & \
	1) * 2 + 0] : __x[((n) >> 4 & 1) * 2 + 0], (n) & 128 ? 0 : (n) & 32 ? __y[((n) >> 4 & 1) * 2 + 1] : __x[((n) >> 4 \
	& 1) * 2 + 1]}; })
#define _mm256_permute4x64_epi64(a, n) __extension__ ({ __v4di __x = (__v4di)(a); (__m256i)(__v4di){__x[(n) >> 0 & \
	3], __x[(n) >> 2 & 3], __x[(n) >> 4 & 3], __x[(n) >> 6 & 3]}; })
#define _mm256_permute4x64_pd(a, n) __extension__ ({ __v4df __x = (__v4df)(a); (__m256d)(__v4df){__x[(n) >> 0 & \
	3], __x[(n) >> 2 & 3], __x[(n) >> 4 & 3], __x[(n) >> 6 & 3]}; })
#define _mm256_permutevar8x32_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); \
	(__m256i)__builtin_shuffle(__x, __y & 7); })
#define _mm256_permutevar8x32_ps(a, b) __extension__ ({ __v8sf __x = (__v8sf)(a); __v8si __y = (__v8si)(b); \
	(__m256)__builtin_shuffle(__x, __y & 7); })
#define _mm_blend_epi32(a, b, n) __extension__ ({ __v4si __x = (__v4si)(a), __y = (__v4si)(b); \
	(__m128i)(__v4si){((n) >> 0 & 1) ? __y[0] : __x[0], ((n) >> 1 & 1) ? __y[1] : __x[1], ((n) >> 2 & 1) ? __y[2] : \
	__x[2], ((n) >> 3 & 1) ? __y[3] : __x[3]}; })
#define _mm_broadcastb_epi8(a) __extension__ ({ __v16qs __x = (__v16qs)(a); (__m128i)(__v16qs){__x[0], __x[0], \
	__x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0]}; })
#define _mm_broadcastw_epi16(a) __extension__ ({ __v8hi __x = (__v8hi)(a); (__m128i)(__v8hi){__x[0], __x[0], \
	__x[0], __x[0], __x[0], __x[0], __x[0], __x[0]}; })
#define _mm_broadcastd_epi32(a) __extension__ ({ __v4si __x = (__v4si)(a); (__m128i)(__v4si){__x[0], __x[0], \
	__x[0], __x[0]}; })
#define _mm_broadcastq_epi64(a) __extension__ ({ __v2di __x = (__v2di)(a); (__m128i)(__v2di){__x[0], __x[0]}; })
#define _mm_sllv_epi32(a, b) __extension__ ({ __v4su __x = (__v4su)(a), __y = (__v4su)(b); (__m128i)((__x << (__y \
	& 31)) & (__v4su)(__y < 32)); })
#define _mm_srlv_epi32(a, b) __extension__ ({ __v4su __x = (__v4su)(a), __y = (__v4su)(b); (__m128i)((__x >> (__y \
	& 31)) & (__v4su)(__y < 32)); })
#define _mm_srav_epi32(a, b) __extension__ ({ __v4si __x = (__v4si)(a); __v4su __y = (__v4su)(b), __m = \
	(__v4su)(__y > 31); (__m128i)(__x >> (__v4si)((__y & 31) | (__m & 31))); })
#define _mm_maskload_epi32(p, m) __extension__ ({ const int *__p = (const int *)(p); __v4si __m = (__v4si)(m); \
	(__m128i)(__v4si){__m[0] < 0 ? __p[0] : 0, __m[1] < 0 ? __p[1] : 0, __m[2] < 0 ? __p[2] : 0, __m[3] < 0 ? __p[3] \
	: 0}; })
#define _mm_maskstore_epi32(p, m, a) __extension__ ({ int *__p = (int *)(p); __v4si __m = (__v4si)(m), __x = \
	(__v4si)(a); if (__m[0] < 0) __p[0] = __x[0]; if (__m[1] < 0) __p[1] = __x[1]; if (__m[2] < 0) __p[2] = __x[2]; \
	if (__m[3] < 0) __p[3] = __x[3]; (void)0; })
#define _mm_sllv_epi64(a, b) __extension__ ({ __v2du __x = (__v2du)(a), __y = (__v2du)(b); (__m128i)((__x << (__y \
	& 63)) & (__v2du)(__y < 64)); })
#define _mm_srlv_epi64(a, b) __extension__ ({ __v2du __x = (__v2du)(a), __y = (__v2du)(b); (__m128i)((__x >> (__y \
	& 63)) & (__v2du)(__y < 64)); })
#define _mm_maskload_epi64(p, m) __extension__ ({ const long long *__p = (const long long *)(p); __v2di __m = \
	(__v2di)(m); (__m128i)(__v2di){__m[0] < 0 ? __p[0] : 0, __m[1] < 0 ? __p[1] : 0}; })
#define _mm_maskstore_epi64(p, m, a) __extension__ ({ long long *__p = (long long *)(p); __v2di __m = (__v2di)(m), \
	__x = (__v2di)(a); if (__m[0] < 0) __p[0] = __x[0]; if (__m[1] < 0) __p[1] = __x[1]; (void)0; })
#define _mm_broadcastss_ps(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){__x[0], __x[0], __x[0], \
	__x[0]}; })
#define _mm256_blend_epi32(a, b, n) __extension__ ({ __v8si __x = (__v8si)(a), __y = (__v8si)(b); \
	(__m256i)(__v8si){((n) >> 0 & 1) ? __y[0] : __x[0], ((n) >> 1 & 1) ? __y[1] : __x[1], ((n) >> 2 & 1) ? __y[2] : \
	__x[2], ((n) >> 3 & 1) ? __y[3] : __x[3], ((n) >> 4 & 1) ? __y[4] : __x[4], ((n) >> 5 & 1) ? __y[5] : __x[5], \
	((n) >> 6 & 1) ? __y[6] : __x[6], ((n) >> 7 & 1) ? __y[7] : __x[7]}; })
#define _mm256_broadcastb_epi8(a) __extension__ ({ __v16qs __x = (__v16qs)(a); (__m256i)(__v32qs){__x[0], __x[0], \
	__x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], \
	__x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], \
	__x[0], __x[0]}; })
#define _mm256_broadcastw_epi16(a) __extension__ ({ __v8hi __x = (__v8hi)(a); (__m256i)(__v16hi){__x[0], __x[0], \
	__x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0], __x[0]}; })
#define _mm256_broadcastd_epi32(a) __extension__ ({ __v4si __x = (__v4si)(a); (__m256i)(__v8si){__x[0], __x[0], \
	__x[0], __x[0], __x[0], __x[0], __x[0], __x[0]}; })
#define _mm256_broadcastq_epi64(a) __extension__ ({ __v2di __x = (__v2di)(a); (__m256i)(__v4di){__x[0], __x[0], \
	__x[0], __x[0]}; })
#define _mm256_sllv_epi32(a, b) __extension__ ({ __v8su __x = (__v8su)(a), __y = (__v8su)(b); (__m256i)((__x << \
	(__y & 31)) & (__v8su)(__y < 32)); })
#define _mm256_srlv_epi32(a, b) __extension__ ({ __v8su __x = (__v8su)(a), __y = (__v8su)(b); (__m256i)((__x >> \
	(__y & 31)) & (__v8su)(__y < 32)); })
#define _mm256_srav_epi32(a, b) __extension__ ({ __v8si __x = (__v8si)(a); __v8su __y = (__v8su)(b), __m = \
	(__v8su)(__y > 31); (__m256i)(__x >> (__v8si)((__y & 31) | (__m & 31))); })
#define _mm256_maskload_epi32(p, m) __extension__ ({ const int *__p = (const int *)(p); __v8si __m = (__v8si)(m); \
	(__m256i)(__v8si){__m[0] < 0 ? __p[0] : 0, __m[1] < 0 ? __p[1] : 0, __m[2] < 0 ? __p[2] : 0, __m[3] < 0 ? __p[3] \
	: 0, __m[4] < 0 ? __p[4] : 0, __m[5] < 0 ? __p[5] : 0, __m[6] < 0 ? __p[6] : 0, __m[7] < 0 ? __p[7] : 0}; })
#define _mm256_maskstore_epi32(p, m, a) __extension__ ({ int *__p = (int *)(p); __v8si __m = (__v8si)(m), __x = \
	(__v8si)(a); if (__m[0] < 0) __p[0] = __x[0]; if (__m[1] < 0) __p[1] = __x[1]; if (__m[2] < 0) __p[2] = __x[2]; \
	if (__m[3] < 0) __p[3] = __x[3]; if (__m[4] < 0) __p[4] = __x[4]; if (__m[5] < 0) __p[5] = __x[5]; if (__m[6] < \
	0) __p[6] = __x[6]; if (__m[7] < 0) __p[7] = __x[7]; (void)0; })
#define _mm256_sllv_epi64(a, b) __extension__ ({ __v4du __x = (__v4du)(a), __y = (__v4du)(b); (__m256i)((__x << \
	(__y & 63)) & (__v4du)(__y < 64)); })
#define _mm256_srlv_epi64(a, b) __extension__ ({ __v4du __x = (__v4du)(a), __y = (__v4du)(b); (__m256i)((__x >> \
	(__y & 63)) & (__v4du)(__y < 64)); })
#define _mm256_maskload_epi64(p, m) __extension__ ({ const long long *__p = (const long long *)(p); __v4di __m = \
	(__v4di)(m); (__m256i)(__v4di){__m[0] < 0 ? __p[0] : 0, __m[1] < 0 ? __p[1] : 0, __m[2] < 0 ? __p[2] : 0, __m[3] \
	< 0 ? __p[3] : 0}; })
#define _mm256_maskstore_epi64(p, m, a) __extension__ ({ long long *__p = (long long *)(p); __v4di __m = \
	(__v4di)(m), __x = (__v4di)(a); if (__m[0] < 0) __p[0] = __x[0]; if (__m[1] < 0) __p[1] = __x[1]; if (__m[2] < 0) \
	__p[2] = __x[2]; if (__m[3] < 0) __p[3] = __x[3]; (void)0; })
#define _mm256_broadcastss_ps(a) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m256)(__v8sf){__x[0], __x[0], \
	__x[0], __x[0], __x[0], __x[0], __x[0], __x[0]}; })
#define _mm256_broadcastsd_pd(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m256d)(__v4df){__x[0], __x[0], \
	__x[0], __x[0]}; })
#define _mm_broadcastsd_pd(a) __extension__ ({ __v2df __x = (__v2df)(a); (__m128d)(__v2df){__x[0], __x[0]}; })
#define _mm256_broadcastsi128_si256(a) __extension__ ({ __v2di __x = (__v2di)(a); (__m256i)(__v4di){__x[0], \
	__x[1], __x[0], __x[1]}; })

__m256i _mm256_mpsadbw_epu8(__m256i, __m256i, const int);
__m128d _mm_i32gather_pd(double const *, __m128i, const int);
__m128d _mm_mask_i32gather_pd(__m128d, double const *, __m128i, __m128d, const int);
__m256d _mm256_i32gather_pd(double const *, __m128i, const int);
__m256d _mm256_mask_i32gather_pd(__m256d, double const *, __m128i, __m256d, const int);
__m128d _mm_i64gather_pd(double const *, __m128i, const int);
__m128d _mm_mask_i64gather_pd(__m128d, double const *, __m128i, __m128d, const int);
__m256d _mm256_i64gather_pd(double const *, __m256i, const int);
__m256d _mm256_mask_i64gather_pd(__m256d, double const *, __m256i, __m256d, const int);
__m128 _mm_i32gather_ps(float const *, __m128i, const int);
__m128 _mm_mask_i32gather_ps(__m128, float const *, __m128i, __m128, const int);
__m256 _mm256_i32gather_ps(float const *, __m256i, const int);
__m256 _mm256_mask_i32gather_ps(__m256, float const *, __m256i, __m256, const int);
__m128 _mm_i64gather_ps(float const *, __m128i, const int);
__m128 _mm_mask_i64gather_ps(__m128, float const *, __m128i, __m128, const int);
__m128 _mm256_i64gather_ps(float const *, __m256i, const int);
__m128 _mm256_mask_i64gather_ps(__m128, float const *, __m256i, __m128, const int);
__m128i _mm_i32gather_epi64(long long int const *, __m128i, const int);
__m128i _mm_mask_i32gather_epi64(__m128i, long long int const *, __m128i, __m128i, const int);
__m256i _mm256_i32gather_epi64(long long int const *, __m128i, const int);
__m256i _mm256_mask_i32gather_epi64(__m256i, long long int const *, __m128i, __m256i, const int);
__m128i _mm_i64gather_epi64(long long int const *, __m128i, const int);
__m128i _mm_mask_i64gather_epi64(__m128i, long long int const *, __m128i, __m128i, const int);
__m256i _mm256_i64gather_epi64(long long int const *, __m256i, const int);
__m256i _mm256_mask_i64gather_epi64(__m256i, long long int const *, __m256i, __m256i, const int);
__m128i _mm_i32gather_epi32(int const *, __m128i, const int);
__m128i _mm_mask_i32gather_epi32(__m128i, int const *, __m128i, __m128i, const int);
__m256i _mm256_i32gather_epi32(int const *, __m256i, const int);
__m256i _mm256_mask_i32gather_epi32(__m256i, int const *, __m256i, __m256i, const int);
__m128i _mm_i64gather_epi32(int const *, __m128i, const int);
__m128i _mm_mask_i64gather_epi32(__m128i, int const *, __m128i, __m128i, const int);
__m128i _mm256_i64gather_epi32(int const *, __m256i, const int);
__m128i _mm256_mask_i64gather_epi32(__m128i, int const *, __m256i, __m128i, const int);
#endif
