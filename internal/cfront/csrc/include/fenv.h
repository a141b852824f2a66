#ifndef _TANDEM_FENV_H
#define _TANDEM_FENV_H
#ifdef __x86_64__
typedef struct { unsigned __state[7], __mxcsr; } fenv_t;
#else
typedef struct { unsigned __state[7]; } fenv_t;
#endif
typedef struct { unsigned short __control, __unused; unsigned __mxcsr; } femode_t;
#define FE_DFL_ENV ((const fenv_t *)-1)
#define FE_DFL_MODE ((const femode_t *)-1L)
typedef unsigned short fexcept_t;
#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
int fegetround(void);
int fesetround(int __mode);
int feclearexcept(int __e);
int feraiseexcept(int __e);
int fetestexcept(int __e);
int fegetenv(fenv_t *__env);
int fesetenv(const fenv_t *__env);
int feholdexcept(fenv_t *__env);
int feupdateenv(const fenv_t *__env);
int fegetexceptflag(fexcept_t *__f, int __e);
int fesetexceptflag(const fexcept_t *__f, int __e);
int fesetexcept(int __e);
int fetestexceptflag(const fexcept_t *__f, int __e);
int fegetmode(femode_t *__mode);
int fesetmode(const femode_t *__mode);
int feenableexcept(int __e);
int fedisableexcept(int __e);
int fegetexcept(void);
#endif
