/* What gcc knows without a declaration. cc finds an undeclared f as __builtin_f. */
#define __extension__
#define __FUNCTION__ __func__
#define __PRETTY_FUNCTION__ __func__
#define __builtin_va_arg(va, type) (*(type *)__builtin_va_arg_impl(va))
#define __builtin_offsetof(type, member) ((__SIZE_TYPE__)&(((type *)0)->member))
#define __builtin_types_compatible_p(t1, t2) __ccgo__types_compatible_p((t1){}, (t2){})
#define __builtin_convertvector(v, type) __tandem_convertvector((v), (type){})
#ifdef __LP64__
typedef struct __va_list_tag { unsigned gp_offset, fp_offset; void *overflow_arg_area, *reg_save_area; } __va_list_tag;
typedef __va_list_tag __builtin_va_list[1];
#else
typedef char *__builtin_va_list;
#endif
typedef unsigned __tandem_length;
typedef float __tandem_float16 __attribute__((__tandem_half__, visibility("__tandem_half__")));
typedef float __tandem_excess16 __attribute__((__tandem_half__, visibility("__tandem_half__")));
typedef float __tandem_float32 __attribute__((__tandem_f32__, visibility("__tandem_f32__")));
typedef double __tandem_float64 __attribute__((__tandem_f64__, visibility("__tandem_f64__")));
typedef double __tandem_float32x __attribute__((__tandem_f32x__, visibility("__tandem_f32x__")));
typedef long double __tandem_float64x __attribute__((__tandem_f64x__, visibility("__tandem_f64x__")));
typedef _Float128 __tandem_float128;
typedef _Complex float __tandem_complex16 __attribute__((__tandem_half__, visibility("__tandem_half__")));
typedef _Complex long double __tandem_complex128 __attribute__((__tandem_quad__, visibility("__tandem_quad__")));
typedef int __tandem_subscript __attribute__((vector_size(4)));
int __tandem_convertvector();
int __builtin_shuffle();
int __builtin_shufflevector();
typedef __SIZE_TYPE__ __predefined_size_t;
typedef __WCHAR_TYPE__ __predefined_wchar_t;
typedef __PTRDIFF_TYPE__ __predefined_ptrdiff_t;
int __predefined_declarator;
enum { __tandem_null, __tandem_none, __tandem_unqual = 0, __tandem_range };
int __ccgo__types_compatible_p();
void *__builtin_va_arg_impl(__builtin_va_list);
void __builtin_va_copy(__builtin_va_list, __builtin_va_list);
void __builtin_abort(void) __attribute__((__noreturn__));
void __builtin_exit(int) __attribute__((__noreturn__));
void __builtin__Exit(int) __attribute__((__noreturn__));
void __builtin__exit(int) __attribute__((__noreturn__));
void __builtin_unreachable(void) __attribute__((__noreturn__));
void __builtin_trap(void) __attribute__((__noreturn__));
void *__builtin_malloc(__SIZE_TYPE__);
void *__builtin_calloc(__SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin_realloc(void *, __SIZE_TYPE__);
void *__builtin_alloca(__SIZE_TYPE__);
void __builtin_free(void *);
void *__builtin_memcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_mempcpy(void *, const void *, __SIZE_TYPE__);
void *__builtin_memmove(void *, const void *, __SIZE_TYPE__);
void *__builtin_memset(void *, int, __SIZE_TYPE__);
int __builtin_memcmp(const void *, const void *, __SIZE_TYPE__);
void *__builtin_memchr(const void *, int, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strlen(const char *);
__SIZE_TYPE__ __builtin_strnlen(const char *, __SIZE_TYPE__);
__SIZE_TYPE__ __builtin_strspn(const char *, const char *);
__SIZE_TYPE__ __builtin_strcspn(const char *, const char *);
char *__builtin_strcpy(char *, const char *);
char *__builtin_stpcpy(char *, const char *);
char *__builtin_strncpy(char *, const char *, __SIZE_TYPE__);
char *__builtin_strcat(char *, const char *);
char *__builtin_strncat(char *, const char *, __SIZE_TYPE__);
char *__builtin_strchr(const char *, int);
char *__builtin_strrchr(const char *, int);
char *__builtin_strstr(const char *, const char *);
char *__builtin_strpbrk(const char *, const char *);
char *__builtin_strdup(const char *);
char *__builtin_strndup(const char *, __SIZE_TYPE__);
int __builtin_strcmp(const char *, const char *);
int __builtin_strncmp(const char *, const char *, __SIZE_TYPE__);
int __builtin_strcasecmp(const char *, const char *);
int __builtin_strncasecmp(const char *, const char *, __SIZE_TYPE__);
int __builtin_printf(const char *, ...);
int __builtin_fprintf(void *, const char *, ...);
int __builtin_sprintf(char *, const char *, ...);
int __builtin_snprintf(char *, __SIZE_TYPE__, const char *, ...);
int __builtin_vprintf(const char *, __builtin_va_list);
int __builtin_vsprintf(char *, const char *, __builtin_va_list);
int __builtin_vsnprintf(char *, __SIZE_TYPE__, const char *, __builtin_va_list);
int __builtin_scanf(const char *, ...);
int __builtin_sscanf(const char *, const char *, ...);
int __builtin_puts(const char *);
int __builtin_putchar(int);
int __builtin_isalnum(int);
int __builtin_isalpha(int);
int __builtin_isascii(int);
int __builtin_isblank(int);
int __builtin_iscntrl(int);
int __builtin_isdigit(int);
int __builtin_isgraph(int);
int __builtin_islower(int);
int __builtin_isprint(int);
int __builtin_ispunct(int);
int __builtin_isspace(int);
int __builtin_isupper(int);
int __builtin_isxdigit(int);
int __builtin_toascii(int);
int __builtin_tolower(int);
int __builtin_toupper(int);
int __builtin_abs(int);
long __builtin_labs(long);
long long __builtin_llabs(long long);
long __builtin_expect(long, long);
long __builtin_expect_with_probability(long, long, double);
void *__builtin_assume_aligned(const void *, __SIZE_TYPE__, ...);
__SIZE_TYPE__ __builtin_object_size(const void *, int);
void __builtin_prefetch(const void *, ...);
void *__builtin_return_address(unsigned);
void *__builtin_frame_address(unsigned);
int __builtin_clz(unsigned);
int __builtin_clzl(unsigned long);
int __builtin_clzll(unsigned long long);
int __builtin_ctz(unsigned);
int __builtin_ctzl(unsigned long);
int __builtin_ctzll(unsigned long long);
int __builtin_clrsb(int);
int __builtin_clrsbl(long);
int __builtin_clrsbll(long long);
int __builtin_ffs(int);
int __builtin_ffsl(long);
int __builtin_ffsll(long long);
int __builtin_popcount(unsigned);
int __builtin_popcountl(unsigned long);
int __builtin_popcountll(unsigned long long);
int __builtin_parity(unsigned);
int __builtin_parityl(unsigned long);
int __builtin_parityll(unsigned long long);
__UINT16_TYPE__ __builtin_bswap16(__UINT16_TYPE__);
__UINT32_TYPE__ __builtin_bswap32(__UINT32_TYPE__);
__UINT64_TYPE__ __builtin_bswap64(__UINT64_TYPE__);
__UINT8_TYPE__ __builtin_bitreverse8(__UINT8_TYPE__);
__UINT8_TYPE__ __builtin_rotateleft8(__UINT8_TYPE__, __UINT8_TYPE__);
__UINT8_TYPE__ __builtin_rotateright8(__UINT8_TYPE__, __UINT8_TYPE__);
__UINT16_TYPE__ __builtin_bitreverse16(__UINT16_TYPE__);
__UINT16_TYPE__ __builtin_rotateleft16(__UINT16_TYPE__, __UINT16_TYPE__);
__UINT16_TYPE__ __builtin_rotateright16(__UINT16_TYPE__, __UINT16_TYPE__);
__UINT32_TYPE__ __builtin_bitreverse32(__UINT32_TYPE__);
__UINT32_TYPE__ __builtin_rotateleft32(__UINT32_TYPE__, __UINT32_TYPE__);
__UINT32_TYPE__ __builtin_rotateright32(__UINT32_TYPE__, __UINT32_TYPE__);
__UINT64_TYPE__ __builtin_bitreverse64(__UINT64_TYPE__);
__UINT64_TYPE__ __builtin_rotateleft64(__UINT64_TYPE__, __UINT64_TYPE__);
__UINT64_TYPE__ __builtin_rotateright64(__UINT64_TYPE__, __UINT64_TYPE__);
_Bool __builtin_add_overflow();
_Bool __builtin_sub_overflow();
_Bool __builtin_mul_overflow();
_Bool __builtin_add_overflow_p();
_Bool __builtin_sub_overflow_p();
_Bool __builtin_mul_overflow_p();
_Bool __builtin_sadd_overflow(int, int, int *);
_Bool __builtin_saddl_overflow(long, long, long *);
_Bool __builtin_saddll_overflow(long long, long long, long long *);
_Bool __builtin_uadd_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_uaddl_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_uaddll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_ssub_overflow(int, int, int *);
_Bool __builtin_ssubl_overflow(long, long, long *);
_Bool __builtin_ssubll_overflow(long long, long long, long long *);
_Bool __builtin_usub_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_usubl_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_usubll_overflow(unsigned long long, unsigned long long, unsigned long long *);
_Bool __builtin_smul_overflow(int, int, int *);
_Bool __builtin_smull_overflow(long, long, long *);
_Bool __builtin_smulll_overflow(long long, long long, long long *);
_Bool __builtin_umul_overflow(unsigned, unsigned, unsigned *);
_Bool __builtin_umull_overflow(unsigned long, unsigned long, unsigned long *);
_Bool __builtin_umulll_overflow(unsigned long long, unsigned long long, unsigned long long *);
__SIZE_TYPE__ __builtin_dynamic_object_size(const void *, int);
int __builtin_LINE(void);
const char *__builtin_FILE(void);
const char *__builtin_FUNCTION(void);
int __builtin_classify_type();
void *__builtin_alloca_with_align(__SIZE_TYPE__, __SIZE_TYPE__);
void *__builtin_alloca_with_align_and_max(__SIZE_TYPE__, __SIZE_TYPE__, __SIZE_TYPE__);
#define __builtin_speculation_safe_value(x, ...) ((void)0, (x))
#define __builtin_extend_pointer(p) ((__SIZE_TYPE__)(p))
__INTMAX_TYPE__ __builtin_imaxabs(__INTMAX_TYPE__);
int __builtin_ffsimax(__INTMAX_TYPE__);
int __builtin_clzimax(__UINTMAX_TYPE__);
int __builtin_ctzimax(__UINTMAX_TYPE__);
int __builtin_clrsbimax(__INTMAX_TYPE__);
int __builtin_popcountimax(__UINTMAX_TYPE__);
int __builtin_parityimax(__UINTMAX_TYPE__);
unsigned char __builtin_ia32_addcarryx_u32(unsigned char, unsigned, unsigned, unsigned *);
unsigned char __builtin_ia32_addcarryx_u64(unsigned char, unsigned long long, unsigned long long, unsigned long long *);
unsigned char __builtin_ia32_sbb_u32(unsigned char, unsigned, unsigned, unsigned *);
unsigned char __builtin_ia32_sbb_u64(unsigned char, unsigned long long, unsigned long long, unsigned long long *);
double __builtin_huge_val(void);
float __builtin_huge_valf(void);
long double __builtin_huge_vall(void);
double __builtin_inf(void);
float __builtin_inff(void);
long double __builtin_infl(void);
double __builtin_nan(const char *);
float __builtin_nanf(const char *);
long double __builtin_nanl(const char *);
double __builtin_nans(const char *);
float __builtin_nansf(const char *);
__tandem_float32 __builtin_nanf32(const char *);
__tandem_float64 __builtin_nanf64(const char *);
__tandem_float32x __builtin_nanf32x(const char *);
__tandem_float32 __builtin_inff32(void);
__tandem_float64 __builtin_inff64(void);
__tandem_float32x __builtin_inff32x(void);
__tandem_float32 __builtin_huge_valf32(void);
__tandem_float64 __builtin_huge_valf64(void);
__tandem_float32x __builtin_huge_valf32x(void);
__tandem_float64x __builtin_nanf64x(const char *);
__tandem_float64x __builtin_inff64x(void);
__tandem_float64x __builtin_huge_valf64x(void);
_Float128 __builtin_nanf128(const char *);
_Float128 __builtin_inff128(void);
_Float128 __builtin_huge_valf128(void);
_Float128 __builtin_fabsf128(_Float128);
_Float128 __builtin_sqrtf128(_Float128);
_Float128 __builtin_copysignf128(_Float128, _Float128);
_Float128 __builtin_fminf128(_Float128, _Float128);
_Float128 __builtin_fmaxf128(_Float128, _Float128);
__tandem_float32 __builtin_fabsf32(__tandem_float32);
__tandem_float32 __builtin_sqrtf32(__tandem_float32);
__tandem_float32 __builtin_floorf32(__tandem_float32);
__tandem_float32 __builtin_ceilf32(__tandem_float32);
__tandem_float32 __builtin_truncf32(__tandem_float32);
__tandem_float32 __builtin_roundf32(__tandem_float32);
__tandem_float32 __builtin_rintf32(__tandem_float32);
__tandem_float32 __builtin_nearbyintf32(__tandem_float32);
__tandem_float32 __builtin_copysignf32(__tandem_float32, __tandem_float32);
__tandem_float32 __builtin_fminf32(__tandem_float32, __tandem_float32);
__tandem_float32 __builtin_fmaxf32(__tandem_float32, __tandem_float32);
__tandem_float32 __builtin_fmaf32(__tandem_float32, __tandem_float32, __tandem_float32);
__tandem_float64 __builtin_fabsf64(__tandem_float64);
__tandem_float64 __builtin_sqrtf64(__tandem_float64);
__tandem_float64 __builtin_floorf64(__tandem_float64);
__tandem_float64 __builtin_ceilf64(__tandem_float64);
__tandem_float64 __builtin_truncf64(__tandem_float64);
__tandem_float64 __builtin_roundf64(__tandem_float64);
__tandem_float64 __builtin_rintf64(__tandem_float64);
__tandem_float64 __builtin_nearbyintf64(__tandem_float64);
__tandem_float64 __builtin_copysignf64(__tandem_float64, __tandem_float64);
__tandem_float64 __builtin_fminf64(__tandem_float64, __tandem_float64);
__tandem_float64 __builtin_fmaxf64(__tandem_float64, __tandem_float64);
__tandem_float64 __builtin_fmaf64(__tandem_float64, __tandem_float64, __tandem_float64);
__tandem_float32x __builtin_fabsf32x(__tandem_float32x);
__tandem_float32x __builtin_sqrtf32x(__tandem_float32x);
__tandem_float32x __builtin_floorf32x(__tandem_float32x);
__tandem_float32x __builtin_ceilf32x(__tandem_float32x);
__tandem_float32x __builtin_truncf32x(__tandem_float32x);
__tandem_float32x __builtin_roundf32x(__tandem_float32x);
__tandem_float32x __builtin_rintf32x(__tandem_float32x);
__tandem_float32x __builtin_nearbyintf32x(__tandem_float32x);
__tandem_float32x __builtin_copysignf32x(__tandem_float32x, __tandem_float32x);
__tandem_float32x __builtin_fminf32x(__tandem_float32x, __tandem_float32x);
__tandem_float32x __builtin_fmaxf32x(__tandem_float32x, __tandem_float32x);
__tandem_float32x __builtin_fmaf32x(__tandem_float32x, __tandem_float32x, __tandem_float32x);
__tandem_float64x __builtin_fabsf64x(__tandem_float64x);
__tandem_float64x __builtin_sqrtf64x(__tandem_float64x);
__tandem_float64x __builtin_floorf64x(__tandem_float64x);
__tandem_float64x __builtin_ceilf64x(__tandem_float64x);
__tandem_float64x __builtin_truncf64x(__tandem_float64x);
__tandem_float64x __builtin_roundf64x(__tandem_float64x);
__tandem_float64x __builtin_rintf64x(__tandem_float64x);
__tandem_float64x __builtin_nearbyintf64x(__tandem_float64x);
__tandem_float64x __builtin_copysignf64x(__tandem_float64x, __tandem_float64x);
__tandem_float64x __builtin_fminf64x(__tandem_float64x, __tandem_float64x);
__tandem_float64x __builtin_fmaxf64x(__tandem_float64x, __tandem_float64x);
__tandem_float64x __builtin_fmaf64x(__tandem_float64x, __tandem_float64x, __tandem_float64x);
int __builtin_signbitl(long double);
int __builtin_isnanl(long double);
int __builtin_isinfl(long double);
int __builtin_finitel(long double);
int __builtin_ilogbl(long double);
long __builtin_lrintl(long double);
long long __builtin_llrintl(long double);
long __builtin_lroundl(long double);
long long __builtin_llroundl(long double);
long double __builtin_fmal(long double, long double, long double);
long double __builtin_frexpl(long double, int *);
long double __builtin_ldexpl(long double, int);
long double __builtin_scalbnl(long double, int);
long double __builtin_scalblnl(long double, long);
long double __builtin_modfl(long double, long double *);
long double __builtin_remquol(long double, long double, int *);
long double __builtin_nexttowardl(long double, long double);
int __builtin_fpclassify(int, int, int, int, int, ...);
int __builtin_isnan();
int __builtin_isinf();
int __builtin_isinf_sign();
int __builtin_isfinite();
int __builtin_isnormal();
int __builtin_signbit();
int __builtin_signbitf(float);
int __builtin_isgreater();
int __builtin_isgreaterequal();
int __builtin_isless();
int __builtin_islessequal();
int __builtin_islessgreater();
int __builtin_isunordered();
int __builtin_finite(double);
int __builtin_finitef(float);
int __builtin_isnanf(float);
int __builtin_isinff(float);
int __builtin_ilogb(double);
int __builtin_ilogbf(float);
long __builtin_lrint(double);
long __builtin_lrintf(float);
long long __builtin_llrint(double);
long long __builtin_llrintf(float);
long __builtin_lround(double);
long __builtin_lroundf(float);
long long __builtin_llround(double);
long long __builtin_llroundf(float);
double __builtin_fma(double, double, double);
float __builtin_fmaf(float, float, float);
double __builtin_frexp(double, int *);
float __builtin_frexpf(float, int *);
double __builtin_ldexp(double, int);
float __builtin_ldexpf(float, int);
double __builtin_scalbn(double, int);
float __builtin_scalbnf(float, int);
double __builtin_scalbln(double, long);
float __builtin_scalblnf(float, long);
double __builtin_modf(double, double *);
float __builtin_modff(float, float *);
double __builtin_remquo(double, double, int *);
float __builtin_remquof(float, float, int *);
double __builtin_nexttoward(double, long double);
float __builtin_nexttowardf(float, long double);
#define __TANDEM_F1(n) double __builtin_##n(double); float __builtin_##n##f(float); long double __builtin_##n##l(long double);
#define __TANDEM_F2(n) double __builtin_##n(double, double); float __builtin_##n##f(float, float); long double __builtin_##n##l(long double, long double);
__TANDEM_F1(fabs) __TANDEM_F1(sqrt) __TANDEM_F1(floor) __TANDEM_F1(ceil) __TANDEM_F1(trunc) __TANDEM_F1(round) __TANDEM_F1(rint) __TANDEM_F1(nearbyint) __TANDEM_F1(roundeven)
__TANDEM_F1(logb) __TANDEM_F1(significand) __TANDEM_F1(cbrt) __TANDEM_F1(expm1) __TANDEM_F1(log1p) __TANDEM_F1(exp10) __TANDEM_F1(erf) __TANDEM_F1(erfc) __TANDEM_F1(tgamma) __TANDEM_F1(lgamma)
__TANDEM_F1(asinh) __TANDEM_F1(acosh) __TANDEM_F1(atanh)
__TANDEM_F1(sin) __TANDEM_F1(cos) __TANDEM_F1(tan) __TANDEM_F1(asin) __TANDEM_F1(acos) __TANDEM_F1(atan) __TANDEM_F1(sinh) __TANDEM_F1(cosh) __TANDEM_F1(tanh)
__TANDEM_F1(exp) __TANDEM_F1(exp2) __TANDEM_F1(log) __TANDEM_F1(log2) __TANDEM_F1(log10)
__TANDEM_F2(pow) __TANDEM_F2(fmod) __TANDEM_F2(atan2) __TANDEM_F2(copysign) __TANDEM_F2(fmax) __TANDEM_F2(fmin) __TANDEM_F2(hypot)
__TANDEM_F2(remainder) __TANDEM_F2(drem) __TANDEM_F2(nextafter) __TANDEM_F2(fdim)
#undef __TANDEM_F1
#undef __TANDEM_F2
/* Atomics: the result has the type of the object, which cc is told so. */
#define __atomic_load_n(p, o) ((__typeof__(*(p)))(__atomic_load_n)(p, o))
#define __atomic_exchange_n(p, v, o) ((__typeof__(*(p)))(__atomic_exchange_n)(p, v, o))
#define __atomic_fetch_add(p, v, o) ((__typeof__(*(p)))(__atomic_fetch_add)(p, v, o))
#define __atomic_add_fetch(p, v, o) ((__typeof__(*(p)))(__atomic_add_fetch)(p, v, o))
#define __sync_fetch_and_add(p, ...) ((__typeof__(*(p)))(__sync_fetch_and_add)(p, __VA_ARGS__))
#define __sync_add_and_fetch(p, ...) ((__typeof__(*(p)))(__sync_add_and_fetch)(p, __VA_ARGS__))
#define __atomic_fetch_sub(p, v, o) ((__typeof__(*(p)))(__atomic_fetch_sub)(p, v, o))
#define __atomic_sub_fetch(p, v, o) ((__typeof__(*(p)))(__atomic_sub_fetch)(p, v, o))
#define __sync_fetch_and_sub(p, ...) ((__typeof__(*(p)))(__sync_fetch_and_sub)(p, __VA_ARGS__))
#define __sync_sub_and_fetch(p, ...) ((__typeof__(*(p)))(__sync_sub_and_fetch)(p, __VA_ARGS__))
#define __atomic_fetch_or(p, v, o) ((__typeof__(*(p)))(__atomic_fetch_or)(p, v, o))
#define __atomic_or_fetch(p, v, o) ((__typeof__(*(p)))(__atomic_or_fetch)(p, v, o))
#define __sync_fetch_and_or(p, ...) ((__typeof__(*(p)))(__sync_fetch_and_or)(p, __VA_ARGS__))
#define __sync_or_and_fetch(p, ...) ((__typeof__(*(p)))(__sync_or_and_fetch)(p, __VA_ARGS__))
#define __atomic_fetch_and(p, v, o) ((__typeof__(*(p)))(__atomic_fetch_and)(p, v, o))
#define __atomic_and_fetch(p, v, o) ((__typeof__(*(p)))(__atomic_and_fetch)(p, v, o))
#define __sync_fetch_and_and(p, ...) ((__typeof__(*(p)))(__sync_fetch_and_and)(p, __VA_ARGS__))
#define __sync_and_and_fetch(p, ...) ((__typeof__(*(p)))(__sync_and_and_fetch)(p, __VA_ARGS__))
#define __atomic_fetch_xor(p, v, o) ((__typeof__(*(p)))(__atomic_fetch_xor)(p, v, o))
#define __atomic_xor_fetch(p, v, o) ((__typeof__(*(p)))(__atomic_xor_fetch)(p, v, o))
#define __sync_fetch_and_xor(p, ...) ((__typeof__(*(p)))(__sync_fetch_and_xor)(p, __VA_ARGS__))
#define __sync_xor_and_fetch(p, ...) ((__typeof__(*(p)))(__sync_xor_and_fetch)(p, __VA_ARGS__))
#define __atomic_fetch_nand(p, v, o) ((__typeof__(*(p)))(__atomic_fetch_nand)(p, v, o))
#define __atomic_nand_fetch(p, v, o) ((__typeof__(*(p)))(__atomic_nand_fetch)(p, v, o))
#define __sync_fetch_and_nand(p, ...) ((__typeof__(*(p)))(__sync_fetch_and_nand)(p, __VA_ARGS__))
#define __sync_nand_and_fetch(p, ...) ((__typeof__(*(p)))(__sync_nand_and_fetch)(p, __VA_ARGS__))
#define __sync_lock_test_and_set(p, ...) ((__typeof__(*(p)))(__sync_lock_test_and_set)(p, __VA_ARGS__))
#define __sync_val_compare_and_swap(p, ...) ((__typeof__(*(p)))(__sync_val_compare_and_swap)(p, __VA_ARGS__))
_Complex double __builtin_conj(_Complex double);
_Complex double __builtin_cproj(_Complex double);
double __builtin_creal(_Complex double);
double __builtin_cimag(_Complex double);
_Complex float __builtin_conjf(_Complex float);
_Complex float __builtin_cprojf(_Complex float);
float __builtin_crealf(_Complex float);
float __builtin_cimagf(_Complex float);
_Complex long double __builtin_conjl(_Complex long double);
_Complex long double __builtin_cprojl(_Complex long double);
long double __builtin_creall(_Complex long double);
long double __builtin_cimagl(_Complex long double);
double __builtin_cabs(_Complex double);
float __builtin_cabsf(_Complex float);
long double __builtin_cabsl(_Complex long double);
double __builtin_carg(_Complex double);
float __builtin_cargf(_Complex float);
long double __builtin_cargl(_Complex long double);
_Complex double __builtin_csqrt(_Complex double);
_Complex float __builtin_csqrtf(_Complex float);
_Complex long double __builtin_csqrtl(_Complex long double);
_Complex double __builtin_cexp(_Complex double);
_Complex float __builtin_cexpf(_Complex float);
_Complex long double __builtin_cexpl(_Complex long double);
_Complex double __builtin_clog(_Complex double);
_Complex float __builtin_clogf(_Complex float);
_Complex long double __builtin_clogl(_Complex long double);
_Complex double __builtin_csin(_Complex double);
_Complex float __builtin_csinf(_Complex float);
_Complex long double __builtin_csinl(_Complex long double);
_Complex double __builtin_ccos(_Complex double);
_Complex float __builtin_ccosf(_Complex float);
_Complex long double __builtin_ccosl(_Complex long double);
_Complex double __builtin_ctan(_Complex double);
_Complex float __builtin_ctanf(_Complex float);
_Complex long double __builtin_ctanl(_Complex long double);
_Complex double __builtin_csinh(_Complex double);
_Complex float __builtin_csinhf(_Complex float);
_Complex long double __builtin_csinhl(_Complex long double);
_Complex double __builtin_ccosh(_Complex double);
_Complex float __builtin_ccoshf(_Complex float);
_Complex long double __builtin_ccoshl(_Complex long double);
_Complex double __builtin_ctanh(_Complex double);
_Complex float __builtin_ctanhf(_Complex float);
_Complex long double __builtin_ctanhl(_Complex long double);
_Complex double __builtin_casin(_Complex double);
_Complex float __builtin_casinf(_Complex float);
_Complex long double __builtin_casinl(_Complex long double);
_Complex double __builtin_cacos(_Complex double);
_Complex float __builtin_cacosf(_Complex float);
_Complex long double __builtin_cacosl(_Complex long double);
_Complex double __builtin_catan(_Complex double);
_Complex float __builtin_catanf(_Complex float);
_Complex long double __builtin_catanl(_Complex long double);
_Complex double __builtin_casinh(_Complex double);
_Complex float __builtin_casinhf(_Complex float);
_Complex long double __builtin_casinhl(_Complex long double);
_Complex double __builtin_cacosh(_Complex double);
_Complex float __builtin_cacoshf(_Complex float);
_Complex long double __builtin_cacoshl(_Complex long double);
_Complex double __builtin_catanh(_Complex double);
_Complex float __builtin_catanhf(_Complex float);
_Complex long double __builtin_catanhl(_Complex long double);
_Complex double __builtin_cpow(_Complex double, _Complex double);
_Complex float __builtin_cpowf(_Complex float, _Complex float);
_Complex long double __builtin_cpowl(_Complex long double, _Complex long double);
void __builtin_longjmp(void *, int);
int __builtin_setjmp(void *);
typedef _Bool __CPROVER_bool;
typedef __SIZE_TYPE__ __CPROVER_size_t;
typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;
_Bool __builtin___CPROVER_r_ok();
_Bool __builtin___CPROVER_w_ok();
_Bool __builtin___CPROVER_rw_ok();
_Bool __builtin___CPROVER_same_object(const void *, const void *);
_Bool __builtin___CPROVER_DYNAMIC_OBJECT(const void *);
__SIZE_TYPE__ __builtin___CPROVER_POINTER_OBJECT(const void *);
__PTRDIFF_TYPE__ __builtin___CPROVER_POINTER_OFFSET(const void *);
__SIZE_TYPE__ __builtin___CPROVER_OBJECT_SIZE(const void *);
__SIZE_TYPE__ __builtin___CPROVER_buffer_size(const void *);
_Bool __builtin___CPROVER_overflow_plus();
_Bool __builtin___CPROVER_overflow_minus();
_Bool __builtin___CPROVER_overflow_mult();
_Bool __builtin___CPROVER_overflow_shl();
_Bool __builtin___CPROVER_overflow_unary_minus();
void *__builtin___CPROVER_allocate(__SIZE_TYPE__, _Bool);
_Bool __builtin___ESBMC_r_ok();
_Bool __builtin___ESBMC_w_ok();
_Bool __builtin___ESBMC_rw_ok();
_Bool __builtin___ESBMC_same_object(const void *, const void *);
__PTRDIFF_TYPE__ __builtin___ESBMC_POINTER_OFFSET(const void *);
__SIZE_TYPE__ __builtin___ESBMC_POINTER_OBJECT(const void *);
__SIZE_TYPE__ __builtin___ESBMC_get_object_size(const void *);
