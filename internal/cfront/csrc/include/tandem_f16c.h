/* F16C: declared, without bodies. For immintrin.h */
#ifndef _TANDEM_TANDEM_F16C_H
#define _TANDEM_TANDEM_F16C_H

float _cvtsh_ss(unsigned short);
__m128 _mm_cvtph_ps(__m128i);
__m256 _mm256_cvtph_ps(__m128i);
unsigned short _cvtss_sh(float, const int);
__m128i _mm_cvtps_ph(__m128, const int);
__m128i _mm256_cvtps_ph(__m256, const int);
#endif
