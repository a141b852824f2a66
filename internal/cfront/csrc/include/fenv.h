#ifndef _TANDEM_FENV_H
#define _TANDEM_FENV_H
typedef struct { unsigned __state[7]; } fenv_t;
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
#endif
