#ifndef _TANDEM_WCHAR_H
#define _TANDEM_WCHAR_H
#include <stddef.h>
#include <sys/tandem_c23.h>
typedef __WINT_TYPE__ wint_t;
typedef struct { int __count; union { __WINT_TYPE__ __wch; char __wchb[4]; } __value; } mbstate_t;
struct tm;
#define WEOF (0xffffffffu)
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
size_t wcslen(const wchar_t *__s);
size_t wcsnlen(const wchar_t *__s, size_t __n);
wchar_t *wcscpy(wchar_t *__d, const wchar_t *__s);
wchar_t *wcsncpy(wchar_t *__d, const wchar_t *__s, size_t __n);
wchar_t *wcpcpy(wchar_t *__d, const wchar_t *__s);
wchar_t *wcpncpy(wchar_t *__d, const wchar_t *__s, size_t __n);
wchar_t *wcscat(wchar_t *__d, const wchar_t *__s);
wchar_t *wcsncat(wchar_t *__d, const wchar_t *__s, size_t __n);
int wcscmp(const wchar_t *__a, const wchar_t *__b);
int wcsncmp(const wchar_t *__a, const wchar_t *__b, size_t __n);
int wcscasecmp(const wchar_t *__a, const wchar_t *__b);
int wcsncasecmp(const wchar_t *__a, const wchar_t *__b, size_t __n);
int wcscoll(const wchar_t *__a, const wchar_t *__b);
size_t wcsxfrm(wchar_t *__d, const wchar_t *__s, size_t __n);
wchar_t *wcsdup(const wchar_t *__s);
wchar_t *wcschr(const wchar_t *__s, wchar_t __c);
wchar_t *wcsrchr(const wchar_t *__s, wchar_t __c);
size_t wcsspn(const wchar_t *__s, const wchar_t *__set);
size_t wcscspn(const wchar_t *__s, const wchar_t *__set);
wchar_t *wcspbrk(const wchar_t *__s, const wchar_t *__set);
wchar_t *wcsstr(const wchar_t *__s, const wchar_t *__find);
wchar_t *wcstok(wchar_t *__s, const wchar_t *__sep, wchar_t **__save);
wchar_t *wmemchr(const wchar_t *__s, wchar_t __c, size_t __n);
int wmemcmp(const wchar_t *__a, const wchar_t *__b, size_t __n);
wchar_t *wmemcpy(wchar_t *__d, const wchar_t *__s, size_t __n);
wchar_t *wmemmove(wchar_t *__d, const wchar_t *__s, size_t __n);
wchar_t *wmemset(wchar_t *__d, wchar_t __c, size_t __n);
wint_t btowc(int __c);
int wctob(wint_t __c);
int mbsinit(const mbstate_t *__ps);
size_t mbrtowc(wchar_t *__d, const char *__s, size_t __n, mbstate_t *__ps);
size_t wcrtomb(char *__d, wchar_t __c, mbstate_t *__ps);
size_t mbrlen(const char *__s, size_t __n, mbstate_t *__ps);
size_t __mbrlen(const char *__s, size_t __n, mbstate_t *__ps);
size_t mbsrtowcs(wchar_t *__d, const char **__s, size_t __n, mbstate_t *__ps);
size_t wcsrtombs(char *__d, const wchar_t **__s, size_t __n, mbstate_t *__ps);
size_t mbsnrtowcs(wchar_t *__d, const char **__s, size_t __max, size_t __n, mbstate_t *__ps);
size_t wcsnrtombs(char *__d, const wchar_t **__s, size_t __max, size_t __n, mbstate_t *__ps);
int wcwidth(wchar_t __c);
int wcswidth(const wchar_t *__s, size_t __n);
double wcstod(const wchar_t *__s, wchar_t **__end);
float wcstof(const wchar_t *__s, wchar_t **__end);
long double wcstold(const wchar_t *__s, wchar_t **__end);
long wcstol(const wchar_t *__s, wchar_t **__end, int __base) __TANDEM_23(wcstol);
unsigned long wcstoul(const wchar_t *__s, wchar_t **__end, int __base) __TANDEM_23(wcstoul);
long long wcstoll(const wchar_t *__s, wchar_t **__end, int __base) __TANDEM_23(wcstoll);
unsigned long long wcstoull(const wchar_t *__s, wchar_t **__end, int __base) __TANDEM_23(wcstoull);
struct _IO_FILE; typedef struct _IO_FILE FILE;
int swprintf(wchar_t *__s, size_t __n, const wchar_t *__fmt, ...);
int vswprintf(wchar_t *__s, size_t __n, const wchar_t *__fmt, __builtin_va_list __ap);
int wprintf(const wchar_t *__fmt, ...);
int vwprintf(const wchar_t *__fmt, __builtin_va_list __ap);
int fwprintf(FILE *__f, const wchar_t *__fmt, ...);
int vfwprintf(FILE *__f, const wchar_t *__fmt, __builtin_va_list __ap);
int swscanf(const wchar_t *__s, const wchar_t *__fmt, ...) __TANDEM_23(swscanf);
int vswscanf(const wchar_t *__s, const wchar_t *__fmt, __builtin_va_list __ap) __TANDEM_23(vswscanf);
int wscanf(const wchar_t *__fmt, ...) __TANDEM_23(wscanf);
int vwscanf(const wchar_t *__fmt, __builtin_va_list __ap) __TANDEM_23(vwscanf);
int fwscanf(FILE *__f, const wchar_t *__fmt, ...) __TANDEM_23(fwscanf);
int vfwscanf(FILE *__f, const wchar_t *__fmt, __builtin_va_list __ap) __TANDEM_23(vfwscanf);
wint_t fgetwc(FILE *__f);
wint_t getwc(FILE *__f);
wint_t getwchar(void);
wchar_t *fgetws(wchar_t *__s, int __n, FILE *__f);
wint_t ungetwc(wint_t __c, FILE *__f);
wint_t fputwc(wchar_t __c, FILE *__f);
wint_t putwc(wchar_t __c, FILE *__f);
wint_t putwchar(wchar_t __c);
int fputws(const wchar_t *__s, FILE *__f);
int fwide(FILE *__f, int __mode);
size_t wcsftime(wchar_t *__d, size_t __n, const wchar_t *__fmt, const struct tm *__tm);
#ifdef _GNU_SOURCE
wchar_t *wcschrnul(const wchar_t *__s, wchar_t __c);
wchar_t *wcswcs(const wchar_t *__s, const wchar_t *__find);
wchar_t *wmempcpy(wchar_t *__d, const wchar_t *__s, size_t __n);
long long wcstoq(const wchar_t *__s, wchar_t **__end, int __base) __TANDEM_23(wcstoq);
unsigned long long wcstouq(const wchar_t *__s, wchar_t **__end, int __base) __TANDEM_23(wcstouq);
#endif
#include <sys/tandem_locale.h>
int wcscasecmp_l(const wchar_t *__a, const wchar_t *__b, locale_t __l);
int wcsncasecmp_l(const wchar_t *__a, const wchar_t *__b, size_t __n, locale_t __l);
int wcscoll_l(const wchar_t *__a, const wchar_t *__b, locale_t __l);
size_t wcsxfrm_l(wchar_t *__d, const wchar_t *__s, size_t __n, locale_t __l);
#ifdef _GNU_SOURCE
long wcstol_l(const wchar_t *__s, wchar_t **__end, int __base, locale_t __l);
unsigned long wcstoul_l(const wchar_t *__s, wchar_t **__end, int __base, locale_t __l);
long long wcstoll_l(const wchar_t *__s, wchar_t **__end, int __base, locale_t __l);
unsigned long long wcstoull_l(const wchar_t *__s, wchar_t **__end, int __base, locale_t __l);
double wcstod_l(const wchar_t *__s, wchar_t **__end, locale_t __l);
float wcstof_l(const wchar_t *__s, wchar_t **__end, locale_t __l);
#endif
#endif
