#ifndef _TANDEM_STDLIB_H
#define _TANDEM_STDLIB_H
#include <stddef.h>
#include <sys/tandem_c23.h>
#include <sys/types.h>
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1
void abort(void) __attribute__((__noreturn__));
void exit(int __status) __attribute__((__noreturn__));
void _Exit(int __status) __attribute__((__noreturn__));
void quick_exit(int __status) __attribute__((__noreturn__));
int atexit(void (*__f)(void));
int at_quick_exit(void (*__f)(void));
void *malloc(size_t __n);
void *calloc(size_t __n, size_t __size);
void *realloc(void *__p, size_t __n);
void *reallocarray(void *__p, size_t __n, size_t __size);
void *valloc(size_t __n);
void *aligned_alloc(size_t __align, size_t __n);
int posix_memalign(void **__p, size_t __align, size_t __n);
void *alloca(size_t __n);
#define alloca(n) __builtin_alloca(n)
void free(void *__p);
int abs(int __i);
long labs(long __i);
long long llabs(long long __i);
div_t div(int __n, int __d);
ldiv_t ldiv(long __n, long __d);
lldiv_t lldiv(long long __n, long long __d);
int atoi(const char *__s);
long atol(const char *__s);
long long atoll(const char *__s);
double atof(const char *__s);
long strtol(const char *__s, char **__end, int __base) __TANDEM_23(strtol);
long long strtoll(const char *__s, char **__end, int __base) __TANDEM_23(strtoll);
unsigned long strtoul(const char *__s, char **__end, int __base) __TANDEM_23(strtoul);
unsigned long long strtoull(const char *__s, char **__end, int __base) __TANDEM_23(strtoull);
double strtod(const char *__s, char **__end);
float strtof(const char *__s, char **__end);
long long strtoq(const char *__s, char **__end, int __base) __TANDEM_23(strtoq);
unsigned long long strtouq(const char *__s, char **__end, int __base) __TANDEM_23(strtouq);
long double strtold(const char *__s, char **__end);
int rand(void);
void srand(unsigned __seed);
int rand_r(unsigned *__seed);
long random(void);
void srandom(unsigned __seed);
__UINT32_TYPE__ arc4random(void);
void arc4random_buf(void *__b, size_t __n);
__UINT32_TYPE__ arc4random_uniform(__UINT32_TYPE__ __most);
double drand48(void);
long lrand48(void);
long mrand48(void);
void srand48(long __seed);
char *getenv(const char *__name);
int setenv(const char *__name, const char *__value, int __overwrite);
int unsetenv(const char *__name);
int putenv(char *__s);
int system(const char *__command);
void qsort(void *__base, size_t __n, size_t __size, int (*__cmp)(const void *, const void *));
void *bsearch(const void *__key, const void *__base, size_t __n, size_t __size, int (*__cmp)(const void *, const void *));
void qsort_r(void *__base, size_t __n, size_t __size, int (*__cmp)(const void *, const void *, void *), void *__arg);
typedef int (*__compar_fn_t)(const void *, const void *);
#ifdef _GNU_SOURCE
typedef __compar_fn_t comparison_fn_t;
char *secure_getenv(const char *__name);
#endif
long a64l(const char *__s);
char *l64a(long __n);
int getsubopt(char **__option, char *const *__tokens, char **__value);
int strfromd(char *__s, size_t __n, const char *__fmt, double __v);
int strfromf(char *__s, size_t __n, const char *__fmt, float __v);
int rpmatch(const char *__s);
char *mktemp(char *__template);
char *mkdtemp(char *__template);
double erand48(unsigned short __x[3]);
long nrand48(unsigned short __x[3]);
long jrand48(unsigned short __x[3]);
unsigned short *seed48(unsigned short __s[3]);
void lcong48(unsigned short __p[7]);
#ifdef _GNU_SOURCE
struct drand48_data { unsigned short __x[3], __old_x[3], __c, __init; unsigned long long __a; };
int drand48_r(struct drand48_data *__d, double *__r);
int lrand48_r(struct drand48_data *__d, long *__r);
int mrand48_r(struct drand48_data *__d, long *__r);
int erand48_r(unsigned short __x[3], struct drand48_data *__d, double *__r);
int nrand48_r(unsigned short __x[3], struct drand48_data *__d, long *__r);
int jrand48_r(unsigned short __x[3], struct drand48_data *__d, long *__r);
int srand48_r(long __seed, struct drand48_data *__d);
int seed48_r(unsigned short __s[3], struct drand48_data *__d);
int lcong48_r(unsigned short __p[7], struct drand48_data *__d);
#endif
int clearenv(void);
int mkstemp(char *__template);
int mkstemps(char *__template, int __more);
int mkostemp(char *__template, int __flags);
char *realpath(const char *__path, char *__resolved);
size_t mbstowcs(wchar_t *__d, const char *__s, size_t __n);
size_t wcstombs(char *__d, const wchar_t *__s, size_t __n);
int mbtowc(wchar_t *__d, const char *__s, size_t __n);
int wctomb(char *__d, wchar_t __c);
int mblen(const char *__s, size_t __n);
#ifdef _GNU_SOURCE
#include <sys/tandem_locale.h>
long strtol_l(const char *__s, char **__end, int __base, locale_t __l);
unsigned long strtoul_l(const char *__s, char **__end, int __base, locale_t __l);
long long strtoll_l(const char *__s, char **__end, int __base, locale_t __l);
unsigned long long strtoull_l(const char *__s, char **__end, int __base, locale_t __l);
double strtod_l(const char *__s, char **__end, locale_t __l);
float strtof_l(const char *__s, char **__end, locale_t __l);
#endif
#endif
