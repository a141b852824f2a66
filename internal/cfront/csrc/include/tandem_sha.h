/* SHA: declared, without bodies. For immintrin.h */
#ifndef _TANDEM_TANDEM_SHA_H
#define _TANDEM_TANDEM_SHA_H


__m128i _mm_sha1msg1_epu32(__m128i, __m128i);
__m128i _mm_sha1msg2_epu32(__m128i, __m128i);
__m128i _mm_sha1nexte_epu32(__m128i, __m128i);
__m128i _mm_sha1rnds4_epu32(__m128i, __m128i, const int);
__m128i _mm_sha256msg1_epu32(__m128i, __m128i);
__m128i _mm_sha256msg2_epu32(__m128i, __m128i);
__m128i _mm_sha256rnds2_epu32(__m128i, __m128i, __m128i);
#endif
