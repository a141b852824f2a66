#ifndef _TANDEM_WCTYPE_H
#define _TANDEM_WCTYPE_H
#include <wchar.h>
typedef unsigned long wctype_t;
typedef const int *wctrans_t;
int iswalnum(wint_t __c);
int iswalpha(wint_t __c);
int iswblank(wint_t __c);
int iswcntrl(wint_t __c);
int iswdigit(wint_t __c);
int iswgraph(wint_t __c);
int iswlower(wint_t __c);
int iswprint(wint_t __c);
int iswpunct(wint_t __c);
int iswspace(wint_t __c);
int iswupper(wint_t __c);
int iswxdigit(wint_t __c);
int iswctype(wint_t __c, wctype_t __type);
wctype_t wctype(const char *__name);
wint_t towlower(wint_t __c);
wint_t towupper(wint_t __c);
wint_t towctrans(wint_t __c, wctrans_t __desc);
wctrans_t wctrans(const char *__name);
#endif
