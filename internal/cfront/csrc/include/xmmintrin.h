/* x86 intrinsics by GNU vectors. What is only declared has no body: each call gives any value. */
#ifndef _TANDEM_XMMINTRIN_H
#define _TANDEM_XMMINTRIN_H

#include <mmintrin.h>
#include <mm_malloc.h>

typedef float __m128 __attribute__((__vector_size__(16), __may_alias__));
typedef float __m128_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef long long __m128i __attribute__((__vector_size__(16), __may_alias__));
typedef long long __m128i_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef float __v4sf __attribute__((__vector_size__(16)));
typedef double __v2df __attribute__((__vector_size__(16)));
typedef long long __v2di __attribute__((__vector_size__(16)));
typedef unsigned long long __v2du __attribute__((__vector_size__(16)));
typedef int __v4si __attribute__((__vector_size__(16)));
typedef unsigned __v4su __attribute__((__vector_size__(16)));
typedef short __v8hi __attribute__((__vector_size__(16)));
typedef unsigned short __v8hu __attribute__((__vector_size__(16)));
typedef char __v16qi __attribute__((__vector_size__(16)));
typedef signed char __v16qs __attribute__((__vector_size__(16)));
typedef unsigned char __v16qu __attribute__((__vector_size__(16)));

/* Integers of floating-point numbers: the smallest where the number has none. */
#define __tandem_int32(r) ((r) > -2147483649.0 && (r) < 2147483648.0 ? (int)(r) : -2147483647 - 1)
#define __tandem_int64(r) ((r) >= -9223372036854775808.0 && (r) < 9223372036854775808.0 ? (long long)(r) : \
	-9223372036854775807LL - 1)
#define __tandem_near32(v) __extension__ ({ double __r = __builtin_rint(v); __tandem_int32(__r); })
#define __tandem_trunc32(v) __extension__ ({ double __r = (v); __tandem_int32(__r); })
#define __tandem_near64(v) __extension__ ({ double __r = __builtin_rint(v); __tandem_int64(__r); })
#define __tandem_trunc64(v) __extension__ ({ double __r = (v); __tandem_int64(__r); })
/* Square roots that leave errno alone. */
float __builtin___tandem_sqrtf(float);
double __builtin___tandem_sqrt(double);

#define _MM_SHUFFLE(a, b, c, d) (((a) << 6) | ((b) << 4) | ((c) << 2) | (d))
enum _mm_hint { _MM_HINT_ET0 = 7, _MM_HINT_ET1 = 6, _MM_HINT_T0 = 3, _MM_HINT_T1 = 2, _MM_HINT_T2 = 1, \
	_MM_HINT_NTA = 0 };
#define _MM_EXCEPT_MASK 0x3f
#define _MM_EXCEPT_INVALID 1
#define _MM_EXCEPT_DENORM 2
#define _MM_EXCEPT_DIV_ZERO 4
#define _MM_EXCEPT_OVERFLOW 8
#define _MM_EXCEPT_UNDERFLOW 0x10
#define _MM_EXCEPT_INEXACT 0x20
#define _MM_MASK_MASK 0x1f80
#define _MM_MASK_INVALID 0x80
#define _MM_MASK_DENORM 0x100
#define _MM_MASK_DIV_ZERO 0x200
#define _MM_MASK_OVERFLOW 0x400
#define _MM_MASK_UNDERFLOW 0x800
#define _MM_MASK_INEXACT 0x1000
#define _MM_ROUND_MASK 0x6000
#define _MM_ROUND_NEAREST 0
#define _MM_ROUND_DOWN 0x2000
#define _MM_ROUND_UP 0x4000
#define _MM_ROUND_TOWARD_ZERO 0x6000
#define _MM_FLUSH_ZERO_MASK 0x8000
#define _MM_FLUSH_ZERO_ON 0x8000
#define _MM_FLUSH_ZERO_OFF 0
#define _mm_prefetch(p, h) ((void)(p))
#define _mm_pause() ((void)0)
#define _mm_sfence() ((void)0)
#define _mm_add_ps(a, b) ((__m128)((__v4sf)(a) + (__v4sf)(b)))
#define _mm_sub_ps(a, b) ((__m128)((__v4sf)(a) - (__v4sf)(b)))
#define _mm_mul_ps(a, b) ((__m128)((__v4sf)(a) * (__v4sf)(b)))
#define _mm_div_ps(a, b) ((__m128)((__v4sf)(a) / (__v4sf)(b)))
#define _mm_and_ps(a, b) ((__m128)((__v4su)(a) & (__v4su)(b)))
#define _mm_or_ps(a, b) ((__m128)((__v4su)(a) | (__v4su)(b)))
#define _mm_xor_ps(a, b) ((__m128)((__v4su)(a) ^ (__v4su)(b)))
#define _mm_andnot_ps(a, b) ((__m128)(~(__v4su)(a) & (__v4su)(b)))
#define _mm_max_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] > \
	__y[0] ? __x[0] : __y[0], __x[1] > __y[1] ? __x[1] : __y[1], __x[2] > __y[2] ? __x[2] : __y[2], __x[3] > __y[3] ? \
	__x[3] : __y[3]}; })
#define _mm_min_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] < \
	__y[0] ? __x[0] : __y[0], __x[1] < __y[1] ? __x[1] : __y[1], __x[2] < __y[2] ? __x[2] : __y[2], __x[3] < __y[3] ? \
	__x[3] : __y[3]}; })
#define _mm_sqrt_ps(a) __extension__ ({ __v4sf __x = (__v4sf)(a); \
	(__m128)(__v4sf){__builtin___tandem_sqrtf(__x[0]), __builtin___tandem_sqrtf(__x[1]), \
	__builtin___tandem_sqrtf(__x[2]), __builtin___tandem_sqrtf(__x[3])}; })
#define _mm_add_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] + \
	__y[0], __x[1], __x[2], __x[3]}; })
#define _mm_sub_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] - \
	__y[0], __x[1], __x[2], __x[3]}; })
#define _mm_mul_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] * \
	__y[0], __x[1], __x[2], __x[3]}; })
#define _mm_div_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] / \
	__y[0], __x[1], __x[2], __x[3]}; })
#define _mm_max_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] > \
	__y[0] ? __x[0] : __y[0], __x[1], __x[2], __x[3]}; })
#define _mm_min_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0] < \
	__y[0] ? __x[0] : __y[0], __x[1], __x[2], __x[3]}; })
#define _mm_move_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__y[0], \
	__x[1], __x[2], __x[3]}; })
#define _mm_sqrt_ss(a) __extension__ ({ __v4sf __x = (__v4sf)(a); \
	(__m128)(__v4sf){__builtin___tandem_sqrtf(__x[0]), __x[1], __x[2], __x[3]}; })
#define _mm_cmpeq_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__x == __y); })
#define _mm_cmpeq_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = (__v4si)__x, \
	__c = __x == __y; __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmplt_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__x < __y); })
#define _mm_cmplt_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = (__v4si)__x, \
	__c = __x < __y; __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmple_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__x <= __y); })
#define _mm_cmple_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = (__v4si)__x, \
	__c = __x <= __y; __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpgt_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__x > __y); })
#define _mm_cmpgt_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = (__v4si)__x, \
	__c = __x > __y; __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpge_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__x >= __y); })
#define _mm_cmpge_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = (__v4si)__x, \
	__c = __x >= __y; __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpneq_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__x != __y); })
#define _mm_cmpneq_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = \
	(__v4si)__x, __c = __x != __y; __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpnlt_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(~(__x < __y)); })
#define _mm_cmpnlt_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = \
	(__v4si)__x, __c = ~(__x < __y); __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpnle_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(~(__x <= __y)); })
#define _mm_cmpnle_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = \
	(__v4si)__x, __c = ~(__x <= __y); __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpngt_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(~(__x > __y)); })
#define _mm_cmpngt_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = \
	(__v4si)__x, __c = ~(__x > __y); __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpnge_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(~(__x >= __y)); })
#define _mm_cmpnge_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = \
	(__v4si)__x, __c = ~(__x >= __y); __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpord_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)((__x == __x) & \
	(__y == __y)); })
#define _mm_cmpord_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = \
	(__v4si)__x, __c = (__x == __x) & (__y == __y); __r[0] = __c[0]; (__m128)__r; })
#define _mm_cmpunord_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)((__x != __x) \
	| (__y != __y)); })
#define _mm_cmpunord_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __v4si __r = \
	(__v4si)__x, __c = (__x != __x) | (__y != __y); __r[0] = __c[0]; (__m128)__r; })
#define _mm_comieq_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] == __y[0]; })
#define _mm_ucomieq_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] == __y[0]; })
#define _mm_comilt_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] < __y[0]; })
#define _mm_ucomilt_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] < __y[0]; })
#define _mm_comile_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] <= __y[0]; })
#define _mm_ucomile_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] <= __y[0]; })
#define _mm_comigt_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] > __y[0]; })
#define _mm_ucomigt_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] > __y[0]; })
#define _mm_comige_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] >= __y[0]; })
#define _mm_ucomige_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] >= __y[0]; })
#define _mm_comineq_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] != __y[0]; })
#define _mm_ucomineq_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); __x[0] != __y[0]; })
#define _mm_movemask_ps(a) __extension__ ({ __v4su __x = (__v4su)(a); (int)(__x[0] >> 31 << 0 | __x[1] >> 31 << 1 \
	| __x[2] >> 31 << 2 | __x[3] >> 31 << 3); })
#define _mm_set_ps(a, b, c, d) ((__m128)(__v4sf){(float)(d), (float)(c), (float)(b), (float)(a)})
#define _mm_setr_ps(a, b, c, d) ((__m128)(__v4sf){(float)(a), (float)(b), (float)(c), (float)(d)})
#define _mm_set1_ps(a) __extension__ ({ float __x = (float)(a); (__m128)(__v4sf){__x, __x, __x, __x}; })
#define _mm_setzero_ps() ((__m128){0})
#define _mm_load_ps(p) (*(const __m128 *)(p))
#define _mm_loadu_ps(p) ((__m128)*(const __m128_u *)(p))
#define _mm_store_ps(p, a) ((void)(*(__m128 *)(p) = (__m128)(a)))
#define _mm_storeu_ps(p, a) ((void)(*(__m128_u *)(p) = (__m128)(a)))
#define _mm_stream_ps(p, a) ((void)(*(__m128 *)(p) = (__m128)(a)))
#define _mm_unpacklo_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); \
	(__m128)(__v4sf){__x[0], __y[0], __x[1], __y[1]}; })
#define _mm_unpackhi_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); \
	(__m128)(__v4sf){__x[2], __y[2], __x[3], __y[3]}; })
#define _mm_shuffle_ps(a, b, n) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); \
	(__m128)(__v4sf){__x[0 + ((n) & 3)], __x[0 + ((n) >> 2 & 3)], __y[0 + ((n) >> 4 & 3)], __y[0 + ((n) >> 6 & 3)]}; })
#define _mm_set_ps1(a) _mm_set1_ps(a)
#define _mm_set_ss(a) ((__m128)(__v4sf){(float)(a), 0, 0, 0})
#define _mm_load_ss(p) ((__m128)(__v4sf){*(const float *)(p), 0, 0, 0})
#define _mm_load1_ps(p) (_mm_set1_ps(*(const float *)(p)))
#define _mm_load_ps1(p) (_mm_set1_ps(*(const float *)(p)))
#define _mm_loadr_ps(p) __extension__ ({ __v4sf __x = *(const __v4sf *)(p); (__m128)(__v4sf){__x[3], __x[2], \
	__x[1], __x[0]}; })
#define _mm_storer_ps(p, a) __extension__ ({ __v4sf __x = (__v4sf)(a); (void)(*(__v4sf *)(p) = (__v4sf){__x[3], \
	__x[2], __x[1], __x[0]}); })
#define _mm_store_ss(p, a) __extension__ ({ __v4sf __x = (__v4sf)(a); (void)(*(float *)(p) = __x[0]); })
#define _mm_store1_ps(p, a) __extension__ ({ __v4sf __x = (__v4sf)(a); (void)(*(__v4sf *)(p) = (__v4sf){__x[0], \
	__x[0], __x[0], __x[0]}); })
#define _mm_store_ps1(p, a) __extension__ ({ __v4sf __x = (__v4sf)(a); (void)(*(__v4sf *)(p) = (__v4sf){__x[0], \
	__x[0], __x[0], __x[0]}); })
#define _mm_cvtss_f32(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __x[0]; })
#define _mm_movehl_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__y[2], \
	__y[3], __x[2], __x[3]}; })
#define _mm_movelh_ps(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a), __y = (__v4sf)(b); (__m128)(__v4sf){__x[0], \
	__x[1], __y[0], __y[1]}; })
#define _mm_loadh_pi(a, p) __extension__ ({ __v4sf __x = (__v4sf)(a); __v2sf __q = *(const __v2sf *)(p); \
	(__m128)(__v4sf){__x[0], __x[1], __q[0], __q[1]}; })
#define _mm_loadl_pi(a, p) __extension__ ({ __v4sf __x = (__v4sf)(a); __v2sf __q = *(const __v2sf *)(p); \
	(__m128)(__v4sf){__q[0], __q[1], __x[2], __x[3]}; })
#define _mm_storeh_pi(p, a) __extension__ ({ __v4sf __x = (__v4sf)(a); (void)(*(__v2sf *)(p) = (__v2sf){__x[2], \
	__x[3]}); })
#define _mm_storel_pi(p, a) __extension__ ({ __v4sf __x = (__v4sf)(a); (void)(*(__v2sf *)(p) = (__v2sf){__x[0], \
	__x[1]}); })
#define _mm_cvtss_si32(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __tandem_near32(__x[0]); })
#define _mm_cvt_ss2si(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __tandem_near32(__x[0]); })
#define _mm_cvttss_si32(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __tandem_trunc32(__x[0]); })
#define _mm_cvtt_ss2si(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __tandem_trunc32(__x[0]); })
#define _mm_cvtsi32_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){(float)(int)(b), __x[1], \
	__x[2], __x[3]}; })
#define _mm_cvt_si2ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){(float)(int)(b), __x[1], \
	__x[2], __x[3]}; })
#ifdef __x86_64__
#define _mm_cvtss_si64(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __tandem_near64(__x[0]); })
#define _mm_cvtss_si64x(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __tandem_near64(__x[0]); })
#define _mm_cvttss_si64(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __tandem_trunc64(__x[0]); })
#define _mm_cvttss_si64x(a) __extension__ ({ __v4sf __x = (__v4sf)(a); __tandem_trunc64(__x[0]); })
#define _mm_cvtsi64_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){(float)(long long)(b), \
	__x[1], __x[2], __x[3]}; })
#define _mm_cvtsi64x_ss(a, b) __extension__ ({ __v4sf __x = (__v4sf)(a); (__m128)(__v4sf){(float)(long long)(b), \
	__x[1], __x[2], __x[3]}; })
#endif
#define _MM_TRANSPOSE4_PS(a, b, c, d) do { __v4sf __a = (a), __b = (b), __c = (c), __d = (d); (a) = \
	(__m128)(__v4sf){__a[0], __b[0], __c[0], __d[0]}; (b) = (__m128)(__v4sf){__a[1], __b[1], __c[1], __d[1]}; (c) = \
	(__m128)(__v4sf){__a[2], __b[2], __c[2], __d[2]}; (d) = (__m128)(__v4sf){__a[3], __b[3], __c[3], __d[3]}; } while (0)

__m128 _mm_undefined_ps(void);
__m128 _mm_rcp_ss(__m128);
__m128 _mm_rsqrt_ss(__m128);
__m128 _mm_rcp_ps(__m128);
__m128 _mm_rsqrt_ps(__m128);
__m64 _mm_cvtps_pi32(__m128);
__m64 _mm_cvt_ps2pi(__m128);
__m64 _mm_cvttps_pi32(__m128);
__m64 _mm_cvtt_ps2pi(__m128);
__m128 _mm_cvtpi32_ps(__m128, __m64);
__m128 _mm_cvt_pi2ps(__m128, __m64);
__m128 _mm_cvtpi16_ps(__m64);
__m128 _mm_cvtpu16_ps(__m64);
__m128 _mm_cvtpi8_ps(__m64);
__m128 _mm_cvtpu8_ps(__m64);
__m128 _mm_cvtpi32x2_ps(__m64, __m64);
__m64 _mm_cvtps_pi16(__m128);
__m64 _mm_cvtps_pi8(__m128);
unsigned int _mm_getcsr(void);
unsigned int _MM_GET_EXCEPTION_STATE(void);
unsigned int _MM_GET_EXCEPTION_MASK(void);
unsigned int _MM_GET_ROUNDING_MODE(void);
unsigned int _MM_GET_FLUSH_ZERO_MODE(void);
void _mm_setcsr(unsigned int);
void _MM_SET_EXCEPTION_STATE(unsigned int);
void _MM_SET_EXCEPTION_MASK(unsigned int);
void _MM_SET_ROUNDING_MODE(unsigned int);
void _MM_SET_FLUSH_ZERO_MODE(unsigned int);
int _mm_extract_pi16(__m64, int);
int _m_pextrw(__m64, int);
__m64 _mm_insert_pi16(__m64, int, int);
__m64 _m_pinsrw(__m64, int, int);
__m64 _mm_max_pi16(__m64, __m64);
__m64 _m_pmaxsw(__m64, __m64);
__m64 _mm_max_pu8(__m64, __m64);
__m64 _m_pmaxub(__m64, __m64);
__m64 _mm_min_pi16(__m64, __m64);
__m64 _m_pminsw(__m64, __m64);
__m64 _mm_min_pu8(__m64, __m64);
__m64 _m_pminub(__m64, __m64);
int _mm_movemask_pi8(__m64);
int _m_pmovmskb(__m64);
__m64 _mm_mulhi_pu16(__m64, __m64);
__m64 _m_pmulhuw(__m64, __m64);
__m64 _mm_shuffle_pi16(__m64, int);
__m64 _m_pshufw(__m64, int);
void _mm_maskmove_si64(__m64, __m64, char *);
void _m_maskmovq(__m64, __m64, char *);
__m64 _mm_avg_pu8(__m64, __m64);
__m64 _m_pavgb(__m64, __m64);
__m64 _mm_avg_pu16(__m64, __m64);
__m64 _m_pavgw(__m64, __m64);
__m64 _mm_sad_pu8(__m64, __m64);
__m64 _m_psadbw(__m64, __m64);
void _mm_stream_pi(__m64 *, __m64);
#endif
