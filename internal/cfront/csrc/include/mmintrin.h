/* MMX: declared, without bodies. */
#ifndef _TANDEM_MMINTRIN_H
#define _TANDEM_MMINTRIN_H

typedef int __m64 __attribute__((__vector_size__(8), __may_alias__));
typedef int __m64_u __attribute__((__vector_size__(8), __may_alias__, __aligned__(1)));
typedef int __v2si __attribute__((__vector_size__(8)));
typedef short __v4hi __attribute__((__vector_size__(8)));
typedef char __v8qi __attribute__((__vector_size__(8)));
typedef long long __v1di __attribute__((__vector_size__(8)));
typedef float __v2sf __attribute__((__vector_size__(8)));
#define _mm_cvtsi32_si64(a) ((__m64)(__v2si){(int)(a), 0})
#define _m_from_int(a) _mm_cvtsi32_si64(a)
#define _mm_cvtsi64_si32(a) __extension__ ({ __v2si __x = (__v2si)(a); __x[0]; })
#define _m_to_int(a) _mm_cvtsi64_si32(a)
#ifdef __x86_64__
#define _mm_cvtsi64_m64(a) ((__m64)(long long)(a))
#define _mm_cvtsi64x_si64(a) ((__m64)(long long)(a))
#define _mm_set_pi64x(a) ((__m64)(long long)(a))
#define _mm_cvtm64_si64(a) ((long long)(__m64)(a))
#define _mm_cvtsi64_si64x(a) ((long long)(__m64)(a))
#define _m_from_int64(a) ((__m64)(long long)(a))
#define _m_to_int64(a) ((long long)(__m64)(a))
#endif
#define _mm_empty() ((void)0)
#define _m_empty() ((void)0)
#define _mm_setzero_si64() ((__m64){0})

__m64 _mm_packs_pi16(__m64, __m64);
__m64 _m_packsswb(__m64, __m64);
__m64 _mm_packs_pi32(__m64, __m64);
__m64 _m_packssdw(__m64, __m64);
__m64 _mm_packs_pu16(__m64, __m64);
__m64 _m_packuswb(__m64, __m64);
__m64 _mm_unpackhi_pi8(__m64, __m64);
__m64 _m_punpckhbw(__m64, __m64);
__m64 _mm_unpackhi_pi16(__m64, __m64);
__m64 _m_punpckhwd(__m64, __m64);
__m64 _mm_unpackhi_pi32(__m64, __m64);
__m64 _m_punpckhdq(__m64, __m64);
__m64 _mm_unpacklo_pi8(__m64, __m64);
__m64 _m_punpcklbw(__m64, __m64);
__m64 _mm_unpacklo_pi16(__m64, __m64);
__m64 _m_punpcklwd(__m64, __m64);
__m64 _mm_unpacklo_pi32(__m64, __m64);
__m64 _m_punpckldq(__m64, __m64);
__m64 _mm_add_pi8(__m64, __m64);
__m64 _m_paddb(__m64, __m64);
__m64 _mm_add_pi16(__m64, __m64);
__m64 _m_paddw(__m64, __m64);
__m64 _mm_add_pi32(__m64, __m64);
__m64 _m_paddd(__m64, __m64);
__m64 _mm_add_si64(__m64, __m64);
__m64 _mm_adds_pi8(__m64, __m64);
__m64 _m_paddsb(__m64, __m64);
__m64 _mm_adds_pi16(__m64, __m64);
__m64 _m_paddsw(__m64, __m64);
__m64 _mm_adds_pu8(__m64, __m64);
__m64 _m_paddusb(__m64, __m64);
__m64 _mm_adds_pu16(__m64, __m64);
__m64 _m_paddusw(__m64, __m64);
__m64 _mm_sub_pi8(__m64, __m64);
__m64 _m_psubb(__m64, __m64);
__m64 _mm_sub_pi16(__m64, __m64);
__m64 _m_psubw(__m64, __m64);
__m64 _mm_sub_pi32(__m64, __m64);
__m64 _m_psubd(__m64, __m64);
__m64 _mm_sub_si64(__m64, __m64);
__m64 _mm_subs_pi8(__m64, __m64);
__m64 _m_psubsb(__m64, __m64);
__m64 _mm_subs_pi16(__m64, __m64);
__m64 _m_psubsw(__m64, __m64);
__m64 _mm_subs_pu8(__m64, __m64);
__m64 _m_psubusb(__m64, __m64);
__m64 _mm_subs_pu16(__m64, __m64);
__m64 _m_psubusw(__m64, __m64);
__m64 _mm_madd_pi16(__m64, __m64);
__m64 _m_pmaddwd(__m64, __m64);
__m64 _mm_mulhi_pi16(__m64, __m64);
__m64 _m_pmulhw(__m64, __m64);
__m64 _mm_mullo_pi16(__m64, __m64);
__m64 _m_pmullw(__m64, __m64);
__m64 _mm_sll_pi16(__m64, __m64);
__m64 _m_psllw(__m64, __m64);
__m64 _mm_slli_pi16(__m64, int);
__m64 _m_psllwi(__m64, int);
__m64 _mm_sll_pi32(__m64, __m64);
__m64 _m_pslld(__m64, __m64);
__m64 _mm_slli_pi32(__m64, int);
__m64 _m_pslldi(__m64, int);
__m64 _mm_sll_si64(__m64, __m64);
__m64 _m_psllq(__m64, __m64);
__m64 _mm_slli_si64(__m64, int);
__m64 _m_psllqi(__m64, int);
__m64 _mm_sra_pi16(__m64, __m64);
__m64 _m_psraw(__m64, __m64);
__m64 _mm_srai_pi16(__m64, int);
__m64 _m_psrawi(__m64, int);
__m64 _mm_sra_pi32(__m64, __m64);
__m64 _m_psrad(__m64, __m64);
__m64 _mm_srai_pi32(__m64, int);
__m64 _m_psradi(__m64, int);
__m64 _mm_srl_pi16(__m64, __m64);
__m64 _m_psrlw(__m64, __m64);
__m64 _mm_srli_pi16(__m64, int);
__m64 _m_psrlwi(__m64, int);
__m64 _mm_srl_pi32(__m64, __m64);
__m64 _m_psrld(__m64, __m64);
__m64 _mm_srli_pi32(__m64, int);
__m64 _m_psrldi(__m64, int);
__m64 _mm_srl_si64(__m64, __m64);
__m64 _m_psrlq(__m64, __m64);
__m64 _mm_srli_si64(__m64, int);
__m64 _m_psrlqi(__m64, int);
__m64 _mm_and_si64(__m64, __m64);
__m64 _m_pand(__m64, __m64);
__m64 _mm_andnot_si64(__m64, __m64);
__m64 _m_pandn(__m64, __m64);
__m64 _mm_or_si64(__m64, __m64);
__m64 _m_por(__m64, __m64);
__m64 _mm_xor_si64(__m64, __m64);
__m64 _m_pxor(__m64, __m64);
__m64 _mm_cmpeq_pi8(__m64, __m64);
__m64 _m_pcmpeqb(__m64, __m64);
__m64 _mm_cmpgt_pi8(__m64, __m64);
__m64 _m_pcmpgtb(__m64, __m64);
__m64 _mm_cmpeq_pi16(__m64, __m64);
__m64 _m_pcmpeqw(__m64, __m64);
__m64 _mm_cmpgt_pi16(__m64, __m64);
__m64 _m_pcmpgtw(__m64, __m64);
__m64 _mm_cmpeq_pi32(__m64, __m64);
__m64 _m_pcmpeqd(__m64, __m64);
__m64 _mm_cmpgt_pi32(__m64, __m64);
__m64 _m_pcmpgtd(__m64, __m64);
__m64 _mm_set_pi32(int, int);
__m64 _mm_set_pi16(short, short, short, short);
__m64 _mm_set_pi8(char, char, char, char, char, char, char, char);
__m64 _mm_setr_pi32(int, int);
__m64 _mm_setr_pi16(short, short, short, short);
__m64 _mm_setr_pi8(char, char, char, char, char, char, char, char);
__m64 _mm_set1_pi32(int);
__m64 _mm_set1_pi16(short);
__m64 _mm_set1_pi8(char);
#endif
