#ifndef _TANDEM_WCHAR_H
#define _TANDEM_WCHAR_H
#include <stddef.h>
typedef __WINT_TYPE__ wint_t;
typedef struct { int __count; unsigned __value; } mbstate_t;
#define WEOF (0xffffffffu)
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
size_t wcslen(const wchar_t *__s);
wchar_t *wcscpy(wchar_t *__d, const wchar_t *__s);
wchar_t *wcsncpy(wchar_t *__d, const wchar_t *__s, size_t __n);
wchar_t *wcscat(wchar_t *__d, const wchar_t *__s);
int wcscmp(const wchar_t *__a, const wchar_t *__b);
int wcsncmp(const wchar_t *__a, const wchar_t *__b, size_t __n);
wchar_t *wcschr(const wchar_t *__s, wchar_t __c);
wchar_t *wmemcpy(wchar_t *__d, const wchar_t *__s, size_t __n);
wchar_t *wmemset(wchar_t *__d, wchar_t __c, size_t __n);
#endif
