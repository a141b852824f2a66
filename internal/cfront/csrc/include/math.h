#ifndef _TANDEM_MATH_H
#define _TANDEM_MATH_H
typedef float float_t;
typedef double double_t;
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define FP_ILOGB0 (-2147483647 - 1)
#define FP_ILOGBNAN (-2147483647 - 1)
#define MATH_ERRNO 1
#define MATH_ERREXCEPT 2
#ifdef __NO_MATH_ERRNO__
#define math_errhandling MATH_ERREXCEPT
#else
#define math_errhandling (MATH_ERRNO | MATH_ERREXCEPT)
#endif
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define isnan(x) __builtin_isnan(x)
#define isinf(x) __builtin_isinf_sign(x)
#define isfinite(x) __builtin_isfinite(x)
#define isnormal(x) __builtin_isnormal(x)
#define signbit(x) __builtin_signbit(x)
#define fpclassify(x) __builtin_fpclassify(FP_NAN, FP_INFINITE, FP_NORMAL, FP_SUBNORMAL, FP_ZERO, x)
#define isgreater(x, y) __builtin_isgreater(x, y)
#define isgreaterequal(x, y) __builtin_isgreaterequal(x, y)
#define isless(x, y) __builtin_isless(x, y)
#define islessequal(x, y) __builtin_islessequal(x, y)
#define islessgreater(x, y) __builtin_islessgreater(x, y)
#define isunordered(x, y) __builtin_isunordered(x, y)
#define HUGE_VALL (__builtin_huge_vall())
#if defined _GNU_SOURCE || defined __STDC_WANT_IEC_60559_BFP_EXT__
#define issignaling(x) (sizeof(x) == sizeof(float) ? __issignalingf(x) : sizeof(x) == sizeof(double) ? __issignaling(x) : __issignalingl(x))
#define issubnormal(x) (fpclassify(x) == FP_SUBNORMAL)
#define iszero(x) ((x) == 0)
#define iscanonical(x) ((void)(x), 1)
#define iseqsig(x, y) __iseqsig(x, y)
#define FP_LLOGB0 (-__LONG_MAX__ - 1)
#define FP_LLOGBNAN (-__LONG_MAX__ - 1)
#define SNAN __builtin_nans("")
#define SNANF __builtin_nansf("")
#define HUGE_VAL_F32 (__builtin_huge_valf())
#define HUGE_VAL_F64 (__builtin_huge_val())
#define HUGE_VAL_F32X (__builtin_huge_val())
#define HUGE_VAL_F64X (__builtin_huge_vall())
#define HUGE_VAL_F128 (__builtin_huge_valf128())
#define SNANL __builtin_nansl("")
#endif
int __fpclassify(double __x);
int __fpclassifyf(float __x);
int __issignaling(double __x);
int __issignalingf(float __x);
int __iseqsig(double __x, double __y);
int __iseqsigf(float __x, float __y);
int __signbit(double __x);
int __signbitf(float __x);
int __isnan(double __x);
int __isnanf(float __x);
int __isinf(double __x);
int __isinff(float __x);
int __finite(double __x);
int __finitef(float __x);
int finite(double __x);
int finitef(float __x);
int __issignalingl(long double __x);
#define __TANDEM_MATH1(n) double n(double __x); float n##f(float __x); long double n##l(long double __x);
#define __TANDEM_MATH2(n) double n(double __x, double __y); float n##f(float __x, float __y); long double n##l(long double __x, long double __y);
__TANDEM_MATH1(acos) __TANDEM_MATH1(asin) __TANDEM_MATH1(atan) __TANDEM_MATH1(cos) __TANDEM_MATH1(sin) __TANDEM_MATH1(tan)
__TANDEM_MATH1(cosh) __TANDEM_MATH1(sinh) __TANDEM_MATH1(tanh) __TANDEM_MATH1(acosh) __TANDEM_MATH1(asinh) __TANDEM_MATH1(atanh)
__TANDEM_MATH1(exp) __TANDEM_MATH1(exp2) __TANDEM_MATH1(expm1) __TANDEM_MATH1(log) __TANDEM_MATH1(log10) __TANDEM_MATH1(log1p)
__TANDEM_MATH1(log2) __TANDEM_MATH1(logb) __TANDEM_MATH1(cbrt) __TANDEM_MATH1(sqrt) __TANDEM_MATH1(fabs) __TANDEM_MATH1(erf)
__TANDEM_MATH1(erfc) __TANDEM_MATH1(lgamma) __TANDEM_MATH1(tgamma) __TANDEM_MATH1(ceil) __TANDEM_MATH1(floor) __TANDEM_MATH1(trunc)
__TANDEM_MATH1(round) __TANDEM_MATH1(rint) __TANDEM_MATH1(nearbyint) __TANDEM_MATH1(roundeven) __TANDEM_MATH1(nextup) __TANDEM_MATH1(nextdown)
__TANDEM_MATH1(significand) __TANDEM_MATH1(exp10) __TANDEM_MATH1(gamma)
__TANDEM_MATH2(atan2) __TANDEM_MATH2(pow) __TANDEM_MATH2(hypot) __TANDEM_MATH2(fmod) __TANDEM_MATH2(remainder) __TANDEM_MATH2(copysign)
__TANDEM_MATH2(nextafter) __TANDEM_MATH2(fdim) __TANDEM_MATH2(fmax) __TANDEM_MATH2(fmin)
__TANDEM_MATH2(drem) __TANDEM_MATH2(fminimum) __TANDEM_MATH2(fmaximum) __TANDEM_MATH2(fminimum_num) __TANDEM_MATH2(fmaximum_num)
__TANDEM_MATH2(fminimum_mag) __TANDEM_MATH2(fmaximum_mag) __TANDEM_MATH2(fminimum_mag_num) __TANDEM_MATH2(fmaximum_mag_num)
__TANDEM_MATH2(fminmag) __TANDEM_MATH2(fmaxmag)
#undef __TANDEM_MATH1
#undef __TANDEM_MATH2
double fma(double __x, double __y, double __z);
float fmaf(float __x, float __y, float __z);
double frexp(double __x, int *__e);
float frexpf(float __x, int *__e);
double ldexp(double __x, int __e);
float ldexpf(float __x, int __e);
double modf(double __x, double *__i);
float modff(float __x, float *__i);
double scalbn(double __x, int __e);
float scalbnf(float __x, int __e);
double scalbln(double __x, long __e);
float scalblnf(float __x, long __e);
long llogb(double __x);
long llogbf(float __x);
double nexttoward(double __x, long double __y);
float nexttowardf(float __x, long double __y);
int totalorder(const double *__x, const double *__y);
int totalorderf(const float *__x, const float *__y);
int totalordermag(const double *__x, const double *__y);
int totalordermagf(const float *__x, const float *__y);
int canonicalize(double *__to, const double *__from);
int canonicalizef(float *__to, const float *__from);
float remquof(float __x, float __y, int *__q);
int ilogb(double __x);
int ilogbf(float __x);
long lrint(double __x);
long lrintf(float __x);
long long llrint(double __x);
long long llrintf(float __x);
long lround(double __x);
long lroundf(float __x);
long long llround(double __x);
long long llroundf(float __x);
double remquo(double __x, double __y, int *__q);
int __fpclassifyl(long double __x);
int __signbitl(long double __x);
int __isnanl(long double __x);
int __isinfl(long double __x);
int __finitel(long double __x);
int finitel(long double __x);
long double fmal(long double __x, long double __y, long double __z);
long double frexpl(long double __x, int *__e);
long double ldexpl(long double __x, int __e);
long double modfl(long double __x, long double *__i);
long double scalbnl(long double __x, int __e);
long double scalblnl(long double __x, long __e);
long llogbl(long double __x);
long double nexttowardl(long double __x, long double __y);
int totalorderl(const long double *__x, const long double *__y);
int totalordermagl(const long double *__x, const long double *__y);
int canonicalizel(long double *__to, const long double *__from);
int ilogbl(long double __x);
long lrintl(long double __x);
long long llrintl(long double __x);
long lroundl(long double __x);
long long llroundl(long double __x);
long double remquol(long double __x, long double __y, int *__q);
long double nanl(const char *__s);
#if defined _GNU_SOURCE || defined __STDC_WANT_IEC_60559_TYPES_EXT__
#define __TANDEM_EACH(f) f(__tandem_float32, f32) f(__tandem_float64, f64) f(__tandem_float32x, f32x) f(__tandem_float64x, f64x) f(_Float128, f128)
#define __TANDEM_MATHN(T, s) \
  T acos##s(T); T asin##s(T); T atan##s(T); T cos##s(T); T sin##s(T); T tan##s(T); T cosh##s(T); T sinh##s(T); T tanh##s(T); \
  T acosh##s(T); T asinh##s(T); T atanh##s(T); T exp##s(T); T exp2##s(T); T exp10##s(T); T expm1##s(T); T log##s(T); T log10##s(T); \
  T log1p##s(T); T log2##s(T); T logb##s(T); T cbrt##s(T); T sqrt##s(T); T fabs##s(T); T erf##s(T); T erfc##s(T); T lgamma##s(T); \
  T tgamma##s(T); T ceil##s(T); T floor##s(T); T trunc##s(T); T round##s(T); T rint##s(T); T nearbyint##s(T); T roundeven##s(T); \
  T nextup##s(T); T nextdown##s(T); T atan2##s(T, T); T pow##s(T, T); T hypot##s(T, T); T fmod##s(T, T); T remainder##s(T, T); \
  T copysign##s(T, T); T nextafter##s(T, T); T fdim##s(T, T); T fmax##s(T, T); T fmin##s(T, T); T fma##s(T, T, T); \
  T fminimum##s(T, T); T fmaximum##s(T, T); T fminimum_num##s(T, T); T fmaximum_num##s(T, T); T fminimum_mag##s(T, T); \
  T fmaximum_mag##s(T, T); T fminimum_mag_num##s(T, T); T fmaximum_mag_num##s(T, T); \
  T frexp##s(T, int *); T ldexp##s(T, int); T modf##s(T, T *); T scalbn##s(T, int); T scalbln##s(T, long); T remquo##s(T, T, int *); \
  int ilogb##s(T); long llogb##s(T); long lrint##s(T); long long llrint##s(T); long lround##s(T); long long llround##s(T); \
  int totalorder##s(const T *, const T *); int totalordermag##s(const T *, const T *); int canonicalize##s(T *, const T *); T nan##s(const char *);
__TANDEM_EACH(__TANDEM_MATHN)
#undef __TANDEM_EACH
#undef __TANDEM_MATHN
#endif
double nan(const char *__s);
float nanf(const char *__s);
#endif
